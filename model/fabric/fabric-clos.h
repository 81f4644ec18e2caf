/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_H
#define FABRIC_CLOS_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClosSpec: the numbers of a multi-plane, two-tier Clos network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Where a port of a Clos network stands: at which end of which link.
 */
struct FabricPortPlace
{
    uint32_t plane; ///< plane
    bool nicLink;   ///< true: between a host and its T0; false: between a T0 and a T1
    bool upper;     ///< true: it is the port at the end nearer to the T1s
    uint32_t below; ///< host, or T0 in its plane, at the lower end
    uint32_t above; ///< T0, or T1, in its plane, at the upper end
};

/**
 * @ingroup mrc
 * A two-tier Clos network of disjoint planes (MRC 1.0, 10.1): hosts with one NIC port per plane; a
 * T0 group is the T0 switches, one per plane, that serve the same hosts; every T0 has one link to
 * every T1 of its plane. Host h is downlink h mod hostsPerT0 of T0 group h div hostsPerT0.
 */
struct FabricClosSpec
{
    uint32_t planes{1};        ///< disjoint networks, 1..8
    uint32_t hosts{2};         ///< hosts, a multiple of hostsPerT0
    uint32_t hostsPerT0{2};    ///< hosts under a T0 group, 1..2048
    uint32_t t1PerPlane{0};    ///< T1 switches per plane, 1..2048; 0 only with a single T0 group
    uint64_t hostRateBps{0};   ///< rate of a NIC port, bit/s
    uint64_t fabricRateBps{0}; ///< rate of a T0-T1 link, bit/s
    Tick linkDelay;            ///< propagation on any link
    Tick switchDelay;          ///< forwarding latency of a switch

    /** @return T0 switches per plane */
    uint32_t GetNT0() const
    {
        return hosts / hostsPerT0;
    }

    /**
     * @param a a host
     * @param b another host
     * @return true if both sit under the same T0 group
     */
    bool IsLocal(uint32_t a, uint32_t b) const
    {
        return a / hostsPerT0 == b / hostsPerT0;
    }

    /** @return rate of a host, all planes together, bit/s */
    uint64_t GetNicRateBps() const
    {
        return hostRateBps * planes;
    }

    /**
     * Ports have numbers, two per link: plane by plane, the links of hosts first, by host, then
     * those between switches, T0 by T0 and by T1. The port at a link's lower end has the even
     * number, and the one above it the next.
     * @return how many there are
     */
    uint32_t GetNPorts() const
    {
        return planes * GetNPortsPerPlane();
    }

    /**
     * @param plane plane
     * @param host host
     * @return number of the host's port in this plane
     */
    uint32_t GetNicPortId(uint32_t plane, uint32_t host) const
    {
        return plane * GetNPortsPerPlane() + 2 * host;
    }

    /**
     * @param plane plane
     * @param t0 T0 in the plane
     * @param t1 T1 in the plane
     * @return number of the T0's port that leads to the T1
     */
    uint32_t GetUplinkId(uint32_t plane, uint32_t t0, uint32_t t1) const
    {
        return plane * GetNPortsPerPlane() + 2 * (hosts + t0 * t1PerPlane + t1);
    }

    /**
     * @param id number of a port
     * @return where it stands
     */
    FabricPortPlace Locate(uint32_t id) const;

    /**
     * Time of one frame through idle switches.
     * @param local true: under one T0, false: across a T1
     * @param wireBytes line time of the frame, B
     * @return from the first bit leaving the NIC to the last bit arriving
     */
    Tick GetOneWay(bool local, uint32_t wireBytes) const;

    /**
     * What a frame still needs after its last bit has left the NIC.
     * @param local true: under one T0, false: across a T1
     * @param wireBytes line time of the frame, B
     * @return store-and-forward times behind the first link, and all delays
     */
    Tick GetAfterNic(bool local, uint32_t wireBytes) const;

    /**
     * Unloaded round trip across the network at its longest, or under the T0 if there is but one.
     * @param dataWireBytes line time of a full data packet, B
     * @param ackWireBytes line time of its acknowledgement, B
     * @return the time
     */
    Tick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const;

    /**
     * @return what is wrong with the numbers, a sentence each that names those which clash; empty
     * if the network can be built
     */
    std::vector<std::string> Check() const;

  private:
    /** @return ports of one plane */
    uint32_t GetNPortsPerPlane() const
    {
        return 2 * (hosts + GetNT0() * t1PerPlane);
    }
};

} // namespace ns3

#endif // FABRIC_CLOS_H
