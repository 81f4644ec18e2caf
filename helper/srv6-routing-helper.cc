/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "srv6-routing-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/rdma-not-null.h"

namespace ns3
{

namespace
{

constexpr const char* DEVICE = "a device to connect";

/**
 * @tparam T a class of the IPv6 stack
 * @param node a node
 * @return its stack; aborts if it has none
 */
template <typename T>
Ptr<T>
GetStack(Ptr<Node> node)
{
    const Ptr<T> stack = RdmaNotNull(node, "a node with an IPv6 stack")->GetObject<T>();
    NS_ABORT_MSG_IF(!stack, "node " << node->GetId() << " has no IPv6 stack");
    return stack;
}

} // namespace

Srv6RoutingHelper::Srv6RoutingHelper()
    : m_factory("ns3::Srv6Routing")
{
}

void
Srv6RoutingHelper::Set(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Srv6RoutingHelper*
Srv6RoutingHelper::Copy() const
{
    return new Srv6RoutingHelper(*this);
}

Ptr<Ipv6RoutingProtocol>
Srv6RoutingHelper::Create(Ptr<Node> node) const
{
    Ptr<Ipv6> ipv6 = GetStack<Ipv6>(node);
    ipv6->SetAttribute("IpForward", BooleanValue(true));
    ipv6->SetAttribute("SendIcmpv6Redirect", BooleanValue(false));
    return m_factory.Create<Srv6Routing>();
}

void
Srv6RoutingHelper::InstallStack(const NodeContainer& nodes, uint16_t firstSid) const
{
    Ipv6ListRoutingHelper list;
    list.Add(*this, 10);
    list.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper stack;
    stack.SetRoutingHelper(list);
    stack.Install(nodes);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        GetProtocol(nodes.Get(i))->AddSid(static_cast<uint16_t>(firstSid + i));
    }
}

Ptr<Srv6Routing>
Srv6RoutingHelper::GetProtocol(Ptr<Node> node)
{
    Ptr<Srv6Routing> routing =
        Ipv6RoutingHelper::GetRouting<Srv6Routing>(GetStack<Ipv6>(node)->GetRoutingProtocol());
    NS_ABORT_MSG_IF(!routing, "node " << node->GetId() << " has no ns3::Srv6Routing");
    return routing;
}

void
Srv6RoutingHelper::Connect(Ptr<NetDevice> a, Ptr<NetDevice> b)
{
    RdmaNotNull(a, DEVICE);
    RdmaNotNull(b, DEVICE);
    NS_ABORT_MSG_IF(!a->GetChannel() || a->GetChannel() != b->GetChannel(),
                    "neighbors must be on the same channel");
    Learn(a, b);
    Learn(b, a);
}

void
Srv6RoutingHelper::Learn(Ptr<NetDevice> from, Ptr<NetDevice> to)
{
    Ptr<Ipv6> ipv6 = GetStack<Ipv6>(from->GetNode());
    const int32_t interface = ipv6->GetInterfaceForDevice(from);
    NS_ABORT_MSG_IF(interface < 0,
                    "a device of node " << from->GetNode()->GetId()
                                        << " is no interface of its IPv6 stack");
    Ptr<Ipv6L3Protocol> far = GetStack<Ipv6L3Protocol>(to->GetNode());
    const int32_t farInterface = far->GetInterfaceForDevice(to);
    NS_ABORT_MSG_IF(farInterface < 0,
                    "a device of node " << to->GetNode()->GetId()
                                        << " is no interface of its IPv6 stack");
    const Ipv6Address nextHop = far->GetInterface(farInterface)->GetLinkLocalAddress().GetAddress();
    for (const uint16_t usid : GetProtocol(to->GetNode())->GetSids())
    {
        GetProtocol(from->GetNode())->AddNeighbor(usid, interface, nextHop);
    }
}

Ptr<Srv6Tunnel>
Srv6RoutingHelper::AddTunnel(Ptr<Node> node, const std::vector<uint16_t>& usids)
{
    Ptr<Srv6Routing> routing = GetProtocol(node);
    Ptr<Ipv6> ipv6 = node->GetObject<Ipv6>();
    Ptr<Srv6Tunnel> tunnel = CreateObject<Srv6Tunnel>();
    node->AddDevice(tunnel);
    const uint32_t interface = ipv6->AddInterface(tunnel);
    ipv6->SetMetric(interface, 1);
    ipv6->SetUp(interface);
    tunnel->SetPath(ipv6, usids);
    routing->AddTunnel(tunnel);
    return tunnel;
}

} // namespace ns3
