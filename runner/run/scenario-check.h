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
 * Rules between the numbers of a scenario, which its schema cannot express, and what comes into
 * force if it keeps them.
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
 * @param [out] problems receives the problems
 */
void CheckJobOrder(const std::vector<JobSpec>& jobs, Problems& problems);

/**
 * Do the jobs and their transports fit the network, and beside each other?
 *
 * @param scenario a scenario with a topology
 * @param [out] problems receives the problems
 */
void CheckJobs(const Scenario& scenario, Problems& problems);

/**
 * Can all messages, their bytes and their QPs be counted?
 *
 * @param scenario a scenario that is good so far
 * @param longest time that a job may take at full rate
 * @param [out] problems receives the problems
 */
void CheckJobSizes(const Scenario& scenario, ns3::RdmaTick longest, Problems& problems);

/**
 * Let all objects be made with these values, until ns3::Config::Reset.
 * @param settings what a scenario sets; values that are known to be taken
 */
void ApplyAttributes(const std::vector<AttributeSetting>& settings);

/**
 * The model aborts where values of attributes do not fit together or not to the network. It can
 * tell so beforehand (ns3::RdmaProblem); here it is asked, and its answer is told with the keys
 * that have set the values.
 *
 * @param scenario a scenario without other mistakes
 * @return what the model would not take
 */
Problems CheckParameters(const Scenario& scenario);

} // namespace mrcsim

#endif // SCENARIO_CHECK_H
