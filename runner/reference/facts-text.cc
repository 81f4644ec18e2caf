/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "facts-text.h"

#include "document/words.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace mrcsim
{

namespace
{

/** @return the values of a list as text */
std::string
ToWords(const Json& values)
{
    std::vector<std::string> words;
    for (const auto& value : values)
    {
        words.push_back(ToWord(value));
    }
    return ns3::JoinRdmaWords(words);
}

/** @return true if it may be a string with a unit */
bool
IsQuantity(const Json& facts)
{
    return facts["type"] == "time" || facts["type"] == "size" || facts["type"] == "rate";
}

} // namespace

std::string
DescribeType(const Json& facts)
{
    if (facts.contains("form"))
    {
        return ToWord(facts["form"]);
    }
    auto text = ToWord(facts["type"]);
    const bool bounded = facts.contains("range");
    const bool listed = facts.contains("values");
    if (listed && text == "list")
    {
        return "list of " + ToWords(facts["values"]);
    }
    if (listed && !bounded && (text == "word" || text == "whole number"))
    {
        text = (facts["values"].size() > 1 ? "one of " : "") + ToWords(facts["values"]);
    }
    else if (bounded)
    {
        const auto range = ToWord(facts["range"]);
        text += (range.rfind("at least", 0) == 0 ? " of " : " ") + range;
    }
    if (facts.contains("unit"))
    {
        const auto unit = ToWord(facts["unit"]);
        text += IsQuantity(facts) ? " (" + unit + " if a plain number)" : " (" + unit + ")";
    }
    return text + (listed && bounded ? ", or " + ToWords(facts["values"]) : "");
}

std::string
DescribeDefault(const Json& facts)
{
    if (facts.contains("required"))
    {
        return "required";
    }
    if (facts.contains("default"))
    {
        const auto& value = facts["default"];
        return "default " + (value.is_array() && !value.empty() ? ToWords(value) : ToWord(value));
    }
    if (facts.contains("defaultFrom"))
    {
        return "default: that of " + ToWord(facts["defaultFrom"]);
    }
    if (facts.contains("defaultByTransport"))
    {
        std::vector<std::string> words;
        for (const auto& item : facts["defaultByTransport"].items())
        {
            words.push_back(ToWord(item.value()) + " with " + item.key());
        }
        return "default " + ns3::JoinRdmaWords(words);
    }
    return facts.contains("absent") ? "absent: " + ToWord(facts["absent"]) : "";
}

std::string
WrapText(const std::string& text, size_t indent, size_t width)
{
    const std::string margin(indent, ' ');
    std::string lines;
    std::string line;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        if (!line.empty() && margin.size() + line.size() + 1 + word.size() > width)
        {
            lines += margin + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? lines : lines + margin + line + "\n";
}

std::string
FormatFacts(const Json& facts, size_t width)
{
    const auto missing = DescribeDefault(facts);
    return WrapText(DescribeType(facts) + (missing.empty() ? "" : "; " + missing),
                    FACTS_INDENT,
                    width) +
           WrapText(facts.value("meaning", ""), FACTS_INDENT, width);
}

} // namespace mrcsim
