/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-harness.h"

#include "run/load-scenario.h"
#include "run/simulation.h"

#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mrcsim
{

Scenario
LoadDocument(const nlohmann::ordered_json& document)
{
    Json effective;
    Scenario scenario;
    for (const auto& problem : LoadScenario(document, effective, scenario))
    {
        ADD_FAILURE() << ToString(problem);
    }
    return scenario;
}

std::vector<std::string>
RefuseDocument(const nlohmann::ordered_json& document)
{
    Json effective;
    Scenario scenario;
    std::vector<std::string> lines;
    for (const auto& problem : LoadScenario(document, effective, scenario))
    {
        lines.push_back(ToString(problem));
    }
    return lines;
}

Results
RunScenario(const Scenario& scenario,
            const std::string& outcome,
            std::vector<std::string>* complaints)
{
    std::ostringstream nowhere;
    ProgressLine progress(nowhere, ProgressLine::Mode::NEVER);
    Simulation simulation(scenario, progress);
    EXPECT_TRUE(simulation.Build().empty());
    const volatile std::sig_atomic_t flag = 0;
    EXPECT_EQ(ToString(simulation.Run(flag)), outcome);
    EXPECT_EQ(simulation.GetImbalance(), "");
    if (complaints)
    {
        *complaints = simulation.GetProblems();
    }
    Results results = simulation.GetResults();
    results.links = nullptr; // only valid during the simulation, which ends here
    results.evs = nullptr;
    return results;
}

} // namespace mrcsim
