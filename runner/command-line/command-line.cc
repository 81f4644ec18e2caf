/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command.h"
#include "document/words.h"
#include "plugin/plugin-loader.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <iomanip>
#include <iostream>
#include <map>

namespace mrcsim
{

namespace
{

/// Column of the description of an option in help texts, characters.
constexpr size_t OPTION_WIDTH = 22;

/// End of every help text.
const char* const FOOTER =
    "Exit status: 0 success; 1 a job of a run did not complete; 2 bad input or usage;\n"
    "130 interrupted: partial results have been written.";

/** Declare the options of a command in CLI11. */
void
Prepare(Command& command, CLI::App& app)
{
    app.allow_extras(); // reported with the nearest name
    app.footer(FOOTER);
    app.get_formatter()->column_width(OPTION_WIDTH);
    CommandOptions options(app);
    command.Declare(options);
    command.DeclareCommon(options);
}

/**
 * @param what kind of the word
 * @param word the unknown word
 * @param known the known words
 * @return the message
 */
std::string
DescribeUnknown(const std::string& what,
                const std::string& word,
                const std::vector<std::string>& known)
{
    return "unknown " + what + " " + word + SuggestNearest(word.substr(0, word.find('=')), known);
}

/** @return the names of all commands */
std::vector<std::string>
ListNames()
{
    std::vector<std::string> names;
    for (const auto& command : GetCommands())
    {
        names.push_back(command.first);
    }
    return names;
}

/** @return the problem of the name of a command, if any */
Problems
CheckName(const std::string& name)
{
    return GetCommands().count(name) > 0
               ? Problems()
               : Problems{{"", DescribeUnknown("command", name, ListNames())}};
}

/**
 * Describes all commands, or one of them in detail.
 */
class HelpCommand : public Command
{
  public:
    /**
     * @param name of a command; empty: all
     */
    explicit HelpCommand(const std::string& name = "")
        : m_name(name)
    {
    }

    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[COMMAND]", m_name, "a command to describe in detail");
    }

    ExitStatus Do() override
    {
        if (!m_name.empty())
        {
            return TellOne();
        }
        std::cout << "Usage: mrc-sim COMMAND [ARGUMENT] [OPTION...]\n\nCommands:\n";
        for (const auto& [name, facts] : GetCommands())
        {
            std::cout << "  " << std::left << std::setw(12) << name << facts.brief << '\n';
        }
        std::cout << "\nmrc-sim help COMMAND describes one of them in detail.\n\n"
                  << FOOTER << '\n';
        return OK;
    }

  private:
    /** @return the exit status */
    ExitStatus TellOne() const
    {
        RefuseIf(CheckName(m_name), "");
        const auto& facts = GetCommands().at(m_name);
        const auto command = facts.make();
        CLI::App app(facts.brief, "mrc-sim " + m_name);
        Prepare(*command, app);
        std::cout << app.help();
        return OK;
    }

    std::string m_name; ///< name of a command; empty: all
};

const CommandKind<HelpCommand> HELP("help", "describes all commands, or one of them in detail");

/** @return the problem of the text; CLI11 adds the name of its option before it */
std::string
RefuseEmpty(const std::string& text)
{
    return text.empty() ? "needs a value" : "";
}

/**
 * @param app receives an option
 * @param name name with a word for its value
 * @param help its effect
 * @param take receives all values, in order, without empty ones
 * @return the option
 */
CLI::Option*
AddOption(CLI::App& app,
          const std::string& name,
          const std::string& help,
          const std::function<void(const std::vector<std::string>&)>& take)
{
    const auto blank = name.find(' ');
    const auto done = [take](const std::vector<std::string>& values) {
        take(values);
        return true;
    };
    return app.add_option(name.substr(0, blank), done, help)
        ->take_all()
        ->type_name(name.substr(blank + 1))
        ->check(RefuseEmpty);
}

/** @return the problem of words that are no options or arguments, if any */
std::string
DescribeExtras(const CLI::App& app)
{
    std::vector<std::string> known;
    for (const auto* option : app.get_options())
    {
        for (const auto& name : option->get_lnames())
        {
            known.push_back("--" + name);
        }
    }
    std::string more;
    for (const auto& extra : app.remaining())
    {
        if (extra.size() > 1 && extra[0] == '-' && extra != "--")
        {
            return DescribeUnknown("option", extra, known);
        }
        more = more.empty() && extra != "--" ? "one argument too many: " + extra : more;
    }
    return more;
}

/**
 * @param name of a command
 * @param arguments the words after it
 * @param [out] mistake the error, if any
 * @return the command, ready to execute; null if there is an error
 */
std::unique_ptr<Command>
Parse(const std::string& name, const std::vector<std::string>& arguments, std::string& mistake)
{
    auto command = GetCommands().at(name).make();
    CLI::App app;
    Prepare(*command, app);
    try
    {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    }
    catch (const CLI::CallForHelp&)
    {
        return std::make_unique<HelpCommand>(name);
    }
    catch (const CLI::ParseError& error)
    {
        mistake = error.what();
    }
    const auto extras = DescribeExtras(app);
    mistake = extras.empty() ? mistake : extras;
    return mistake.empty() ? std::move(command) : nullptr;
}

} // namespace

std::map<std::string, CommandFacts>&
GetCommands()
{
    static std::map<std::string, CommandFacts> commands;
    return commands;
}

void
RefuseIf(const Problems& problems, const std::string& place, ExitStatus status)
{
    if (problems.empty())
    {
        return;
    }
    std::cerr << "mrc-sim: " << place << (place.empty() ? "" : ": ");
    if (problems.size() == 1)
    {
        std::cerr << ToString(problems.front()) << '\n';
        throw CommandEnd{status};
    }
    std::cerr << problems.size() << " problems\n";
    for (const auto& problem : problems)
    {
        std::cerr << "  " << ToString(problem) << '\n';
    }
    throw CommandEnd{status};
}

void
Command::Declare(CommandOptions& /* options */)
{
}

void
Command::DeclareCommon(CommandOptions& options)
{
    options.Add("--plugin FILE",
                m_plugins,
                "load a plugin (docs/plugins.md), in addition to those of the scenario;\n"
                "may be repeated");
}

void
Command::LoadPlugins() const
{
    for (const auto& file : m_plugins)
    {
        RefuseIf(LoadPlugin(file, "--plugin"), "");
    }
}

void
CommandOptions::AddArgument(const std::string& name, std::string& value, const std::string& help)
{
    const bool isOptional = name.front() == '[';
    const auto word = isOptional ? name.substr(1, name.size() - 2) : name;
    AddOption(m_app, word + ' ', help, [&value](const auto& values) {
        value = values.back();
    })->required(!isOptional);
}

void
CommandOptions::Add(const std::string& name, bool& value, const std::string& help)
{
    m_app.add_flag(name, value, help);
}

void
CommandOptions::Add(const std::string& name, std::string& value, const std::string& help)
{
    AddOption(m_app, name, help, [&value](const auto& values) { value = values.back(); });
}

void
CommandOptions::Add(const std::string& name,
                    std::vector<std::string>& value,
                    const std::string& help)
{
    AddOption(m_app, name, help, [&value](const auto& values) { value = values; });
}

void
CommandOptions::Add(const std::string& name,
                    std::optional<uint64_t>& value,
                    const std::string& help)
{
    const auto read = [&value](const std::string& text) -> std::string {
        const auto* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value.emplace());
        const bool isNumber = rest == end && error == std::errc();
        return isNumber ? "" : "found " + text + "; allowed: a whole number";
    };
    AddOption(m_app, name, help, [](const auto& /* values */) {})->check(read);
}

std::unique_ptr<Command>
ParseCommandLine(const std::vector<std::string>& arguments, std::string& mistake)
{
    static const std::map<std::string, std::string> OPTIONS{{"--help", "help"},
                                                            {"-h", "help"},
                                                            {"--version", "version"}};
    if (arguments.empty())
    {
        mistake = "no command given; allowed: " + ns3::JoinRdmaWords(ListNames());
        return nullptr;
    }
    const auto option = OPTIONS.find(arguments.front());
    const auto name = option == OPTIONS.end() ? arguments.front() : option->second;
    const auto problems = CheckName(name);
    if (!problems.empty())
    {
        mistake = ToString(problems.front());
        return nullptr;
    }
    return Parse(name, {arguments.begin() + 1, arguments.end()}, mistake);
}

} // namespace mrcsim
