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
#include <vector>

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
 * Check the counters: the fabric's, the bytes of messages, and that nothing was faster than
 * possible.
 * @return what does not add up, empty if all does
 */
std::string CheckConservation(ns3::Ptr<ns3::RdmaCluster> cluster, const Results& results);

/**
 * @param workload jobs that have run, with their flow records
 * @return the steps that have begun, of jobs that log them, by start of the repetition and step
 */
std::vector<StepRow> ListSteps(const ns3::RdmaWorkload& workload);

/**
 * @param jobs the jobs of the scenario
 * @param rows all steps that have begun
 * @return for each job with steps that have begun and not ended, a line about the first of them
 */
std::vector<std::string> DescribeUnfinishedSteps(const std::vector<JobSpec>& jobs,
                                                 const std::vector<StepRow>& rows);

} // namespace mrcsim

#endif // COLLECTOR_H
