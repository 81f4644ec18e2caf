/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_SPEC_H
#define FABRIC_CLOS_SPEC_H

#include "ns3/fabric-addressing.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClosSpec: the numbers of a multi-plane Clos network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A Clos network of disjoint planes (mrc reference, 10.1): hosts with one NIC port per plane; a T0
 * group is the T0 switches, one per plane, that serve the same hosts.
 *
 * In two tiers every T0 is linked to every T1 of its plane. In three tiers (t2PerPlane above 0) the
 * T0s and T1s of a plane form pods; every T0 is linked to every T1 of its pod, and T1 number i of
 * every pod to t2PerPlane / t1PerPod T2s, number i x t2PerPlane / t1PerPod and those that follow.
 *
 * Host h is downlink h mod hostsPerT0 of T0 group h div hostsPerT0. With rails it is NIC h mod
 * rails of server h div rails, and the NICs i of hostsPerT0 servers are under one T0
 * (FabricAddressing).
 */
struct FabricClosSpec
{
    static constexpr uint32_t LOCAL = 2;     ///< links of a path under one T0
    static constexpr uint32_t ACROSS_T1 = 4; ///< links of a path across a T1
    static constexpr uint32_t ACROSS_T2 = 6; ///< links of a path across a T2

    uint32_t planes{1};     ///< disjoint networks, 1..8
    uint32_t hosts{2};      ///< hosts, a multiple of hostsPerT0 x rails
    uint32_t hostsPerT0{2}; ///< hosts under a T0 group, 1..2048
    uint32_t rails{1};      ///< T0 groups over which the NICs of a server are spread; 1: no rails
    uint32_t t1PerPlane{0}; ///< two tiers: T1s per plane, 1..2048; 0 only with one T0 group
    uint32_t t0PerPod{0};   ///< three tiers: T0s of a pod, per plane
    uint32_t t1PerPod{0};   ///< three tiers: T1s of a pod, per plane
    uint32_t t2PerPlane{0}; ///< three tiers: T2s per plane, a multiple of t1PerPod; 0: two tiers
    uint32_t parallelLinks{1}; ///< links between a T0 and a T1
    uint64_t hostRateBps{0};   ///< rate of a NIC port, bit/s
    uint64_t fabricRateBps{0}; ///< rate of a T0-T1 link, bit/s
    uint64_t coreRateBps{0};   ///< three tiers: rate of a T1-T2 link, bit/s
    RdmaTick linkDelay;        ///< propagation on any link
    RdmaTick switchDelay;      ///< forwarding latency of a switch
    bool cutThrough{false};    ///< see FabricNetwork::IsCutThrough

    /**
     * A network of two tiers without oversubscription, with the delays that scenarios have by
     * default.
     * @param planes planes
     * @param hosts hosts
     * @param hostsPerT0 hosts under a T0, and T1s of a plane
     * @param rateBps rate of all links, bit/s
     * @return the network; all members may be changed
     */
    static FabricClosSpec TwoTiers(uint32_t planes,
                                   uint32_t hosts,
                                   uint32_t hostsPerT0,
                                   uint64_t rateBps = 100000000000);

    /** @return true if there are three tiers */
    bool HasPods() const
    {
        return t2PerPlane > 0;
    }

    /** @return T0 switches per plane */
    uint32_t GetNT0() const
    {
        return hosts / hostsPerT0;
    }

    /** @return T0s of a pod; in two tiers, all of a plane */
    uint32_t GetT0PerPod() const
    {
        return HasPods() ? t0PerPod : GetNT0();
    }

    /** @return T1s of a pod; in two tiers, all of a plane */
    uint32_t GetT1PerPod() const
    {
        return HasPods() ? t1PerPod : t1PerPlane;
    }

    /** @return pods; in two tiers, one */
    uint32_t GetNPods() const
    {
        return HasPods() ? GetNT0() / t0PerPod : 1;
    }

    /** @return T1 switches per plane */
    uint32_t GetNT1() const
    {
        return GetNPods() * GetT1PerPod();
    }

    /** @return uplinks of a T0 */
    uint32_t GetT0Uplinks() const
    {
        return GetT1PerPod() * parallelLinks;
    }

    /**
     * @param t0 a T0 of the plane
     * @return index of the first SID of its pod's T1s
     */
    uint32_t GetFirstT1Sid(uint32_t t0) const
    {
        return t0 / GetT0PerPod() * GetT0Uplinks();
    }

    /** @return uplinks of a T1, one to each of its T2s */
    uint32_t GetT1Uplinks() const
    {
        return HasPods() ? t2PerPlane / t1PerPod : 0;
    }

    /** @return positions of hosts */
    FabricAddressing GetAddressing() const
    {
        FabricAddressing addressing;
        addressing.hostsPerT0 = hostsPerT0;
        addressing.rails = rails;
        return addressing;
    }

    /**
     * @param src a host
     * @param dst another host
     * @return links of a path: LOCAL, ACROSS_T1 or ACROSS_T2
     */
    uint32_t GetDistance(uint32_t src, uint32_t dst) const
    {
        const uint32_t a = GetAddressing().GetT0(src);
        const uint32_t b = GetAddressing().GetT0(dst);
        const bool samePod = a / GetT0PerPod() == b / GetT0PerPod();
        return a == b ? LOCAL : samePod ? ACROSS_T1 : ACROSS_T2;
    }

    /**
     * @return contradictions, each a sentence that names the numbers; empty if the network can be
     * built
     */
    std::vector<std::string> Check() const;
};

} // namespace ns3

#endif // FABRIC_CLOS_SPEC_H
