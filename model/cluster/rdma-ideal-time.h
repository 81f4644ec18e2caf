/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_IDEAL_TIME_H
#define RDMA_IDEAL_TIME_H

#include "rdma-qp-factory.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Lower bounds for the time of a message on an idle network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The planes of a network that a transport uses; normally all of them, or one. They are
 * consecutive.
 */
struct RdmaPlanes
{
    uint32_t count{1}; ///< number of planes
    uint32_t first{0}; ///< number of the first plane
};

/**
 * @ingroup mrc
 * @param bytes bytes of line time
 * @param bps line rate, bit/s
 * @return the time that they take
 */
RdmaTick GetRdmaLineTime(uint64_t bytes, uint64_t bps);

/// Bytes in which a port gains at most 1 ps over its rate (FabricPort::SetLink), B.
constexpr uint64_t RDMA_RATE_ROUNDING_BYTES = 1 << 17;

/**
 * @ingroup mrc
 * @param bytes line time of a message, B
 * @return time by which ports may send it faster than their rates allow, because they round times
 */
RdmaTick GetRdmaRounding(uint64_t bytes);

/**
 * @ingroup mrc
 * @param factory makes the QPs that the message uses
 * @param network the network between the hosts
 * @param planes planes that its packets may take
 * @param src sending host
 * @param dst receiving host
 * @param bytes message length, B; 0: immediate data only
 * @return a lower bound for the time from Send, or SendImmediate, to delivery, see RdmaMessenger
 */
RdmaTick GetRdmaIdealTime(const RdmaQpFactory& factory,
                          const FabricNetwork& network,
                          const RdmaPlanes& planes,
                          uint32_t src,
                          uint32_t dst,
                          uint64_t bytes);

} // namespace ns3

#endif // RDMA_IDEAL_TIME_H
