/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_GRAPH_SHAPE_H
#define FLUID_GRAPH_SHAPE_H

#include "fluid-cuts.h"
#include "fluid-graph-plane.h"

#include "ns3/fabric-network.h"

#include <vector>

/**
 * @file
 * mrcsim::FluidGraphShape: the cuts of a network of any shape.
 */

namespace mrcsim
{

/**
 * The cuts of a network of which no more is known than what is linked with what. All shortest ways
 * between two switches have the same length, so the k-th links of all ways are a cut, for every k;
 * links that carry nothing, and what only they lead to, are left out before. Cuts are
 *
 * - what a host sends, what it receives;
 * - for a switch by which all ways of some flows lead: the ports by which they leave it, and those
 *   by which they come;
 * - for two such switches in a row: the links between them;
 * - wherever the k-th links of several pairs of switches are the same: these;
 * - between two switches with hosts, and between two hosts: the largest flow.
 *
 * A cut is found in one plane. For its flows' bytes in other planes stands the least cut found
 * there that has all of these flows, or their NICs.
 */
class FluidGraphShape : public FluidShape
{
  public:
    /**
     * @param network outlives this
     */
    explicit FluidGraphShape(const ns3::FabricNetwork& network);

    FluidCuts ListCuts(const FluidCapacities& capacities,
                       const std::vector<FluidFlow>& flows) const override;
    bool MayHoldUp() const override;

  private:
    FluidGraphSteps m_steps; ///< ports between switches
};

} // namespace mrcsim

#endif // FLUID_GRAPH_SHAPE_H
