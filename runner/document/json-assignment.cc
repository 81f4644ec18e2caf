/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-assignment.h"

#include "json-text.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

namespace mrcsim
{

namespace
{

/// A key or an index.
using Step = std::variant<std::string, size_t>;

/// Digits of the largest index; no list of a scenario is longer.
constexpr size_t MAX_INDEX_DIGITS = 9;

/** @return the steps of a path; empty if it is not well formed */
std::vector<Step>
ParsePath(const std::string& text)
{
    std::vector<Step> steps;
    for (const auto& [key, brackets] : SplitPath(text))
    {
        steps.emplace_back(key);
        for (const auto& inside : brackets)
        {
            size_t index = 0;
            const auto* const end = inside.data() + inside.size();
            const auto [rest, error] = std::from_chars(inside.data(), end, index);
            if (rest != end || error != std::errc() || inside.size() > MAX_INDEX_DIGITS)
            {
                return {};
            }
            steps.emplace_back(index);
        }
    }
    return steps;
}

/**
 * Go one step down.
 * @param [in,out] node a node; receives the child
 * @param step step to the child
 * @param [in,out] path path of the node; receives the path of the child
 * @return the error if there is no such child; else empty
 */
std::string
Descend(Json*& node, const Step& step, std::string& path)
{
    if (const auto* key = std::get_if<std::string>(&step))
    {
        if (node->is_null())
        {
            *node = Json::object();
        }
        if (!node->is_object())
        {
            return "there is no key \"" + *key + "\" in " + node->dump();
        }
        path = AppendKey(path, *key);
        node = &(*node)[*key];
        return "";
    }
    const auto index = std::get<size_t>(step);
    const size_t size = node->is_array() ? node->size() : 0;
    if (!node->is_array() || index >= size)
    {
        return "there is no entry [" + std::to_string(index) + "]; " +
               (node->is_array()
                    ? "the list has " + std::to_string(size) + (size == 1 ? " entry" : " entries")
                    : "this is not a list");
    }
    path = AppendIndex(path, index);
    node = &(*node)[index];
    return "";
}

/** @return true if it can be written into a JSON file */
bool
IsUtf8(const std::string& text)
{
    try
    {
        return !Json(text).dump().empty();
    }
    catch (const Json::type_error&)
    {
        return false;
    }
}

} // namespace

Problems
ApplyAssignment(Json& document, const std::string& assignment)
{
    if (!IsUtf8(assignment))
    {
        return {{"", "--set: the key or the value is not valid UTF-8"}};
    }
    const auto equals = assignment.find('=');
    if (equals == std::string::npos)
    {
        return {{"", "--set " + assignment + ": allowed: KEY=VALUE, such as topology.planes=4"}};
    }
    const auto target = assignment.substr(0, equals);
    const auto steps = ParsePath(target);
    if (steps.empty())
    {
        return {{"",
                 "--set " + assignment + ": \"" + target +
                     "\" is not a path; allowed: keys and indexes, such as workload[0].bytes"}};
    }
    Json changed = document;
    Json* node = &changed;
    std::string path;
    for (const auto& step : steps)
    {
        const auto error = Descend(node, step, path);
        if (!error.empty())
        {
            return {{path, "--set " + assignment + ": " + error}};
        }
    }
    const auto text = assignment.substr(equals + 1);
    const auto problems = ParseJson(text, *node);
    if (!problems.empty() && problems.front().path.empty())
    {
        *node = text; // not JSON
    }
    else if (!problems.empty())
    {
        const auto& problem = problems.front();
        const auto between = problem.path.front() == '[' ? "" : ".";
        return {{path + between + problem.path, "--set: " + problem.text}};
    }
    document = std::move(changed);
    return {};
}

} // namespace mrcsim
