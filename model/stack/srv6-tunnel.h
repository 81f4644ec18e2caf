/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_TUNNEL_H
#define SRV6_TUNNEL_H

#include "ns3/ipv6-address.h"
#include "ns3/ipv6.h"
#include "ns3/ptr.h"
#include "ns3/srv6-usid.h"
#include "ns3/virtual-net-device.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Srv6Tunnel: sends packets along a list of micro segments.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A device that puts what it is given into an outer IPv6 header, whose destination is a list of
 * uSIDs, and has the node's stack send the result (H.Encaps.Red of RFC 8986): up to six uSIDs in
 * the destination, up to six more in a routing header. The outer header takes over DSCP and ECN.
 *
 * Packets come into a tunnel by a socket bound to the device, or by their destination
 * (AddDestination). Nothing ever comes out of it: the last node on the path unpacks, and answers
 * have a path of their own. Its addresses serve only ns-3's stack, which wants every device to have
 * one.
 */
class Srv6Tunnel : public VirtualNetDevice
{
  public:
    /// Most uSIDs of a tunnel: two carriers.
    static constexpr uint32_t MAX_USIDS = 12;

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Srv6Tunnel();

    /**
     * Say where packets go. To be called once the tunnel is an interface of its node.
     * @param ipv6 the node's stack
     * @param usids SIDs of the nodes to pass, the first one first; the last one unpacks; at most
     *              MAX_USIDS
     */
    void SetPath(Ptr<Ipv6> ipv6, const std::vector<uint16_t>& usids);

    /**
     * Send packets to some destinations this way, wherever they come from.
     * @param destination an address
     * @param prefix how many bits of it count; the longest match wins, then the older tunnel
     */
    void AddDestination(Ipv6Address destination, Ipv6Prefix prefix = Ipv6Prefix::GetOnes());

    /**
     * @param destination an address
     * @return bits of the longest prefix that it matches, or -1
     */
    int MatchLength(Ipv6Address destination) const;

    /**
     * @return source of packets that are born here, inner and outer: the attribute Source or the
     *         node's first global address
     */
    Ipv6Address GetSource() const;

    /**
     * @param os where to write path and destinations, for people
     */
    void Print(std::ostream& os) const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param packet an IPv6 packet
     * @param source not used
     * @param destination not used
     * @param protocol EtherType
     * @return true if it was taken
     */
    bool Encapsulate(Ptr<Packet> packet,
                     const Address& source,
                     const Address& destination,
                     uint16_t protocol);

    Ptr<Ipv6> m_ipv6;                                               ///< the node's stack
    Ipv6Address m_source;                                           ///< attribute Source
    Srv6Carrier m_first;                                            ///< outer destination
    std::optional<Srv6Carrier> m_second;                            ///< segment of the SRH
    std::vector<std::pair<Ipv6Address, Ipv6Prefix>> m_destinations; ///< see AddDestination
};

/**
 * @param os where to write
 * @return os
 */
std::ostream& operator<<(std::ostream& os, const Srv6Tunnel& tunnel);

} // namespace ns3

#endif // SRV6_TUNNEL_H
