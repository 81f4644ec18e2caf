/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "kinds/file-insertion.h"

#include <nlohmann/json.hpp>
#include <string>

namespace mrcsim
{

namespace
{

/// Path of the key that names the file.
const char* const PLACE = "topology.file";

/// Keys of the file.
const char* const PARTS[] = {"nodes", "links"};

/**
 * @param graph content of the file
 * @param name name of the file
 * @return the problems of its form
 */
Problems
CheckForm(const Json& graph, const std::string& name)
{
    Problems problems;
    const std::string allowed = "; allowed: an object with \"nodes\" and \"links\"";
    if (!graph.is_object())
    {
        return {{PLACE, name + " contains no object" + allowed}};
    }
    for (const auto* part : PARTS)
    {
        if (!graph.contains(part))
        {
            problems.push_back({PLACE, name + " has no \"" + part + "\"" + allowed});
        }
    }
    for (const auto& item : graph.items())
    {
        if (item.key() != PARTS[0] && item.key() != PARTS[1])
        {
            problems.push_back({PLACE, name + " has a key \"" + item.key() + "\"" + allowed});
        }
    }
    return problems;
}

/**
 * Insert the nodes and links of the file that topology.file names.
 * @param folder folder that the name is relative to
 * @param [in,out] document a scenario, of any form
 * @param [in,out] names receives the name of the file
 * @return the problems: the file cannot be read, or is no graph
 */
Problems
InsertGraph(const std::filesystem::path& folder, Json& document, FileNames& names)
{
    if (!document.is_object() || !document.contains("topology") ||
        !document["topology"].is_object() || !document["topology"].contains("file") ||
        !document["topology"]["file"].is_string())
    {
        return {};
    }
    auto& topology = document["topology"];
    if (topology.contains("nodes") || topology.contains("links"))
    {
        return {{PLACE, "allowed: either a file, or nodes and links"}};
    }
    const auto name = (folder / topology["file"].get<std::string>()).string();
    Json graph;
    auto problems = ReadJsonFile(name, graph);
    for (auto& problem : problems)
    {
        const auto place = problem.path.empty() ? "" : ", " + problem.path + ":";
        problem.text = name + place + " " + problem.text;
        problem.path = PLACE;
    }
    if (problems.empty())
    {
        problems = CheckForm(graph, name);
    }
    if (problems.empty())
    {
        const auto file = topology["file"].get<std::string>();
        topology.erase("file");
        for (const std::string part : PARTS)
        {
            topology[part] = std::move(graph[part]);
            names["topology." + part] = PLACE + (" (" + file + "), ") + part;
        }
    }
    return problems;
}

const FileKey KEY(InsertGraph);

} // namespace

} // namespace mrcsim
