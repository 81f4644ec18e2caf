/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_REFERENCE_H
#define SWITCH_REFERENCE_H

#include "document/json-path.h"
#include "document/problem.h"

#include "ns3/fabric-network.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * How scenarios name switches.
 */

namespace mrcsim
{

/**
 * Find the switch that a scenario means: {"name": "p1-t1-2"}, or {"plane": 1, "t1": 2}.
 *
 * @param json the switch, as the schema admits it
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return number of the switch, if there is such a one
 */
std::optional<uint32_t> FindNamedSwitch(const Json& json,
                                        const ns3::FabricNetwork& network,
                                        const std::string& path,
                                        Problems& problems);

/** @return switches of a tier of a plane, which are numbered from 0 on */
uint32_t CountSwitches(const ns3::FabricNetwork& network,
                       ns3::FabricSwitchPosition::Tier tier,
                       uint32_t plane);

} // namespace mrcsim

#endif // SWITCH_REFERENCE_H
