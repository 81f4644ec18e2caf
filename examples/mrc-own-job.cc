/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A communication pattern of your own: a halo exchange on a ring, with computations.
 *
 * @verbatim
 *   h0 <-> h1 <-> h2 <-> ... <-> h7 <-> h0     each round: compute 50 us, send to both neighbors
 * @endverbatim
 *
 * A rank begins a round when it has received both messages of the round before.
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * halo                        0        0.000      610.646        104.8         62.9
 * job                repetition         step     start_us      time_us   compute_us
 * halo                        0            0        0.000      157.493       50.000
 * halo                        0            1      145.125      162.747       50.000
 * halo                        0            2      293.260      167.374       50.000
 * halo                        0            3      446.154      164.492       50.000
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-schedule.h"

#include <array>
#include <iostream>
#include <vector>

using namespace ns3;

/**
 * Make the halo exchange.
 * @param ranks number of ranks, at least 3
 * @param rounds number of rounds
 * @param bytes length of each message, B
 * @return the schedule
 */
static RdmaSchedule
MakeHalo(uint32_t ranks, uint32_t rounds, uint64_t bytes)
{
    RdmaScheduleBuilder builder(ranks);
    std::vector<std::array<uint32_t, 2>> before(ranks); // messages that a rank receives in a round
    for (uint32_t round = 0; round < rounds; ++round)
    {
        auto now = before;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t compute = builder.AddComputation(rank, RdmaTick::Us(50), round);
            for (uint32_t side = 0; side < 2; ++side)
            {
                if (round > 0)
                {
                    builder.AddDependency(before[rank][side], compute);
                }
                const uint32_t peer = (rank + (side == 0 ? 1 : ranks - 1)) % ranks;
                now[peer][side] = builder.AddSend(rank, peer, bytes, round);
                builder.AddDependency(compute, now[peer][side]);
            }
        }
        before = now;
    }
    return builder.Build();
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t rounds = 4;
    uint64_t bytes = 1000000;
    std::string csv = "/dev/null";
    CommandLine cmd(__FILE__);
    cmd.Usage("A halo exchange on a ring of 8 hosts.");
    cmd.AddValue("rounds", "number of rounds", rounds);
    cmd.AddValue("bytes", "length of each message, B", bytes);
    cmd.AddValue("csv", "file that receives a row for each message", csv);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    RdmaJobHelper jobs;
    jobs.Add("halo", MakeHalo(8, rounds, bytes)).logsSteps = true;
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    RdmaJobHelper::PrintSteps(std::cout, *workload);
    RdmaJobHelper::WriteFlows(csv, *workload);
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
