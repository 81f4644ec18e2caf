/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_ROWS_H
#define EVENT_ROWS_H

#include "results/result-rows.h"

#include "ns3/fabric.h"
#include "ns3/rdma-cluster.h"

#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * What happens in a simulation, as rows of events.csv.
 */

namespace mrcsim
{

/**
 * Note changes of EVs, false losses, time-outs and QP errors from now on, and judge the QPs: which
 * EVs they retire wrongly, which packets they declare lost that had arrived.
 *
 * @param cluster a built cluster
 * @param [out] results receives the rows of events.csv and what the summary says about EVs and
 * losses; must outlive the simulation
 */
void RecordQpEvents(ns3::Ptr<ns3::RdmaCluster> cluster, Results& results);

/**
 * Note what NICs learn about their ports and those of their peers from now on.
 *
 * @param cluster a built cluster
 * @param [out] events receives the rows; must outlive the simulation
 */
void RecordPortEvents(ns3::Ptr<ns3::RdmaCluster> cluster, std::vector<EventRow>& events);

/**
 * Note pause storms and deadlocks from now on.
 *
 * @param fabric the network; without a FabricPauseWatch there is nothing to note
 * @param [out] events receives the rows; must outlive the simulation
 * @param onDeadlock called with the cycle of ports that will never send again
 */
void RecordPauseEvents(ns3::Ptr<ns3::Fabric> fabric,
                       std::vector<EventRow>& events,
                       const std::function<void(const std::string&)>& onDeadlock);

} // namespace mrcsim

#endif // EVENT_ROWS_H
