/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_GRAPH_H
#define FLOW_GRAPH_H

#include "flow-table.h"
#include "kinds/job.h"

/**
 * @file
 * The schedule of a table of flows.
 */

namespace mrcsim
{

/**
 * Find rows that would never begin: they wait for one another, or for a message without end.
 * @param table rows
 * @param path of the table in the scenario
 * @param [out] problems receives a problem with the lines of a cycle, or of the two rows
 */
void CheckFlowWaits(const FlowTable& table, const std::string& path, Problems& problems);

/**
 * @param table rows without cycles
 * @param input hosts of the ranks, ascending, network and random variable
 * @param until end of messages without end (ns3::RdmaSchedule::GetUntil)
 * @return the schedule. Each host of a row waits until its part of the rows in "after" is done; all
 * hosts wait for all of a row in which none of them has a part. The delay follows
 */
ns3::RdmaSchedule MakeFlowSchedule(const FlowTable& table,
                                   const ScheduleInput& input,
                                   ns3::RdmaTick until);

} // namespace mrcsim

#endif // FLOW_GRAPH_H
