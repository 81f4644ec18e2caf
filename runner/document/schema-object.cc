/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-object.h"

#include <algorithm>
#include <set>

namespace mrcsim
{

namespace
{

/**
 * Keys that name others beside them.
 * @param properties schemas of keys
 * @param site where
 * @param [out] problems receives names that are wrong
 */
void
CheckNeighbors(const Json& properties, const SchemaSite& site, Problems& problems)
{
    std::set<std::string> before; // defaults are filled in from the first key to the last
    for (const auto& item : properties.items())
    {
        const auto below = site.Below(item.key());
        const auto from = item.value().value("defaultFrom", "");
        const auto with = item.value().value("attributeWith", "");
        if (!from.empty() && before.count(from) == 0)
        {
            problems.push_back(
                below.Refuse("defaultFrom names " + from + ", which is no key before it"));
        }
        if (!with.empty() && !properties.contains(with))
        {
            problems.push_back(
                below.Refuse("attributeWith names " + with + ", which is no key beside it"));
        }
        before.insert(item.key());
    }
}

/**
 * @param limits keys that are not always there
 * @param by the key they depend on
 * @param values what this can be
 * @param site where the keys stand
 * @param [out] problems receives those that depend on something else
 */
void
CheckLimits(const KeyLimits& limits,
            const std::string& by,
            const Json& values,
            const SchemaSite& site,
            Problems& problems)
{
    for (const auto& [key, only] : limits)
    {
        if (!only.is_object() || only.size() != 1 || only.begin().key() != by ||
            std::find(values.begin(), values.end(), *only.begin()) == values.end())
        {
            problems.push_back(site.Below(key).Refuse("found onlyWith " + only.dump() +
                                                      "; allowed: " + by + " and one of " +
                                                      values.dump()));
        }
    }
}

/**
 * @param [in,out] properties schemas by key; those that are not there with the value go
 * @param [in,out] required keys that must be there; the same go
 * @param limits keys that are not always there
 * @param value the value of the key they depend on
 */
void
Restrict(Json& properties, Json& required, const KeyLimits& limits, const Json& value)
{
    for (const auto& [key, only] : limits)
    {
        if (*only.begin() != value)
        {
            properties.erase(key);
            required.erase(std::remove(required.begin(), required.end(), Json(key)),
                           required.end());
        }
    }
}

} // namespace

Json
MakeCondition(const std::string& key, const Json& value)
{
    return {{"required", Json::array({key})}, {"properties", {{key, {{"const", value}}}}}};
}

void
CheckNode(const Json& node, const SchemaSite& site, Problems& problems)
{
    if (node.contains("type") && node["type"].is_array() && !node.contains("title"))
    {
        problems.push_back(
            site.Refuse("a value of several types needs a title, which tells what is allowed"));
    }
    if (node.contains("allOf") && node.value("type", Json()) != "object")
    {
        problems.push_back(site.Refuse("a value with choices or kinds is of the type object"));
    }
    const auto properties = node.value("properties", Json::object());
    for (const auto& key : node.value("required", Json::array()))
    {
        if (!properties.contains(key.get<std::string>()))
        {
            problems.push_back(
                site.Refuse("required names " + key.dump() + ", which is no key of it"));
        }
    }
    CheckNeighbors(properties, site, problems);
}

Json
CloseObject(const Json& properties,
            const Json& required,
            const SchemaSite& site,
            Problems& problems)
{
    Json closed{{"type", "object"}, {"required", required}, {"additionalProperties", false}};
    closed["properties"] = properties;
    CheckNode(closed, site, problems);
    return closed;
}

Json
SplitObject(const Json& properties,
            const Json& required,
            const KeyLimits& limits,
            const SchemaSite& site,
            Problems& problems)
{
    const auto& [first, limit] = *limits.begin();
    const auto by = limit.is_object() && limit.size() == 1 ? limit.begin().key() : "";
    const auto chooser = properties.value(by, Json::object());
    if (!chooser.contains("enum") || !chooser.contains("default"))
    {
        problems.push_back(site.Below(first).Refuse(
            "onlyWith names one other key with an enum and a default, and its value"));
        return Json::object();
    }
    const auto before = problems.size();
    CheckLimits(limits, by, chooser["enum"], site, problems);
    if (problems.size() > before)
    {
        return Json::object();
    }
    const auto pick = [&](const Json& value) {
        auto keys = properties;
        auto needed = required;
        Restrict(keys, needed, limits, value);
        return CloseObject(keys, needed, site, problems);
    };
    auto chosen = pick(chooser["default"]);
    for (auto value = chooser["enum"].rbegin(); value != chooser["enum"].rend(); ++value)
    {
        if (*value != chooser["default"])
        {
            Json choice{{"if", MakeCondition(by, *value)}, {"then", pick(*value)}};
            choice["else"] = chosen;
            chosen = {{"type", "object"}, {"allOf", Json::array({choice})}};
        }
    }
    return chosen;
}

} // namespace mrcsim
