/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-text.h"

#include "document/words.h"
#include "facts-text.h"
#include "wrapped-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Blanks in front of what is told of an attribute.
constexpr size_t INDENT = 4;

/** @return "no attributes", "1 attribute", "2 attributes" */
std::string
Count(size_t number, const std::string& noun)
{
    return (number == 0 ? "no" : std::to_string(number)) + " " + noun + (number == 1 ? "" : "s");
}

/** @return how much a class has of its own */
std::string
DescribeSize(const ClassEntry& entry)
{
    const auto sources = entry.traceSources.size();
    return Count(entry.attributes.size(), "attribute") +
           (sources == 0 ? "" : ", " + Count(sources, "trace source"));
}

/** @return paragraph of an attribute */
std::string
FormatAttribute(const Json& facts, const std::string& type, size_t width)
{
    const auto initial = DescribeDefault(facts);
    auto text = WrapText(type + "::" + facts["name"].get<std::string>(), 0, width);
    text += WrapText(DescribeType(facts) + (initial.empty() ? "" : "; " + initial), INDENT, width);
    text += WrapText(facts["meaning"].get<std::string>(), INDENT, width);
    if (facts.contains("keys"))
    {
        text += WrapText("set by " + JoinWords(facts["keys"].get<std::vector<std::string>>()),
                         INDENT,
                         width);
    }
    return text;
}

/** @return paragraph of a trace source */
std::string
FormatTraceSource(const Json& source, const std::string& type, size_t width)
{
    return WrapText(type + "::" + source["name"].get<std::string>() + " (trace source)", 0, width) +
           WrapText(source["callback"].get<std::string>(), INDENT, width) +
           WrapText(source["meaning"].get<std::string>(), INDENT, width);
}

} // namespace

std::string
FormatClassList(const std::vector<ClassEntry>& classes, size_t width)
{
    size_t longest = 0;
    for (const auto& entry : classes)
    {
        longest = std::max(longest, entry.name.size());
    }
    std::string text;
    for (const auto& entry : classes)
    {
        auto line =
            entry.name + std::string(longest - entry.name.size() + 2, ' ') + DescribeSize(entry);
        const auto parent = ", a " + entry.parent;
        const bool told = entry.parent != "ns3::Object" && entry.parent != entry.name &&
                          line.size() + parent.size() <= width;
        text += line + (told ? parent : "") + "\n";
    }
    return text;
}

std::string
FormatClasses(const std::vector<ClassEntry>& classes, size_t width)
{
    std::string text;
    for (const auto& entry : classes)
    {
        text += text.empty() ? "" : "\n";
        text += WrapText(entry.name + ", a " + entry.parent + ": " + DescribeSize(entry), 0, width);
        for (const auto& facts : entry.attributes)
        {
            text += "\n" + FormatAttribute(facts, entry.name, width);
        }
        for (const auto& source : entry.traceSources)
        {
            text += "\n" + FormatTraceSource(source, entry.name, width);
        }
    }
    return text;
}

} // namespace mrcsim
