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
 * Check that a network can be built from a graph.
 */

namespace ns3
{

/**
 * Check a graph. It takes some hundredths of a second for 1,000 switches and 16,000 hosts.
 * @ingroup mrc
 * @param spec any graph
 * @return the problems; empty if the network can be built. A check that depends on another one is
 * skipped if that one has failed.
 */
std::vector<FabricGraphProblem> CheckFabricGraph(const FabricGraphSpec& spec);

} // namespace ns3

#endif // FABRIC_GRAPH_CHECK_H
