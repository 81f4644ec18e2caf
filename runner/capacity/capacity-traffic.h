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
 * The traffic that measures a network, and the rates of NICs.
 */

namespace mrcsim
{

/// Pattern of senders and receivers.
struct CapacityTraffic
{
    std::string pattern{"uniform"}; ///< "uniform" or "permutation"
    /// uniform: number of NICs to which each NIC sends; at least the number of other NICs: all.
    uint32_t peers{8};
};

/**
 * Connected NICs send at the highest possible rate. permutation: each sends to one of them and
 * receives from one. uniform: each sends to all others; if there are more than peers, each sends to
 * peers of them and receives from as many, drawn at random as that number of permutations.
 *
 * @param traffic traffic pattern
 * @param seed seed of the draws
 * @param links working links
 * @return flows over all planes
 */
std::vector<FluidFlow> MakeFlows(const CapacityTraffic& traffic,
                                 uint64_t seed,
                                 const TieredLinks& links);

/// Rates at which NICs can send, relative to their line rate; 0 for disconnected NICs.
struct CapacityLeft
{
    double mean{0};         ///< mean of all NICs
    double p01{0};          ///< first percentile (nearest rank)
    double min{0};          ///< minimum of all NICs
    double minConnected{0}; ///< minimum of connected NICs
    uint32_t cutOff{0};     ///< NICs without a working link to a working T0
};

/**
 * @param links working links
 * @param flows traffic
 * @return the sums of max-min fair rates by sender
 */
CapacityLeft MeasureCapacity(const TieredLinks& links, const std::vector<FluidFlow>& flows);

} // namespace mrcsim

#endif // CAPACITY_TRAFFIC_H
