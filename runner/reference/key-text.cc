/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-text.h"

#include "document/words.h"
#include "facts-text.h"
#include "wrapped-text.h"

namespace mrcsim
{

namespace
{

/// Blanks in front of what is told of a key.
constexpr size_t INDENT = 4;

/** @return the path, and what has the key if not all do */
std::string
DescribePlace(const ListedKey& entry)
{
    auto place = entry.path;
    if (!entry.kinds.empty())
    {
        place += " (" + JoinWords(entry.kinds) + ")";
    }
    for (const auto& form : entry.forms)
    {
        place += (&form == &entry.forms.front() ? ", " : " or ") + form;
    }
    return place +
           (entry.facts.contains("with") ? ", with " + entry.facts["with"].get<std::string>() : "");
}

} // namespace

std::string
FormatKeys(const std::vector<ListedKey>& entries, size_t width)
{
    std::string text;
    for (const auto& entry : entries)
    {
        const auto& facts = entry.facts;
        const auto missing = DescribeDefault(facts);
        text += text.empty() ? "" : "\n";
        text += WrapText(DescribePlace(entry), 0, width);
        text +=
            WrapText(DescribeType(facts) + (missing.empty() ? "" : "; " + missing), INDENT, width);
        text += WrapText(facts.value("meaning", ""), INDENT, width);
        text += WrapText(
            facts.contains("attribute") ? "sets " + facts["attribute"].get<std::string>() : "",
            INDENT,
            width);
    }
    return text;
}

} // namespace mrcsim
