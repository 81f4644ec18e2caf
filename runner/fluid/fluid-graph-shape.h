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
 * The cuts of a network of which only the links are known. All shortest paths between two switches
 * have the same length, so the k-th links of all paths are a cut, for every k; links without
 * capacity, and the links that only they lead to, are omitted. Cuts are
 *
 * - the bytes that a host sends, those that it receives;
 * - for a switch that all paths of some flows pass: the ports by which they leave it, and those by
 *   which they reach it;
 * - for two such switches in a row: the links between them;
 * - if the k-th links of several pairs of switches are the same: these links;
 * - between two switches with hosts, and between two hosts: the maximum flow.
 *
 * A cut is found in one plane. In other planes, the least cut that contains all of its flows, or
 * their NICs, completes it.
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
