/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-words.h"

#include "document/module-attributes.h"
#include "document/words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/** @return a number without a trailing ".0" */
std::string
DescribeNumber(const Json& value)
{
    const auto text = ToWord(value);
    return text.size() > 2 && text.substr(text.size() - 2) == ".0" ? text.substr(0, text.size() - 2)
                                                                   : text;
}

/** @return allowed length of a list, for example " of at least 2 entries" */
std::string
DescribeLength(const KeyType& type)
{
    if (type.maxEntries > 0)
    {
        return " of " + std::to_string(type.minEntries) + " to " + std::to_string(type.maxEntries) +
               " entries";
    }
    const auto noun = type.minEntries == 1 ? " entry" : " entries";
    return type.minEntries == 0 ? "" : " of at least " + std::to_string(type.minEntries) + noun;
}

/** @return allowed values other than words; empty if there are none */
std::string
DescribeOthers(const KeyType& type)
{
    if (type.quantity)
    {
        const auto bounds = DescribeBounds(type);
        return GetFacts(*type.quantity).allowed + (bounds.empty() ? "" : "," + bounds);
    }
    if (type.isWhole || type.isNumber)
    {
        return (type.isWhole ? "a whole number" : "a number") + DescribeBounds(type);
    }
    if (type.isBoolean)
    {
        return "true or false";
    }
    if (type.entries)
    {
        return "a list" + DescribeLength(type);
    }
    return type.object || type.members ? "an object" : type.isText ? "a string" : "";
}

} // namespace

std::string
GetUnit(const KeyType& type)
{
    return type.quantity ? GetFacts(*type.quantity).unit : type.unit;
}

std::string
DescribeBounds(const KeyType& type)
{
    const auto unit = type.quantity ? " " + GetUnit(type) : "";
    const auto most = type.most.is_null() ? "" : DescribeNumber(type.most) + unit;
    if (!type.above.is_null())
    {
        return " above " + DescribeNumber(type.above) + (most.empty() ? "" : " and up to " + most);
    }
    if (type.least.is_null() && !type.IsNatural())
    {
        return most.empty() ? "" : " up to " + most;
    }
    const auto least = type.least.is_null() ? "0" : DescribeNumber(type.least);
    return most.empty() ? " of at least " + least + (least == "0" ? "" : unit)
                        : " from " + least + " to " + most;
}

std::string
QuoteWords(const std::vector<std::string>& words)
{
    std::vector<std::string> quoted;
    for (const auto& word : words)
    {
        quoted.push_back('"' + word + '"');
    }
    return ns3::JoinRdmaWords(quoted);
}

std::string
DescribeAllowed(const KeyType& type)
{
    if (!type.values.is_null())
    {
        std::vector<std::string> values;
        for (const auto& value : type.values)
        {
            values.push_back(ToWord(value));
        }
        return (values.size() > 1 ? "one of " : "") + ns3::JoinRdmaWords(values);
    }
    if (!type.title.empty())
    {
        return type.title;
    }
    const auto others = DescribeOthers(type);
    if (type.words.empty())
    {
        return others;
    }
    const auto words = QuoteWords(type.words);
    const std::string classes = type.isClass ? ", or the name of a class, ns3::NAME" : "";
    return others.empty() ? (type.words.size() > 1 ? "one of " : "") + words + classes
                          : words + (type.quantity ? ", " : " or ") + others;
}

std::string
FindNearestWord(const KeyType& type, const std::string& text)
{
    if (!type.isClass)
    {
        return FindNearest(text, type.words);
    }
    const auto classes = GetClassNames();
    const auto name = (text.rfind("ns3::", 0) == 0 ? "" : "ns3::") + text;
    if (std::find(classes.begin(), classes.end(), name) != classes.end())
    {
        return name; // even if a word is near
    }
    const auto word = FindNearest(text, type.words);
    return word.empty() ? FindNearest(name, classes) : word;
}

std::string
DescribeUnknownKey(const std::string& key, const std::vector<const KeyEntry*>& keys)
{
    std::vector<std::string> allowed;
    for (const auto* entry : keys)
    {
        allowed.push_back(entry->name);
    }
    const auto nearest = FindNearest(key, allowed);
    return "unknown key" + (nearest.empty() ? "." : ", did you mean \"" + nearest + "\"?") +
           " Allowed: " + ns3::JoinRdmaWords(allowed);
}

} // namespace mrcsim
