/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-words.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace mrcsim
{

namespace
{

/// Longer values are cut in messages.
constexpr size_t MAX_FOUND_LENGTH = 60;

/**
 * @param value a number of a schema
 * @return it without a trailing ".0"
 */
std::string
DescribeNumber(const Json& value)
{
    const auto text = value.dump();
    return text.size() > 2 && text.substr(text.size() - 2) == ".0" ? text.substr(0, text.size() - 2)
                                                                   : text;
}

/**
 * @param node schema of a list
 * @return how long it may be, for example " of at least 2 entries"
 */
std::string
DescribeLength(const Json& node)
{
    const auto minimum = node.value("minItems", 0);
    if (node.contains("maxItems"))
    {
        return " of " + std::to_string(minimum) + " to " + node["maxItems"].dump() + " entries";
    }
    const auto noun = minimum == 1 ? " entry" : " entries";
    return minimum == 0 ? "" : " of at least " + std::to_string(minimum) + noun;
}

/**
 * @param type name of a JSON Schema type
 * @param node schema
 * @return what is allowed
 */
std::string
DescribeType(const std::string& type, const Json& node)
{
    if (type == "integer")
    {
        return "a whole number" + DescribeBounds(node);
    }
    if (type == "number")
    {
        return "a number" + DescribeBounds(node);
    }
    if (type == "boolean")
    {
        return "true or false";
    }
    if (type == "array")
    {
        return "a list" + DescribeLength(node);
    }
    return type == "object" ? "an object" : "a string";
}

/**
 * Edit distance in which two swapped neighbors count once.
 * @param a a word
 * @param b another
 * @return insertions, deletions, replacements and swaps that lead from one to the other
 */
size_t
GetDistance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i)
    {
        d[i][0] = i;
    }
    std::iota(d[0].begin(), d[0].end(), 0);
    for (size_t i = 1; i <= a.size(); ++i)
    {
        for (size_t j = 1; j <= b.size(); ++j)
        {
            const size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

/**
 * @return its letters and digits in lower case, so that link_delay is link-delay is linkDelay
 */
std::string
Normalize(const std::string& word)
{
    std::string plain;
    for (const char c : word)
    {
        if (std::isalnum(static_cast<unsigned char>(c)))
        {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return plain;
}

} // namespace

std::string
DescribeBounds(const Json& node)
{
    const bool quantity = node.contains("quantity");
    const std::string kind = quantity ? node["quantity"].get<std::string>() : "";
    const std::string unit = kind == "time"    ? " ns"
                             : kind == "bytes" ? " B"
                             : quantity        ? " bit/s"
                                               : "";
    if (node.contains("exclusiveMinimum"))
    {
        return " above " + DescribeNumber(node["exclusiveMinimum"]);
    }
    if (node.contains("minimum") && node.contains("maximum"))
    {
        return " from " + DescribeNumber(node["minimum"]) + " to " +
               DescribeNumber(node["maximum"]) + unit;
    }
    if (node.contains("minimum"))
    {
        const auto minimum = DescribeNumber(node["minimum"]);
        return " of at least " + minimum + (minimum == "0" ? "" : unit);
    }
    return "";
}

std::string
DescribeFound(const Json& value)
{
    auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > MAX_FOUND_LENGTH)
    {
        text = text.substr(0, MAX_FOUND_LENGTH) + "...";
    }
    return text;
}

std::string
DescribeAllowed(const Json& node)
{
    if (node.contains("enum"))
    {
        std::vector<std::string> values;
        for (const auto& value : node["enum"])
        {
            values.push_back(value.dump());
        }
        return (values.size() > 1 ? "one of " : "") + JoinWords(values);
    }
    if (node.contains("title"))
    {
        const auto bounds = node.contains("quantity") ? DescribeBounds(node) : "";
        return node["title"].get<std::string>() + (bounds.empty() ? "" : "," + bounds);
    }
    if (!node.contains("type"))
    {
        return "a value";
    }
    return DescribeType(node["type"].get<std::string>(), node);
}

std::string
DescribeUnknownKey(const std::string& key, const Json& properties)
{
    std::vector<std::string> allowed;
    for (const auto& item : properties.items())
    {
        allowed.push_back(item.key());
    }
    const auto nearest = FindNearest(key, allowed);
    return "unknown key" + (nearest.empty() ? "." : ", did you mean \"" + nearest + "\"?") +
           " Allowed: " + JoinWords(allowed);
}

std::string
FindNearest(const std::string& word, const std::vector<std::string>& candidates)
{
    const auto plain = Normalize(word);
    std::string nearest;
    // A third of the letters may be wrong; more is another word
    size_t best = std::max<size_t>(1, plain.size() / 3) + 1;
    for (const auto& candidate : candidates)
    {
        const auto distance = GetDistance(plain, Normalize(candidate));
        if (distance < best)
        {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace mrcsim
