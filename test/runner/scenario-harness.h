/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_HARNESS_H
#define SCENARIO_HARNESS_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * Helpers for tests with scenarios: check and run of a scenario.
 */

namespace mrcsim
{

struct Results;
struct Scenario;

/**
 * @param document a scenario as JSON
 * @return the scenario; the test fails if it has problems
 */
Scenario LoadDocument(const nlohmann::ordered_json& document);

/**
 * @param document a scenario as JSON
 * @return all problems, a line each
 */
std::vector<std::string> RefuseDocument(const nlohmann::ordered_json& document);

/**
 * @param scenario a scenario
 * @param outcome expected end of the run; the test fails for another one
 * @param [out] complaints if not null, receives a line per incomplete message with the reason
 * @return the results without links and EVs; the test fails if the counters are inconsistent
 */
Results RunScenario(const Scenario& scenario,
                    const std::string& outcome = "complete",
                    std::vector<std::string>* complaints = nullptr);

} // namespace mrcsim

#endif // SCENARIO_HARNESS_H
