/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMMAND_H
#define COMMAND_H

#include "document/problem.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Command: what a command of mrc-sim takes and does.
 */

namespace CLI
{
class App;
} // namespace CLI

namespace mrcsim
{

/// Exit status of mrc-sim.
enum ExitStatus
{
    OK = 0,           ///< everything completed
    INCOMPLETE = 1,   ///< it ran, but something did not complete or does not add up
    BAD_INPUT = 2,    ///< nothing ran
    INTERRUPTED = 130 ///< Ctrl-C, as shells count it
};

/// Thrown by a command that ends early.
struct CommandEnd
{
    ExitStatus status; ///< of mrc-sim
};

/**
 * Tell on stderr what is wrong, if anything is, and end the command.
 *
 * @param problems what is wrong
 * @param place the file or folder it is wrong with; empty: with the command line
 * @param status of mrc-sim in this case
 * @throws CommandEnd if there are problems
 */
void RefuseIf(const Problems& problems, const std::string& place, ExitStatus status = BAD_INPUT);

/**
 * Where a command declares what it takes. CLI11 reads and describes that; its headers take seconds
 * to compile, so command-line.cc alone includes them.
 */
class CommandOptions
{
  public:
    /**
     * @param app what reads the command line; outlives this
     */
    explicit CommandOptions(CLI::App& app)
        : m_app(app)
    {
    }

    /**
     * @param name of an argument without an option: "FILE"; "[FILE]" if it may be left out
     * @param [out] value what the user writes, not empty
     * @param help what it is
     */
    void AddArgument(const std::string& name, std::string& value, const std::string& help);

    /**
     * @param name of an option: "--quiet", or "--out DIR" with a word for its value
     * @param [out] value what the user writes: a flag is true if it is there; of a text or number
     * that is there several times the last counts, unless all are asked for
     * @param help what it does
     */
    void Add(const std::string& name, bool& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::string& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::vector<std::string>& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::optional<uint64_t>& value, const std::string& help);

  private:
    CLI::App& m_app; ///< what reads the command line
};

/**
 * A command of mrc-sim. Its file makes it known by a static CommandKind.
 */
class Command
{
  public:
    virtual ~Command() = default;

    /**
     * @param options receives what the command takes, and fills its members
     */
    virtual void Declare(CommandOptions& options);

    /**
     * @return the exit status, after it is done
     * @throws CommandEnd if it ends early
     */
    virtual ExitStatus Do() = 0;
};

/**
 * What is known of a command.
 */
struct CommandFacts
{
    std::string brief;                  ///< what it does, one line
    std::unique_ptr<Command> (*make)(); ///< makes one
};

/** @return all commands, by name; a function, because static objects fill it before main */
std::map<std::string, CommandFacts>& GetCommands();

/**
 * Makes a command known.
 *
 * @tparam T a command
 */
template <typename T>
class CommandKind
{
  public:
    /**
     * @param name how the user calls it
     * @param brief what it does, one line
     */
    CommandKind(const char* name, const char* brief)
    {
        GetCommands()[name] = {brief,
                               [] { return std::unique_ptr<Command>(std::make_unique<T>()); }};
    }
};

/**
 * @param arguments without the name of the program
 * @param [out] mistake what is wrong with them
 * @return the command, ready to be done; null if there is a mistake
 */
std::unique_ptr<Command> ParseCommandLine(const std::vector<std::string>& arguments,
                                          std::string& mistake);

} // namespace mrcsim

#endif // COMMAND_H
