/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_DRIVER_H
#define JOB_DRIVER_H

#include "scenario.h"

/**
 * @file
 * Jobs whose messages a driver sends: workload[].driver.
 */

namespace mrcsim
{

/**
 * Check that the kind of a job and its transport can be used with its driver.
 *
 * @param path of the job in the scenario
 * @param [out] problems receives the problems
 */
void CheckDriver(const JobSpec& job, const std::string& path, Problems& problems);

/**
 * @param job a job of a valid scenario
 * @param input hosts, network and random variable
 * @param path of the job in the scenario
 * @param [out] problems receives problems that result from the draw
 * @return its schedule, as its driver sends it
 */
ns3::RdmaSchedule MakeJobSchedule(const JobSpec& job,
                                  const ScheduleInput& input,
                                  const std::string& path,
                                  Problems& problems);

/**
 * @param job a job of a valid scenario
 * @param context network and hosts
 * @return the load of one repetition, as its driver sends it
 */
JobLoad MakeJobLoad(const JobSpec& job, const JobContext& context);

/**
 * @param job a job of a valid scenario
 * @param load its load
 * @return flows of one repetition: messages, each split among QPs
 */
double CountJobFlows(const JobSpec& job, const JobLoad& load);

} // namespace mrcsim

#endif // JOB_DRIVER_H
