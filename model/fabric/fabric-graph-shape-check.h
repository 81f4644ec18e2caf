/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_SHAPE_CHECK_H
#define FABRIC_GRAPH_SHAPE_CHECK_H

#include "fabric-graph-problems.h"
#include "fabric-graph-spec.h"

/**
 * @file
 * @ingroup mrc
 * Checks of a whole graph whose parts are valid.
 */

namespace ns3
{

/**
 * Check the planes, the ports, the number of uSIDs and the paths of a graph, in this order, until a
 * check fails.
 * @ingroup mrc
 * @param spec a graph with unique names and with links that are valid by themselves
 * @param [in,out] problems receives the problems
 */
void CheckFabricGraphShape(const FabricGraphSpec& spec, FabricGraphProblems& problems);

} // namespace ns3

#endif // FABRIC_GRAPH_SHAPE_CHECK_H
