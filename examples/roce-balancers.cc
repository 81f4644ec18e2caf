/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Four ways in which switches balance the packets of RoCE.
 *
 * @verbatim
 *   h0 .. h7 -- T0 --+-- T1 --+-- T0 -- h8 .. h15    8 T1s, 100 Gb/s; host i sends to host 15 - i
 *                    +-- ..   +
 * @endverbatim
 *
 * ECMP keeps a flow on one path, and flows that share a path are slow. Flowlets move a flow when it
 * pauses. Spraying and adaptive routing use all paths; the packets overtake each other, which
 * go-back-N takes for losses, so both need a receiver that accepts that (selective repeat).
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * EcmpBalancer                0        0.000      697.467         22.9         24.1
 *   0 packets sent again
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * FlowletBalancer             0        0.000      691.031         23.2         24.4
 *   0 packets sent again
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * SprayBalancer               0        0.000      322.913         49.5         52.2
 *   3314 packets sent again
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * AdaptiveBalancer            0        0.000      184.272         86.8         91.4
 *   43 packets sent again
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-permutation-schedule.h"

#include <iostream>

using namespace ns3;

/**
 * Send from all hosts.
 * @param balancer TypeId of a balancer
 * @param bytes length of each message, B
 */
static void
Run(const std::string& balancer, uint64_t bytes)
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(1, 16, 8));
    helper.SetTransport("ns3::RoceQpFactory");
    helper.SetSwitchAttribute("Pfc", BooleanValue(true));
    helper.SetSwitchAttribute("LoadBalancing", StringValue(balancer));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    std::vector<uint32_t> destinations;
    for (uint32_t host = 0; host < 16; ++host)
    {
        destinations.push_back(15 - host);
    }
    RdmaJobHelper jobs;
    jobs.Add(balancer.substr(11), MakeRdmaPermutation(destinations, bytes));
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    std::cout << "  " << cluster->SumCounters().retransmits << " packets sent again" << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint64_t bytes = 2000000;
    CommandLine cmd(__FILE__);
    cmd.Usage("A permutation over RoCE with each load balancer of the switches.");
    cmd.AddValue("bytes", "length of each message, B", bytes);
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::RoceQpParameters::Reliability", StringValue("selective-repeat"));
    for (const char* balancer : {"ns3::FabricEcmpBalancer",
                                 "ns3::FabricFlowletBalancer",
                                 "ns3::FabricSprayBalancer",
                                 "ns3::FabricAdaptiveBalancer"})
    {
        Run(balancer, bytes);
    }
    return 0;
}
