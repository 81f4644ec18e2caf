/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LINK_H
#define FABRIC_LINK_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSwitchPosition, ns3::FabricLinkEnd, ns3::FabricLink, ns3::FabricSidRange: positions in
 * a network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Position of a switch.
 */
struct FabricSwitchPosition
{
    /// Tier of a switch.
    enum class Tier : uint8_t
    {
        T0,    ///< faces NICs
        T1,    ///< faces T0s
        OTHER, ///< in a network without tiers
        T2,    ///< faces T1s
    };

    Tier tier{};       ///< tier
    uint32_t plane{0}; ///< plane, 0-based
    uint32_t index{0}; ///< number within plane and tier
};

/**
 * @ingroup mrc
 * The end of a link.
 */
struct FabricLinkEnd
{
    bool isHost{false}; ///< true: a NIC; false: a switch
    uint32_t node{0};   ///< number of the host, or of the switch
    uint32_t port{0};   ///< number of the port there; a NIC's is its plane
};

/**
 * @ingroup mrc
 * A link of a network.
 */
struct FabricLink
{
    uint32_t plane{0};     ///< plane
    FabricLinkEnd lower;   ///< the end nearer to hosts, or the one named first
    FabricLinkEnd upper;   ///< the other end, always a switch
    uint64_t rateBps{0};   ///< rate in either direction, bit/s
    RdmaTick delayToUpper; ///< propagation, and forwarding latency at the upper end
    RdmaTick delayToLower; ///< propagation, and forwarding latency at the lower end
    uint32_t parallel{0};  ///< number among the links between the same two ends
    uint32_t parallels{1}; ///< number of links between the two ends

    /**
     * @param sw switch at one end of a link between switches
     * @return switch at the other end
     */
    uint32_t GetOther(uint32_t sw) const
    {
        return lower.node == sw ? upper.node : lower.node;
    }
};

/**
 * @ingroup mrc
 * The SIDs of a switch: consecutive uSIDs, only one unless the next hop depends on the ingress
 * link.
 */
struct FabricSidRange
{
    uint16_t first{0}; ///< the first uSID
    uint16_t count{1}; ///< number of uSIDs
};

/**
 * @ingroup mrc
 * How much the paths between two hosts differ in rate, at most.
 */
struct FabricPathSpread
{
    double ratio{1};   ///< ratio of the rates of two paths between the same hosts; 1: all are equal
    uint32_t links{0}; ///< links of the longest of the shortest paths; 0 if all rates are equal
};

} // namespace ns3

#endif // FABRIC_LINK_H
