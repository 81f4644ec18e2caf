/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "module-attributes.h"

#include "json-text.h"
#include "quantity.h"
#include "words.h"

#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace mrcsim
{

namespace
{

/// Bounds at or above this are limits of the type.
constexpr double HUGE_NUMBER = 4.29e9;

/// The same for times, ps.
constexpr double HUGE_TIME = 9.2e18;

/**
 * @param number a bound as printed by ns-3; for times with "+" and the unit ps
 * @param isTime true if it is a time
 * @return the bound as in scenarios; empty if it is the limit of the type
 */
std::string
ToBound(const std::string& number, bool isTime)
{
    const double value = std::strtod(number.c_str(), nullptr);
    if (std::abs(value) >= (isTime ? HUGE_TIME : HUGE_NUMBER))
    {
        return "";
    }
    return isTime ? FormatTime(ns3::RdmaTick::Ps(std::llround(value))) : number;
}

} // namespace

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

AttributeBounds
GetBounds(const ns3::AttributeChecker& checker)
{
    // The name of a type and "least:greatest"
    const auto text = checker.GetUnderlyingTypeInformation();
    const auto blank = text.find(' ');
    const auto colon = text.find(':', blank == std::string::npos ? text.size() : blank);
    if (colon == std::string::npos)
    {
        return {};
    }
    const bool isTime = NameType(checker) == "time";
    return {ToBound(text.substr(blank + 1, colon - blank - 1), isTime),
            ToBound(text.substr(colon + 1), isTime)};
}

std::string
DescribeRange(const ns3::AttributeChecker& checker)
{
    const auto [least, most] = GetBounds(checker);
    if (!least.empty() && !most.empty())
    {
        return "from " + least + " to " + most;
    }
    return least.empty() ? (most.empty() ? "" : "at most " + most) : "at least " + least;
}

std::vector<std::string>
GetWords(const ns3::AttributeChecker& checker)
{
    std::vector<std::string> words;
    std::istringstream in(checker.GetUnderlyingTypeInformation()); // "a|b|c"
    for (std::string word; std::getline(in, word, '|');)
    {
        words.push_back(word);
    }
    return words;
}

std::string
DescribeAllowed(const ns3::AttributeChecker& checker)
{
    const auto type = NameType(checker);
    if (type == "word")
    {
        return ns3::JoinRdmaWords(GetWords(checker));
    }
    const auto range = DescribeRange(checker);
    return range.empty() ? type : type + (range.rfind("at ", 0) == 0 ? " of " : " ") + range;
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
        return FormatTime(ns3::ToRdmaTick(time->Get()));
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
