/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ring-schedule.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

RdmaSchedule
MakeRdmaRingAllReduce(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-reduce needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "an all-reduce of 0 B");
    const uint32_t nSteps = 2 * (nRanks - 1);
    const auto nChunks = static_cast<uint32_t>(std::min<uint64_t>(nRanks, bytes));

    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(uint64_t{nSteps} * nChunks, uint64_t{nSteps} * nChunks);
    for (uint32_t step = 0; step < nSteps; ++step)
    {
        for (uint32_t chunk = 0; chunk < nChunks; ++chunk)
        {
            const uint64_t size = bytes / nRanks + (chunk < bytes % nRanks ? 1 : 0);
            const uint32_t src = (chunk + step) % nRanks;
            const uint32_t send = builder.AddSend(src, (src + 1) % nRanks, size, step);
            if (step > 0)
            {
                builder.AddDependency(send - nChunks, send);
            }
        }
    }
    builder.SetBandwidthRule(bytes, 2.0 * (nRanks - 1) / nRanks);
    return builder.Build();
}

} // namespace ns3
