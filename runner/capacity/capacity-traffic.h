/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_TRAFFIC_H
#define CAPACITY_TRAFFIC_H

#include "fluid/fluid-flow.h"
#include "tiered-links.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * The traffic by which a network is measured, and what NICs can send of it.
 */

namespace mrcsim
{

/// Who sends to whom.
struct CapacityTraffic
{
    std::string pattern{"uniform"}; ///< "uniform" or "permutation"
    /// uniform: NICs to which each NIC sends. As many as there are others: to all.
    uint32_t peers{8};
};

/**
 * The NICs that are not cut off send as much as they can. permutation: each to one of them, and
 * receives from one. uniform: each to all others, or, where there are more than peers, each to as
 * many and from as many, drawn at random: so many permutations at once.
 *
 * @param traffic who sends to whom
 * @param seed which draws
 * @param links what works
 * @return flows over all planes
 */
std::vector<FluidFlow> MakeFlows(const CapacityTraffic& traffic,
                                 uint64_t seed,
                                 const TieredLinks& links);

/// What NICs can send, as parts of their rate. Those that are cut off count as 0.
struct CapacityLeft
{
    double mean{0};         ///< of all NICs
    double p01{0};          ///< a hundredth of them have at most this (nearest rank)
    double min{0};          ///< the least of all NICs
    double minConnected{0}; ///< the least of those that are not cut off
    uint32_t cutOff{0};     ///< NICs without a link that works to a T0 that works
};

/**
 * @param links what works
 * @param flows traffic
 * @return max-min fair rates of all flows, added up by sender
 */
CapacityLeft MeasureCapacity(const TieredLinks& links, const std::vector<FluidFlow>& flows);

} // namespace mrcsim

#endif // CAPACITY_TRAFFIC_H
