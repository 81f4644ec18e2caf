/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STEP_ROWS_H
#define STEP_ROWS_H

#include "results/result-rows.h"
#include "scenario.h"

#include "ns3/rdma-workload.h"

#include <string>
#include <vector>

/**
 * @file
 * What has become of the steps of jobs.
 */

namespace mrcsim
{

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

#endif // STEP_ROWS_H
