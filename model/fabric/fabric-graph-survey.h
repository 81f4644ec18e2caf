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
 * What can be said of a graph only after a look at all pairs of hosts. None of it takes more than
 * one search per switch.
 */

namespace ns3
{

/**
 * Look for hosts that are too far apart.
 * @ingroup mrc
 * @param ways through it
 * @param links most links between their first switches
 * @return two switches with hosts, if any are farther apart or have no way between them
 */
std::optional<std::pair<uint32_t, uint32_t>> FindFabricGraphFarPair(const FabricGraphLayout& layout,
                                                                    const FabricShortestPaths& ways,
                                                                    uint32_t plane,
                                                                    uint32_t links);

/**
 * How many bits name the next port at each switch of a way.
 * @ingroup mrc
 * @param ways through it
 * @return by number of switches passed before: bits for the most equal ports that any switch has
 * there, on a shortest way between any two hosts
 */
std::vector<uint32_t> CountFabricGraphDigitBits(const FabricGraphLayout& layout,
                                                const FabricShortestPaths& ways);

/**
 * The longest unloaded round trip, each direction on the slowest of its shortest ways: a transport
 * that sprays takes all of them, and must not think the others lost while these are under way.
 * @ingroup mrc
 * @param ways through it
 * @param thereBytes line time of the frame on the way there, B
 * @param backBytes line time of the frame on the way back, B
 * @return the round trip of the hosts and the plane where it takes longest
 */
RdmaTick FindFabricGraphLongestRtt(const FabricGraphLayout& layout,
                                   const FabricShortestPaths& ways,
                                   uint32_t thereBytes,
                                   uint32_t backBytes);

} // namespace ns3

#endif // FABRIC_GRAPH_SURVEY_H
