/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-facts.h"

#include "document/json-text.h"
#include "document/module-attributes.h"
#include "document/quantity.h"

#include "ns3/rdma-tick.h"

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

/// Bounds at or above this are limits of the type and are omitted.
constexpr double HUGE_NUMBER = 4.29e9;

/// The same for times, ps.
constexpr double HUGE_TIME = 9.2e18;

/** @return the words of "a|b|c" */
Json
SplitWords(const std::string& text)
{
    auto words = Json::array();
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, '|');)
    {
        words.push_back(word);
    }
    return words;
}

/**
 * @param help help text of a numeric attribute
 * @return its unit, which follows a comma; empty if there is none
 */
std::string
FindUnit(const std::string& help)
{
    static const std::array<std::pair<const char*, const char*>, 14> UNITS{
        {{"B", "B"},
         {"bytes", "B"},
         {"B/ns", "B/ns"},
         {"Mb/s", "Mb/s"},
         {"packets", "packets"},
         {"packets per RTT", "packets per RTT"},
         {"packets per window of data", "packets per window of data"},
         {"turns", "turns"},
         {"bits", "bits"},
         {"full frames", "full frames"},
         {"plane BDPs", "plane BDPs"},
         {"base RTTs", "base RTTs"},
         {"base round-trip times", "base RTTs"},
         {"units of 128 packets", "128 packets"}}};
    for (const auto& [words, unit] : UNITS)
    {
        for (const std::string lead : {", ", ", in ", "; in "})
        {
            const auto at = help.find(lead + words);
            const auto end = at == std::string::npos ? at : at + (lead + words).size();
            if (end != std::string::npos &&
                (end == help.size() || std::string(".,;:").find(help[end]) != std::string::npos ||
                 help.compare(end, 2, " (") == 0))
            {
                return unit;
            }
        }
    }
    return "";
}

/**
 * @param number a bound as printed by ns-3; for times with "+" and the unit ps
 * @param isTime true if it is a time
 * @return the bound in usual form; empty if it is the limit of the type
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

/**
 * @param text ns-3's text: the name of a type and "least:greatest"
 * @param isTime true if these are times
 * @return the bounds as text; empty if there are none
 */
std::string
DescribeRange(const std::string& text, bool isTime)
{
    const auto blank = text.find(' ');
    const auto colon = text.find(':', blank == std::string::npos ? text.size() : blank);
    if (colon == std::string::npos)
    {
        return "";
    }
    const auto least = ToBound(text.substr(blank + 1, colon - blank - 1), isTime);
    const auto most = ToBound(text.substr(colon + 1), isTime);
    if (!least.empty() && !most.empty())
    {
        return "from " + least + " to " + most;
    }
    return least.empty() ? (most.empty() ? "" : "at most " + most) : "at least " + least;
}

/**
 * @param info an attribute that is a number, a time or a rate
 * @param [in,out] facts receives its unit and range
 */
void
AddNumbers(const ns3::TypeId::AttributeInformation& info, Json& facts)
{
    const bool isTime = facts["type"] == "time";
    const auto unit = facts["type"] == "rate" ? "bit/s" : isTime ? "" : FindUnit(info.help);
    PutUnlessEmpty(facts, "unit", unit);
    PutUnlessEmpty(facts,
                   "range",
                   DescribeRange(info.checker->GetUnderlyingTypeInformation(), isTime));
}

/**
 * @param info an attribute that is a class
 * @return its allowed classes, if they belong to this module
 */
Json
ListSubstitutes(const ns3::TypeId::AttributeInformation& info)
{
    ns3::TypeId type;
    const auto name = info.initialValue->SerializeToString(info.checker);
    return ns3::TypeId::LookupByNameFailSafe(name, &type) && IsOfModule(GetFamily(type))
               ? Json(GetSubstitutes(type))
               : Json();
}

} // namespace

Json
DescribeAttribute(const ns3::TypeId::AttributeInformation& info)
{
    const auto type = NameType(*info.checker);
    Json facts{{"name", info.name}, {"type", type}};
    if (type == "time" || type == "rate" || type == "number" || type == "whole number")
    {
        AddNumbers(info, facts);
    }
    const auto values = type == "word"    ? SplitWords(info.checker->GetUnderlyingTypeInformation())
                        : type == "class" ? ListSubstitutes(info)
                                          : Json();
    PutUnlessEmpty(facts, "values", values);
    if (IsPlainAttribute(*info.checker))
    {
        facts["default"] = ToJson(*info.initialValue, info.checker);
    }
    return facts;
}

} // namespace mrcsim
