/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-words.h"

#include "quantity.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <regex>

namespace mrcsim
{

namespace
{

/// Longer values are cut in messages.
constexpr size_t MAX_FOUND_LENGTH = 60;

/**
 * @param words some words
 * @return them, separated by commas
 */
std::string
Join(const std::vector<std::string>& words)
{
    std::string all;
    for (const auto& word : words)
    {
        all += (all.empty() ? "" : ", ") + word;
    }
    return all;
}

/**
 * @param object an object
 * @return its keys
 */
std::vector<std::string>
GetKeys(const Json& object)
{
    std::vector<std::string> keys;
    for (const auto& item : object.items())
    {
        keys.push_back(item.key());
    }
    return keys;
}

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
 * @param node resolved schema of a number or quantity
 * @return its bounds, for example " from 1 to 8"; empty if there are none worth a word
 */
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

/**
 * @param node resolved schema of a list
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
 * @param node resolved schema
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
 * @param value a value
 * @param type name of a JSON Schema type
 * @return true if the value is of the type
 */
bool
HasType(const Json& value, const std::string& type)
{
    return (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number()) || (type == "string" && value.is_string()) ||
           (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
           (type == "object" && value.is_object());
}

/**
 * @param value a value
 * @param node its resolved schema
 * @return true if it is of a type that the schema allows
 */
bool
HasAllowedType(const Json& value, const Json& node)
{
    if (!node.contains("type"))
    {
        return true;
    }
    const auto& type = node["type"];
    return type.is_string() ? HasType(value, type.get<std::string>())
                            : std::any_of(type.begin(), type.end(), [&value](const Json& t) {
                                  return HasType(value, t.get<std::string>());
                              });
}

/**
 * @param value a value of an allowed type
 * @param node its resolved schema
 * @return true if the schema's values, pattern, bounds and lengths admit it
 */
bool
IsAdmitted(const Json& value, const Json& node)
{
    if (node.contains("enum"))
    {
        return std::find(node["enum"].begin(), node["enum"].end(), value) != node["enum"].end();
    }
    if (value.is_string() && node.contains("pattern"))
    {
        return std::regex_search(value.get<std::string>(),
                                 std::regex(node["pattern"].get<std::string>()));
    }
    if (value.is_number())
    {
        return !(node.contains("minimum") && value < node["minimum"]) &&
               !(node.contains("maximum") && value > node["maximum"]) &&
               !(node.contains("exclusiveMinimum") && value <= node["exclusiveMinimum"]);
    }
    if (value.is_array())
    {
        return value.size() >= node.value("minItems", size_t(0)) &&
               value.size() <= node.value("maxItems", SIZE_MAX);
    }
    return true;
}

/**
 * Keys that an object has and may not have, and the other way round.
 * @param value an object
 * @param node its resolved schema
 * @param path its path
 * @param [out] problems receives the mistakes
 */
void
ExplainKeys(const Json& value, const Json& node, const std::string& path, Problems& problems)
{
    const auto properties = node.value("properties", Json::object());
    const auto allowed = GetKeys(properties);
    const auto additional = node.value("additionalProperties", Json(true));
    for (const auto& item : value.items())
    {
        if (!properties.contains(item.key()) && additional == false)
        {
            const auto nearest = FindNearest(item.key(), allowed);
            const auto hint = nearest.empty() ? "." : ", did you mean \"" + nearest + "\"?";
            problems.push_back(
                {AppendKey(path, item.key()), "unknown key" + hint + " Allowed: " + Join(allowed)});
        }
    }
    auto needed = node.value("required", Json::array());
    const auto dependencies = node.value("dependencies", Json::object());
    for (const auto& item : dependencies.items())
    {
        if (value.contains(item.key()))
        {
            needed.insert(needed.end(), item.value().begin(), item.value().end());
        }
    }
    for (const auto& key : needed)
    {
        if (!value.contains(key.get<std::string>()))
        {
            const auto text =
                "missing" + (properties.contains(key.get<std::string>())
                                 ? "; " + std::string("needed: ") +
                                       DescribeAllowed(properties[key.get<std::string>()])
                                 : std::string());
            problems.push_back({AppendKey(path, key.get<std::string>()), text});
        }
    }
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
 * @param word a word
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

/**
 * @param node resolved schema of a quantity
 * @return its kind
 */
QuantityKind
GetKind(const Json& node)
{
    const auto& name = node["quantity"];
    return name == "time"    ? QuantityKind::TIME
           : name == "bytes" ? QuantityKind::BYTES
                             : QuantityKind::RATE;
}

/**
 * @param value a string or a whole number
 * @param kind the kind of quantity
 * @return the quantity
 */
Quantity
Convert(const Json& value, QuantityKind kind)
{
    return value.is_string() ? ParseQuantity(kind, value.get<std::string>())
                             : ScaleQuantity(kind, value.get<int64_t>());
}

} // namespace

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
        return (values.size() > 1 ? "one of " : "") + Join(values);
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

void
ExplainValue(const Json& value, const Json& node, const std::string& path, Problems& problems)
{
    if (!HasAllowedType(value, node) || !IsAdmitted(value, node))
    {
        problems.push_back(
            {path, "found " + DescribeFound(value) + "; allowed: " + DescribeAllowed(node)});
    }
    else if (value.is_object())
    {
        ExplainKeys(value, node, path, problems);
    }
}

std::optional<int64_t>
ReadQuantity(const Json& value, const Json& node)
{
    return node.contains("quantity") && (value.is_string() || value.is_number_integer())
               ? Convert(value, GetKind(node)).value
               : std::nullopt;
}

void
ExplainQuantity(const Json& value, const Json& node, const std::string& path, Problems& problems)
{
    if (!node.contains("quantity") || value == "auto" ||
        !(value.is_string() || value.is_number_integer()))
    {
        return;
    }
    const auto kind = GetKind(node);
    const auto quantity = Convert(value, kind);
    const auto text = "found " + DescribeFound(value);
    if (!quantity.value)
    {
        problems.push_back(
            {path, text + ", which " + quantity.error + "; allowed: " + DescribeAllowed(node)});
        return;
    }
    const auto bound = [&node, kind](const char* key) {
        return node.contains(key) ? Convert(node[key], kind).value : std::nullopt;
    };
    const auto minimum = bound("minimum");
    const auto above = bound("exclusiveMinimum");
    if ((minimum && *quantity.value < *minimum) || (above && *quantity.value <= *above))
    {
        problems.push_back({path, text + "; allowed: " + DescribeAllowed(node)});
    }
}

} // namespace mrcsim
