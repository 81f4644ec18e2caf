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
 * Events of a simulation, as rows of events.csv.
 */

namespace mrcsim
{

/**
 * Record changes of EVs, false losses, time-outs and QP errors from now on, and compare with the
 * ground truth: EVs that are retired wrongly, packets that are declared lost after their arrival.
 *
 * @param cluster a built cluster
 * @param [out] results receives the rows of events.csv and the summary's counters of EVs and
 * losses; must outlive the simulation
 */
void RecordQpEvents(ns3::Ptr<ns3::RdmaCluster> cluster, Results& results);

/**
 * Record port status changes that NICs detect, and those that their peers report, from now on.
 *
 * @param cluster a built cluster
 * @param [out] events receives the rows; must outlive the simulation
 */
void RecordPortEvents(ns3::Ptr<ns3::RdmaCluster> cluster, std::vector<EventRow>& events);

/**
 * Record pause storms and deadlocks from now on.
 *
 * @param fabric the network; without a FabricPauseWatch, nothing is recorded
 * @param [out] events receives the rows; must outlive the simulation
 * @param onDeadlock called with the cycle of ports that will never send again
 */
void RecordPauseEvents(ns3::Ptr<ns3::Fabric> fabric,
                       std::vector<EventRow>& events,
                       const std::function<void(const std::string&)>& onDeadlock);

} // namespace mrcsim

#endif // EVENT_ROWS_H
