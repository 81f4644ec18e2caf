/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * The micro segments of MRC's switches, on ordinary ns-3 nodes: sockets over chosen paths.
 *
 * @verbatim
 *                upper 0803
 *              /            \
 *   source - in 0802      out 0805 - sink 0806       numbers are the nodes' uSIDs
 *              \            /
 *                lower 0804                          10 Mb/s and 1 ms everywhere
 * @endverbatim
 *
 * Source and sink have ns-3's IPv6 stack and no routes to the nodes between them. Two tunnels of
 * the source name the nodes of their paths. One UDP socket is bound to the upper tunnel; a TCP
 * connection uses the lower one because of its destination. Its acknowledgments use a tunnel of the
 * sink over the upper path.
 *
 * The link to the lower node fails during the TCP transfer. There is no rerouting: packets on that
 * path are lost until the link is up again.
 *
 * Expected output: each kind of packet passes exactly the nodes of its tunnel, and TCP recovers all
 * losses. With ns-3.37:
 *
 * @verbatim
 * source forwarded nothing
 * in forwarded  TCP ACK: 937  TCP data: 1869  UDP: 100
 * upper forwarded  TCP ACK: 937  UDP: 100
 * lower forwarded  TCP data: 1869
 * out forwarded  TCP ACK: 937  TCP data: 1869  UDP: 100
 * sink forwarded nothing
 * dropped before the dead link, interface-down: 95
 * received: 1100000 B of 1100000
 * @endverbatim
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/srv6-routing-helper.h"

#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

/// The nodes.
static const std::vector<std::string> NAMES{"source", "in", "upper", "lower", "out", "sink"};

/// Packets forwarded by each node, by kind.
static std::map<std::string, std::map<std::string, uint32_t>> g_forwarded;

/// Packets that the node before the dead link dropped, by reason.
static std::map<std::string, uint32_t> g_drops;

/**
 * Sink of the stack's trace source UnicastForward.
 * @param node name of the node
 * @param header outer header
 * @param packet inner header and payload
 * @param interface egress interface
 */
static void
CountForwarded(std::string node,
               const Ipv6Header& /* header */,
               Ptr<const Packet> packet,
               uint32_t /* interface */)
{
    Ipv6Header inner;
    packet->PeekHeader(inner);
    const std::string kind = inner.GetNextHeader() == 17                           ? "UDP"
                             : inner.GetDestination() == Ipv6Address("fd00:45::2") ? "TCP data"
                                                                                   : "TCP ACK";
    ++g_forwarded[node][kind];
}

/**
 * Sink of the trace source Drop of ns3::Srv6Routing.
 * @param header outer header
 * @param packet the rest of the packet
 * @param reason reason of the drop
 */
static void
CountDrop(const Ipv6Header& /* header */, Ptr<const Packet> /* packet */, Srv6DropReason reason)
{
    ++g_drops[ToString(reason)];
}

/**
 * Connect two nodes by a link with addresses, and make them neighbors with each other's SIDs.
 * @param nodes all nodes
 * @param a number of one
 * @param b number of the other
 * @return both devices
 */
static NetDeviceContainer
Link(const NodeContainer& nodes, uint32_t a, uint32_t b)
{
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    p2p.SetChannelAttribute("Delay", StringValue("1ms"));
    const NetDeviceContainer devices = p2p.Install(nodes.Get(a), nodes.Get(b));
    const std::string net = "fd00:" + std::to_string(a) + std::to_string(b) + "::";
    for (uint32_t end = 0; end < 2; ++end)
    {
        Ptr<Ipv6> ipv6 = devices.Get(end)->GetNode()->GetObject<Ipv6>();
        const uint32_t interface = ipv6->AddInterface(devices.Get(end));
        const std::string address = net + std::to_string(end + 1);
        ipv6->AddAddress(interface, {Ipv6Address(address.c_str()), Ipv6Prefix(64)});
        ipv6->SetUp(interface);
    }
    Srv6RoutingHelper::Connect(devices.Get(0), devices.Get(1));
    return devices;
}

/**
 * Install ns-3's stack with SRv6 on all nodes, and assign a SID to each.
 * @param nodes the nodes
 */
static void
InstallStacks(const NodeContainer& nodes)
{
    Srv6RoutingHelper srv6;
    srv6.Set("Decapsulate", BooleanValue(true));
    Ipv6ListRoutingHelper list;
    list.Add(srv6, 10);
    list.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper stack;
    stack.SetIpv4StackInstall(false);
    stack.SetRoutingHelper(list);
    stack.Install(nodes);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        Srv6RoutingHelper::GetProtocol(nodes.Get(i))->AddSid(static_cast<uint16_t>(0x0801 + i));
        nodes.Get(i)->GetObject<Ipv6L3Protocol>()->TraceConnect("UnicastForward",
                                                                NAMES[i],
                                                                MakeCallback(&CountForwarded));
    }
}

/**
 * Send 100 datagrams through a tunnel.
 * @param source the sender
 * @param tunnel its tunnel
 */
static void
SendDatagrams(Ptr<Node> source, Ptr<Srv6Tunnel> tunnel)
{
    Ptr<Socket> socket = Socket::CreateSocket(source, UdpSocketFactory::GetTypeId());
    socket->Bind6();
    socket->BindToNetDevice(tunnel);
    for (uint32_t i = 0; i < 100; ++i)
    {
        Simulator::Schedule(Seconds(2) + MilliSeconds(10 * i), [socket] {
            socket->SendTo(Create<Packet>(1000), 0, Inet6SocketAddress("fd00:45::2", 9));
        });
    }
}

/**
 * Send a megabyte over TCP.
 * @param source the sender
 */
static void
SendStream(Ptr<Node> source)
{
    BulkSendHelper bulk("ns3::TcpSocketFactory", Inet6SocketAddress("fd00:45::2", 80));
    bulk.SetAttribute("MaxBytes", UintegerValue(1000000));
    bulk.Install(source).Start(Seconds(2));
}

/**
 * @param sink the receiver
 * @return the applications that receive datagrams and stream
 */
static ApplicationContainer
Listen(Ptr<Node> sink)
{
    const Inet6SocketAddress datagrams(Ipv6Address::GetAny(), 9);
    const Inet6SocketAddress stream(Ipv6Address::GetAny(), 80);
    ApplicationContainer sinks = PacketSinkHelper("ns3::UdpSocketFactory", datagrams).Install(sink);
    sinks.Add(PacketSinkHelper("ns3::TcpSocketFactory", stream).Install(sink));
    return sinks;
}

/**
 * Take a link down for a second.
 * @param device device of the node before it
 */
static void
Interrupt(Ptr<NetDevice> device)
{
    Ptr<Ipv6> ipv6 = device->GetNode()->GetObject<Ipv6>();
    const uint32_t interface = ipv6->GetInterfaceForDevice(device);
    Simulator::Schedule(Seconds(2.5), &Ipv6::SetDown, ipv6, interface);
    Simulator::Schedule(Seconds(3.5), &Ipv6::SetUp, ipv6, interface);
    Srv6RoutingHelper::GetProtocol(device->GetNode())
        ->TraceConnectWithoutContext("Drop", MakeCallback(&CountDrop));
}

/** Print the nodes that forwarded packets. */
static void
PrintWays()
{
    for (const std::string& node : NAMES)
    {
        std::cout << node << " forwarded";
        for (const auto& [kind, packets] : g_forwarded[node])
        {
            std::cout << "  " << kind << ": " << packets;
        }
        std::cout << (g_forwarded[node].empty() ? " nothing" : "") << std::endl;
    }
    for (const auto& [reason, packets] : g_drops)
    {
        std::cout << "dropped before the dead link, " << reason << ": " << packets << std::endl;
    }
}

int
main(int argc, char* argv[])
{
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);

    NodeContainer nodes;
    nodes.Create(static_cast<uint32_t>(NAMES.size()));
    InstallStacks(nodes);
    Link(nodes, 0, 1);
    Link(nodes, 1, 2);
    const NetDeviceContainer inLower = Link(nodes, 1, 3);
    Link(nodes, 2, 4);
    Link(nodes, 3, 4);
    Link(nodes, 4, 5);
    Ptr<Node> source = nodes.Get(0);
    Ptr<Node> sink = nodes.Get(5);

    Ptr<Srv6Tunnel> upper = Srv6RoutingHelper::AddTunnel(source, {0x0802, 0x0803, 0x0805, 0x0806});
    Ptr<Srv6Tunnel> lower = Srv6RoutingHelper::AddTunnel(source, {0x0802, 0x0804, 0x0805, 0x0806});
    lower->AddDestination(Ipv6Address("fd00:45::2"));
    Ptr<Srv6Tunnel> back = Srv6RoutingHelper::AddTunnel(sink, {0x0805, 0x0803, 0x0802, 0x0801});
    back->AddDestination(Ipv6Address("fd00:1::1"));

    const ApplicationContainer sinks = Listen(sink);
    SendDatagrams(source, upper);
    SendStream(source);
    Interrupt(inLower.Get(0));
    Simulator::Stop(Seconds(20));
    Simulator::Run();

    PrintWays();
    uint64_t received = 0;
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        received += DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
    }
    std::cout << "received: " << received << " B of 1100000" << std::endl;
    Simulator::Destroy();
    return received == 1100000 ? 0 : 1;
}
