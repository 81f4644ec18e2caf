/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROFILES_H
#define MRC_PROFILES_H

#include "document/json-path.h"
#include "document/scenario-attributes.h"

#include <vector>

/**
 * @file
 * transport.profile: rules of MRC that belong together. The profiles are ns3::MrcProfileHelper's.
 */

namespace mrcsim
{

/**
 * @param document a scenario that satisfies the schema, not yet filled
 * @return attributes for which its profile has another default; none for other transports than MRC
 */
std::vector<AttributeSetting> GetProfileDefaults(const Json& document);

/**
 * Show in transport.attributes what the profile sets and no key stands for. What is there already
 * wins.
 *
 * @param [in,out] effective a scenario with all defaults
 * @param keys what its keys set
 * @param profile what its profile sets
 */
void FillProfileAttributes(Json& effective,
                           const std::vector<AttributeSetting>& keys,
                           const std::vector<AttributeSetting>& profile);

} // namespace mrcsim

#endif // MRC_PROFILES_H
