/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RATE_H
#define FABRIC_RATE_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Rates of links: limits and transmission times.
 */

namespace ns3
{

/// Lowest rate of a link, bit/s: slower ones exceed the range of time-outs.
constexpr uint64_t FABRIC_MIN_RATE_BPS = 1'000;
/// Highest rate of a link, bit/s: faster ones need a resolution below picoseconds.
constexpr uint64_t FABRIC_MAX_RATE_BPS = 1'000'000'000'000'000;
/// The two limits in messages to users.
constexpr const char* FABRIC_RATE_LIMITS = "1kbps to 1000Tbps";

/**
 * @ingroup mrc
 * @param bps a rate, bit/s
 * @return true if a link may have it
 */
constexpr bool
IsFabricRate(uint64_t bps)
{
    return bps >= FABRIC_MIN_RATE_BPS && bps <= FABRIC_MAX_RATE_BPS;
}

/**
 * @ingroup mrc
 * @param bytes bytes of line time
 * @param bps line rate, bit/s
 * @return their transmission time, rounded
 */
inline RdmaTick
FabricLineTime(uint64_t bytes, uint64_t bps)
{
    return RdmaTick::Ps(static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / bps + 0.5));
}

} // namespace ns3

#endif // FABRIC_RATE_H
