/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-files.h"

#include "result-table.h"

#include "ns3/fabric-frame-log.h"

#include <cerrno>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace fs = std::filesystem;

namespace
{

/// All tables that are files, in the order of the reference.
const std::vector<const ResultTable*>&
ListTables()
{
    static const std::vector<const ResultTable*> tables{&GetJobTable(),
                                                        &GetFlowTable(),
                                                        &GetSampleTable(),
                                                        &GetLinkTable(),
                                                        &GetEventTable(),
                                                        &GetStepTable(),
                                                        &GetRecoveryTable(),
                                                        &GetMonitorTable(),
                                                        &GetEvTable()};
    return tables;
}

/// An object, or a list of objects, in summary.json.
struct SummaryPart
{
    const char* key;          ///< its key
    const ResultTable& table; ///< its contents
    bool isList;              ///< true if it is a list
};

/** @return the objects and lists of summary.json, in its order */
const std::vector<SummaryPart>&
ListSummaryParts()
{
    static const std::vector<SummaryPart> parts{{"fct_ns", GetFlowTimeTable(), false},
                                                {"jobs", GetJobTable(), true},
                                                {"slowdown", GetSlowdownTable(), true},
                                                {"recovery", GetRecoveryTable(), true},
                                                {"steps", GetStepTimeTable(), true},
                                                {"monitor", GetMonitorSummaryTable(), false}};
    return parts;
}

/** @param write writes the contents of the file */
void
WriteFile(const fs::path& file, const std::function<void(std::ostream&)>& write)
{
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    write(out);
    out.close();
    if (!out)
    {
        throw fs::filesystem_error("cannot write",
                                   file,
                                   std::error_code(errno, std::generic_category()));
    }
}

} // namespace

const std::vector<const char*> RESULT_FILES = [] {
    std::vector<const char*> names;
    for (const auto* table : ListTables())
    {
        names.push_back(table->GetFacts().name);
    }
    names.insert(names.end(), {"config.json", GetSummaryTable().GetFacts().name});
    return names;
}();

Json
MakeSummary(const Results& results)
{
    auto summary = GetSummaryTable().ListRows(results).at(0);
    for (const auto& part : ListSummaryParts())
    {
        if (part.table.IsIn(results))
        {
            const auto rows = part.table.ListRows(results);
            summary[part.key] = part.isList ? rows : rows.at(0);
        }
    }
    if (!results.captures.empty())
    {
        summary["captures"] = results.captures;
    }
    return summary;
}

void
WriteResultFiles(const std::filesystem::path& folder, const Json& config, const Results& results)
{
    for (const auto* table : ListTables())
    {
        if (table->IsIn(results))
        {
            WriteFile(folder / table->GetFacts().name,
                      [&](std::ostream& out) { table->WriteCsv(out, results); });
        }
    }
    WriteSummaryFiles(folder, config, MakeSummary(results));
}

void
WriteSummaryFiles(const std::filesystem::path& folder, const Json& config, const Json& summary)
{
    WriteFile(folder / "config.json", [&](std::ostream& out) { out << config.dump(2) << '\n'; });
    WriteFile(folder / "summary.json", [&](std::ostream& out) { out << summary.dump(2) << '\n'; });
}

Json
DescribeFiles()
{
    Json files = Json::array();
    for (const auto* table : ListTables())
    {
        files.push_back(table->Describe());
    }
    Json columns = Json::array();
    for (const auto& column : ns3::FabricFrameLog::GetColumns())
    {
        columns.push_back({{"name", column.name},
                           {"kind", column.kind},
                           {"unit", column.unit},
                           {"meaning", column.meaning}});
    }
    files.push_back({{"name", "pcap/*.csv"},
                     {"about",
                      "a row per frame that passes a captured port; missing fields of a frame are "
                      "empty"},
                     {"when", "with log in measure.pcap"},
                     {"columns", columns}});
    return files;
}

Json
DescribeSummary()
{
    auto keys = Describe(GetSummaryTable().GetColumns());
    const auto add = [&keys](const std::string& name, const char* kind, const TableFacts& facts) {
        keys.push_back({{"name", name},
                        {"kind", kind},
                        {"unit", ""},
                        {"meaning", facts.about},
                        {"when", facts.when}});
    };
    for (const auto& part : ListSummaryParts())
    {
        const auto& facts = part.table.GetFacts();
        const auto name = part.key + std::string(part.isList ? "[]" : "");
        if (part.key != std::string(facts.name))
        {
            const auto rows = std::string("the rows of ") + facts.name;
            add(name, "list", {facts.name, rows.c_str(), facts.when});
            continue;
        }
        add(name, part.isList ? "list" : "object", facts);
        for (auto column : part.table.GetColumns())
        {
            column.name.insert(0, name + '.');
            keys.push_back(Describe({column}).at(0));
        }
    }
    add("captures[]", "list", {"", "names of the files in pcap/", "with measure.pcap"});
    return keys;
}

} // namespace mrcsim
