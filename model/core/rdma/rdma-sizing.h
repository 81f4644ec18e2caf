/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SIZING_H
#define RDMA_SIZING_H

#include "rdma-tick.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::GetRdmaSizingStretch: sizes where a bandwidth-delay product is a few packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Windows and queues are sized by the bandwidth-delay product of a plane. Where it is only a few
 * packets, packets of several senders that meet by chance make longer queues than that, so sizes
 * are those of a longer base RTT.
 * @param baseRtt unloaded round-trip time
 * @param packets smallest bandwidth-delay product of a plane from which sizes are derived, packets
 * @param packetBytes size of a full packet, B
 * @param portRateBps rate of a NIC port, bit/s, above 0
 * @return the longer base RTT as a multiple of baseRtt, at least 1
 */
inline double
GetRdmaSizingStretch(RdmaTick baseRtt, double packets, uint32_t packetBytes, uint64_t portRateBps)
{
    const double leastNs = packets * packetBytes * 8e9 / static_cast<double>(portRateBps);
    return baseRtt > RdmaTick{} ? std::max(1.0, leastNs / baseRtt.GetNs()) : 1.0;
}

} // namespace ns3

#endif // RDMA_SIZING_H
