/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "srv6-routing.h"

#include "srv6-address.h"

#include "ns3/boolean.h"
#include "ns3/ipv6-route.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-packet-headers.h"
#include "ns3/simulator.h"

#include <iomanip>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Srv6Routing");

NS_OBJECT_ENSURE_REGISTERED(Srv6Routing);

namespace
{
/**
 * Copy the ECN mark of the outer header to the inner one (RFC 6040): congested nodes mark the outer
 * header, and the sender reacts to the inner one.
 * @param outer header that is removed
 * @param inner header that remains and is marked
 */
void
CopyMark(const Ipv6Header& outer, Ipv6Header& inner)
{
    if (outer.GetEcn() == Ipv6Header::ECN_CE && inner.GetEcn() != Ipv6Header::ECN_NotECT)
    {
        inner.SetEcn(Ipv6Header::ECN_CE);
    }
}
} // namespace

const char*
ToString(Srv6DropReason reason)
{
    switch (reason)
    {
    case Srv6DropReason::FOREIGN_SID:
        return "foreign-sid";
    case Srv6DropReason::UNKNOWN_SID:
        return "unknown-sid";
    case Srv6DropReason::END_OF_CARRIER:
        return "end-of-carrier";
    case Srv6DropReason::HOP_LIMIT:
        return "hop-limit";
    case Srv6DropReason::INTERFACE_DOWN:
        return "interface-down";
    case Srv6DropReason::MALFORMED:
        return "malformed";
    case Srv6DropReason::NO_INNER_ROUTE:
        return "no-inner-route";
    case Srv6DropReason::COUNT:
        break;
    }
    return "unknown";
}

TypeId
Srv6Routing::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Srv6Routing")
            .SetParent<Ipv6RoutingProtocol>()
            .SetGroupName("Mrc")
            .AddConstructor<Srv6Routing>()
            .AddAttribute("Decapsulate",
                          "Unpack the IPv6 packet of a carrier that ends at this node. Without it "
                          "such packets are dropped, as in a switch (mrc reference, 4.2).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Srv6Routing::m_decapsulate),
                          MakeBooleanChecker())
            .AddTraceSource("Drop",
                            "A packet of the block has been dropped.",
                            MakeTraceSourceAccessor(&Srv6Routing::m_dropTrace),
                            "ns3::Srv6Routing::DropTracedCallback");
    return tid;
}

void
Srv6Routing::AddSid(uint16_t usid)
{
    NS_LOG_FUNCTION(this << usid);
    NS_ABORT_MSG_IF(usid == 0, "0 ends a carrier and is no uSID");
    m_sids.insert(usid);
}

void
Srv6Routing::AddNeighbor(uint16_t usid, uint32_t interface, Ipv6Address nextHop)
{
    NS_LOG_FUNCTION(this << usid << interface << nextHop);
    NS_ABORT_MSG_IF(usid == 0, "0 ends a carrier and is no uSID");
    NS_ABORT_MSG_IF(interface >= m_ipv6->GetNInterfaces(),
                    "a neighbor behind interface " << interface << " of "
                                                   << m_ipv6->GetNInterfaces());
    m_neighbors[usid] = {interface, nextHop};
}

void
Srv6Routing::AddTunnel(Ptr<Srv6Tunnel> tunnel)
{
    NS_LOG_FUNCTION(this << tunnel);
    NS_ABORT_MSG_IF(m_ipv6->GetInterfaceForDevice(tunnel) < 0,
                    "a tunnel must be an interface of its node");
    m_tunnels.push_back(tunnel);
}

Ptr<Ipv6Route>
Srv6Routing::RouteOutput(Ptr<Packet> /* p */,
                         const Ipv6Header& header,
                         Ptr<NetDevice> oif,
                         Socket::SocketErrno& sockerr)
{
    NS_LOG_FUNCTION(this << header.GetDestination() << oif);
    const Srv6Carrier carrier = ToSrv6Carrier(header.GetDestination());
    Ptr<Ipv6Route> route = IsSrv6Block(carrier.hi)
                               ? FindRoute(GetActiveSrv6Usid(carrier.hi), header)
                               : FindTunnel(header, oif);
    if (oif && route && route->GetOutputDevice() != oif)
    {
        route = nullptr;
    }
    sockerr = route ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST;
    return route;
}

bool
Srv6Routing::RouteInput(Ptr<const Packet> p,
                        const Ipv6Header& header,
                        Ptr<const NetDevice> idev,
                        Types::Unicast ucb,
                        Types::Multicast mcb,
                        Types::Local lcb,
                        Types::Error /* ecb */)
{
    NS_LOG_FUNCTION(this << p << header << idev);
    const Srv6Carrier carrier = ToSrv6Carrier(header.GetDestination());
    if (!IsSrv6Block(carrier.hi))
    {
        const Ptr<Ipv6Route> tunnel = FindTunnel(header, nullptr);
        if (tunnel)
        {
            ucb(idev, tunnel, p, header);
        }
        return tunnel != nullptr;
    }
    Passage passage{header, header, p, idev, ucb, mcb, lcb};
    if (m_sids.count(GetActiveSrv6Usid(carrier.hi)) == 0)
    {
        Drop(passage, Srv6DropReason::FOREIGN_SID);
        return true;
    }
    Process(passage, carrier);
    return true;
}

void
Srv6Routing::Process(Passage& passage, Srv6Carrier carrier)
{
    if (!HasSrv6Argument(carrier.hi, carrier.lo))
    {
        ProcessEnd(passage);
        return;
    }
    ShiftSrv6Usid(carrier.hi, carrier.lo);
    passage.header.SetDestination(ToSrv6Ipv6Address(carrier));
    if (m_sids.count(GetActiveSrv6Usid(carrier.hi)) > 0)
    {
        Process(passage, carrier); // two consecutive SIDs of one node
        return;
    }
    ForwardTo(passage, GetActiveSrv6Usid(carrier.hi));
}

void
Srv6Routing::ProcessEnd(Passage& passage)
{
    const uint8_t next = passage.header.GetNextHeader();
    if (next == Ipv6Header::IPV6_EXT_ROUTING)
    {
        Srv6SrhHeader srh;
        if (passage.packet->PeekHeader(srh) == 0)
        {
            Drop(passage, Srv6DropReason::MALFORMED);
        }
        else if (srh.fields.segmentsLeft > 0)
        {
            UseSegment(passage);
        }
        else if (m_decapsulate && srh.fields.nextHeader == RDMA_IPV6_NEXT_IPV6)
        {
            Decapsulate(passage, true);
        }
        else
        {
            Drop(passage, Srv6DropReason::END_OF_CARRIER);
        }
        return;
    }
    if (!m_decapsulate || next != RDMA_IPV6_NEXT_IPV6)
    {
        Drop(passage, Srv6DropReason::END_OF_CARRIER);
        return;
    }
    Decapsulate(passage, false);
}

void
Srv6Routing::UseSegment(Passage& passage)
{
    Srv6SrhHeader srh;
    const Ptr<Packet> packet = passage.packet->Copy();
    packet->RemoveHeader(srh);
    srh.fields.segmentsLeft = 0;
    packet->AddHeader(srh);
    passage.packet = packet;
    const Srv6Carrier segment = srh.fields.segment;
    passage.header.SetDestination(ToSrv6Ipv6Address(segment));
    if (!IsSrv6Block(segment.hi))
    {
        Drop(passage, Srv6DropReason::UNKNOWN_SID);
    }
    else if (m_sids.count(GetActiveSrv6Usid(segment.hi)) > 0)
    {
        Process(passage, segment);
    }
    else
    {
        ForwardTo(passage, GetActiveSrv6Usid(segment.hi));
    }
}

void
Srv6Routing::Decapsulate(Passage& passage, bool srh)
{
    const Ptr<Packet> packet = passage.packet->Copy();
    if (srh)
    {
        Srv6SrhHeader header;
        packet->RemoveHeader(header);
    }
    Ipv6Header inner;
    if (packet->GetSize() < inner.GetSerializedSize())
    {
        Drop(passage, Srv6DropReason::MALFORMED);
        return;
    }
    packet->RemoveHeader(inner);
    CopyMark(passage.header, inner);
    NS_LOG_LOGIC("unpacked a packet to " << inner.GetDestination());
    if (m_ipv6->GetInterfaceForAddress(inner.GetDestination()) >= 0)
    {
        passage.lcb(packet, inner, m_ipv6->GetInterfaceForDevice(passage.idev));
        return;
    }
    const ErrorCallback noRoute(
        [this](Ptr<const Packet> p, const Ipv6Header& h, Socket::SocketErrno /* error */) {
            Drop(h, p, Srv6DropReason::NO_INNER_ROUTE);
        });
    m_ipv6->GetRoutingProtocol()
        ->RouteInput(packet, inner, passage.idev, passage.ucb, passage.mcb, passage.lcb, noRoute);
}

void
Srv6Routing::ForwardTo(Passage& passage, uint16_t usid)
{
    const Ptr<Ipv6Route> route = FindRoute(usid, passage.header);
    if (passage.header.GetHopLimit() <= 1)
    {
        Drop(passage, Srv6DropReason::HOP_LIMIT);
    }
    else if (!route)
    {
        Drop(passage, Srv6DropReason::UNKNOWN_SID);
    }
    else if (!m_ipv6->IsUp(m_ipv6->GetInterfaceForDevice(route->GetOutputDevice())))
    {
        Drop(passage, Srv6DropReason::INTERFACE_DOWN);
    }
    else
    {
        NS_LOG_LOGIC("to " << passage.header.GetDestination());
        passage.ucb(passage.idev, route, passage.packet, passage.header);
    }
}

void
Srv6Routing::Drop(const Passage& passage, Srv6DropReason reason)
{
    Drop(passage.received, passage.packet, reason);
}

void
Srv6Routing::Drop(const Ipv6Header& header, Ptr<const Packet> packet, Srv6DropReason reason)
{
    NS_LOG_LOGIC("drop a packet to " << header.GetDestination() << ": " << ToString(reason));
    ++m_drops[static_cast<size_t>(reason)];
    m_dropTrace(header, packet, reason);
}

Ptr<Ipv6Route>
Srv6Routing::FindRoute(uint16_t usid, const Ipv6Header& header) const
{
    const auto neighbor = m_neighbors.find(usid);
    if (neighbor == m_neighbors.end())
    {
        return nullptr;
    }
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetSource(header.GetSource());
    route->SetDestination(header.GetDestination());
    route->SetGateway(neighbor->second.nextHop);
    route->SetOutputDevice(m_ipv6->GetNetDevice(neighbor->second.interface));
    return route;
}

Ptr<Ipv6Route>
Srv6Routing::FindTunnel(const Ipv6Header& header, Ptr<const NetDevice> oif) const
{
    const Ipv6Address dst = header.GetDestination();
    Ptr<Srv6Tunnel> best;
    int longest = -1;
    for (const Ptr<Srv6Tunnel>& tunnel : m_tunnels)
    {
        const int length = oif ? 0 : tunnel->MatchLength(dst);
        if ((!oif || oif == tunnel) && length > longest)
        {
            best = tunnel;
            longest = length;
        }
    }
    if (!best || dst.IsMulticast() || dst.IsLinkLocal())
    {
        return nullptr;
    }
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetSource(best->GetSource());
    route->SetDestination(dst);
    route->SetGateway(Ipv6Address::GetAny());
    route->SetOutputDevice(best);
    return route;
}

void
Srv6Routing::NotifyInterfaceUp(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
}

void
Srv6Routing::NotifyInterfaceDown(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
}

void
Srv6Routing::NotifyAddAddress(uint32_t interface, Ipv6InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
}

void
Srv6Routing::NotifyRemoveAddress(uint32_t interface, Ipv6InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
}

void
Srv6Routing::NotifyAddRoute(Ipv6Address dst,
                            Ipv6Prefix mask,
                            Ipv6Address nextHop,
                            uint32_t interface,
                            Ipv6Address prefixToUse)
{
    NS_LOG_FUNCTION(this << dst << mask << nextHop << interface << prefixToUse);
}

void
Srv6Routing::NotifyRemoveRoute(Ipv6Address dst,
                               Ipv6Prefix mask,
                               Ipv6Address nextHop,
                               uint32_t interface,
                               Ipv6Address prefixToUse)
{
    NS_LOG_FUNCTION(this << dst << mask << nextHop << interface << prefixToUse);
}

void
Srv6Routing::SetIpv6(Ptr<Ipv6> ipv6)
{
    NS_LOG_FUNCTION(this << ipv6);
    m_ipv6 = ipv6;
}

void
Srv6Routing::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    std::ostream& os = *stream->GetStream();
    os << "Node: " << m_ipv6->GetObject<Node>()->GetId() << ", Time: " << Now().As(unit)
       << ", Srv6Routing table" << std::endl;
    const auto usid = [&os](uint16_t number) -> std::ostream& {
        return os << std::hex << std::setw(4) << std::setfill('0') << number << std::dec
                  << std::setfill(' ');
    };
    os << "own SIDs:";
    for (const uint16_t own : m_sids)
    {
        os << " ";
        usid(own);
    }
    os << std::endl << "uSID  interface  next hop" << std::endl;
    for (const auto& [number, neighbor] : m_neighbors)
    {
        usid(number) << "  " << std::left << std::setw(9) << neighbor.interface << std::right
                     << "  " << neighbor.nextHop << std::endl;
    }
    for (const Ptr<Srv6Tunnel>& tunnel : m_tunnels)
    {
        os << *tunnel << std::endl;
    }
}

void
Srv6Routing::DoDispose()
{
    m_ipv6 = nullptr;
    m_tunnels.clear();
    Ipv6RoutingProtocol::DoDispose();
}

} // namespace ns3
