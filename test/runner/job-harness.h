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
 * For tests of kinds of jobs: what check says of a job against its schedule, and a run of it.
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
 * @param jobs a list of jobs as a user writes it
 * @return a scenario that consists of them
 */
Scenario LoadJobs(const std::string& jobs);

/**
 * @param job a job as a user writes it
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 * @return a scenario that consists of it
 */
Scenario LoadJob(const std::string& job, uint32_t hostsPerServer = 0);

/**
 * @param job a job as a user writes it
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 * @return its load
 */
JobLoad GetLoad(const std::string& job, uint32_t hostsPerServer = 0);

/**
 * @param scenario a scenario with one job
 * @return its load, but counted in its schedule
 */
JobLoad CountSchedule(const Scenario& scenario);

/**
 * @param job a job as a user writes it, of a kind without chance
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 */
void ExpectLoadOfSchedule(const std::string& job, uint32_t hostsPerServer);

/**
 * Without servers, and with some that share a T0, or not, or two of them.
 * @param job a job as a user writes it, of a kind without chance
 */
void ExpectLoadOfSchedule(const std::string& job);

/**
 * @param jobs a list of jobs as a user writes it
 * @return all that is wrong with them, a line each
 */
std::vector<std::string> RefuseJobs(const std::string& jobs);

/**
 * @param job a job as a user writes it
 * @return all that is wrong with it, a line each
 */
std::vector<std::string> RefuseJob(const std::string& job);

/**
 * @param job a job as a user writes it
 * @return what a run of it leaves behind; it is complete, or the test fails
 */
Results RunJob(const std::string& job);

} // namespace mrcsim

#endif // JOB_HARNESS_H
