/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ring-schedule.h"

#include "rdma-bandwidth.h"
#include "rdma-chunks.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{

/**
 * One chunk per rank, which moves a number of steps around the ring from the rank of its number.
 * @param nRanks number of ranks
 * @param bytes the buffer, B
 * @param nSteps steps of each chunk
 * @param collective kind of the collective
 * @return the schedule
 */
RdmaSchedule
MakeRing(uint32_t nRanks, uint64_t bytes, uint32_t nSteps, RdmaCollective collective)
{
    const RdmaChunks chunks(bytes, nRanks);
    const uint32_t nChunks = chunks.GetNFilled();
    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(uint64_t{nSteps} * nChunks, uint64_t{nSteps} * nChunks);
    for (uint32_t step = 0; step < nSteps; ++step)
    {
        for (uint32_t chunk = 0; chunk < nChunks; ++chunk)
        {
            const uint32_t src = (chunk + step) % nRanks;
            const uint32_t dst = (src + 1) % nRanks;
            const uint32_t send = builder.AddSend(src, dst, chunks.GetBytes(chunk), step);
            if (step > 0)
            {
                builder.AddDependency(send - nChunks, send);
            }
        }
    }
    builder.SetBandwidthRule(bytes, GetRdmaBusFactor(collective, nRanks));
    return builder.Build();
}

} // namespace

RdmaSchedule
MakeRdmaRingReduceScatter(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "a reduce-scatter needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "a reduce-scatter of 0 B");
    return MakeRing(nRanks, bytes, nRanks - 1, RdmaCollective::REDUCE_SCATTER);
}

RdmaSchedule
MakeRdmaRingAllGather(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-gather needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "an all-gather of 0 B");
    return MakeRing(nRanks, bytes, nRanks - 1, RdmaCollective::ALL_GATHER);
}

RdmaSchedule
MakeRdmaRingAllReduce(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-reduce needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "an all-reduce of 0 B");
    return MakeRing(nRanks, bytes, 2 * (nRanks - 1), RdmaCollective::ALL_REDUCE);
}

} // namespace ns3
