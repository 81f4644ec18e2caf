/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * MRC on a user-defined network.
 *
 * @verbatim
 *   h0 h1                h6 h7
 *    \ |                 | /
 *     north -----------  east       100 Gb/s between switches, but 50
 *    /  |  \            / |          between north and east; hosts have 25
 *   |   |    \        /   |
 *   |   |       hub       |          two links join west and south
 *   |   |    /        \   |
 *     west  ===========  south
 *    / |                 | \
 *   h2 h3                h4 h5
 * @endverbatim
 *
 * The script defines only nodes and links: routes, uSIDs, entropy values and names follow from
 * them. Every host sends to the host four numbers higher. During the run one of the two links
 * between west and south fails, and no host is notified. The output shows the entropy values that
 * the senders retire, and that all messages arrive.
 */

#include "ns3/core-module.h"
#include "ns3/fabric-graph.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-permutation-schedule.h"
#include "ns3/rdma-workload.h"

#include <iostream>
#include <numeric>

using namespace ns3;

/** @return the network of the picture */
static FabricGraphSpec
MakeGraph()
{
    constexpr uint64_t RATE = 100000000000;
    FabricGraphSpec graph;
    graph.switchDelay = RdmaTick::Ns(300);
    for (const char* name : {"north", "west", "south", "east", "hub"})
    {
        graph.nodes.push_back({name, false});
    }
    const auto join = [&graph](const std::string& a, const std::string& b, uint64_t rate) {
        graph.links.push_back({a, b, 0, rate, RdmaTick::Ns(500)});
    };
    for (uint32_t host = 0; host < 8; ++host)
    {
        const std::string name = "h" + std::to_string(host);
        graph.nodes.push_back({name, true});
        join(name, graph.nodes[host / 2].name, RATE / 4);
    }
    join("north", "east", RATE / 2);
    join("north", "west", RATE);
    join("east", "south", RATE);
    join("west", "south", RATE);
    join("west", "south", RATE);
    for (const char* name : {"north", "west", "south", "east"})
    {
        join("hub", name, RATE);
    }
    return graph;
}

/**
 * Sink of the NICs' trace source QpEvent.
 * @param event an event of a QP
 */
static void
PrintEvent(const RdmaNicEvent& event)
{
    if (event.event.kind == RdmaEvent::Kind::EV_BAD)
    {
        std::cout << event.time.GetNs() / 1e3 << " us: h" << event.host << " retires EV "
                  << event.event.entropy << std::endl;
    }
}

/**
 * Sink of the workload's trace source JobFinished.
 * @param record the repetition that has ended
 */
static void
PrintJob(const RdmaJobRecord& record)
{
    std::cout << "all have sent after " << record.GetDuration().GetNs() / 1e3 << " us" << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    uint64_t bytes = 2000000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("bytes", "Message of each host, B", bytes);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(Create<FabricGraph>(MakeGraph()));
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    const FabricNetwork& network = cluster->GetNetwork();
    for (uint32_t dst = 1; dst < 8; dst += 2)
    {
        std::cout << network.GetNames().GetHostName(0) << " to "
                  << network.GetNames().GetHostName(dst) << ": " << network.GetDistance(0, dst)
                  << " links, " << network.GetPathCodec().GetNPaths(0, dst) << " path(s)"
                  << std::endl;
    }

    FabricPort* dying = RdmaClusterHelper::GetPort(cluster, "west", "south", 1);
    std::cout << "dies after 20 us: " << cluster->GetFabric()->GetPortName(dying) << std::endl;
    Simulator::Schedule(MicroSeconds(20),
                        [cluster, dying] { cluster->GetFabric()->SetLinkUp(dying, false); });
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        cluster->GetNic(host)->TraceConnectWithoutContext("QpEvent", MakeCallback(&PrintEvent));
    }

    RdmaJob job;
    job.name = "permutation";
    job.type = "permutation";
    job.schedule = MakeRdmaPermutation({4, 5, 6, 7, 0, 1, 2, 3}, bytes);
    job.hosts.resize(8);
    std::iota(job.hosts.begin(), job.hosts.end(), 0);
    job.bytes = bytes;
    Ptr<RdmaWorkload> workload = CreateObject<RdmaWorkload>();
    workload->SetMessenger(cluster->GetTransport());
    workload->AddJob(job);
    workload->TraceConnectWithoutContext("JobFinished", MakeCallback(&PrintJob));
    workload->SetDoneCallback(RdmaWorkload::DoneCallback([] { Simulator::Stop(); }));
    workload->Start();
    Simulator::Run();
    const bool finished = workload->IsFinished();
    workload->Dispose();
    cluster->Dispose();
    Simulator::Destroy();
    return finished ? 0 : 1;
}
