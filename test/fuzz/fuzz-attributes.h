/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FUZZ_ATTRIBUTES_H
#define FUZZ_ATTRIBUTES_H

#include "../policy/creatable-types.h"
#include "fuzz-input.h"

#include "ns3/attribute.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/**
 * @file
 * Choosing TypeIds and attribute values by fuzz input, from what ns-3's registry knows: what is new
 * there is fuzzed without a change here.
 */

namespace ns3
{

/**
 * @param info an attribute
 * @return values worth trying, as texts; empty if its kind is of no interest
 */
inline std::vector<std::string>
ListValues(const TypeId::AttributeInformation& info)
{
    const std::string kind = info.checker->GetValueTypeName();
    std::string limits = info.checker->GetUnderlyingTypeInformation();
    if (kind == "ns3::BooleanValue")
    {
        return {"true", "false"};
    }
    std::vector<std::string> values;
    if (kind == "ns3::EnumValue")
    {
        std::istringstream names(limits);
        for (std::string name; std::getline(names, name, '|');)
        {
            values.push_back(name);
        }
    }
    else if (kind == "ns3::UintegerValue" && limits.find(' ') != std::string::npos)
    {
        // "uint32_t 1:255": the least values; the default is often the largest that is of interest
        const uint64_t least = std::stoull(limits.substr(limits.find(' ') + 1));
        const uint64_t most = std::stoull(limits.substr(limits.find(':') + 1));
        for (uint64_t value = least; value <= std::min(most, least + 3); ++value)
        {
            values.push_back(std::to_string(value));
        }
    }
    return values;
}

/// An attribute and what to try for it.
struct FuzzAttribute
{
    std::string name;                ///< its name
    std::vector<std::string> values; ///< values worth trying, as texts
};

/**
 * @param tid a class
 * @return its attributes that are worth changing; remembered, for this takes long
 */
inline const std::vector<FuzzAttribute>&
ListAttributes(TypeId tid)
{
    static std::map<uint16_t, std::vector<FuzzAttribute>> known;
    const auto [at, isNew] = known.try_emplace(tid.GetUid());
    for (std::size_t i = 0; isNew && i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(i);
        auto values = ListValues(info);
        if (!values.empty())
        {
            at->second.push_back({info.name, std::move(values)});
        }
    }
    return at->second;
}

/**
 * Give some attributes of an object other values. Takes a byte per attribute.
 * @param input decides
 * @param object the object
 * @param spared attributes to leave alone, by name
 */
inline void
SetAttributes(FuzzInput& input, ObjectBase& object, const std::set<std::string>& spared = {})
{
    for (const FuzzAttribute& attribute : ListAttributes(object.GetInstanceTypeId()))
    {
        const uint32_t choice = spared.count(attribute.name) ? 0 : input.TakeByte();
        if (choice >= 192)
        {
            object.SetAttribute(attribute.name,
                                StringValue(attribute.values[choice % attribute.values.size()]));
        }
    }
}

} // namespace ns3

#endif // FUZZ_ATTRIBUTES_H
