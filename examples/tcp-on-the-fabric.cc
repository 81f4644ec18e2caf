/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * ns-3's own TCP and UDP on the hosts, links and switches of MRC.
 *
 * 8 hosts, 4 under each of 2 T0s, in 2 planes with 4 T1s each; all links have 100 Gb/s.
 *
 * @verbatim
 *   plane 0:  T1 x 4                   plane 1:  T1 x 4
 *            /      \                           /      \
 *         T0         T0                      T0         T0
 *       0 1 2 3    4 5 6 7                 0 1 2 3    4 5 6 7
 * @endverbatim
 *
 * Every host sends 4 MB by MRC to the host four numbers higher. At the same time, host 0 sends 4 MB
 * to host 5 by DCTCP (BulkSendApplication), and host 1 sends datagrams to host 6, which returns
 * them (UdpEchoClient). Both stay in plane 0, which follows from their addresses. FlowMonitor
 * measures them.
 *
 * Expected output:
 *
 * @verbatim
 * MRC: 8 messages, the first delivered after 173.3 us, the last after 187.8 us
 * TCP: 4000000 B received
 * UDP: 20 datagrams, the slowest returned after 12.4 us
 * flows of IPv4:
 *   10.0.0.1 to 10.0.0.6: 980 packets sent, 980 received, 0 lost, mean delay 7.3 us
 *   10.0.0.2 to 10.0.0.7: 20 packets sent, 20 received, 0 lost, mean delay 4.2 us
 *   10.0.0.6 to 10.0.0.1: 497 packets sent, 497 received, 0 lost, mean delay 3.1 us
 *   10.0.0.7 to 10.0.0.2: 20 packets sent, 20 received, 0 lost, mean delay 4.1 us
 * packets marked by switches: 434, dropped: 0
 * @endverbatim
 *
 * MRC alone would need 167 us at line rate, and most of its messages do: its QPs spread over both
 * planes and leave DCTCP its share. DCTCP backs off at marks, so nothing is dropped, and has the
 * line for itself after MRC has finished. A datagram waits in the queues of the other traffic.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/flow-monitor-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t N_HOSTS = 8;
constexpr uint64_t MESSAGE_BYTES = 4000000;

std::vector<double> g_mrcEnds;  ///< times of delivery of MRC's messages, us
std::vector<double> g_echoSent; ///< times of transmission of datagrams, us
double g_longestEcho = 0;       ///< maximum time from a datagram to its answer, us

/**
 * @param token of a message of MRC that has been delivered
 */
void
OnDelivered(uint64_t /* token */)
{
    g_mrcEnds.push_back(Simulator::Now().GetNanoSeconds() / 1e3);
}

/**
 * @param packet a datagram that leaves
 */
void
OnEchoSent(Ptr<const Packet> /* packet */)
{
    g_echoSent.push_back(Simulator::Now().GetNanoSeconds() / 1e3);
}

/**
 * @param packet the answer to the last datagram
 */
void
OnEchoReceived(Ptr<const Packet> /* packet */)
{
    const double now = Simulator::Now().GetNanoSeconds() / 1e3;
    g_longestEcho = std::max(g_longestEcho, now - g_echoSent.back());
}

/** @return the network with its hosts */
Ptr<RdmaCluster>
BuildCluster()
{
    const FabricClosSpec clos = FabricClosSpec::TwoTiers(2, N_HOSTS, 4);
    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    return helper.Build();
}

/** TCP as in a data center: DCTCP, ECN, short timeouts, windows for 100 Gb/s. */
void
ConfigureTcp()
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(1)));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MicroSeconds(1)));
    // Otherwise a window of one segment waits 200 ms for its acknowledgment.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MicroSeconds(10)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(4096));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1000000));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000000));
    Config::SetDefault("ns3::FabricSwitchParameters::EcnOnLastHop", BooleanValue(true));
}

/**
 * @param cluster the network
 * @param host a host
 * @return its node
 */
Ptr<Node>
NodeOf(Ptr<RdmaCluster> cluster, uint32_t host)
{
    return cluster->GetNic(host)->GetObject<Node>();
}

/**
 * @param cluster the network; host 0 sends a stream to host 5
 * @return the receiver
 */
Ptr<PacketSink>
StartBulk(Ptr<RdmaCluster> cluster)
{
    constexpr uint16_t PORT = 5001;
    const InetSocketAddress to(FabricStackHelper::GetIpv4(5, 0), PORT);
    PacketSinkHelper sink("ns3::TcpSocketFactory", to);
    BulkSendHelper bulk("ns3::TcpSocketFactory", to);
    bulk.SetAttribute("MaxBytes", UintegerValue(MESSAGE_BYTES));
    bulk.SetAttribute("SendSize", UintegerValue(65536));
    bulk.Install(NodeOf(cluster, 0));
    return DynamicCast<PacketSink>(sink.Install(NodeOf(cluster, 5)).Get(0));
}

/**
 * @param cluster the network; host 1 sends datagrams to host 6, which returns them
 */
void
StartEcho(Ptr<RdmaCluster> cluster)
{
    constexpr uint16_t PORT = 7;
    UdpEchoServerHelper server(PORT);
    server.Install(NodeOf(cluster, 6));
    UdpEchoClientHelper client(FabricStackHelper::GetIpv4(6, 0), PORT);
    client.SetAttribute("MaxPackets", UintegerValue(20));
    client.SetAttribute("Interval", TimeValue(MicroSeconds(20)));
    client.SetAttribute("PacketSize", UintegerValue(64));
    const Ptr<Application> asking = client.Install(NodeOf(cluster, 1)).Get(0);
    asking->TraceConnectWithoutContext("Tx", MakeCallback(&OnEchoSent));
    asking->TraceConnectWithoutContext("Rx", MakeCallback(&OnEchoReceived));
}

/**
 * @param monitor the measured flows
 * @param classifier maps flows to addresses
 */
void
PrintFlows(Ptr<FlowMonitor> monitor, Ptr<Ipv4FlowClassifier> classifier)
{
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        const auto tuple = classifier->FindFlow(id);
        std::cout << "  " << tuple.sourceAddress << " to " << tuple.destinationAddress << ": "
                  << flow.txPackets << " packets sent, " << flow.rxPackets << " received, "
                  << flow.lostPackets << " lost, mean delay "
                  << flow.delaySum.GetNanoSeconds() / 1e3 / flow.rxPackets << " us\n";
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);
    ConfigureTcp();
    const Ptr<RdmaCluster> cluster = BuildCluster();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    FabricStackHelper().Install(cluster);

    cluster->SetDeliveredCallback(MakeCallback(&OnDelivered));
    for (uint32_t host = 0; host < N_HOSTS; ++host)
    {
        cluster->Send(host, (host + 4) % N_HOSTS, 0, MESSAGE_BYTES, host);
    }
    const Ptr<PacketSink> sink = StartBulk(cluster);
    StartEcho(cluster);
    FlowMonitorHelper helper;
    const Ptr<FlowMonitor> monitor = helper.InstallAll();
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();

    std::cout << std::fixed << std::setprecision(1);
    std::cout << "MRC: " << g_mrcEnds.size() << " messages, the first delivered after "
              << g_mrcEnds.front() << " us, the last after " << g_mrcEnds.back() << " us\n";
    std::cout << "TCP: " << sink->GetTotalRx() << " B received\n";
    std::cout << "UDP: " << g_echoSent.size() << " datagrams, the slowest returned after "
              << g_longestEcho << " us\n";
    std::cout << "flows of IPv4:\n";
    PrintFlows(monitor, DynamicCast<Ipv4FlowClassifier>(helper.GetClassifier()));
    std::cout << "packets marked by switches: " << cluster->GetFabric()->GetTotals().ecnMarks
              << ", dropped: " << cluster->GetFabric()->GetTotals().GetDrops() << '\n';
    Simulator::Destroy();
    return 0;
}
