/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "module-attributes.h"

#include "json-text.h"
#include "quantity.h"

#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace mrcsim
{

bool
IsOfModule(ns3::TypeId type)
{
    return type.GetGroupName() == "Mrc";
}

std::vector<ns3::TypeId>
GetModuleTypes()
{
    std::vector<ns3::TypeId> types;
    for (uint16_t i = 0; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        const auto type = ns3::TypeId::GetRegistered(i);
        if (IsOfModule(type))
        {
            types.push_back(type);
        }
    }
    std::sort(types.begin(), types.end(), [](ns3::TypeId a, ns3::TypeId b) {
        return a.GetName() < b.GetName();
    });
    return types;
}

std::vector<std::string>
GetClassNames()
{
    std::vector<std::string> names;
    for (const auto& tid : GetModuleTypes())
    {
        if (tid.HasConstructor())
        {
            names.push_back(tid.GetName());
        }
    }
    return names;
}

std::vector<std::string>
GetAttributeNames()
{
    std::vector<std::string> names;
    for (const auto& tid : GetModuleTypes())
    {
        for (size_t k = 0; k < tid.GetAttributeN(); ++k)
        {
            names.push_back(tid.GetAttributeFullName(k));
        }
    }
    return names;
}

ns3::TypeId
GetFamily(ns3::TypeId type)
{
    while (type.HasParent() && type.GetParent() != type &&
           type.GetParent() != ns3::Object::GetTypeId() &&
           type.GetParent() != ns3::ObjectBase::GetTypeId())
    {
        type = type.GetParent();
    }
    return type;
}

std::set<std::string>
GetSubstitutes(ns3::TypeId type)
{
    const auto family = GetFamily(type);
    std::set<std::string> names;
    for (uint16_t i = 0; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = ns3::TypeId::GetRegistered(i);
        if (tid.HasConstructor() && (tid == family || tid.IsChildOf(family)))
        {
            names.insert(tid.GetName());
        }
    }
    return names;
}

std::string
NameType(const ns3::AttributeChecker& checker)
{
    static const std::array<std::pair<const char*, const char*>, 12> NAMES{
        {{"BooleanValue", "boolean"},
         {"UintegerValue", "whole number"},
         {"IntegerValue", "whole number"},
         {"DoubleValue", "number"},
         {"TimeValue", "time"},
         {"DataRateValue", "rate"},
         {"EnumValue", "word"},
         {"StringValue", "string"},
         {"TypeIdValue", "class"},
         {"PointerValue", "object"},
         {"ObjectPtrContainerValue", "list of objects"},
         {"Ipv6AddressValue", "address"}}};
    const auto type = checker.GetValueTypeName();
    const auto name = type.rfind("ns3::", 0) == 0 ? type.substr(5) : type; // a prefix of some
    const auto known = std::find_if(NAMES.begin(), NAMES.end(), [&name](const auto& pair) {
        return name.rfind(pair.first, 0) == 0;
    });
    return known == NAMES.end() ? type : known->second;
}

bool
IsPlainAttribute(const ns3::AttributeChecker& checker)
{
    static const std::set<std::string>
        PLAIN{"boolean", "whole number", "number", "time", "rate", "word", "string", "class"};
    return PLAIN.count(NameType(checker)) > 0;
}

Json
ToJson(const ns3::AttributeValue& value, ns3::Ptr<const ns3::AttributeChecker> checker)
{
    if (const auto* time = dynamic_cast<const ns3::TimeValue*>(&value))
    {
        return FormatTime(ns3::RdmaTick::Ps(time->Get().GetPicoSeconds()));
    }
    if (const auto* number = dynamic_cast<const ns3::DoubleValue*>(&value))
    {
        const double exact = number->Get(); // text of ns-3 has six digits
        const bool whole = std::abs(exact) < 1e15 && exact == std::trunc(exact);
        return whole ? Json(static_cast<int64_t>(exact)) : Json(exact);
    }
    const auto text = value.SerializeToString(checker);
    Json json;
    return ParseJson(text, json).empty() ? json : Json(text);
}

} // namespace mrcsim
