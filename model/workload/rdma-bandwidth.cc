/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-bandwidth.h"

#include "ns3/assert.h"

namespace ns3
{

double
GetRdmaBusFactor(RdmaCollective collective, uint32_t nRanks)
{
    switch (collective)
    {
    case RdmaCollective::ALL_REDUCE:
        return 2.0 * (nRanks - 1) / nRanks;
    case RdmaCollective::ALL_GATHER:
    case RdmaCollective::REDUCE_SCATTER:
    case RdmaCollective::ALL_TO_ALL:
        return (nRanks - 1.0) / nRanks;
    case RdmaCollective::BROADCAST:
    case RdmaCollective::SEND_RECV:
        return 1;
    }
    NS_ASSERT_MSG(false, "collective " << static_cast<int>(collective));
    return 1;
}

double
GetRdmaAlgbwBps(uint64_t sizeBytes, RdmaTick duration)
{
    return static_cast<double>(sizeBytes) * 8 / duration.GetSeconds();
}

} // namespace ns3
