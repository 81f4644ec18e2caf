/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTOR_H
#define COLLECTOR_H

#include "results/result-rows.h"
#include "scenario.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * What a simulation has done, as rows of result files.
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

/**
 * @param cluster a cluster that has run
 * @param workload its jobs, whose flow records are taken
 * @param scenario what was asked for
 * @param [in,out] results receives jobs, flows, links and all of the summary that is counted
 */
void Collect(ns3::Ptr<ns3::RdmaCluster> cluster,
             ns3::Ptr<ns3::RdmaWorkload> workload,
             const Scenario& scenario,
             Results& results);

/**
 * Check the books: the fabric's, the bytes of messages, and that nothing was faster than possible.
 *
 * @param cluster a cluster that has run
 * @param results what was collected
 * @return what does not add up, empty if all does
 */
std::string CheckConservation(ns3::Ptr<ns3::RdmaCluster> cluster, const Results& results);

} // namespace mrcsim

#endif // COLLECTOR_H
