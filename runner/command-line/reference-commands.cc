/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command.h"
#include "reference/attribute-list.h"
#include "reference/key-query.h"
#include "run/load-scenario.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mrcsim
{

namespace
{

/// Width of text that no terminal shows, characters.
constexpr size_t USUAL_WIDTH = 100;

/// Narrower lines cannot be read, characters.
constexpr size_t LEAST_WIDTH = 40;

/** @return characters of a line of the terminal at stdout; of those that go elsewhere, 100 */
size_t
GetTerminalWidth()
{
    winsize size{};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    {
        return USUAL_WIDTH;
    }
    return std::max<size_t>(size.ws_col, LEAST_WIDTH);
}

/**
 * Tells what can be set.
 */
class ReferenceCommand : public Command
{
  public:
    ExitStatus Do() override
    {
        std::string text;
        const auto problems = Answer(GetTerminalWidth(), text);
        if (!problems.empty())
        {
            std::cerr << "mrc-sim: " << ToString(problems.front()) << '\n';
            return BAD_INPUT;
        }
        std::cout << text;
        return OK;
    }

  protected:
    std::string m_topic; ///< what is asked for; empty: all
    bool m_json{false};  ///< --json

  private:
    /**
     * @param width longest line of text, characters
     * @param [out] text receives the answer
     * @return why there is none
     */
    virtual Problems Answer(size_t width, std::string& text) const = 0;
};

/**
 * Tells of the keys of scenarios.
 */
class KeysCommand : public ReferenceCommand
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[PATH]",
                            m_topic,
                            "the keys at and below it, such as switch.ecn, workload[].bytes or\n"
                            "workload[all-reduce]; without it, all keys");
        options.Add("--json", m_json, "for programs");
    }

  private:
    Problems Answer(size_t width, std::string& text) const override
    {
        std::vector<ListedKey> found;
        const auto problems = FindKeys(ListKeys(GetScenarioKeys()), m_topic, found);
        text = m_json ? Json{{"keys", ToJson(found)}}.dump(2) + "\n" : FormatKeys(found, width);
        return problems;
    }
};

/**
 * Tells of the attributes and trace sources of this module.
 */
class AttributesCommand : public ReferenceCommand
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[CLASS]",
                            m_topic,
                            "such as MrcNscc or MrcNscc::Gamma; without it, a list of the classes");
        options.Add("--json", m_json, "for programs");
    }

  private:
    Problems Answer(size_t width, std::string& text) const override
    {
        std::vector<ClassEntry> found;
        const auto classes = ListClasses(ListKeys(GetScenarioKeys()));
        const auto problems = FindClasses(classes, m_topic, found);
        text = m_json            ? Json{{"classes", ToJson(found)}}.dump(2) + "\n"
               : m_topic.empty() ? FormatClassList(found, width)
                                 : FormatClasses(found, width);
        return problems;
    }
};

/**
 * Prints the JSON Schema of scenarios.
 */
class SchemaCommand : public Command
{
  public:
    ExitStatus Do() override
    {
        std::cout << MakeScenarioSchema().dump(2) << '\n';
        return OK;
    }
};

const CommandKind<KeysCommand> KEYS(
    "keys",
    "tells type, unit, default, range and meaning of the keys of scenarios");

const CommandKind<AttributesCommand> ATTRIBUTES(
    "attributes",
    "lists this module's ns-3 classes, or what can be set and traced of one of them");

const CommandKind<SchemaCommand> SCHEMA("schema",
                                        "prints the JSON Schema of scenarios, for editors");

} // namespace

} // namespace mrcsim
