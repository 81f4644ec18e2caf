/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-all-to-all-schedule.h"

#include "ns3/abort.h"

namespace ns3
{

RdmaSchedule
MakeRdmaAllToAll(uint32_t nRanks, uint64_t bytesPerPair)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-to-all needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytesPerPair == 0, "an all-to-all of 0 B");
    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(uint64_t{nRanks} * (nRanks - 1), 0);
    for (uint32_t distance = 1; distance < nRanks; ++distance)
    {
        for (uint32_t src = 0; src < nRanks; ++src)
        {
            builder.AddSend(src, (src + distance) % nRanks, bytesPerPair, distance - 1);
        }
    }
    builder.SetBandwidthRule(nRanks * bytesPerPair, (nRanks - 1.0) / nRanks);
    return builder.Build();
}

} // namespace ns3
