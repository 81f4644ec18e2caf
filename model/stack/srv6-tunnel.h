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
 * A device that adds an outer IPv6 header to packets, whose destination is a list of uSIDs, and
 * sends the result with the node's stack (H.Encaps.Red of RFC 8986): up to six uSIDs in the
 * destination, up to six more in a routing header. DSCP and ECN are copied to the outer header.
 *
 * Packets enter a tunnel by a socket bound to the device, or by their destination (AddDestination).
 * The device never receives packets: the last node on the path unpacks, and answers have their own
 * path. It has an address only because ns-3's stack requires one for every device.
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
     * Set the path. Call it after the tunnel has become an interface of its node.
     * @param ipv6 the node's stack
     * @param usids SIDs of the nodes to pass, the first one first; the last one unpacks; at most
     *              MAX_USIDS
     */
    void SetPath(Ptr<Ipv6> ipv6, const std::vector<uint16_t>& usids);

    /**
     * Add destinations whose packets take the tunnel, from any source.
     * @param destination an address
     * @param prefix its length; the longest match wins, then the older tunnel
     */
    void AddDestination(Ipv6Address destination, Ipv6Prefix prefix = Ipv6Prefix::GetOnes());

    /**
     * @param destination an address
     * @return bits of the longest prefix that it matches, or -1
     */
    int MatchLength(Ipv6Address destination) const;

    /**
     * @return source address of packets of this node, inner and outer: the attribute Source or the
     *         node's first global address
     */
    Ipv6Address GetSource() const;

    /**
     * @param os output of path and destinations, as text
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
     * @return true if it was accepted
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
 * @param os output
 * @return os
 */
std::ostream& operator<<(std::ostream& os, const Srv6Tunnel& tunnel);

} // namespace ns3

#endif // SRV6_TUNNEL_H
