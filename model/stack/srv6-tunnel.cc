/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "srv6-tunnel.h"

#include "srv6-address.h"

#include "ns3/abort.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-route.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-packet-headers.h"
#include "ns3/socket.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Srv6Tunnel");

NS_OBJECT_ENSURE_REGISTERED(Srv6Tunnel);

namespace
{
/// Bytes that a tunnel adds: outer header, routing header with one segment.
constexpr uint16_t OUTER_BYTES = 40;
constexpr uint16_t SRH_BYTES = 24;

/**
 * @param usids a list of uSIDs
 * @param from the first to take
 * @return a carrier of up to six
 */
Srv6Carrier
Pack(const std::vector<uint16_t>& usids, uint32_t from)
{
    Srv6Carrier carrier = MakeSrv6Carrier({});
    for (uint32_t i = 0; i < SRV6_CARRIER_USIDS && from + i < usids.size(); ++i)
    {
        PutSrv6Usid(carrier, i, usids[from + i]);
    }
    return carrier;
}
} // namespace

TypeId
Srv6Tunnel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Srv6Tunnel")
            .SetParent<VirtualNetDevice>()
            .SetGroupName("Mrc")
            .AddConstructor<Srv6Tunnel>()
            .AddAttribute("Source",
                          "Source address of packets of this node, inner and outer. ::: the node's "
                          "first global address.",
                          Ipv6AddressValue(Ipv6Address::GetAny()),
                          MakeIpv6AddressAccessor(&Srv6Tunnel::m_source),
                          MakeIpv6AddressChecker());
    return tid;
}

Srv6Tunnel::Srv6Tunnel()
{
    SetAddress(Mac48Address::Allocate());
    SetSendCallback(MakeCallback(&Srv6Tunnel::Encapsulate, this));
}

void
Srv6Tunnel::SetPath(Ptr<Ipv6> ipv6, const std::vector<uint16_t>& usids)
{
    NS_ABORT_MSG_IF(usids.empty() || usids.size() > MAX_USIDS,
                    "a tunnel of " << usids.size() << " uSIDs; allowed: 1 to " << MAX_USIDS);
    NS_ABORT_MSG_IF(std::count(usids.begin(), usids.end(), 0) > 0,
                    "0 ends a carrier and is no uSID");
    m_ipv6 = ipv6;
    m_first = Pack(usids, 0);
    m_second.reset();
    if (usids.size() > SRV6_CARRIER_USIDS)
    {
        m_second = Pack(usids, SRV6_CARRIER_USIDS);
    }
    // Packets of this size fit into every link of the node with the headers that are added.
    uint16_t mtu = 65535;
    for (uint32_t i = 0; i < ipv6->GetNInterfaces(); ++i)
    {
        mtu = ipv6->GetNetDevice(i) == this ? mtu : std::min(mtu, ipv6->GetMtu(i));
    }
    SetMtu(mtu - OUTER_BYTES - (m_second ? SRH_BYTES : 0));
}

void
Srv6Tunnel::AddDestination(Ipv6Address destination, Ipv6Prefix prefix)
{
    m_destinations.emplace_back(destination, prefix);
}

int
Srv6Tunnel::MatchLength(Ipv6Address destination) const
{
    int longest = -1;
    for (const auto& [address, prefix] : m_destinations)
    {
        if (prefix.IsMatch(address, destination))
        {
            longest = std::max<int>(longest, prefix.GetPrefixLength());
        }
    }
    return longest;
}

Ipv6Address
Srv6Tunnel::GetSource() const
{
    if (!m_source.IsAny())
    {
        return m_source;
    }
    for (uint32_t i = 0; i < m_ipv6->GetNInterfaces(); ++i)
    {
        for (uint32_t k = 0; k < m_ipv6->GetNAddresses(i); ++k)
        {
            const Ipv6Address address = m_ipv6->GetAddress(i, k).GetAddress();
            if (!address.IsLinkLocal() && !address.IsLocalhost())
            {
                return address;
            }
        }
    }
    NS_ABORT_MSG("a tunnel needs a source: its node has no global address, and the attribute "
                 "Source of ns3::Srv6Tunnel is not set");
}

bool
Srv6Tunnel::Encapsulate(Ptr<Packet> packet,
                        const Address& /* source */,
                        const Address& /* destination */,
                        uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    Ipv6Header inner;
    if (protocol != RDMA_ETHER_TYPE_IPV6 || packet->PeekHeader(inner) == 0)
    {
        return false;
    }
    if (inner.GetDestination().IsMulticast())
    {
        return true; // messages of ns-3 to neighbors, which a tunnel does not have
    }
    uint8_t protocolNumber = RDMA_IPV6_NEXT_IPV6;
    if (m_second)
    {
        RdmaWireSrh srh;
        srh.segmentsLeft = 1;
        srh.segment = *m_second;
        packet->AddHeader(Srv6SrhHeader(srh));
        protocolNumber = Ipv6Header::IPV6_EXT_ROUTING;
    }
    SocketIpv6TclassTag trafficClass;
    trafficClass.SetTclass(inner.GetTrafficClass());
    packet->ReplacePacketTag(trafficClass);
    m_ipv6->Send(packet, GetSource(), ToSrv6Ipv6Address(m_first), protocolNumber, nullptr);
    return true;
}

void
Srv6Tunnel::Print(std::ostream& os) const
{
    os << "tunnel " << Srv6AddressToString(m_first);
    if (m_second)
    {
        os << ", " << Srv6AddressToString(*m_second);
    }
    os << " for";
    for (const auto& [address, prefix] : m_destinations)
    {
        os << " " << address << prefix;
    }
}

void
Srv6Tunnel::DoDispose()
{
    m_ipv6 = nullptr;
    VirtualNetDevice::DoDispose();
}

std::ostream&
operator<<(std::ostream& os, const Srv6Tunnel& tunnel)
{
    tunnel.Print(os);
    return os;
}

} // namespace ns3
