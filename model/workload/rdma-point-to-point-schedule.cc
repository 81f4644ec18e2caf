/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-point-to-point-schedule.h"

#include "ns3/abort.h"

namespace ns3
{

RdmaSchedule
MakeRdmaWrite(uint64_t bytes)
{
    return MakeRdmaFlows(2, {{0, 1, bytes, RdmaTick()}});
}

RdmaSchedule
MakeRdmaIncast(uint32_t nRanks, uint32_t receiver, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an incast needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(receiver >= nRanks,
                    "receiver " << receiver << " is none of " << nRanks << " ranks");
    NS_ABORT_MSG_IF(bytes == 0, "an incast of 0 B");
    RdmaScheduleBuilder builder(nRanks);
    for (uint32_t rank = 0; rank < nRanks; ++rank)
    {
        if (rank != receiver)
        {
            builder.AddSend(rank, receiver, bytes, 0);
        }
    }
    return builder.Build();
}

RdmaSchedule
MakeRdmaSendRecv(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "a send-recv needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "a send-recv of 0 B");
    RdmaScheduleBuilder builder(nRanks);
    for (uint32_t rank = 0; rank < nRanks; ++rank)
    {
        builder.AddSend(rank, (rank + 1) % nRanks, bytes, 0);
    }
    return builder.Build();
}

RdmaSchedule
MakeRdmaFlows(uint32_t nRanks, const std::vector<RdmaFlow>& flows)
{
    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(flows.size(), 0);
    uint32_t step = 0;
    for (const auto& flow : flows)
    {
        NS_ABORT_MSG_IF(flow.bytes == 0, "flow " << step << " has 0 B");
        NS_ABORT_MSG_IF(flow.src == flow.dst,
                        "flow " << step << " goes from rank " << flow.src << " to itself");
        NS_ABORT_MSG_IF(flow.start < RdmaTick(),
                        "flow " << step << " starts at " << flow.start.GetNs() << " ns");
        const uint32_t send = builder.AddSend(flow.src, flow.dst, flow.bytes, step++);
        if (flow.start != RdmaTick())
        {
            builder.SetStart(send, flow.start);
        }
    }
    return builder.Build();
}

} // namespace ns3
