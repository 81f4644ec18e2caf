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
 * What can be wrong with a graph although each of its parts is right.
 */

namespace ns3
{

/**
 * Judge the planes, the ports, the number of uSIDs and the ways of a graph, one after the other as
 * long as nothing is wrong.
 * @ingroup mrc
 * @param spec whose names are unique and whose links are right, each by itself
 * @param [in,out] problems what is wrong
 */
void CheckFabricGraphShape(const FabricGraphSpec& spec, FabricGraphProblems& problems);

} // namespace ns3

#endif // FABRIC_GRAPH_SHAPE_CHECK_H
