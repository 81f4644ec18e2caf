/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_INPUT_H
#define SCENARIO_INPUT_H

#include "command.h"
#include "document/problem.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::ScenarioInput: the input of commands that read a scenario.
 */

namespace mrcsim
{

struct RunEstimate;
struct Scenario;

/**
 * A file, and changes of it by the command line.
 */
class ScenarioInput
{
  public:
    /**
     * @param options receives FILE, --set and --seed
     */
    void Declare(CommandOptions& options);

    /** @return the name of the file */
    const std::string& GetFile() const
    {
        return m_file;
    }

    /**
     * @param [out] document the content of the file, with changes and versions
     * @return all problems
     */
    Problems Read(nlohmann::ordered_json& document) const;

    /**
     * Load the scenario; its problems, and those of the environment, end the program (RefuseIf).
     * @param [out] effective the scenario with all defaults, and the versions
     * @param [out] scenario the scenario as structs
     */
    void Load(nlohmann::ordered_json& effective, Scenario& scenario) const;

  private:
    std::string m_file;                     ///< its name
    std::vector<std::string> m_assignments; ///< --set, in order
    std::optional<uint64_t> m_seed;         ///< --seed
};

/**
 * Print notes about unexpected effects of a valid scenario to stderr.
 *
 * @param scenario a valid scenario
 */
void TellNotes(const Scenario& scenario);

/**
 * @param force true: accept insufficient memory
 * @param scenario a valid scenario
 * @param estimate estimate of its run
 * @return the problems: insufficient memory, or limit of open files
 */
Problems CheckMachine(bool force, const Scenario& scenario, const RunEstimate& estimate);

} // namespace mrcsim

#endif // SCENARIO_INPUT_H
