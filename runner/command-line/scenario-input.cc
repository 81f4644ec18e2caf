/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-input.h"

#include "document/json-assignment.h"
#include "document/json-text.h"
#include "document/rounded-text.h"
#include "kinds/file-insertion.h"
#include "plugin/plugin-loader.h"
#include "results/environment.h"
#include "run/captures.h"
#include "run/load-scenario.h"
#include "run/machine-memory.h"
#include "run/run-estimate.h"
#include "run/scenario-notes.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param estimate estimate of a run
 * @return the problem if memory is insufficient
 */
Problems
CheckMemory(const RunEstimate& estimate)
{
    const auto available = GetAvailableMemory();
    if (estimate.memoryBytes <= static_cast<double>(available.bytes))
    {
        return {};
    }
    return {{"",
             "a run needs about " + FormatBytes(estimate.memoryBytes) + " of memory, but " +
                 available.where + " leaves " + FormatBytes(static_cast<double>(available.bytes)) +
                 "; allowed: a smaller scenario, or --force to run it anyway"}};
}

} // namespace

void
ScenarioInput::Declare(CommandOptions& options)
{
    options.AddArgument("FILE", m_file, "a JSON file");
    options.Add(
        "--set KEY=VALUE ...",
        m_assignments,
        "change a value by its path, in a scenario for example --set workload[0].bytes=4MB");
    options.Add("--seed N", m_seed, "the same as --set seed=N");
}

Problems
ScenarioInput::Read(Json& document) const
{
    auto problems = ReadJsonFile(m_file, document);
    if (!problems.empty())
    {
        return problems;
    }
    auto assignments = m_assignments;
    if (m_seed)
    {
        assignments.push_back("seed=" + std::to_string(*m_seed));
    }
    for (const auto& assignment : assignments)
    {
        const auto wrong = ApplyAssignment(document, assignment);
        problems.insert(problems.end(), wrong.begin(), wrong.end());
    }
    if (document.is_object())
    {
        document["version"] = MRC_VERSION;
        document["ns3Version"] = MRC_NS3_VERSION;
    }
    return problems;
}

void
ScenarioInput::Load(Json& effective, Scenario& scenario) const
{
    RefuseIf(CheckEnvironment(), "environment");
    Json document;
    FileNames names;
    auto problems = Read(document);
    const auto folder = std::filesystem::path(m_file).parent_path();
    if (problems.empty())
    {
        problems = LoadPlugins(folder, document);
    }
    if (problems.empty())
    {
        problems = InsertFiles(folder, document, names);
    }
    RefuseIf(problems, m_file);
    RefuseIf(NameFiles(names, LoadScenario(std::move(document), effective, scenario)), m_file);
}

void
TellNotes(const Scenario& scenario)
{
    for (const auto& note : ListNotes(scenario))
    {
        std::cerr << "note: " << note << '\n';
    }
}

Problems
CheckMachine(bool force, const Scenario& scenario, const RunEstimate& estimate)
{
    const auto lacks = force ? Problems() : CheckMemory(estimate);
    return lacks.empty() ? CheckOpenFiles(scenario.captures) : lacks;
}

} // namespace mrcsim
