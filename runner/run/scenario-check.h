/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_CHECK_H
#define SCENARIO_CHECK_H

#include "document/problem.h"
#include "scenario.h"

#include <vector>

/**
 * @file
 * Rules between the numbers of a scenario, which its schema cannot express.
 */

namespace mrcsim
{

/**
 * @param scenario a scenario that satisfies the schema
 * @param effective the same as JSON, with all defaults
 * @return everything about it that cannot be simulated as written
 */
Problems CheckScenario(const Scenario& scenario, const Json& effective);

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

#endif // SCENARIO_CHECK_H
