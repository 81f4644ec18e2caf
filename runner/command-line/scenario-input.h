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
 * mrcsim::ScenarioInput: what commands about a scenario read.
 */

namespace mrcsim
{

struct RunEstimate;
struct Scenario;

/**
 * A file, and what the command line changes in it.
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
     * @param [out] document what the file says, with what is set, and the versions
     * @return all mistakes
     */
    Problems Read(nlohmann::ordered_json& document) const;

    /**
     * @param [out] effective the scenario with all defaults, and the versions
     * @param [out] scenario the same as structs
     * @return all mistakes
     */
    Problems Load(nlohmann::ordered_json& effective, Scenario& scenario) const;

  private:
    std::string m_file;                     ///< its name
    std::vector<std::string> m_assignments; ///< --set, in order
    std::optional<uint64_t> m_seed;         ///< --seed
};

/**
 * Tell on stderr what is no mistake, but may come as a surprise.
 *
 * @param scenario a scenario without mistakes
 */
void TellNotes(const Scenario& scenario);

/**
 * @param force even if there is too little memory
 * @param scenario a scenario without mistakes
 * @param estimate what its run will take
 * @return what this machine lacks for it
 */
Problems CheckMachine(bool force, const Scenario& scenario, const RunEstimate& estimate);

} // namespace mrcsim

#endif // SCENARIO_INPUT_H
