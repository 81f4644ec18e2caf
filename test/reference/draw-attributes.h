/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRAW_ATTRIBUTES_H
#define DRAW_ATTRIBUTES_H

#include "../fuzz/fuzz-attributes.h"
#include "../fuzz/fuzz-input.h"
#include "../policy/attribute-kind.h"

#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <string>
#include <vector>

/**
 * @file
 * Choice of attribute values for transcripts: also of numbers without a small range, and of the
 * attributes of base classes.
 */

namespace ns3
{

/**
 * @param info an attribute
 * @return values to try, as texts; the checker may refuse some
 */
inline std::vector<std::string>
ListWideValues(const TypeId::AttributeInformation& info)
{
    const std::string kind = GetAttributeKind(info);
    if (kind == "TimeValue")
    {
        return {"0us", "700ns", "1us", "4us", "5us", "30us", "300us"};
    }
    if (kind == "DoubleValue")
    {
        return {"0", "0.05", "0.25", "0.5", "0.9", "1", "2.5", "20", "1000", "30000"};
    }
    std::vector<std::string> values = ListValues(info);
    if (kind == "UintegerValue")
    {
        values.insert(values.end(), {"2", "5", "8", "20000", "50000", "500000"});
    }
    return values;
}

/**
 * Give some attributes of an object other values.
 * @param input source of choices
 * @param object the object
 */
inline void
DrawAttributes(FuzzInput& input, ObjectBase& object)
{
    for (TypeId tid = object.GetInstanceTypeId(); tid != Object::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const uint32_t choice = input.TakeByte();
            const auto values = ListWideValues(tid.GetAttribute(i));
            if (choice >= 192 && !values.empty())
            {
                object.SetAttributeFailSafe(tid.GetAttribute(i).name,
                                            StringValue(values[choice % values.size()]));
            }
        }
    }
}

} // namespace ns3

#endif // DRAW_ATTRIBUTES_H
