/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_ORDER_H
#define FAULT_ORDER_H

#include "document/problem.h"
#include "run/scenario.h"

#include <vector>

/**
 * @file
 * What faults do to a link one after the other.
 */

namespace mrcsim
{

/**
 * Is every link that is taken up down at that time? Otherwise the link, or the time, is not what
 * the author had in mind.
 *
 * @param faults the faults of a scenario
 * @param network the topology
 * @return the others
 */
Problems CheckLinkUps(const std::vector<FaultSpec>& faults, const ns3::FabricNetwork& network);

} // namespace mrcsim

#endif // FAULT_ORDER_H
