/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * The shortest script: one message of 1 MB over MRC.
 *
 * @verbatim
 *   h0 --\      /-- h2    two planes of this shape, 100 Gb/s; a message uses all paths of both
 *         T0 == T0
 *   h1 --/  T1s  \-- h3
 * @endverbatim
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * hello                       0        0.000       45.539        175.7         99.9
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t bytes{1000000};
    CommandLine cmd(__FILE__);
    cmd.Usage("One message over MRC.");
    cmd.AddValue("bytes", "length of the message, B", bytes);
    cmd.Parse(argc, argv);
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 4, 2)); // 2 planes, 4 hosts, 2 under a T0
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaJobHelper jobs;
    jobs.AddWrite("hello", 0, 3, bytes);
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    Simulator::Destroy();
}
