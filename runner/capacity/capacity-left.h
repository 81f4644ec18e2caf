/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_LEFT_H
#define CAPACITY_LEFT_H

#include "fluid/fluid-flow.h"
#include "tiered-links.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::CapacityLeft: what NICs can send in what faults have left of a network.
 */

namespace mrcsim
{

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

#endif // CAPACITY_LEFT_H
