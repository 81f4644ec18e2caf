/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command-line.h"

#include "document/schema-words.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <map>

namespace mrcsim
{

const char* const USAGE =
    "usage: mrc-sim run FILE [--set KEY=VALUE]... [--seed N] [--out DIR] [--quiet]\n"
    "                        [--force] [--progress | --no-progress]\n"
    "       mrc-sim check FILE [--set KEY=VALUE]... [--seed N] [--force] [--estimate | --all]\n"
    "       mrc-sim capacity FILE [--set KEY=VALUE]... [--seed N] [--out DIR] [--quiet]\n"
    "       mrc-sim keys [PATH] [--json]\n"
    "       mrc-sim attributes [CLASS] [--json]\n"
    "       mrc-sim results [--json]\n"
    "       mrc-sim schema | help | version\n"
    "\n"
    "run      simulates the scenario in FILE and writes a results folder\n"
    "check    prints the scenario with every default filled in, or all that is wrong with it,\n"
    "         and on stderr what a run will take\n"
    "capacity tells what the network in FILE is made of, what that takes and costs, and what\n"
    "         faults leave of its capacity; a results folder with --out alone\n"
    "keys     tells of every key of scenarios, or of those at and below PATH, such as switch.ecn,\n"
    "         workload[].bytes or workload[all-reduce]: type, unit, default, range, meaning\n"
    "attributes\n"
    "         lists this module's ns-3 classes, or the attributes and trace sources of CLASS, "
    "such\n"
    "         as MrcNscc or MrcNscc::Gamma\n"
    "results  tells as JSON what a results folder holds: files, columns, keys of summary.json, "
    "kinds\n"
    "         of samples and events, each with unit and meaning\n"
    "schema   prints the JSON Schema of scenarios, for editors\n"
    "\n"
    "--set KEY=VALUE  changes a value, for example --set workload[0].bytes=4MB\n"
    "--seed N         the same as --set seed=N\n"
    "--out DIR        results folder; default: results/ and the name of the scenario\n"
    "--estimate       prints what a run will take, as JSON, instead of the scenario\n"
    "--all            prints as JSON the scenario, the value of every ns-3 attribute in its run,\n"
    "                 and which of them are changed by what\n"
    "--json           for programs\n"
    "--quiet          nothing on stdout, no notes and no progress line\n"
    "--force          even if more memory is needed than there seems to be\n"
    "--progress       progress line even if stderr is no terminal; --no-progress: never\n"
    "\n"
    "exit status: 0 all jobs complete; 1 something did not complete; 2 bad input or usage;\n"
    "             130 interrupted: what was finished has been written\n";

namespace
{

/// All commands.
const std::vector<std::string> COMMANDS{"run",
                                        "check",
                                        "capacity",
                                        "keys",
                                        "attributes",
                                        "results",
                                        "schema",
                                        "help",
                                        "version"};

/**
 * Takes arguments one by one.
 */
class Parser
{
  public:
    /**
     * @param arguments what the user wrote behind the command
     * @param line receives what it means
     */
    Parser(std::vector<std::string> arguments, CommandLine& line)
        : m_arguments(std::move(arguments)),
          m_line(line)
    {
    }

    /** @return the first mistake, if there is one */
    Problems Run()
    {
        while (m_at < m_arguments.size())
        {
            const auto error = Take(m_arguments[m_at++]);
            if (!error.empty())
            {
                return {{"", error}};
            }
        }
        if (m_line.scenario.empty() && !IsReference())
        {
            return {{"", "no scenario given; allowed: a JSON file"}};
        }
        if (m_line.all && m_line.estimate)
        {
            return {{"", "found --all and --estimate; allowed: one of them"}};
        }
        return {};
    }

  private:
    /**
     * @param argument an option or the scenario
     * @return the mistake, if it is one
     */
    std::string Take(const std::string& argument)
    {
        if (argument.size() < 2 || argument[0] != '-')
        {
            return IsReference() ? TakeTopic(argument) : TakeScenario(argument);
        }
        const auto equals = argument.find('=');
        const auto name = argument.substr(0, equals);
        const auto options = ListOptions();
        if (std::find(options.begin(), options.end(), name) == options.end())
        {
            return DescribeUnknown(argument, options);
        }
        if (name == "--set" || name == "--seed" || name == "--out")
        {
            if (equals == std::string::npos && m_at == m_arguments.size())
            {
                return name + " needs a value";
            }
            return TakeValue(name,
                             equals == std::string::npos ? m_arguments[m_at++]
                                                         : argument.substr(equals + 1));
        }
        return TakeFlag(argument) ? "" : DescribeUnknown(argument, options);
    }

    /** @return the options of the command */
    std::vector<std::string> ListOptions() const
    {
        using Command = CommandLine::Command;
        switch (m_line.command)
        {
        case Command::CHECK:
            return {"--set", "--seed", "--force", "--estimate", "--all"};
        case Command::CAPACITY:
            return {"--set", "--seed", "--out", "--quiet"};
        case Command::KEYS:
        case Command::ATTRIBUTES:
            return {"--json"};
        default:
            return {"--set",
                    "--seed",
                    "--force",
                    "--out",
                    "--quiet",
                    "--progress",
                    "--no-progress"};
        }
    }

    /** @return true if it tells what can be set, and needs no scenario for that */
    bool IsReference() const
    {
        return m_line.command == CommandLine::Command::KEYS ||
               m_line.command == CommandLine::Command::ATTRIBUTES;
    }

    /**
     * @param topic what is asked for
     * @return the mistake, if it is one too many
     */
    std::string TakeTopic(const std::string& topic)
    {
        const std::string allowed = "; allowed: one name, or none for all";
        if (topic.empty())
        {
            return "the name is empty" + allowed;
        }
        if (!m_line.topic.empty())
        {
            return "found \"" + m_line.topic + "\" and \"" + topic + "\"" + allowed;
        }
        m_line.topic = topic;
        return "";
    }

    /**
     * @param file a scenario
     * @return the mistake, if it is one too many
     */
    std::string TakeScenario(const std::string& file)
    {
        if (!m_line.scenario.empty())
        {
            return "found the scenarios " + m_line.scenario + " and " + file + "; allowed: one";
        }
        m_line.scenario = file;
        return file.empty() ? "the name of the scenario is empty" : "";
    }

    /**
     * @param name an option
     * @param value its value
     * @return the mistake, if it is one
     */
    std::string TakeValue(const std::string& name, const std::string& value)
    {
        if (value.empty())
        {
            return name + " needs a value";
        }
        if (name == "--set")
        {
            m_line.assignments.push_back(value);
            return "";
        }
        if (name == "--out")
        {
            m_line.out = value;
            return "";
        }
        char* end = nullptr;
        errno = 0;
        const auto seed = std::strtoull(value.c_str(), &end, 10);
        if (errno != 0 || *end != '\0' || !std::isdigit(static_cast<unsigned char>(value[0])))
        {
            return "--seed: found " + value + "; allowed: a whole number";
        }
        m_line.seed = seed;
        return "";
    }

    /**
     * @param name an option without value
     * @return true if there is such an option
     */
    bool TakeFlag(const std::string& name)
    {
        const std::map<std::string, bool*> switches{{"--quiet", &m_line.quiet},
                                                    {"--force", &m_line.force},
                                                    {"--estimate", &m_line.estimate},
                                                    {"--all", &m_line.all},
                                                    {"--json", &m_line.json}};
        const auto found = switches.find(name);
        if (found != switches.end())
        {
            *found->second = true;
            return true;
        }
        if (name == "--progress" || name == "--no-progress")
        {
            m_line.progress = name == "--progress";
            return true;
        }
        return false;
    }

    /**
     * @param name an option that does not exist
     * @param options those of the command
     * @return the complaint
     */
    static std::string DescribeUnknown(const std::string& name,
                                       const std::vector<std::string>& options)
    {
        const auto nearest = FindNearest(name, options);
        return "unknown option " + name +
               (nearest.empty() ? "" : ", did you mean " + nearest + "?");
    }

    std::vector<std::string> m_arguments; ///< what the user wrote
    size_t m_at{0};                       ///< the next of them
    CommandLine& m_line;                  ///< what it means
};

} // namespace

Problems
ParseCommandLine(const std::vector<std::string>& arguments, CommandLine& line)
{
    using Command = CommandLine::Command;
    if (arguments.empty())
    {
        return {{"", "no command given; allowed: " + JoinWords(COMMANDS)}};
    }
    const auto& name = arguments.front();
    const auto asksForHelp = [](const std::string& a) { return a == "--help" || a == "-h"; };
    if (name == "help" || std::any_of(arguments.begin(), arguments.end(), asksForHelp))
    {
        line.command = Command::HELP;
        return {};
    }
    if (name == "version" || name == "--version")
    {
        line.command = Command::VERSION;
        return {};
    }
    if (name == "schema" || name == "results")
    {
        line.command = name == "schema" ? Command::SCHEMA : Command::RESULTS;
        const bool isJson = name == "results" && arguments.size() == 2 && arguments[1] == "--json";
        return arguments.size() == 1 || isJson
                   ? Problems()
                   : Problems{{"", name + " takes no arguments; found " + arguments[1]}};
    }
    static const std::map<std::string, Command> FILE_COMMANDS{{"run", Command::RUN},
                                                              {"check", Command::CHECK},
                                                              {"capacity", Command::CAPACITY},
                                                              {"keys", Command::KEYS},
                                                              {"attributes", Command::ATTRIBUTES}};
    const auto found = FILE_COMMANDS.find(name);
    if (found == FILE_COMMANDS.end())
    {
        const auto nearest = FindNearest(name, COMMANDS);
        return {{"",
                 "unknown command " + name +
                     (nearest.empty() ? "; allowed: " + JoinWords(COMMANDS)
                                      : ", did you mean " + nearest + "?")}};
    }
    line.command = found->second;
    return Parser({arguments.begin() + 1, arguments.end()}, line).Run();
}

} // namespace mrcsim
