/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_SPEC_H
#define SWITCH_SPEC_H

#include "keys/key-set.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::SwitchSpec: ECN, PFC and buffer settings of the switches of a scenario.
 */

namespace mrcsim
{

/// The key switch; absent values are "auto". All values set attributes of
/// ns3::FabricSwitchParameters, except forwarding, which the network knows.
struct SwitchSpec : KeyOwner
{
    bool ecn{false};                    ///< ECN marking
    std::optional<uint64_t> kmin;       ///< queue length up to which no packet is marked, B
    std::optional<uint64_t> kmax;       ///< queue length above which all packets are marked, B
    std::optional<double> pmax;         ///< marking probability at kmax
    bool ecnOnLastHop{false};           ///< mark also on links to hosts
    bool pfc{false};                    ///< PFC: lossless
    std::string forwarding;             ///< store-and-forward or cut-through
    std::string bufferThreshold;        ///< dynamic or static
    std::optional<uint64_t> staticXoff; ///< static: buffer of a port above which it is paused, B

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

} // namespace mrcsim

#endif // SWITCH_SPEC_H
