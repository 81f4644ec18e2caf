/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_CHECK_H
#define SCENARIO_CHECK_H

#include "document/problem.h"
#include "scenario.h"

#include "ns3/rdma-cluster-helper.h"

#include <vector>

/**
 * @file
 * Rules between the values of a scenario, which its schema cannot express, and the application of
 * its attributes.
 */

namespace mrcsim
{

/**
 * @param scenario a scenario that satisfies the schema
 * @param effective the scenario as JSON, with all defaults
 * @return the problems that prevent its simulation
 */
Problems CheckScenario(const Scenario& scenario, const Json& effective);

/**
 * Check that every job has a unique name, that all can start, and that at least one is enabled.
 *
 * @param [out] problems receives the problems
 */
void CheckJobOrder(const std::vector<JobSpec>& jobs, Problems& problems);

/**
 * Check jobs and their transports, with the network and with each other.
 *
 * @param scenario a scenario with a topology
 * @param [out] problems receives the problems
 */
void CheckJobs(const Scenario& scenario, Problems& problems);

/**
 * Check that the numbers of messages, bytes and QPs are within limits.
 *
 * @param scenario a scenario without problems so far
 * @param [out] problems receives the problems
 */
void CheckJobSizes(const Scenario& scenario, Problems& problems);

/**
 * Create all objects with these values, until ns3::Config::Reset.
 * @param settings settings of a scenario, with valid values
 */
void ApplyAttributes(const std::vector<AttributeSetting>& settings);

/**
 * @param scenario a valid scenario, whose attributes are applied
 * @return the description of its network, ready to be built
 */
ns3::RdmaClusterHelper MakeClusterHelper(const Scenario& scenario);

/**
 * The model aborts if values of attributes are inconsistent with each other or with the network.
 * Check this beforehand (ns3::RdmaProblem), and name the keys that set these values.
 *
 * @param scenario a scenario without other problems
 * @return the problems
 */
Problems CheckParameters(const Scenario& scenario);

/**
 * @param scenario a valid scenario
 * @return effects of its values that a user may not expect
 */
Problems AdviseParameters(const Scenario& scenario);

} // namespace mrcsim

#endif // SCENARIO_CHECK_H
