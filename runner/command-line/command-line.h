/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "document/problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * The command line of mrc-sim.
 */

namespace mrcsim
{

/**
 * What the user asked for.
 */
struct CommandLine
{
    /// The commands.
    enum class Command
    {
        RUN,
        CHECK,
        CAPACITY,
        KEYS,
        ATTRIBUTES,
        RESULTS,
        SCHEMA,
        HELP,
        VERSION,
    };

    Command command{Command::HELP};       ///< what to do
    std::string scenario;                 ///< file; RUN, CHECK, CAPACITY
    std::string topic;                    ///< what is asked for; KEYS, ATTRIBUTES; empty: all
    std::vector<std::string> assignments; ///< --set, in order
    std::optional<uint64_t> seed;         ///< --seed
    std::string out;                      ///< --out; empty: RUN: results/NAME, CAPACITY: none
    bool quiet{false};                    ///< --quiet
    bool estimate{false};                 ///< --estimate
    bool all{false};                      ///< --all
    bool json{false};                     ///< --json
    bool force{false};                    ///< --force
    std::optional<bool> progress;         ///< --progress, --no-progress
};

/// What mrc-sim help prints.
extern const char* const USAGE;

/**
 * @param arguments without the name of the program
 * @param [out] line what they ask for
 * @return the first mistake, if there is one
 */
Problems ParseCommandLine(const std::vector<std::string>& arguments, CommandLine& line);

} // namespace mrcsim

#endif // COMMAND_LINE_H
