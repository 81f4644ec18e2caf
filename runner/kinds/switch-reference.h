/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_REFERENCE_H
#define SWITCH_REFERENCE_H

#include "keys/key-set.h"

#include "ns3/fabric-network.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * References to switches in scenarios.
 */

namespace mrcsim
{

/// Reference to a switch in a scenario: by name, or by plane and number in a tier.
struct SwitchPlace : KeyOwner
{
    std::optional<std::string> name; ///< its name
    uint32_t plane{0};               ///< its plane
    std::optional<uint32_t> t0;      ///< number among the T0s of the plane
    std::optional<uint32_t> t1;      ///< number among the T1s of the plane
    std::optional<uint32_t> t2;      ///< number among the T2s of the plane
    std::optional<uint32_t> number;  ///< number in the network, if the switch exists

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] place receives the value with the switch number */
void ReadKey(const KeyReading& reading, SwitchPlace& place);

/** @return number of switches in a tier of a plane, which are numbered from 0 */
uint32_t CountSwitches(const ns3::FabricNetwork& network,
                       ns3::FabricSwitchPosition::Tier tier,
                       uint32_t plane);

} // namespace mrcsim

#endif // SWITCH_REFERENCE_H
