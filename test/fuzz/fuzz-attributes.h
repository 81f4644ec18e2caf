/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FUZZ_ATTRIBUTES_H
#define FUZZ_ATTRIBUTES_H

#include "../policy/attribute-kind.h"
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
 * Choice of TypeIds and attribute values by fuzz input, from ns-3's registry: new classes and
 * attributes are included without a change here.
 */

namespace ns3
{

/**
 * @param info an attribute
 * @return values to try, as texts; empty if its kind is not fuzzed
 */
inline std::vector<std::string>
ListValues(const TypeId::AttributeInformation& info)
{
    const std::string kind = GetAttributeKind(info);
    std::string limits = info.checker->GetUnderlyingTypeInformation();
    if (kind == "BooleanValue")
    {
        return {"true", "false"};
    }
    std::vector<std::string> values;
    if (kind == "EnumValue")
    {
        std::istringstream names(limits);
        for (std::string name; std::getline(names, name, '|');)
        {
            values.push_back(name);
        }
    }
    else if (kind == "UintegerValue" && limits.find(' ') != std::string::npos)
    {
        // "uint32_t 1:255": the smallest values; the default is often the largest useful one
        const uint64_t least = std::stoull(limits.substr(limits.find(' ') + 1));
        const uint64_t most = std::stoull(limits.substr(limits.find(':') + 1));
        for (uint64_t value = least; value <= std::min(most, least + 3); ++value)
        {
            values.push_back(std::to_string(value));
        }
    }
    return values;
}

/// An attribute and its values to try.
struct FuzzAttribute
{
    std::string name;                ///< its name
    std::vector<std::string> values; ///< values to try, as texts
};

/**
 * @param tid a class
 * @return its attributes to change; cached, because this takes long
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
 * Give some attributes of an object other values. Uses a byte per attribute.
 * @param input source of choices
 * @param object the object
 * @param spared attributes to keep, by name
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
