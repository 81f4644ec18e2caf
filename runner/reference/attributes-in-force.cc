/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attributes-in-force.h"

#include "document/module-attributes.h"

#include "ns3/abort.h"
#include "ns3/string.h"

#include <map>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Attributes by full name.
using Attributes = std::map<std::string, ns3::TypeId::AttributeInformation>;

/** @return the plain attributes of this module */
Attributes
ListModuleAttributes()
{
    Attributes attributes;
    for (const auto& type : GetModuleTypes())
    {
        for (size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto info = type.GetAttribute(i);
            if (IsPlainAttribute(info.checker->GetValueTypeName()))
            {
                attributes[type.GetAttributeFullName(i)] = info;
            }
        }
    }
    return attributes;
}

/** @param [in,out] attributes receives those of ns-3 that a scenario sets */
void
AddOthers(const std::vector<AttributeSetting>& settings, Attributes& attributes)
{
    for (const auto& setting : settings)
    {
        const auto colons = setting.name.rfind("::");
        ns3::TypeId type;
        ns3::TypeId::AttributeInformation info;
        const bool known =
            ns3::TypeId::LookupByNameFailSafe(setting.name.substr(0, colons), &type) &&
            type.LookupAttributeByName(setting.name.substr(colons + 2), &info);
        NS_ABORT_MSG_UNLESS(known, setting.path << ": ns-3 has no " << setting.name);
        attributes.emplace(setting.name, info);
    }
}

} // namespace

Json
TellAttributesInForce(const Json& scenario, const std::vector<AttributeSetting>& settings)
{
    auto attributes = ListModuleAttributes();
    AddOthers(settings, attributes);
    Json all{{"scenario", scenario}, {"attributes", Json::object()}, {"changed", Json::object()}};
    for (const auto& [name, info] : attributes)
    {
        const auto initial = ToJson(*info.initialValue, info.checker);
        auto value = initial;
        if (const auto* const set = FindSetting(settings, name))
        {
            const auto valid = info.checker->CreateValidValue(ns3::StringValue(set->value));
            NS_ABORT_MSG_UNLESS(valid, set->path << ": " << name << " cannot be " << set->value);
            value = ToJson(*valid, info.checker);
            if (value != initial)
            {
                all["changed"][name] = {{"default", initial}, {"value", value}, {"by", set->path}};
            }
        }
        all["attributes"][name] = value;
    }
    return all;
}

} // namespace mrcsim
