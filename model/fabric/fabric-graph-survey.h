/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_SURVEY_H
#define FABRIC_GRAPH_SURVEY_H

#include "fabric-graph-layout.h"
#include "fabric-shortest-paths.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Properties of a graph that depend on all pairs of hosts. Each takes at most one search per
 * switch.
 */

namespace ns3
{

/**
 * Find hosts that are too far apart.
 * @ingroup mrc
 * @param shortest shortest paths of the graph
 * @param links most links between their first switches
 * @return two switches with hosts that are farther apart or not connected, if there are any
 */
std::optional<std::pair<uint32_t, uint32_t>> FindFabricGraphFarPair(
    const FabricGraphLayout& layout,
    const FabricShortestPaths& shortest,
    uint32_t plane,
    uint32_t links);

/**
 * Count the bits that name the next port at each switch of a path.
 * @ingroup mrc
 * @param shortest shortest paths of the graph
 * @return by number of switches passed before: bits for the largest number of equal ports of a
 * switch there, on a shortest path between any two hosts
 */
std::vector<uint32_t> CountFabricGraphDigitBits(const FabricGraphLayout& layout,
                                                const FabricShortestPaths& shortest);

/**
 * Find the longest unloaded round trip, each direction on the slowest of its shortest paths: a
 * transport that sprays uses all of them and must not declare packets lost that are in flight on
 * the slowest one.
 * @ingroup mrc
 * @param shortest shortest paths of the graph
 * @param thereBytes line time of the frame of the forward direction, B
 * @param backBytes line time of the frame of the reverse direction, B
 * @return the longest round trip of all hosts and planes
 */
RdmaTick FindFabricGraphLongestRtt(const FabricGraphLayout& layout,
                                   const FabricShortestPaths& shortest,
                                   uint32_t thereBytes,
                                   uint32_t backBytes);

/**
 * Find how much paths between two hosts differ in rate. Of several planes, the slowest paths are
 * compared, and the NIC ports of each host.
 * @ingroup mrc
 * @param shortest shortest paths of the graph
 * @param nicRateBps rate of the fastest NIC port, bit/s
 * @return the spread
 */
FabricPathSpread FindFabricGraphSpread(const FabricGraphLayout& layout,
                                       const FabricShortestPaths& shortest,
                                       uint64_t nicRateBps);

} // namespace ns3

#endif // FABRIC_GRAPH_SURVEY_H
