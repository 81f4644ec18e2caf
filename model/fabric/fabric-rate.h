/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RATE_H
#define FABRIC_RATE_H

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

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
/// Bytes of a frame after which a switch can begin to forward it: preamble, Ethernet, an outer and
/// an inner IPv6 header, UDP and BTH.
constexpr uint32_t FABRIC_CUT_BYTES = 128;
/// Longest delay of a link or a switch, so that sums of delays do not overflow.
constexpr RdmaTick FABRIC_MAX_DELAY = RdmaTick::Ms(1000);
/// The limits of delays in messages to users.
constexpr const char* FABRIC_DELAY_LIMITS = "0 to 1 s";
/// The two limits of rates in messages to users.
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
 * @param bps line rate, bit/s, above 0
 * @return line time of a byte, ps x 2^16, rounded: exact to 2^-16 ps per byte
 */
constexpr uint64_t
FabricPsPerByteQ16(uint64_t bps)
{
    return ((8000000000000ULL << 16) + bps / 2) / bps; // 8e12 ps x 2^16 < 2^63
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

/**
 * @ingroup mrc
 * Get the time of a frame on a path from its first bit leaving to its last bit arriving, without
 * the delays of links and switches.
 * @param bps rates of the links, in order, bit/s
 * @param bytes line time of the frame, B
 * @param cutThrough true: switches forward a frame whose headers have arrived if the next link is
 * not faster (FabricPortOwner::MayCutThrough)
 * @return the time
 */
template <typename Rates>
RdmaTick
FabricPathTime(const Rates& bps, uint32_t bytes, bool cutThrough)
{
    RdmaTick time;
    for (auto rate = std::begin(bps); rate != std::end(bps); ++rate)
    {
        const auto next = std::next(rate);
        const bool cut = cutThrough && next != std::end(bps) && *next <= *rate;
        time += FabricLineTime(cut ? std::min(bytes, FABRIC_CUT_BYTES) : bytes, *rate);
    }
    return time;
}

} // namespace ns3

#endif // FABRIC_RATE_H
