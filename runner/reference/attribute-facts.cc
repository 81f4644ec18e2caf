/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-facts.h"

#include "document/json-text.h"
#include "document/module-attributes.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace mrcsim
{

namespace
{

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
 * @param info an attribute that is a number, a time or a rate
 * @param [in,out] facts receives its unit and range
 */
void
AddNumbers(const ns3::TypeId::AttributeInformation& info, Json& facts)
{
    const bool isTime = facts["type"] == "time";
    const auto unit = facts["type"] == "rate" ? "bit/s" : isTime ? "" : FindUnit(info.help);
    PutUnlessEmpty(facts, "unit", unit);
    PutUnlessEmpty(facts, "range", DescribeRange(*info.checker));
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
    const auto values = type == "word"    ? Json(GetWords(*info.checker))
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
