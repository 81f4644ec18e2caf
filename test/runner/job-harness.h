/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_HARNESS_H
#define JOB_HARNESS_H

#include "scenario-harness.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * Helpers for tests of kinds of jobs: comparison of the load with the schedule, check, and a run.
 */

namespace mrcsim
{

struct JobLoad;

/// 12 hosts, 4 under a T0.
constexpr const char* JOB_BASE = R"({
  "schema": 1, "name": "base",
  "topology": {"type": "clos", "planes": 2, "hosts": 12, "hostsPerT0": 4, "t1PerPlane": 4},
  "transport": {"type": "mrc"}})";

/**
 * @param jobs a list of jobs, as in a scenario
 * @return a scenario with these jobs
 */
Scenario LoadJobs(const std::string& jobs);

/**
 * @param job a job, as in a scenario
 * @param hostsPerServer hosts of a server; 0: no servers
 * @return a scenario with this job
 */
Scenario LoadJob(const std::string& job, uint32_t hostsPerServer = 0);

/**
 * @param job a job, as in a scenario
 * @param hostsPerServer hosts of a server; 0: no servers
 * @return its load
 */
JobLoad GetLoad(const std::string& job, uint32_t hostsPerServer = 0);

/**
 * @param scenario a scenario with one job
 * @return its load, counted in its schedule
 */
JobLoad CountSchedule(const Scenario& scenario);

/**
 * @param job a job, as in a scenario, of a kind without random draws
 * @param hostsPerServer hosts of a server; 0: no servers
 */
void ExpectLoadOfSchedule(const std::string& job, uint32_t hostsPerServer);

/**
 * Expect this without servers, and with servers under one T0 or under two.
 * @param job a job, as in a scenario, of a kind without random draws
 */
void ExpectLoadOfSchedule(const std::string& job);

/**
 * @param jobs a list of jobs, as in a scenario
 * @return all problems of these jobs, a line each
 */
std::vector<std::string> RefuseJobs(const std::string& jobs);

/**
 * @param job a job, as in a scenario
 * @return all problems of the job, a line each
 */
std::vector<std::string> RefuseJob(const std::string& job);

/**
 * @param job a job, as in a scenario
 * @return the results of a run; the test fails if it is not complete
 */
Results RunJob(const std::string& job);

} // namespace mrcsim

#endif // JOB_HARNESS_H
