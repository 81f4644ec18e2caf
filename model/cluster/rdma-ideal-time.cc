/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ideal-time.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Maximum gain of the ports of a path by rounding a frame's line time, ps.
constexpr int64_t FRAME_ROUNDING_PS = 8;
} // namespace

RdmaTick
GetRdmaLineTime(uint64_t bytes, uint64_t bps)
{
    return RdmaTick::Ps(static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / bps));
}

RdmaTick
GetRdmaRounding(uint64_t bytes)
{
    return RdmaTick::Ps(FRAME_ROUNDING_PS + static_cast<int64_t>(bytes / RDMA_RATE_ROUNDING_BYTES));
}

RdmaTick
GetRdmaIdealTime(const RdmaQpFactory& factory,
                 const FabricNetwork& network,
                 const RdmaPlanes& planes,
                 uint32_t src,
                 uint32_t dst,
                 uint64_t bytes)
{
    const uint64_t total = factory.GetMessageWireBytes(bytes);
    const uint32_t smallest = factory.GetSmallestWireBytes(bytes);
    const uint32_t largest = factory.GetLargestWireBytes(bytes);
    const uint64_t rate = network.GetNicRate(src, planes.count, planes.first);
    const auto after = [&](uint32_t wireBytes) { return network.GetAfterNic(src, dst, wireBytes); };
    // No port is idle until the last byte has left; then the smallest packet continues.
    RdmaTick ideal = GetRdmaLineTime(total, rate) + after(smallest);
    // The same for all except the smallest packet, and the largest packet continues.
    ideal = std::max(ideal, GetRdmaLineTime(total - smallest, rate) + after(largest));
    // The largest packet alone on the whole path.
    ideal = std::max(ideal, network.GetOneWay(src, dst, largest));
    // A receiver with slower ports, none of which is idle after the first byte.
    const uint64_t dstRate = network.GetNicRate(dst, planes.count, planes.first);
    ideal = std::max(ideal, GetRdmaLineTime(total, dstRate) + after(0));
    // If a byte does not take a whole number of picoseconds, ports are slightly faster.
    return ideal - GetRdmaRounding(total);
}

} // namespace ns3
