/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-shape-kind.h"

#include "fluid-graph-shape.h"

#include <vector>

namespace mrcsim
{

namespace
{

/** @return the kinds; a function, because static objects fill it before main */
std::vector<FluidShapeKind::Maker>&
All()
{
    static std::vector<FluidShapeKind::Maker> all;
    return all;
}

} // namespace

FluidShapeKind::FluidShapeKind(Maker maker)
{
    All().push_back(maker);
}

std::unique_ptr<const FluidShape>
FluidShapeKind::Make(const ns3::FabricNetwork& network)
{
    for (const auto maker : All())
    {
        if (auto shape = maker(network))
        {
            return shape;
        }
    }
    return std::make_unique<FluidGraphShape>(network);
}

} // namespace mrcsim
