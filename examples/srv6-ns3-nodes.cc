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
 *               node 2: 803
 *              /           \
 *   node 0 - node 1: 802  node 4: 805 - node 5: 806     with the nodes' uSIDs
 *              \           /
 *               node 3: 804                             10 Mb/s and 1 ms everywhere
 * @endverbatim
 *
 * Nodes 0 and 5 have ns-3's IPv6 stack and no routes to the nodes between them. Two tunnels of
 * node 0 name the nodes of their paths. Two of three sockets are bound to the upper one; datagrams
 * of the others take the lower one, which has their destination.
 *
 * Expected output:
 *
 * @verbatim
 * 75000 B received
 * node 1 forwarded 150
 * node 2 forwarded 100
 * node 3 forwarded 50
 * node 4 forwarded 150
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
#include <utility>
#include <vector>

using namespace ns3;

/// Packets that each node has forwarded, by its number.
static std::map<char, uint32_t> g_forwarded;

/// Sink of the stack's trace source UnicastForward; its path begins with /NodeList/ and the number.
static void
CountForwarded(std::string path, const Ipv6Header&, Ptr<const Packet>, uint32_t)
{
    ++g_forwarded[path.at(10)];
}

int
main(int argc, char* argv[])
{
    uint32_t datagrams = 150;
    CommandLine cmd(__FILE__);
    cmd.Usage("Sockets over chosen paths: SRv6 tunnels on nodes with ns-3's own stack.");
    cmd.AddValue("datagrams", "Number of datagrams, a third of them by the lower path", datagrams);
    cmd.Parse(argc, argv);
    Srv6RoutingHelper srv6;
    srv6.Set("Decapsulate", BooleanValue(true));
    NodeContainer nodes;
    nodes.Create(6);
    srv6.InstallStack(nodes, 0x801);
    Config::Connect("/NodeList/*/$ns3::Ipv6L3Protocol/UnicastForward",
                    MakeCallback(&CountForwarded));

    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    p2p.SetChannelAttribute("Delay", StringValue("1ms"));
    Ipv6AddressHelper addresses;
    std::vector<Ipv6InterfaceContainer> links;
    const std::vector<std::pair<int, int>> ends{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}};
    for (const auto& [a, b] : ends)
    {
        const NetDeviceContainer devices = p2p.Install(nodes.Get(a), nodes.Get(b));
        links.push_back(addresses.Assign(devices));
        addresses.NewNetwork();
        Srv6RoutingHelper::Connect(devices.Get(0), devices.Get(1));
    }
    const Ipv6Address sink = links.back().GetAddress(1, 1);

    const auto upper = Srv6RoutingHelper::AddTunnel(nodes.Get(0), {0x802, 0x803, 0x805, 0x806});
    const auto lower = Srv6RoutingHelper::AddTunnel(nodes.Get(0), {0x802, 0x804, 0x805, 0x806});
    lower->AddDestination(sink);
    PacketSinkHelper listen("ns3::UdpSocketFactory", Inet6SocketAddress(sink, 9));
    const ApplicationContainer sinks = listen.Install(nodes.Get(5));
    for (uint32_t i = 0; i < datagrams; ++i)
    {
        Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->Bind6();
        if (i % 3 > 0)
        {
            socket->BindToNetDevice(upper);
        }
        Simulator::Schedule(MilliSeconds(2000 + i), [socket, sink] {
            socket->SendTo(Create<Packet>(500), 0, Inet6SocketAddress(sink, 9));
        });
    }
    Simulator::Stop(Seconds(20));
    Simulator::Run();

    std::cout << DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() << " B received" << std::endl;
    for (const auto& [node, packets] : g_forwarded)
    {
        std::cout << "node " << node << " forwarded " << packets << std::endl;
    }
    Simulator::Destroy();
    return 0;
}
