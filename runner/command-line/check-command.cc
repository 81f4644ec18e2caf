/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "reference/attributes-in-force.h"
#include "run/job-builder.h"
#include "run/run-estimate.h"
#include "scenario-input.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/**
 * Prints the problems of a scenario, or the complete scenario.
 */
class CheckCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        m_input.Declare(options);
        options.Add("--force", m_force, "continue even if the memory seems insufficient");
        options.Add("--estimate",
                    m_estimate,
                    "print the estimate of a run as JSON, instead of the scenario");
        options.Add("--all",
                    m_all,
                    "print as JSON the scenario, the value of every ns-3 attribute in\n"
                    "its run, and the key that changes each changed one");
    }

    ExitStatus Do() override
    {
        if (m_all && m_estimate)
        {
            RefuseIf({{"", "found --all and --estimate; allowed: one of them"}}, "");
        }
        const auto& file = m_input.GetFile();
        Json effective;
        Scenario scenario;
        m_input.Load(effective, scenario);
        TellNotes(scenario);
        const auto estimate = EstimateRun(scenario);
        if (!m_estimate)
        {
            std::cerr << ToString(estimate);
        }
        RefuseIf(CheckMachine(m_force, scenario, estimate), file);
        RefuseIf(CheckDraw(scenario, estimate.drawn), file);
        if (m_all)
        {
            effective = TellAttributesInForce(effective, scenario.attributes);
        }
        std::cout << (m_estimate ? ToJson(estimate).dump() : effective.dump(2)) << '\n';
        return OK;
    }

  private:
    ScenarioInput m_input;  ///< the scenario
    bool m_force{false};    ///< --force
    bool m_estimate{false}; ///< --estimate
    bool m_all{false};      ///< --all
};

const CommandKind<CheckCommand> CHECK(
    "check",
    "prints a scenario with every default, or its problems; estimates a run");

} // namespace

} // namespace mrcsim
