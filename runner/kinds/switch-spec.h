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
 * mrcsim::SwitchSpec: what the switches of a scenario do besides forwarding.
 */

namespace mrcsim
{

/// switch; absent values are "auto". All of it sets attributes of ns3::FabricSwitchParameters.
struct SwitchSpec : KeyOwner
{
    bool ecn{false};                    ///< mark at all
    std::optional<uint64_t> kmin;       ///< queue up to which nothing is marked, B
    std::optional<uint64_t> kmax;       ///< queue above which everything is marked, B
    std::optional<double> pmax;         ///< marking probability at kmax
    bool ecnOnLastHop{false};           ///< mark also on links to hosts
    bool pfc{false};                    ///< lossless
    std::string bufferThreshold;        ///< dynamic or static
    std::optional<uint64_t> staticXoff; ///< static: memory of a port before it is paused, B

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

} // namespace mrcsim

#endif // SWITCH_SPEC_H
