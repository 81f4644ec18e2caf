/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-all-to-all-schedule.h"

#include "rdma-bandwidth.h"
#include "rdma-shuffle.h"

#include "ns3/abort.h"

#include <vector>

namespace ns3
{

namespace
{

/**
 * Check the sizes of an all-to-all, and reserve memory.
 * @param nRanks n
 * @param bytesPerPair block from one rank to one other, B
 * @param nDependencies maximum number of dependencies
 * @return a builder with the rule for bandwidths
 */
RdmaScheduleBuilder
BeginAllToAll(uint32_t nRanks, uint64_t bytesPerPair, uint64_t nDependencies)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-to-all needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytesPerPair == 0, "an all-to-all of 0 B");
    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(uint64_t{nRanks} * (nRanks - 1), nDependencies);
    builder.SetBandwidthRule(nRanks * bytesPerPair,
                             GetRdmaBusFactor(RdmaCollective::ALL_TO_ALL, nRanks));
    return builder;
}

/**
 * Add the sends from i to i + 1, then those from i to i + 2, and so on, so that the send from i in
 * step k has the index k x n + i.
 * @param builder receives the sends
 * @param nRanks n
 * @param bytesPerPair block from one rank to one other, B
 */
void
AddSendsInOrder(RdmaScheduleBuilder& builder, uint32_t nRanks, uint64_t bytesPerPair)
{
    for (uint32_t step = 0; step < nRanks - 1; ++step)
    {
        for (uint32_t src = 0; src < nRanks; ++src)
        {
            builder.AddSend(src, (src + step + 1) % nRanks, bytesPerPair, step);
        }
    }
}

} // namespace

RdmaSchedule
MakeRdmaAllToAll(uint32_t nRanks, uint64_t bytesPerPair)
{
    auto builder = BeginAllToAll(nRanks, bytesPerPair, 0);
    AddSendsInOrder(builder, nRanks, bytesPerPair);
    return builder.Build();
}

RdmaSchedule
MakeRdmaShiftAllToAll(uint32_t nRanks, uint64_t bytesPerPair)
{
    auto builder = BeginAllToAll(nRanks, bytesPerPair, uint64_t{2} * nRanks * nRanks);
    AddSendsInOrder(builder, nRanks, bytesPerPair);
    for (uint32_t step = 1; step < nRanks - 1; ++step)
    {
        const uint32_t before = (step - 1) * nRanks;
        for (uint32_t rank = 0; rank < nRanks; ++rank)
        {
            const uint32_t peer = (rank + nRanks - step) % nRanks; // sends to this rank in that
                                                                   // step
            builder.AddDependency(before + rank, before + nRanks + rank);
            builder.AddDependency(before + peer, before + nRanks + rank);
        }
    }
    return builder.Build();
}

RdmaSchedule
MakeRdmaShuffledAllToAll(uint32_t nRanks, uint64_t bytesPerPair, UniformRandomVariable& random)
{
    auto builder = BeginAllToAll(nRanks, bytesPerPair, 0);
    std::vector<std::vector<uint32_t>> orders(nRanks);
    for (auto& order : orders)
    {
        order = DrawRdmaShuffle(nRanks - 1, random);
    }
    for (uint32_t place = 0; place < nRanks - 1; ++place)
    {
        for (uint32_t src = 0; src < nRanks; ++src)
        {
            const uint32_t dst = (src + orders[src][place] + 1) % nRanks;
            builder.AddSend(src, dst, bytesPerPair, place);
        }
    }
    return builder.Build();
}

RdmaSchedule
MakeRdmaWindowedAllToAll(uint32_t nRanks, uint64_t bytesPerPair, uint32_t window)
{
    NS_ABORT_MSG_IF(window == 0, "an all-to-all with 0 blocks at a time");
    auto builder = BeginAllToAll(nRanks, bytesPerPair, uint64_t{nRanks} * nRanks);
    AddSendsInOrder(builder, nRanks, bytesPerPair);
    for (uint32_t step = window; step < nRanks - 1; ++step)
    {
        for (uint32_t rank = 0; rank < nRanks; ++rank)
        {
            builder.AddDependency((step - window) * nRanks + rank, step * nRanks + rank);
        }
    }
    return builder.Build();
}

} // namespace ns3
