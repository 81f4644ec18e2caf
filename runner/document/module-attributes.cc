/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "module-attributes.h"

#include "quantity.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <algorithm>
#include <nlohmann/json.hpp>

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

bool
IsPlainAttribute(const std::string& type)
{
    const std::string space = "ns3::"; // which ns-3 omits for some
    const auto name = type.rfind(space, 0) == 0 ? type.substr(space.size()) : type;
    const auto plain = {"BooleanValue",
                        "UintegerValue",
                        "IntegerValue",
                        "DoubleValue",
                        "TimeValue",
                        "DataRateValue",
                        "EnumValue",
                        "StringValue",
                        "TypeIdValue"};
    return std::any_of(plain.begin(), plain.end(), [&name](const char* p) {
        return name.rfind(p, 0) == 0;
    });
}

Json
ToJson(const ns3::AttributeValue& value, ns3::Ptr<const ns3::AttributeChecker> checker)
{
    if (const auto* time = dynamic_cast<const ns3::TimeValue*>(&value))
    {
        return FormatTime(ns3::RdmaTick::Ps(time->Get().GetPicoSeconds()));
    }
    const auto text = value.SerializeToString(checker);
    const auto json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? Json(text) : json;
}

} // namespace mrcsim
