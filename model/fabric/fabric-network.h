/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NETWORK_H
#define FABRIC_NETWORK_H

#include "fabric-forwarding.h"
#include "fabric-rate.h"
#include "fabric-routes.h"

#include "ns3/fabric-addressing.h"
#include "ns3/mrc-ev.h"
#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"
#include "ns3/simple-ref-count.h"
#include "ns3/srv6-source-routes.h"
#include "ns3/srv6-usid.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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
 * The shape of a network: its hosts, planes, switches and links, their names, and the paths between
 * hosts. It has no state: FabricLazyTopology makes its switches and links. Other classes query it
 * and keep no copy of its numbers.
 *
 * Planes are disjoint networks of the same hosts (mrc reference, 10.1), each of which has a port in
 * every plane. Hosts, switches and links have numbers from 0 on, switches and links across all
 * planes. Every link has two ports (GetLowerPort, GetUpperPort).
 *
 * Names are the same in scenarios, results, captures and messages: host 3 is "h3", a switch
 * "p0-t1-5" or its name in a graph, a link and the port at its first end "h3--p0-t0-0", with ".0",
 * ".1" and so on appended if several links connect the same two ends.
 *
 * A network is constant, so it may be shared. A new kind of network is one file with a subclass.
 */
class FabricNetwork : public SimpleRefCount<FabricNetwork>, public FabricStaticPaths
{
  public:
    ~FabricNetwork() override;

    /// @name Sizes
    /// @{

    /** @return disjoint networks, 1..8 */
    virtual uint32_t GetNPlanes() const = 0;

    /** @return hosts, with a NIC each */
    virtual uint32_t GetNHosts() const = 0;

    /** @return switches of all planes */
    virtual uint32_t GetNSwitches() const = 0;

    /** @return links of all planes, including those of NICs */
    virtual uint32_t GetNLinks() const = 0;

    /** @return ports, two per link */
    uint32_t GetNPorts() const
    {
        return 2 * GetNLinks();
    }

    /// @}
    /// @name Hosts
    /// @{

    /**
     * @return number of its group: the hosts that share their first switch in plane 0
     */
    virtual uint32_t GetGroup(uint32_t host) const = 0;

    /** @return number of groups */
    virtual uint32_t GetNGroups() const = 0;

    /**
     * @return number of the link of its NIC port
     */
    virtual uint32_t GetNicLink(uint32_t host, uint32_t plane) const = 0;

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
     * @return its position
     */
    virtual FabricSwitchPosition GetPosition(uint32_t sw) const = 0;

    /**
     * @param position position of a switch
     * @return its number, or nothing if no switch is there
     */
    virtual std::optional<uint32_t> FindSwitch(const FabricSwitchPosition& position) const = 0;

    /**
     * @return number of its ports
     */
    virtual uint32_t GetNSwitchPorts(uint32_t sw) const = 0;

    /**
     * @param port number of one of its ports
     * @return number of the link there
     */
    virtual uint32_t GetSwitchLink(uint32_t sw, uint32_t port) const = 0;

    /**
     * @return its uSIDs
     */
    virtual FabricSidRange GetSids(uint32_t sw) const = 0;

    /**
     * @param routes links that it has learned to avoid; outlive the forwarding
     * @return its static forwarding
     */
    virtual std::unique_ptr<FabricForwarding> MakeForwarding(
        uint32_t sw,
        const FabricSwitchRoutes& routes) const = 0;

    /**
     * @return switches such that every other one has the ports, rates and delays of one of them
     */
    virtual std::vector<uint32_t> ListSwitchKinds() const = 0;

    /// @}
    /// @name Links
    /// @{

    /**
     * @param link number of a link
     */
    virtual FabricLink GetLink(uint32_t link) const = 0;

    /// @}
    /// @name Paths between hosts
    /// @{

    /**
     * @param src a host
     * @param dst another host
     * @return links of the shortest path of all planes
     */
    virtual uint32_t GetDistance(uint32_t src, uint32_t dst) const = 0;

    /**
     * @param src a host
     * @param dst another host
     * @return distinct paths in the plane that has most of them; at most MrcEv::MAX_PATHS
     */
    virtual uint32_t GetNPaths(uint32_t src, uint32_t dst) const = 0;

    /**
     * @param src a host
     * @param dst another host
     * @param structured true: switches read digits of EVs; false: source routes
     * @return code of each path in the low bits of an EV, by plane; null: the paths are numbered,
     * the same in every plane
     */
    virtual std::shared_ptr<const MrcPathCodes> GetPathCodes(uint32_t src,
                                                             uint32_t dst,
                                                             bool structured) const = 0;

    /** @return positions of the digits of structured EVs; empty: see FabricSwitchParameters */
    virtual std::vector<FabricEvField> GetEvFields() const = 0;

    /** @return reason why the digits of structured EVs do not fit; empty if they do */
    virtual std::string CheckStructured() const;

    /**
     * @param src a host
     * @param dst another host, or the same for a path to the first switch and back
     * @return template of the source routes (ApplyMrcEv), if MakeSourceRoutes has none
     */
    virtual Srv6Carrier GetPathTemplate(uint32_t src, uint32_t dst) const = 0;

    /**
     * @param src a host
     * @param dst another host
     * @param segments the table of the network's SRH segments, for paths of more than six uSIDs
     * @return source routes that no template describes, or null
     */
    virtual std::unique_ptr<Srv6SourceRoutes> MakeSourceRoutes(uint32_t src,
                                                               uint32_t dst,
                                                               Srv6Segments& segments) const = 0;

    /**
     * @return source routes to the neighbors of its first switch and back, one for each uplink
     * (ApplyMrcEv); nothing if there are none
     */
    virtual std::optional<Srv6Carrier> GetUplinkProbeTemplate(uint32_t host) const = 0;

    /**
     * Get the time from the last bit of a frame leaving the NIC to its arrival, through idle
     * switches.
     * @param src a host
     * @param dst another host
     * @param wireBytes line time of the frame, B
     * @return store-and-forward times behind the first link, and all delays, on the fastest path
     */
    virtual RdmaTick GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const = 0;

    /**
     * Unloaded round trip across the network at its longest.
     * @param dataWireBytes line time of a full data packet, B
     * @param ackWireBytes line time of its acknowledgment, B
     */
    virtual RdmaTick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const = 0;

    /// @}
    /// @name Derived numbers
    /// @{

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

    /**
     * @param port number of one of its ports
     * @return the other end of the link there
     */
    FabricLinkEnd GetPeer(uint32_t sw, uint32_t port) const;

    std::optional<uint32_t> FindNextSwitch(uint32_t sw, uint32_t port) const override;

    /**
     * Find the links between two ends.
     * @param a a name
     * @param b another name
     * @return their numbers, those of parallel links in order; none if a or b do not exist or are
     * not linked
     */
    std::vector<uint32_t> FindLinks(const std::string& a, const std::string& b) const;

    /// @}
    /// @name Ports and their links
    /// @{

    /**
     * @param link number of a link
     * @return number of the port at its lower end
     */
    static constexpr uint32_t GetLowerPort(uint32_t link)
    {
        return 2 * link;
    }

    /**
     * @param link number of a link
     * @return number of the port at its upper end
     */
    static constexpr uint32_t GetUpperPort(uint32_t link)
    {
        return 2 * link + 1;
    }

    /**
     * @param port number of a port
     * @return number of its link
     */
    static constexpr uint32_t GetLinkOf(uint32_t port)
    {
        return port / 2;
    }

    /**
     * @param port number of a port
     * @return true if it is at the upper end of its link
     */
    static constexpr bool IsUpperPort(uint32_t port)
    {
        return port % 2 == 1;
    }

    /**
     * @param port number of a port
     * @return the end of the link where the port is
     */
    FabricLinkEnd GetOwnEnd(uint32_t port) const;

    /**
     * @param port number of a port
     * @return the far end of its link
     */
    FabricLinkEnd GetFarEnd(uint32_t port) const;

    /**
     * Find the ports of one end towards another.
     * @param a name of a host or switch
     * @param b name of another one
     * @return numbers of the ports at a, those of parallel links in order; none if a or b do not
     * exist or are not linked
     */
    std::vector<uint32_t> FindPorts(const std::string& a, const std::string& b) const;

    /// @}
    /// @name Names
    /// @{

    /**
     * @return its name
     */
    virtual std::string GetHostName(uint32_t host) const;

    /**
     * @param position of a switch
     * @return its name in a network with tiers
     */
    static std::string NamePosition(const FabricSwitchPosition& position);

    /**
     * @return its name
     */
    virtual std::string GetSwitchName(uint32_t sw) const;

    /**
     * @param name name of a switch
     * @return its number, or nothing if no switch has this name
     */
    virtual std::optional<uint32_t> FindSwitch(const std::string& name) const;

    /**
     * @param name name of a host
     * @return its number, or nothing if no host has this name
     */
    virtual std::optional<uint32_t> FindHost(const std::string& name) const;

    /**
     * @param end an end of a link
     * @return name of the host or switch
     */
    std::string GetEndName(const FabricLinkEnd& end) const;

    /**
     * @param end an end of a link
     * @return its tier: host, t0, t1, t2 or switch
     */
    const char* GetTierName(const FabricLinkEnd& end) const;

    /**
     * @param link number of a link
     * @return its name, which is also that of the port at its lower end
     */
    std::string GetLinkName(uint32_t link) const;

    /**
     * @param port number of a port
     * @return its name: its own end first
     */
    std::string GetPortName(uint32_t port) const;

    /// @}

  private:
    /**
     * @param name name of a host or switch
     * @return an end there, of no particular link; nothing if no node has this name
     */
    std::optional<FabricLinkEnd> FindNode(const std::string& name) const;
};

} // namespace ns3

#endif // FABRIC_NETWORK_H
