/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * One ring all-reduce of 16 hosts over MRC.
 *
 * @verbatim
 *   plane 0            plane 1       plane 2, plane 3: the same again
 *
 *   T1  T1  T1  T1     T1 T1 T1 T1   every T0 has a link to every T1 of its plane
 *    | \ | X | / |      |  |  |  |
 *   T0  T0  T0  T0     T0 T0 T0 T0   100 Gb/s everywhere
 *   ||||           ____/
 *   host 0 .. 3   /                  a host has one 100 Gb/s port in each plane
 *       \________/
 * @endverbatim
 *
 * Each host reduces a buffer with all others: 30 steps, in each of which it sends one 16th of the
 * buffer to its neighbor on the ring as soon as it has received it from the other neighbor. One MRC
 * QP per pair sprays its packets over all planes and T1s.
 *
 * With a large buffer the bus bandwidth (nccl-tests' measure, which makes collectives comparable
 * with the line rate) approaches the payload rate of the four ports together. With a small one
 * (--bytes=16000) it is a hundredth of that, because of the latency of 30 steps. The part of the
 * ideal stays high in both cases, because the ideal includes the latency.
 *
 * Expected output:
 *
 * @verbatim
 * payload rate of a host: 384.782 Gb/s
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * gradients                   0        0.000     2612.574        367.5         98.0
 * gradients                   1     2612.574     2612.216        367.5         98.0
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-ring-schedule.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint64_t bytes = 64000000;
    CommandLine cmd(__FILE__);
    cmd.Usage("A ring all-reduce of 16 hosts over MRC, twice.");
    cmd.AddValue("bytes", "buffer of each host, B", bytes);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(4, 16, 4));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    RdmaJobHelper jobs;
    jobs.Add("gradients", MakeRdmaRingAllReduce(16, bytes)).repeat = 2;
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    std::cout << "payload rate of a host: " << cluster->GetPayloadRateBps() / 1e9 << " Gb/s"
              << std::endl;
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
