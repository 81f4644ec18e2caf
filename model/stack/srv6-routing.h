/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_ROUTING_H
#define SRV6_ROUTING_H

#include "srv6-tunnel.h"

#include "ns3/ipv6-address.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/srv6-usid.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Srv6Routing: SRv6 micro segments on ordinary ns-3 nodes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Reason why ns3::Srv6Routing dropped a packet.
 */
enum class Srv6DropReason : uint8_t
{
    FOREIGN_SID,    ///< the active uSID is none of the node's
    UNKNOWN_SID,    ///< the next uSID is in no table
    END_OF_CARRIER, ///< no uSID and no segment is left, and the node does not decapsulate
    HOP_LIMIT,      ///< hop limit exhausted
    INTERFACE_DOWN, ///< the interface towards the next uSID is down
    MALFORMED,      ///< a routing header or an inner header cannot be parsed
    NO_INNER_ROUTE, ///< decapsulated, and no route leads to the inner destination
    COUNT           ///< number of reasons
};

/**
 * @ingroup mrc
 * @param reason a reason
 * @return its name, like "foreign-sid"
 */
const char* ToString(Srv6DropReason reason);

/// @cond
// The callbacks of RouteInput are passed by value in older ns-3 and by reference in later ones.
template <typename Method>
struct Srv6RouteInputTypes;

template <typename U, typename M, typename L, typename E>
struct Srv6RouteInputTypes<bool (
    Ipv6RoutingProtocol::*)(Ptr<const Packet>, const Ipv6Header&, Ptr<const NetDevice>, U, M, L, E)>
{
    using Unicast = U;
    using Multicast = M;
    using Local = L;
    using Error = E;
};

/// @endcond

/**
 * @ingroup mrc
 * SRv6 uN (RFC 9800; mrc reference, 4.2) as a routing protocol of ns-3's own IPv6 stack, on any
 * device: the same micro segments and the same arithmetic as the switches of a Fabric. It owns the
 * block of the fabric, 5f00:1::/32, and leaves all other destinations to the protocols beside it in
 * an Ipv6ListRouting.
 *
 * A node has its own SIDs, which are not addresses of an interface, and a static table from the
 * uSIDs of its neighbors to interface and next hop. If the active uSID of a packet is the node's
 * own, the node consumes it and forwards the packet to the next uSID with a smaller hop limit.
 * Where a carrier ends, the packet continues with the segment of a routing header (SRH) with one
 * segment, if there is one. Else the packet has arrived: a node with the attribute Decapsulate
 * unpacks the inner IPv6 packet and delivers or forwards it, any other node drops it. The table is
 * static: packets to a dead interface are dropped. Drops are silent, as in a switch; the trace
 * source Drop reports them.
 *
 * Sources steer packets by tunnels (Srv6Tunnel): those to a tunnel's destinations, and those of
 * sockets bound to it, get an outer header with the tunnel's uSIDs. A source needs no SID; for the
 * first uSID it needs a neighbor, or any other route to the block.
 *
 * ns-3 forwards no packets to 2001:db8::/32 or from link-local addresses, with outer headers as
 * well, so nodes need other addresses.
 */
class Srv6Routing : public Ipv6RoutingProtocol
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param usid a SID of this node
     */
    void AddSid(uint16_t usid);

    /** @return the SIDs of this node */
    const std::set<uint16_t>& GetSids() const
    {
        return m_sids;
    }

    /**
     * Set the next hop of a neighbor.
     * @param usid SID of the neighbor; replaces an earlier entry
     * @param interface egress interface
     * @param nextHop its address on that link; any on a point-to-point link
     */
    void AddNeighbor(uint16_t usid, uint32_t interface, Ipv6Address nextHop);

    /**
     * @param tunnel tunnel for packets to its destinations; an interface of this node
     */
    void AddTunnel(Ptr<Srv6Tunnel> tunnel);

    /**
     * @param reason a reason
     * @return packets dropped for it
     */
    uint64_t GetDrops(Srv6DropReason reason) const
    {
        return m_drops[static_cast<size_t>(reason)];
    }

    /// Signature of the trace source Drop: received header, rest of the packet, reason.
    typedef void (*DropTracedCallback)(const Ipv6Header& header,
                                       Ptr<const Packet> packet,
                                       Srv6DropReason reason);

    Ptr<Ipv6Route> RouteOutput(Ptr<Packet> p,
                               const Ipv6Header& header,
                               Ptr<NetDevice> oif,
                               Socket::SocketErrno& sockerr) override;

    /// Types of RouteInput's parameters.
    using Types = Srv6RouteInputTypes<decltype(&Ipv6RoutingProtocol::RouteInput)>;

    bool RouteInput(Ptr<const Packet> p,
                    const Ipv6Header& header,
                    Ptr<const NetDevice> idev,
                    Types::Unicast ucb,
                    Types::Multicast mcb,
                    Types::Local lcb,
                    Types::Error ecb) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv6InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv6InterfaceAddress address) override;
    void NotifyAddRoute(Ipv6Address dst,
                        Ipv6Prefix mask,
                        Ipv6Address nextHop,
                        uint32_t interface,
                        Ipv6Address prefixToUse = Ipv6Address::GetZero()) override;
    void NotifyRemoveRoute(Ipv6Address dst,
                           Ipv6Prefix mask,
                           Ipv6Address nextHop,
                           uint32_t interface,
                           Ipv6Address prefixToUse = Ipv6Address::GetZero()) override;
    void SetIpv6(Ptr<Ipv6> ipv6) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream,
                           Time::Unit unit = Time::S) const override;

  protected:
    void DoDispose() override;

  private:
    /// Next hop of a neighbor.
    struct Neighbor
    {
        uint32_t interface;  ///< egress interface
        Ipv6Address nextHop; ///< its address on the link; any: point-to-point link
    };

    /// A packet in the node.
    struct Passage
    {
        const Ipv6Header& received;          ///< received header, for the trace
        Ipv6Header header;                   ///< header to send
        Ptr<const Packet> packet;            ///< packet without the header
        Ptr<const NetDevice> idev;           ///< ingress device
        const UnicastForwardCallback& ucb;   ///< forwards
        const MulticastForwardCallback& mcb; ///< forwards multicast
        const LocalDeliverCallback& lcb;     ///< delivers
    };

    /**
     * Execute uN for the active uSID, which is one of the node's own.
     * @param carrier its destination
     */
    void Process(Passage& passage, Srv6Carrier carrier);

    /**
     * Process the end of a carrier at a SID of this node.
     */
    void ProcessEnd(Passage& passage);

    /**
     * Continue with the segment of the routing header.
     * @param passage the packet, whose routing header has a segment left
     */
    void UseSegment(Passage& passage);

    /**
     * Unpack the inner packet and deliver or forward it.
     * @param srh true: a routing header precedes the inner packet
     */
    void Decapsulate(Passage& passage, bool srh);

    /**
     * @param passage the packet; its header has the destination
     * @param usid SID of the next node
     */
    void ForwardTo(Passage& passage, uint16_t usid);

    /**
     * @param reason reason of the drop
     */
    void Drop(const Passage& passage, Srv6DropReason reason);

    /**
     * @param header header of the packet
     * @param packet rest of the packet
     * @param reason reason of the drop
     */
    void Drop(const Ipv6Header& header, Ptr<const Packet> packet, Srv6DropReason reason);

    /**
     * @param usid SID of a neighbor
     * @param header the packet's
     * @return the route to it, or null
     */
    Ptr<Ipv6Route> FindRoute(uint16_t usid, const Ipv6Header& header) const;

    /**
     * @param header the packet's
     * @param oif device that the sender requests, or null
     * @return the route into a tunnel, or null
     */
    Ptr<Ipv6Route> FindTunnel(const Ipv6Header& header, Ptr<const NetDevice> oif) const;

    Ptr<Ipv6> m_ipv6;                         ///< the node's stack
    bool m_decapsulate;                       ///< attribute Decapsulate
    std::set<uint16_t> m_sids;                ///< own SIDs
    std::map<uint16_t, Neighbor> m_neighbors; ///< by uSID
    std::vector<Ptr<Srv6Tunnel>> m_tunnels;   ///< in order of their creation
    std::array<uint64_t, static_cast<size_t>(Srv6DropReason::COUNT)> m_drops{}; ///< by reason
    /// Trace source Drop.
    TracedCallback<const Ipv6Header&, Ptr<const Packet>, Srv6DropReason> m_dropTrace;
};

} // namespace ns3

#endif // SRV6_ROUTING_H
