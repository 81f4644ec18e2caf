/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_CHECK_H
#define FABRIC_GRAPH_CHECK_H

#include "fabric-graph-problems.h"
#include "fabric-graph-spec.h"

#include <vector>

/**
 * @file
 * @ingroup mrc
 * Whether a network can be built from a graph.
 */

namespace ns3
{

/**
 * Works on anything, and takes some hundredths of a second for 1,000 switches and 16,000 hosts.
 * @ingroup mrc
 * @param spec a graph, of which nothing is known
 * @return what is wrong; empty if the network can be built. What can only be judged once something
 * else is right is not judged before.
 */
std::vector<FabricGraphProblem> CheckFabricGraph(const FabricGraphSpec& spec);

} // namespace ns3

#endif // FABRIC_GRAPH_CHECK_H
