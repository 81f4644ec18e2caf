/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attributes-in-force.h"

#include "document/module-attributes.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace mrcsim
{

Json
TellAttributesInForce(const Json& scenario, const std::vector<AttributeSetting>& settings)
{
    std::set<std::string> names;
    for (const auto& name : GetAttributeNames())
    {
        if (IsPlainAttribute(*FindAttribute(name)->checker))
        {
            names.insert(name);
        }
    }
    for (const auto& setting : settings) // including those of ns-3
    {
        names.insert(setting.name);
    }
    Json all{{"scenario", scenario}, {"attributes", Json::object()}, {"changed", Json::object()}};
    for (const auto& name : names)
    {
        const auto initial = GetAttributeDefault(name, {}, {});
        const auto value = GetAttributeDefault(name, {}, settings);
        if (value != initial)
        {
            const auto& by = FindSetting(settings, name)->path;
            all["changed"][name] = {{"default", initial}, {"value", value}, {"by", by}};
        }
        all["attributes"][name] = value;
    }
    return all;
}

} // namespace mrcsim
