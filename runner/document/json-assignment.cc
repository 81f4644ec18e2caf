/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-assignment.h"

#include "json-text.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>
#include <vector>

namespace mrcsim
{

namespace
{

/// A key or an index.
using Step = std::variant<std::string, size_t>;

/// The largest index worth reading; no list of a scenario is longer.
constexpr size_t MAX_INDEX_DIGITS = 9;

/**
 * @param text after a '[': digits and ']'
 * @param [in,out] at place in the text; behind the ']' afterwards
 * @return the index, if there is one
 */
std::optional<size_t>
ReadIndex(const std::string& text, size_t& at)
{
    size_t index = 0;
    const size_t first = at;
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])))
    {
        index = index * 10 + static_cast<size_t>(text[at++] - '0');
    }
    if (at == first || at - first > MAX_INDEX_DIGITS || at == text.size() || text[at] != ']')
    {
        return std::nullopt;
    }
    ++at;
    return index;
}

/**
 * @param text a path
 * @return its steps, if it is well formed
 */
std::optional<std::vector<Step>>
ParsePath(const std::string& text)
{
    std::vector<Step> steps;
    size_t at = 0;
    while (true)
    {
        const size_t end = std::min(text.find_first_of(".[]", at), text.size());
        if (end == at || (end < text.size() && text[end] == ']'))
        {
            return std::nullopt;
        }
        steps.emplace_back(text.substr(at, end - at));
        at = end;
        while (at < text.size() && text[at] == '[')
        {
            const auto index = ReadIndex(text, ++at);
            if (!index)
            {
                return std::nullopt;
            }
            steps.emplace_back(*index);
        }
        if (at == text.size())
        {
            return steps;
        }
        if (text[at] != '.')
        {
            return std::nullopt;
        }
        ++at;
    }
}

/**
 * Go one step down.
 * @param [in,out] node where we are; the child afterwards
 * @param step where to
 * @param [in,out] path path of the node; the child's afterwards
 * @return why there is no way, empty if there is
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
    if (!steps)
    {
        return {{"",
                 "--set " + assignment + ": \"" + target +
                     "\" is not a path; allowed: keys and indexes, such as workload[0].bytes"}};
    }
    Json changed = document;
    Json* node = &changed;
    std::string path;
    for (const auto& step : *steps)
    {
        const auto error = Descend(node, step, path);
        if (!error.empty())
        {
            return {{path, "--set " + assignment + ": " + error}};
        }
    }
    const auto text = assignment.substr(equals + 1);
    if (!Json::accept(text))
    {
        *node = text;
    }
    else if (const auto problems = ParseJson(text, *node); !problems.empty())
    {
        const auto& problem = problems.front();
        const bool member = !problem.path.empty() && problem.path.front() != '[';
        return {{path + (member ? "." : "") + problem.path, "--set: " + problem.text}};
    }
    document = std::move(changed);
    return {};
}

} // namespace mrcsim
