/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * What PFC does in an incast, and what DCQCN adds.
 *
 * @verbatim
 *   h0 .. h3 --\                 h0 .. h6 send to h7; h3 also sends to h6 ("victim"), whose link
 *               T0 -- T1s -- T0  is idle
 *   h4 .. h7 --/
 * @endverbatim
 *
 * Without PFC packets are dropped. With it, switches pause their neighbors up to the senders, and
 * the victim waits with the others. DCQCN slows the senders down, so there are fewer pauses.
 *
 * Expected output:
 *
 * @verbatim
 * PFC off, DCQCN off: incast 4201.95 us, victim 1246.57 us, 0 pauses of hosts, 13426 drops
 * PFC on, DCQCN off: incast 2393.94 us, victim 2393.61 us, 585 pauses of hosts, 0 drops
 * PFC on, DCQCN on: incast 3388.54 us, victim 1707.43 us, 98 pauses of hosts, 0 drops
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

/**
 * Run the incast and the victim.
 * @param pfc switches pause
 * @param dcqcn senders use DCQCN, otherwise the line rate
 * @param bytes length of each message, B
 */
static void
Run(bool pfc, bool dcqcn, uint64_t bytes)
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(1, 8, 4));
    helper.SetTransport("ns3::RoceQpFactory",
                        "RateControl",
                        StringValue(dcqcn ? "ns3::RoceDcqcn" : "ns3::RoceFixedRate"));
    helper.SetSwitchAttribute("Pfc", BooleanValue(pfc));
    helper.SetSwitchAttribute("EcnOnLastHop", BooleanValue(true));
    helper.SetSwitchAttribute("EcnKmin", UintegerValue(50000));
    helper.SetSwitchAttribute("EcnKmax", UintegerValue(100000));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    uint32_t pauses = 0;
    Config::ConnectWithoutContext(
        "/NodeList/*/$ns3::RdmaNic/PortList/0/Pause",
        Callback<void, RdmaClass, bool>([&pauses](RdmaClass, bool begins) { pauses += begins; }));
    RdmaJobHelper jobs;
    for (uint32_t host = 0; host < 7; ++host)
    {
        jobs.AddWrite("from-" + std::to_string(host), host, 7, bytes);
    }
    jobs.AddWrite("victim", 3, 6, bytes);
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    const RdmaJobRecord& victim = workload->GetJobRecords().back();
    RdmaTick last;
    for (const RdmaJobRecord& record : workload->GetJobRecords())
    {
        last = std::max(last, record.end);
    }
    std::cout << "PFC " << (pfc ? "on" : "off") << ", DCQCN " << (dcqcn ? "on" : "off")
              << ": incast " << last.GetNs() / 1e3 << " us, victim "
              << victim.GetDuration().GetNs() / 1e3 << " us, " << pauses << " pauses of hosts, "
              << cluster->GetFabric()->GetTotals().GetDrops() << " drops" << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint64_t bytes = 4000000;
    CommandLine cmd(__FILE__);
    cmd.Usage("An incast over RoCE: PFC and its victim, with and without DCQCN.");
    cmd.AddValue("bytes", "length of each message, B", bytes);
    cmd.Parse(argc, argv);
    Run(false, false, bytes);
    Run(true, false, bytes);
    Run(true, true, bytes);
    return 0;
}
