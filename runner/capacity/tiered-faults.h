/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_FAULTS_H
#define TIERED_FAULTS_H

#include "tiered-links.h"

#include <cstdint>
#include <string>

/**
 * @file
 * Faults of a network.
 */

namespace mrcsim
{

/// Shares of failed parts of a network, 0..1 each, rounded to whole parts, which are drawn at
/// random.
struct TieredFaults
{
    double fabricLinks{0}; ///< share of links between switches
    double nicLinks{0};    ///< share of links between a NIC and a T0
    double switches{0};    ///< share of switches of all tiers
    /// One additional fault: "fabric-link" (of a T0), "nic-link", "t0" or "t1"; or "none".
    std::string one{"none"};
};

/// Numbers of failed parts, without the links of failed switches.
struct TieredFaultCounts
{
    uint64_t fabricLinks{0}; ///< links between switches
    uint64_t nicLinks{0};    ///< links of NICs
    uint64_t switches{0};    ///< switches
};

/**
 * Draw and apply faults. Each kind has its own random stream, so that the number of failed links
 * does not affect which switches fail.
 *
 * @param faults the faults
 * @param seed seed of the draws
 * @param [in,out] links a network
 * @return numbers of failed parts
 */
TieredFaultCounts FailAtRandom(const TieredFaults& faults, uint64_t seed, TieredLinks& links);

} // namespace mrcsim

#endif // TIERED_FAULTS_H
