/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Three ways to spray a message over the paths, while one of them is slow.
 *
 * @verbatim
 *   h0 .. h3 -- T0 --+-- T1 --+-- T0 -- h4 .. h7     two planes, 4 T1s each, 100 Gb/s
 *                    +-- T1 --+
 *                    +-- T1 --+
 *                    +-- T1 --+   the link to the last T1 of plane 0 has 10 Gb/s
 * @endverbatim
 *
 * "single" puts all packets on one path. "oblivious" uses all paths equally, so the slow one delays
 * the message. MRC leaves paths on which packets are marked.
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * SingleSelector              0        0.000      336.584         95.1         50.6
 *   0 packets over the slow link
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * ObliviousSelector            0        0.000      191.090        167.5         89.0
 *   125 packets over the slow link
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * SpraySelector               0        0.000      178.422        179.4         95.4
 *   74 packets over the slow link
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/data-rate.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-job-helper.h"

#include <iostream>

using namespace ns3;

/**
 * Send a message from host 0 to host 7.
 * @param selector TypeId of a path selector
 * @param bytes length of the message, B
 * @param slowBps rate of the slow link, bit/s
 */
static void
Run(const std::string& selector, uint64_t bytes, uint64_t slowBps)
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
    helper.SetTransport("ns3::MrcQpFactory", "PathSelector", StringValue(selector));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    FabricPort* slow = RdmaClusterHelper::GetUplink(cluster, 0, 0, 3);
    RdmaFaultHelper(cluster).LinkRate(slow, slowBps, Seconds(0));
    RdmaJobHelper jobs;
    jobs.AddWrite(selector.substr(8), 0, 7, bytes);
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    std::cout << "  " << slow->GetStats().txFrames << " packets over the slow link" << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint64_t bytes = 4000000;
    DataRate slow("10Gbps");
    CommandLine cmd(__FILE__);
    cmd.Usage("Spraying over all paths, with and without feedback, when one path is slow.");
    cmd.AddValue("bytes", "length of the message, B", bytes);
    cmd.AddValue("slow", "rate of the slow link", slow);
    cmd.Parse(argc, argv);
    for (const char* selector :
         {"ns3::MrcSingleSelector", "ns3::MrcObliviousSelector", "ns3::MrcSpraySelector"})
    {
        Run(selector, bytes, slow.GetBitRate());
    }
    return 0;
}
