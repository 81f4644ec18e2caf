/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/message-list.h"
#include "run/run-estimate.h"
#include "run/switch-list.h"
#include "scenario-input.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/**
 * Prints a part of a scenario as lines of JSON.
 */
class ListCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        m_input.Declare(options);
        options.Add("--force", m_force, "continue even if the memory seems insufficient");
    }

    ExitStatus Do() override
    {
        Json effective;
        Scenario scenario;
        m_input.Load(effective, scenario);
        RefuseIf(CheckMachine(m_force, scenario, EstimateRun(scenario)), m_input.GetFile());
        RefuseIf(List(scenario), m_input.GetFile());
        return OK;
    }

  private:
    /**
     * Print the lines.
     * @return the problems that result from the draw
     */
    virtual Problems List(const Scenario& scenario) const = 0;

    ScenarioInput m_input; ///< the scenario
    bool m_force{false};   ///< --force
};

/**
 * Prints the messages of a scenario.
 */
class MessagesCommand : public ListCommand
{
    Problems List(const Scenario& scenario) const override
    {
        return WriteMessages(scenario, std::cout);
    }
};

/**
 * Prints the switches of a scenario.
 */
class SwitchesCommand : public ListCommand
{
    Problems List(const Scenario& scenario) const override
    {
        WriteSwitches(scenario, std::cout);
        return {};
    }
};

const CommandKind<MessagesCommand> MESSAGES(
    "messages",
    "prints the messages of a scenario and their dependencies, as lines of JSON");

const CommandKind<SwitchesCommand> SWITCHES(
    "switches",
    "prints the switches of a scenario with ports, SIDs and next hops, as lines of JSON");

} // namespace

} // namespace mrcsim
