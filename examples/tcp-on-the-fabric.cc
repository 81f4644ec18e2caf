/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * ns-3's own TCP beside MRC, on the hosts, links and switches of MRC.
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
 * Every host sends 4 MB by MRC to the host four numbers higher. Host 0 also sends 4 MB to host 5
 * by DCTCP, in plane 0, which follows from the address.
 *
 * Expected output:
 *
 * @verbatim
 * 173 us: MRC of host 4 delivered
 * 173 us: MRC of host 6 delivered
 * 173 us: MRC of host 7 delivered
 * 173 us: MRC of host 3 delivered
 * 173 us: MRC of host 2 delivered
 * 174 us: MRC of host 5 delivered
 * 179 us: MRC of host 0 delivered
 * 186 us: MRC of host 1 delivered
 * TCP: 4000000 B received
 * flow 1: 980 packets sent, 980 received, mean delay 7.2 us
 * flow 2: 499 packets sent, 499 received, mean delay 3 us
 * packets marked by switches: 325, dropped: 0
 * @endverbatim
 *
 * MRC alone would need 167 us at line rate, and most of its messages do: its QPs spread over both
 * planes and leave DCTCP its share. DCTCP backs off at marks, so nothing is dropped, and has the
 * line for itself after MRC has finished.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/flow-monitor-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-module.h"

using namespace ns3;

/// Sink of ns3::RdmaCluster's callback of delivered messages.
static void
PrintDelivered(uint64_t host)
{
    std::cout << Simulator::Now().GetNanoSeconds() / 1000 << " us: MRC of host " << host
              << " delivered" << std::endl;
}

/// TCP as in a data center: DCTCP, ECN, short timeouts, windows for 100 Gb/s.
static void
ConfigureTcp()
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(1)));
    // Otherwise a window of one segment waits 200 ms for its acknowledgment.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MicroSeconds(10)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(4096));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1000000));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000000));
}

int
main(int argc, char* argv[])
{
    uint64_t bytes = 4000000;
    Time::SetResolution(Time::PS);
    CommandLine cmd(__FILE__);
    cmd.Usage("A DCTCP stream of ns-3's stack beside a permutation by MRC.");
    cmd.AddValue("bytes", "Bytes of each message and of the stream", bytes);
    cmd.Parse(argc, argv);
    ConfigureTcp();
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
    helper.SetTransport("ns3::MrcQpFactory");
    helper.SetSwitchAttribute("EcnOnLastHop", BooleanValue(true));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    FabricStackHelper().Install(cluster);
    cluster->SetDeliveredCallback(MakeCallback(&PrintDelivered));
    for (uint32_t host = 0; host < 8; ++host)
    {
        cluster->Send(host, (host + 4) % 8, 0, bytes, host);
    }
    const InetSocketAddress to(FabricStackHelper::GetIpv4(5, 0), 5001); // host 5, plane 0
    BulkSendHelper bulk("ns3::TcpSocketFactory", to);
    bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
    bulk.SetAttribute("SendSize", UintegerValue(65536));
    bulk.Install(cluster->GetNic(0)->GetObject<Node>());
    PacketSinkHelper sink("ns3::TcpSocketFactory", to);
    const auto sinks = sink.Install(cluster->GetNic(5)->GetObject<Node>());
    FlowMonitorHelper flows;
    Ptr<FlowMonitor> monitor = flows.InstallAll();
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    std::cout << "TCP: " << DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() << " B received\n";
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        std::cout << "flow " << id << ": " << flow.txPackets << " packets sent, " << flow.rxPackets
                  << " received, mean delay "
                  << flow.delaySum.GetNanoSeconds() / flow.rxPackets / 100 / 10.0 << " us\n";
    }
    const FabricTotals totals = cluster->GetFabric()->GetTotals();
    std::cout << "packets marked by switches: " << totals.ecnMarks
              << ", dropped: " << totals.GetDrops() << std::endl;
    Simulator::Destroy();
}
