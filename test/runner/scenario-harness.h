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
 * For tests with scenarios: what check says of one, and a run of it.
 */

namespace mrcsim
{

struct Results;
struct Scenario;

/**
 * @param document a scenario as a user writes it
 * @return the scenario; nothing is wrong with it, or the test fails
 */
Scenario LoadDocument(const nlohmann::ordered_json& document);

/**
 * @param document a scenario as a user writes it
 * @return all that is wrong with it, a line each
 */
std::vector<std::string> RefuseDocument(const nlohmann::ordered_json& document);

/**
 * @param scenario a scenario
 * @param outcome how its run ends, or the test fails
 * @param [out] complaints if not null, receives what did not complete and what it waits for
 * @return what the run leaves behind, but for links and EVs; its counters add up, or the test fails
 */
Results RunScenario(const Scenario& scenario,
                    const std::string& outcome = "complete",
                    std::vector<std::string>* complaints = nullptr);

} // namespace mrcsim

#endif // SCENARIO_HARNESS_H
