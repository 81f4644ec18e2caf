/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/capacity-report.h"
#include "command.h"
#include "kinds/kinds-document.h"
#include "reference/attribute-list.h"
#include "reference/key-query.h"
#include "results/event-kind.h"
#include "results/result-files.h"
#include "results/sample-kind.h"
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
 * Tells of the keys of scenarios.
 */
class KeysCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[PATH]",
                            m_path,
                            "the keys at and below it, such as switch.ecn, workload[].bytes or\n"
                            "workload[all-reduce]; without it, all keys");
        options.Add("--json", m_json, "for programs");
    }

    ExitStatus Do() override
    {
        std::vector<ListedKey> found;
        RefuseIf(FindKeys(ListKeys(GetScenarioKeys()), m_path, found), "");
        std::cout << (m_json ? Json{{"keys", ToJson(found)}}.dump(2) + "\n"
                             : FormatKeys(found, GetTerminalWidth()));
        return OK;
    }

  private:
    std::string m_path; ///< which keys; empty: all
    bool m_json{false}; ///< --json
};

/**
 * Tells of the attributes and trace sources of this module.
 */
class AttributesCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[CLASS]",
                            m_class,
                            "such as MrcNscc or MrcNscc::Gamma; without it, a list of the classes");
        options.Add("--json", m_json, "for programs");
    }

    ExitStatus Do() override
    {
        std::vector<ClassEntry> found;
        RefuseIf(FindClasses(ListClasses(ListKeys(GetScenarioKeys())), m_class, found), "");
        const auto width = GetTerminalWidth();
        std::cout << (m_json            ? Json{{"classes", ToJson(found)}}.dump(2) + "\n"
                      : m_class.empty() ? FormatClassList(found, width)
                                        : FormatClasses(found, width));
        return OK;
    }

  private:
    std::string m_class; ///< which class, or which of its members; empty: all classes
    bool m_json{false};  ///< --json
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

/**
 * Tells what a results folder holds: files, columns, keys of summary.json, kinds of samples and
 * events, each with unit and meaning; and the kinds that scenarios may name, with their traits.
 */
class ResultsCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.Add("--json", m_json, "for programs, which is the only form there is");
    }

    ExitStatus Do() override
    {
        const Json all{{"files", DescribeFiles()},
                       {"summary", DescribeSummary()},
                       {"capacity", DescribeCapacity()},
                       {"samples", DescribeSampleKinds()},
                       {"events", DescribeEventKinds()},
                       {"kinds", DescribeKinds()}};
        std::cout << all.dump(2) << '\n';
        return OK;
    }

  private:
    bool m_json{false}; ///< --json
};

const CommandKind<KeysCommand> KEYS(
    "keys",
    "tells type, unit, default, range and meaning of the keys of scenarios");

const CommandKind<AttributesCommand> ATTRIBUTES(
    "attributes",
    "lists this module's ns-3 classes, or what can be set and traced of one of them");

const CommandKind<SchemaCommand> SCHEMA("schema",
                                        "prints the JSON Schema of scenarios, for editors");

const CommandKind<ResultsCommand> RESULTS("results",
                                          "tells what results hold, with units and meanings");

} // namespace

} // namespace mrcsim
