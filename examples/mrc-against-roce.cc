/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * MRC and RoCE, each with a link inside the network that dies during the transfer.
 *
 * @verbatim
 *   h0 .. h3 -- T0 --x-- T1 --+-- T0 -- h4 .. h7    MRC: two planes of 100 Gb/s
 *                    +-- T1 --+                     RoCE: one plane of 200 Gb/s
 * @endverbatim
 *
 * MRC leaves the paths that lose packets within a few round trips. RoCE has one path per QP, which
 * recovers when the switches have detected the dead link and hash its flows to others
 * (ns3::Fabric::LocalRepair, 10 ms, and RemoteConvergence, here 20 ms).
 *
 * Expected output:
 *
 * @verbatim
 * MRC
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * h0                          0        0.000      196.516        162.8         86.6
 * h1                          0        0.000      196.122        163.2         86.8
 * h2                          0        0.000      196.175        163.1         86.7
 * h3                          0        0.000      196.176        163.1         86.7
 * RoCE
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * h0                          0        0.000      507.085         63.1         33.0
 * h1                          0        0.000    11787.294          2.7          1.4
 * h2                          0        0.000      462.861         69.1         36.1
 * h3                          0        0.000      461.253         69.4         36.3
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-job-helper.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t t1 = 2;
    CommandLine cmd(__FILE__);
    cmd.Usage("MRC against RoCE, each with a link inside the network that dies.");
    cmd.AddValue("t1", "number of the T1 whose link dies", t1);
    cmd.Parse(argc, argv);
    for (const bool mrc : {true, false})
    {
        RdmaClusterHelper helper;
        helper.SetTopology(FabricClosSpec::TwoTiers(mrc ? 2 : 1, 8, 4, mrc ? 100e9 : 200e9));
        helper.SetTransport(mrc ? "ns3::MrcQpFactory" : "ns3::RoceQpFactory");
        helper.SetSwitchAttribute("Pfc", BooleanValue(!mrc));
        helper.SetFabricAttribute("RemoteConvergence", TimeValue(MilliSeconds(20)));
        Ptr<RdmaCluster> cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        RdmaJobHelper jobs;
        for (uint32_t host = 0; host < 4; ++host) // one of four paths is hit
        {
            jobs.AddWrite("h" + std::to_string(host), host, 7 - host, 4000000);
        }
        RdmaFaultHelper(cluster).LinkDown(RdmaClusterHelper::GetUplink(cluster, 0, 0, t1),
                                          MicroSeconds(50));
        Ptr<RdmaWorkload> workload = jobs.Install(cluster);
        Simulator::Run();
        std::cout << (mrc ? "MRC" : "RoCE") << std::endl;
        RdmaJobHelper::PrintJobs(std::cout, *workload);
        cluster->Dispose();
        Simulator::Destroy();
    }
}
