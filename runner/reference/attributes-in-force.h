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
 * The effective values of ns-3's attributes in a run.
 */

namespace mrcsim
{

/**
 * @param scenario the effective scenario
 * @param settings all its settings, valid
 * @return "scenario"; "attributes": the value of each attribute of this module, and of each of ns-3
 * that is set, by full name; "changed": for those that differ from the initial value "default",
 * "value" and "by", the key that sets it
 */
Json TellAttributesInForce(const Json& scenario, const std::vector<AttributeSetting>& settings);

} // namespace mrcsim

#endif // ATTRIBUTES_IN_FORCE_H
