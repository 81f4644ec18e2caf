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

#include <string>

/**
 * @file
 * What a simulation has done, as rows of result files.
 */

namespace mrcsim
{

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
