/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-kinds.h"

#include "schema-keywords.h"

#include <algorithm>
#include <tuple>

namespace mrcsim
{

namespace
{

/// Order of a kind that names none: behind those that do.
constexpr int64_t LAST_ORDER = 100;

/**
 * @param file a kind's file without mistakes
 * @return the kind
 */
SchemaKind
ReadKind(const SchemaFile& file)
{
    const auto& content = file.content;
    return {file.name,
            content["name"].get<std::string>(),
            content["description"].get<std::string>(),
            content.value("order", LAST_ORDER),
            content.value("required", Json::array()),
            content.value("properties", Json::object()),
            content.value("definitions", Json::object()),
            content.value("defaults", Json::object())};
}

/**
 * @param kinds of one family
 * @param [out] problems receives names that are not theirs alone
 */
void
CheckNames(const std::vector<SchemaKind>& kinds, Problems& problems)
{
    std::map<std::string, std::string> files;
    for (const auto& kind : kinds)
    {
        const auto [other, isNew] = files.emplace(kind.name, kind.file);
        if (!isNew)
        {
            problems.push_back(
                {kind.file + ": name",
                 "found \"" + kind.name + "\", which " + other->second + " has already"});
        }
    }
}

} // namespace

SchemaKinds
ReadSchemaKinds(const SchemaFiles& files, Problems& problems)
{
    SchemaKinds families;
    for (const auto& [family, members] : files)
    {
        auto& kinds = families[family];
        for (const auto& file : members)
        {
            if (CheckWords(file.content, SchemaVocabulary::KIND, file.name, "", problems))
            {
                kinds.push_back(ReadKind(file));
            }
        }
        std::sort(kinds.begin(), kinds.end(), [](const SchemaKind& a, const SchemaKind& b) {
            return std::tie(a.order, a.name, a.file) < std::tie(b.order, b.name, b.file);
        });
        CheckNames(kinds, problems);
    }
    return families;
}

} // namespace mrcsim
