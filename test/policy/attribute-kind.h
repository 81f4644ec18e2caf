/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_KIND_H
#define ATTRIBUTE_KIND_H

#include "ns3/type-id.h"

#include <string>

/**
 * @file
 * The kind of an attribute, on every ns-3 this module supports.
 */

namespace ns3
{

/**
 * @param info an attribute
 * @return class of its value without namespace, which some releases of ns-3 include for some kinds:
 * BooleanValue, UintegerValue, ...
 */
inline std::string
GetAttributeKind(const TypeId::AttributeInformation& info)
{
    const std::string type = info.checker->GetValueTypeName();
    const std::string space = "ns3::";
    return type.compare(0, space.size(), space) == 0 ? type.substr(space.size()) : type;
}

} // namespace ns3

#endif // ATTRIBUTE_KIND_H
