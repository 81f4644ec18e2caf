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
#include "run/load-scenario.h"

#include "ns3/rdma-sample-kind.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mrcsim
{

namespace
{

/// Width of text without a terminal, characters.
constexpr size_t USUAL_WIDTH = 100;

/// Least width of text, characters.
constexpr size_t LEAST_WIDTH = 40;

/** @return width of the terminal at stdout, characters; 100 without a terminal */
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

/** @return the kinds of time series, with object, unit, meaning and traits */
Json
DescribeSampleKinds()
{
    using ns3::RdmaSampleKind;
    auto list = Json::array();
    for (const auto* kind : ns3::ListRdmaSampleKinds())
    {
        list.push_back({{"name", kind->name},
                        {"object", ns3::DescribeRdmaSampledObject(kind->object)},
                        {"unit", kind->unit},
                        {"meaning", kind->meaning},
                        {"default", (kind->traits & RdmaSampleKind::DEFAULT) != 0},
                        {"gaps", (kind->traits & RdmaSampleKind::GAPS) != 0}});
    }
    return list;
}

/**
 * Describes the keys of scenarios.
 */
class KeysCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[PATH]",
                            m_path,
                            "a key, which is described with all keys below, such as switch.ecn,\n"
                            "workload[].bytes or workload[all-reduce]; default: all keys");
        options.Add("--json", m_json, "machine-readable output");
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
    std::string m_path; ///< path of the keys; empty: all
    bool m_json{false}; ///< --json
};

/**
 * Describes the attributes and trace sources of this module.
 */
class AttributesCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("[CLASS]",
                            m_class,
                            "such as MrcNscc or MrcNscc::Gamma; default: a list of the classes");
        options.Add("--json", m_json, "machine-readable output");
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
    std::string m_class; ///< name of a class or of its member; empty: all classes
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
 * Describes the content of a results folder: files, columns, keys of summary.json, kinds of samples
 * and events, each with unit and meaning; and the kinds of scenarios, with their traits.
 */
class ResultsCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.Add("--json", m_json, "machine-readable output, which is the only form");
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
    bool m_json{false}; ///< --json, which has no effect
};

const CommandKind<KeysCommand> KEYS(
    "keys",
    "prints type, unit, default, range and meaning of the keys of scenarios");

const CommandKind<AttributesCommand> ATTRIBUTES(
    "attributes",
    "lists this module's ns-3 classes, or attributes and trace sources of one");

const CommandKind<SchemaCommand> SCHEMA("schema",
                                        "prints the JSON Schema of scenarios, for editors");

const CommandKind<ResultsCommand> RESULTS("results",
                                          "prints the content of results, with units and meanings");

} // namespace

} // namespace mrcsim
