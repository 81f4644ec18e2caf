/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_HARNESS_H
#define FAULT_HARNESS_H

#include "document/json-path.h"
#include "document/problem.h"
#include "run/load-scenario.h"
#include "run/progress-line.h"
#include "run/simulation.h"

#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

/**
 * @file
 * For tests of kinds of faults: what check says of them, and a run with them.
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
 * @param faults as a user writes them: a list
 * @param changes keys at the top that differ from FAULT_BASE
 * @return the scenario as a user writes it
 */
inline Json
WriteFaults(const std::string& faults, const std::string& changes = "{}")
{
    auto document = Json::parse(FAULT_BASE);
    document.update(Json::parse(changes));
    document["faults"] = Json::parse(faults);
    return document;
}

/**
 * @return all that is wrong with these faults, a line each
 */
inline std::vector<std::string>
RefuseFaults(const std::string& faults, const std::string& changes = "{}")
{
    Json effective;
    Scenario scenario;
    std::vector<std::string> lines;
    for (const auto& problem : LoadScenario(WriteFaults(faults, changes), effective, scenario))
    {
        lines.push_back(ToString(problem));
    }
    return lines;
}

/**
 * @return what a run leaves behind; its books are right, or the test fails
 */
inline Results
RunFaults(const std::string& faults,
          const std::string& changes = "{}",
          Outcome expected = Outcome::COMPLETE)
{
    SCOPED_TRACE(faults);
    Json effective;
    Scenario scenario;
    for (const auto& problem : LoadScenario(WriteFaults(faults, changes), effective, scenario))
    {
        ADD_FAILURE() << ToString(problem);
    }
    std::ostringstream nowhere;
    ProgressLine progress(nowhere, ProgressLine::Mode::NEVER);
    Simulation simulation(scenario, progress);
    EXPECT_TRUE(simulation.Build().empty());
    const volatile std::sig_atomic_t flag = 0;
    EXPECT_EQ(simulation.Run(flag), expected);
    EXPECT_EQ(simulation.GetImbalance(), "");
    Results results = simulation.GetResults();
    results.links = nullptr; // of the simulation, which ends here
    return results;
}

/**
 * @param kinds which rows
 * @return rows of events.csv, a line each: microseconds, kind, object, detail
 */
inline std::vector<std::string>
ListEvents(const Results& results, const std::vector<std::string>& kinds)
{
    std::vector<std::string> lines;
    for (const auto& event : results.events)
    {
        if (std::find(kinds.begin(), kinds.end(), event.kind) != kinds.end())
        {
            lines.push_back(std::to_string(event.time.GetPs() / 1'000'000) + ' ' + event.kind +
                            ' ' + event.object + (event.detail.empty() ? "" : ' ' + event.detail));
        }
    }
    return lines;
}

} // namespace mrcsim

#endif // FAULT_HARNESS_H
