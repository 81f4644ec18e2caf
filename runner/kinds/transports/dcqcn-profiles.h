/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DCQCN_PROFILES_H
#define DCQCN_PROFILES_H

#include "document/scenario-attributes.h"
#include "kinds/switch-spec.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * transport.dcqcnProfile: parameters of DCQCN and of its marks that belong together.
 */

namespace mrcsim
{

/** @return the names of all profiles; the first one is the default */
std::vector<std::string> GetDcqcnProfiles();

/**
 * Let the profile of a scenario set what nothing else has set: keys of switch.ecn that are not
 * "auto" and transport.attributes win. The profile "default" sets nothing, for it is the initial
 * values of the attributes. Values and reasons: docs/roce.md, "DCQCN profiles".
 *
 * @param name of the profile
 * @param switches of the scenario
 * @param hostRateBps rate of a host's port, which the marking thresholds follow, bit/s
 * @param [in,out] settings what the scenario sets; receives what the profile sets
 */
void ApplyDcqcnProfile(const std::string& name,
                       const SwitchSpec& switches,
                       uint64_t hostRateBps,
                       std::vector<AttributeSetting>& settings);

} // namespace mrcsim

#endif // DCQCN_PROFILES_H
