/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_HARNESS_H
#define FAULT_HARNESS_H

#include "scenario-harness.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * Helpers for tests of kinds of faults: check of a scenario, and a run with it.
 */

namespace mrcsim
{

/// 16 hosts, 4 under a T0, 2 planes of 4 T1s; half of the hosts send to the other half.
constexpr const char* FAULT_BASE = R"({
  "schema": 1, "name": "base", "stop": "20ms",
  "topology": {"type": "clos", "planes": 2, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
  "transport": {"type": "mrc"},
  "workload": [{"type": "permutation", "bytes": "2MB"}]})";

/**
 * @param faults a list of faults, as in a scenario
 * @param changes keys at the top that differ from FAULT_BASE
 * @return the scenario as JSON
 */
nlohmann::ordered_json WriteFaults(const std::string& faults, const std::string& changes = "{}");

/**
 * @return all problems of these faults, a line each
 */
std::vector<std::string> RefuseFaults(const std::string& faults, const std::string& changes = "{}");

/**
 * @return the results of a run
 */
Results RunFaults(const std::string& faults,
                  const std::string& changes = "{}",
                  const std::string& outcome = "complete");

/**
 * @param kinds kinds of events
 * @return rows of events.csv, a line each: microseconds, kind, object, detail
 */
std::vector<std::string> ListEvents(const Results& results, const std::vector<std::string>& kinds);

} // namespace mrcsim

#endif // FAULT_HARNESS_H
