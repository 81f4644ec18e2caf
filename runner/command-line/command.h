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
 * mrcsim::Command: the commands of mrc-sim and their arguments.
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
    INCOMPLETE = 1,   ///< it ran, but a message did not complete or counters are inconsistent
    BAD_INPUT = 2,    ///< invalid input; nothing ran
    INTERRUPTED = 130 ///< Ctrl-C, as in shells
};

/// Thrown by a command that ends early.
struct CommandEnd
{
    ExitStatus status; ///< exit status of mrc-sim
};

/**
 * Print problems, if there are any, to stderr, and end the command.
 *
 * @param problems the problems
 * @param place the file or folder with the problems; empty: the command line
 * @param status exit status in this case
 * @throws CommandEnd if there are problems
 */
void RefuseIf(const Problems& problems, const std::string& place, ExitStatus status = BAD_INPUT);

/**
 * Declarations of the arguments of a command. CLI11 parses and describes them; its headers take
 * seconds to compile, so only command-line.cc includes them.
 */
class CommandOptions
{
  public:
    /**
     * @param app parser of the command line; outlives this
     */
    explicit CommandOptions(CLI::App& app)
        : m_app(app)
    {
    }

    /**
     * @param name name of a positional argument: "FILE"; "[FILE]" if it is optional
     * @param [out] value value on the command line, not empty
     * @param help its meaning
     */
    void AddArgument(const std::string& name, std::string& value, const std::string& help);

    /**
     * @param name name of an option: "--quiet", or "--out DIR" with a word for its value
     * @param [out] value value on the command line: a flag is true if present; for a repeated text
     * or number the last one, unless value is a list
     * @param help its effect
     */
    void Add(const std::string& name, bool& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::string& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::vector<std::string>& value, const std::string& help);

    /** @copydoc Add(const std::string&,bool&,const std::string&) */
    void Add(const std::string& name, std::optional<uint64_t>& value, const std::string& help);

  private:
    CLI::App& m_app; ///< parser of the command line
};

/**
 * A command of mrc-sim. A static CommandKind in its source file registers it.
 */
class Command
{
  public:
    virtual ~Command() = default;

    /**
     * @param options receives the arguments, which fill members
     */
    virtual void Declare(CommandOptions& options);

    /** @param options receives the arguments of all commands */
    void DeclareCommon(CommandOptions& options);

    /**
     * Load the plugins of the command line.
     * @throws CommandEnd if one cannot be used
     */
    void LoadPlugins() const;

    /**
     * @return the exit status after its execution
     * @throws CommandEnd if it ends early
     */
    virtual ExitStatus Do() = 0;

  private:
    std::vector<std::string> m_plugins; ///< --plugin, in order
};

/**
 * Facts about a command.
 */
struct CommandFacts
{
    std::string brief;                  ///< its purpose, one line
    std::unique_ptr<Command> (*make)(); ///< makes one
};

/** @return all commands, by name; a function, because static objects register them before main */
std::map<std::string, CommandFacts>& GetCommands();

/**
 * Registers a command.
 *
 * @tparam T a command
 */
template <typename T>
class CommandKind
{
  public:
    /**
     * @param name name on the command line
     * @param brief its purpose, one line
     */
    CommandKind(const char* name, const char* brief)
    {
        GetCommands()[name] = {brief,
                               [] { return std::unique_ptr<Command>(std::make_unique<T>()); }};
    }
};

/**
 * @param arguments without the name of the program
 * @param [out] mistake the error, if any
 * @return the command, ready to execute; null if there is an error
 */
std::unique_ptr<Command> ParseCommandLine(const std::vector<std::string>& arguments,
                                          std::string& mistake);

} // namespace mrcsim

#endif // COMMAND_H
