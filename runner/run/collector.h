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
 * Results of a simulation, as rows of result files.
 */

namespace mrcsim
{

/**
 * @param cluster a cluster after the run
 * @param workload its jobs, whose flow records are moved out
 * @param scenario the scenario
 * @param [in,out] results receives jobs, flows, links and all counters of the summary
 */
void Collect(ns3::Ptr<ns3::RdmaCluster> cluster,
             ns3::Ptr<ns3::RdmaWorkload> workload,
             const Scenario& scenario,
             Results& results);

/**
 * Check the fabric's counters, the bytes of messages, and that no message was faster than possible.
 * @return the inconsistency; empty if there is none
 */
std::string CheckConservation(ns3::Ptr<ns3::RdmaCluster> cluster, const Results& results);

/**
 * @param workload jobs after the run, with their flow records
 * @return the steps that have begun, of jobs that record them, by start of the repetition and step
 */
std::vector<StepRow> ListSteps(const ns3::RdmaWorkload& workload);

/**
 * @param jobs the jobs of the scenario
 * @param rows all steps that have begun
 * @return a line about the first unfinished step of each job that has one
 */
std::vector<std::string> DescribeUnfinishedSteps(const std::vector<JobSpec>& jobs,
                                                 const std::vector<StepRow>& rows);

} // namespace mrcsim

#endif // COLLECTOR_H
