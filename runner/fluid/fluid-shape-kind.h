/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_SHAPE_KIND_H
#define FLUID_SHAPE_KIND_H

#include "fluid-cuts.h"

#include "ns3/fabric-network.h"

#include <memory>

/**
 * @file
 * mrcsim::FluidShapeKind: how networks of which more is known than their links get their cuts.
 */

namespace mrcsim
{

/// Makes the cuts of a class of networks known: its file has a static object of this class.
class FluidShapeKind
{
  public:
    /**
     * @param network outlives the result
     * @return its cuts; null if it is of another class
     */
    using Maker = std::unique_ptr<const FluidShape> (*)(const ns3::FabricNetwork& network);

    /** @param maker makes the cuts; known from now on */
    explicit FluidShapeKind(Maker maker);

    /**
     * @param network outlives the result
     * @return its cuts, those of a graph unless a kind knows more
     */
    static std::unique_ptr<const FluidShape> Make(const ns3::FabricNetwork& network);
};

} // namespace mrcsim

#endif // FLUID_SHAPE_KIND_H
