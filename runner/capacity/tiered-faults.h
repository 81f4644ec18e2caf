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
 * What fails in a network.
 */

namespace mrcsim
{

/// Which parts of a network fail, 0..1 each, drawn at random and rounded to whole parts.
struct TieredFaults
{
    double fabricLinks{0}; ///< of all links between switches
    double nicLinks{0};    ///< of all links between a NIC and a T0
    double switches{0};    ///< of all switches of all tiers
    /// Besides: one "fabric-link" (of a T0), "nic-link", "t0" or "t1"; "none".
    std::string one{"none"};
};

/// How many have failed, those of switches that have failed not counted.
struct TieredFaultCounts
{
    uint64_t fabricLinks{0}; ///< links between switches
    uint64_t nicLinks{0};    ///< links of NICs
    uint64_t switches{0};    ///< switches
};

/**
 * Let things fail. Each kind draws from a stream of its own: more links that fail do not change
 * which switches do.
 *
 * @param faults what fails
 * @param seed which draws
 * @param [in,out] links a network
 * @return how many have failed
 */
TieredFaultCounts FailAtRandom(const TieredFaults& faults, uint64_t seed, TieredLinks& links);

} // namespace mrcsim

#endif // TIERED_FAULTS_H
