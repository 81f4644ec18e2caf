/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTES_IN_FORCE_H
#define ATTRIBUTES_IN_FORCE_H

#include "document/scenario-attributes.h"

#include <vector>

/**
 * @file
 * The values of ns-3's attributes that a run works with.
 */

namespace mrcsim
{

/**
 * @param scenario the effective scenario
 * @param settings all that it sets, without mistakes
 * @return "scenario"; "attributes": the value of each attribute of this module by its full name,
 *         and of each one of ns-3 that is set; "changed": of those whose value is not the initial
 *         one the "default", the "value" and "by", the key that sets it
 */
Json TellAttributesInForce(const Json& scenario, const std::vector<AttributeSetting>& settings);

} // namespace mrcsim

#endif // ATTRIBUTES_IN_FORCE_H
