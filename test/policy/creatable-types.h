/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CREATABLE_TYPES_H
#define CREATABLE_TYPES_H

#include "ns3/type-id.h"

#include <algorithm>
#include <string>
#include <vector>

/**
 * @file
 * Types that ns-3's registry can create, for tests and fuzzers that cover all types of a kind.
 */

namespace ns3
{

/**
 * @param base an abstract class
 * @return names of all its descendants that can be created, in alphabetical order
 */
inline std::vector<std::string>
ListCreatable(TypeId base)
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid != base && tid.IsChildOf(base) && tid.HasConstructor())
        {
            names.push_back(tid.GetName());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace ns3

#endif // CREATABLE_TYPES_H
