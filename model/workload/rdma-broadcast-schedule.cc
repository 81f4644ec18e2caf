/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-broadcast-schedule.h"

#include "rdma-bandwidth.h"

#include "ns3/abort.h"

#include <vector>

namespace ns3
{

namespace
{

/**
 * Check the arguments of a broadcast.
 * @param nRanks number of ranks
 * @param root the rank that has the buffer
 * @param bytes the buffer, B
 * @return a builder with the rule for bandwidths
 */
RdmaScheduleBuilder
BeginBroadcast(uint32_t nRanks, uint32_t root, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "a broadcast needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(root >= nRanks, "root " << root << " is none of " << nRanks << " ranks");
    NS_ABORT_MSG_IF(bytes == 0, "a broadcast of 0 B");
    RdmaScheduleBuilder builder(nRanks);
    builder.SetBandwidthRule(bytes, GetRdmaBusFactor(RdmaCollective::BROADCAST, nRanks));
    return builder;
}

} // namespace

RdmaSchedule
MakeRdmaBroadcast(uint32_t nRanks, uint32_t root, uint64_t bytes, uint64_t chunkBytes)
{
    auto builder = BeginBroadcast(nRanks, root, bytes);
    const auto chunks = RdmaChunks::ForPipeline(bytes, chunkBytes);
    const uint64_t nSends = uint64_t{chunks.GetN()} * (nRanks - 1);
    builder.Reserve(nSends, nSends);
    for (uint32_t chunk = 0; chunk < chunks.GetN(); ++chunk)
    {
        for (uint32_t hop = 0; hop < nRanks - 1; ++hop)
        {
            const uint32_t src = (root + hop) % nRanks;
            const uint32_t dst = (src + 1) % nRanks;
            const uint32_t send = builder.AddSend(src, dst, chunks.GetBytes(chunk), chunk + hop);
            if (hop > 0)
            {
                builder.AddDependency(send - 1, send);
            }
        }
    }
    return builder.Build();
}

RdmaSchedule
MakeRdmaBinomialBroadcast(uint32_t nRanks, uint32_t root, uint64_t bytes)
{
    auto builder = BeginBroadcast(nRanks, root, bytes);
    uint32_t distance = 1;
    while (distance < nRanks - distance)
    {
        distance *= 2;
    }
    std::vector<uint32_t> arrival(nRanks); // by distance from the root: the send that delivers the
                                           // buffer
    for (uint32_t step = 0; distance > 0; ++step, distance /= 2)
    {
        for (uint32_t from = 0; from < nRanks - distance; from += 2 * distance)
        {
            const uint32_t to = from + distance;
            arrival[to] =
                builder.AddSend((root + from) % nRanks, (root + to) % nRanks, bytes, step);
            if (from > 0)
            {
                builder.AddDependency(arrival[from], arrival[to]);
            }
        }
    }
    return builder.Build();
}

} // namespace ns3
