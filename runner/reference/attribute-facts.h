/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_FACTS_H
#define ATTRIBUTE_FACTS_H

#include "document/json-path.h"

#include "ns3/type-id.h"

/**
 * @file
 * Facts about an attribute, from ns-3.
 */

namespace mrcsim
{

/**
 * @param info an attribute
 * @return name, type, unit, range, values and default, see ListClasses; those that apply
 */
Json DescribeAttribute(const ns3::TypeId::AttributeInformation& info);

} // namespace mrcsim

#endif // ATTRIBUTE_FACTS_H
