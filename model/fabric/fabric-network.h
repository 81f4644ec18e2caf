/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NETWORK_H
#define FABRIC_NETWORK_H

#include "fabric-forwarding.h"
#include "fabric-names.h"
#include "fabric-path-codec.h"
#include "fabric-rate.h"
#include "fabric-routes.h"
#include "fabric-topology.h"

#include "ns3/fabric-addressing.h"
#include "ns3/ptr.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricNetwork: the shape of a network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The shape of a network: its hosts, planes, switches and links, the paths between hosts
 * (GetPathCodec), and the names (GetNames). It has no state: FabricLazyTopology makes its switches
 * and links. Other classes query it and keep no copy of its numbers.
 *
 * Planes are disjoint networks of the same hosts (mrc reference, 10.1), each of which has a port in
 * every plane. Hosts, switches and links have numbers from 0 on, switches and links across all
 * planes. Every link has two ports (GetLowerPort, GetUpperPort).
 *
 * A network is constant, so it may be shared. A new kind of network is one file with a subclass.
 */
class FabricNetwork : public SimpleRefCount<FabricNetwork>,
                      public FabricTopology,
                      public FabricStaticPaths
{
  public:
    FabricNetwork() = default;
    FabricNetwork(const FabricNetwork&) = delete;
    FabricNetwork& operator=(const FabricNetwork&) = delete;
    ~FabricNetwork() override;

    /// @name Hosts
    /// @{

    /**
     * @return number of its group: the hosts that share their first switch in plane 0
     */
    virtual uint32_t GetGroup(uint32_t host) const = 0;

    /** @return number of groups */
    virtual uint32_t GetNGroups() const = 0;

    /**
     * @return index of the uSID of its NIC ports, the same in all planes, 0..2047
     */
    virtual uint32_t GetNicIndex(uint32_t host) const = 0;

    /**
     * @return rate of its NIC port, bit/s
     */
    virtual uint64_t GetNicPortRate(uint32_t host, uint32_t plane) const = 0;

    /** @return mapping of hosts to IPv6 addresses */
    virtual FabricAddressing GetAddressing() const = 0;

    /// @}
    /// @name Switches
    /// @{

    /**
     * @return its uSIDs
     */
    virtual FabricSidRange GetSids(uint32_t sw) const = 0;

    /** @return true if switches forward a frame whose headers have arrived, by a port that is not
     * faster than the one by which it arrives; other frames are forwarded when they have arrived */
    virtual bool IsCutThrough() const = 0;

    /**
     * @param routes links that it has learned to avoid; outlive the forwarding
     * @return its static forwarding
     */
    virtual std::unique_ptr<FabricForwarding> MakeForwarding(
        uint32_t sw,
        const FabricSwitchRoutes& routes) const = 0;

    /**
     * @return switches such that every other one has the ports of one of them, with the same rates
     *         and delays there and back
     */
    virtual std::vector<uint32_t> ListSwitchKinds() const = 0;

    /// @}
    /// @name Paths between hosts, and names
    /// @{

    /** @return the paths between hosts, and their encoding */
    virtual const FabricPathCodec& GetPathCodec() const = 0;

    /** @return the names of hosts, switches, links and ports */
    virtual const FabricNames& GetNames() const = 0;

    /**
     * @param src a host
     * @param dst another host
     * @return links of the shortest path of all planes
     */
    virtual uint32_t GetDistance(uint32_t src, uint32_t dst) const = 0;

    /**
     * Get the time from the last bit of a frame leaving the NIC to its arrival, through idle
     * switches.
     * @param src a host
     * @param dst another host
     * @param wireBytes line time of the frame, B
     * @return line times behind the first link, and all delays, on the fastest path
     */
    virtual RdmaTick GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const = 0;

    /**
     * Unloaded round trip across the network at its longest; a graph of several rates that cuts
     * through may stay below it.
     * @param dataWireBytes line time of a full data packet, B
     * @param ackWireBytes line time of its acknowledgment, B
     */
    virtual RdmaTick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const = 0;

    /** @return number of links on which a frame arrives as soon as it has left */
    virtual uint32_t CountLinksWithoutDelay() const = 0;

    /** @return most links that a source route may have more than the shortest path of its plane */
    virtual uint32_t GetMostExtraLinks() const
    {
        return 0;
    }

    /** @return how much the paths between two hosts differ in rate */
    virtual FabricPathSpread GetPathSpread() const
    {
        return {};
    }

    /// @}
    /// @name Derived numbers
    /// @{

    /** @return effects of its shape that a user may not expect */
    RdmaProblems Advise() const;

    /** @return rate of the fastest NIC port, bit/s */
    virtual uint64_t GetPortRate() const = 0;

    /**
     * @param planes number of planes
     * @param firstPlane the first of them
     * @return rate of the host in these planes together, bit/s
     */
    uint64_t GetNicRate(uint32_t host, uint32_t planes, uint32_t firstPlane = 0) const;

    /**
     * @param a a host
     * @param b another host
     * @return true if both are in the same group
     */
    bool IsLocal(uint32_t a, uint32_t b) const
    {
        return GetGroup(a) == GetGroup(b);
    }

    /**
     * @param src a host
     * @param dst another host
     * @param wireBytes line time of a frame, B
     * @return time from the first bit leaving the NIC to the last bit arriving
     */
    RdmaTick GetOneWay(uint32_t src, uint32_t dst, uint32_t wireBytes) const;

    /**
     * @return sum of the rates of its ports, bit/s
     */
    uint64_t GetSwitchRate(uint32_t sw) const;

    std::optional<uint32_t> FindNextSwitch(uint32_t sw, uint32_t port) const override;

    /// @}
};

} // namespace ns3

#endif // FABRIC_NETWORK_H
