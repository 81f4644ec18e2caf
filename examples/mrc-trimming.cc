/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * An incast with and without trimming.
 *
 * @verbatim
 *   h0 .. h7 --\                     all of h0 .. h14 send to h15, so its last link is the
 *               T0 -- T1s -- T0 --   bottleneck, whose queue overflows in the first round trip
 *   h8 .. h15 --/
 * @endverbatim
 *
 * A switch that trims cuts the payload of a packet that finds the queue full, and sends the headers
 * on at once: the receiver reports the loss within a round trip. Otherwise the sender has to infer
 * the losses from later packets, or to wait for a timer.
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * trimming                    0        0.000      187.812        161.0         84.4
 *   3785 packets trimmed, 0 dropped, 3785 sent again, 0 time-outs
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * dropping                    0        0.000      312.116         96.9         50.8
 *   0 packets trimmed, 808 dropped, 808 sent again, 10 time-outs
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <iostream>

using namespace ns3;

/**
 * Run the incast.
 * @param trimming switches trim
 * @param hosts number of hosts; the last one receives
 * @param bytes length of each message, B
 */
static void
Run(bool trimming, uint32_t hosts, uint64_t bytes)
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, hosts, 16));
    helper.SetSwitchAttribute("Trimming", BooleanValue(trimming));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    RdmaJobHelper jobs;
    jobs.Add(trimming ? "trimming" : "dropping", MakeRdmaIncast(hosts, hosts - 1, bytes));
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    const RdmaCounters counters = cluster->SumCounters();
    std::cout << "  " << cluster->GetFabric()->GetTotals().trims << " packets trimmed, "
              << cluster->GetFabric()->GetTotals().GetDrops() << " dropped, "
              << counters.retransmits << " sent again, " << counters.timeouts << " time-outs"
              << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t hosts = 64;
    uint64_t bytes = 60000;
    CommandLine cmd(__FILE__);
    cmd.Usage("An incast, with switches that trim and with switches that drop.");
    cmd.AddValue("hosts", "number of hosts, a multiple of 16", hosts);
    cmd.AddValue("bytes", "length of each message, B", bytes);
    cmd.Parse(argc, argv);
    Run(true, hosts, bytes);
    Run(false, hosts, bytes);
    return 0;
}
