/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_CHECK_H
#define JOB_CHECK_H

#include "document/problem.h"
#include "scenario.h"

#include "ns3/rdma-tick.h"

#include <vector>

/**
 * @file
 * What is wrong with the jobs of a scenario, besides what each kind knows itself.
 */

namespace mrcsim
{

/**
 * Has every job a name of its own, do all get to start, and does any do anything?
 *
 * @param [out] problems receives what is wrong
 */
void CheckJobOrder(const std::vector<JobSpec>& jobs, Problems& problems);

/**
 * Do the jobs and their transports fit the network, and beside each other?
 *
 * @param scenario a scenario with a topology
 * @param [out] problems receives what is wrong
 */
void CheckJobs(const Scenario& scenario, Problems& problems);

/**
 * Can all messages, their bytes and their QPs be counted?
 *
 * @param scenario a scenario that is good so far
 * @param longest time that a job may take at full rate
 * @param [out] problems receives what is wrong
 */
void CheckJobSizes(const Scenario& scenario, ns3::RdmaTick longest, Problems& problems);

} // namespace mrcsim

#endif // JOB_CHECK_H
