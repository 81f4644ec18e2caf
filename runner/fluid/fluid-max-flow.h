/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_MAX_FLOW_H
#define FLUID_MAX_FLOW_H

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::GetMaxFlow: the maximum flow of a small directed network.
 */

namespace mrcsim
{

/// A directed link.
struct FluidArc
{
    uint32_t from; ///< a node
    uint32_t to;   ///< another node
    double bps;    ///< its capacity, bit/s
};

/**
 * The maximum flow, which is the capacity of the minimum cut (Dinic's algorithm).
 *
 * @param arcs links between nodes 0 .. nodes - 1
 * @param nodes number of nodes
 * @param source a node
 * @param sink another node
 * @return the maximum flow, bit/s
 */
double GetMaxFlow(const std::vector<FluidArc>& arcs,
                  uint32_t nodes,
                  uint32_t source,
                  uint32_t sink);

} // namespace mrcsim

#endif // FLUID_MAX_FLOW_H
