/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A network of your own shape: a torus of switches with a host each.
 *
 * @verbatim
 *   s00 - s10 - s20 - (s00)      every switch has a host; links of 200 Gb/s between switches,
 *    |     |     |               of 100 Gb/s to hosts
 *   s01 - s11 - s21 -
 *    |     |     |
 *   s02 - s12 - s22 -
 * @endverbatim
 *
 * Expected output:
 *
 * @verbatim
 * 9 hosts; from h00 to h11 there are 2 shortest paths of 4 links
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * all-to-all                  0        0.000      138.057         92.7         97.9
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/fabric-graph.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"

#include <iostream>
#include <string>

using namespace ns3;

/**
 * Make the torus.
 * @param size switches in each of two dimensions, at least 3
 * @return the network
 */
static FabricGraphSpec
MakeTorus(uint32_t size)
{
    FabricGraphSpec graph;
    graph.switchDelay = RdmaTick::Ns(300);
    const auto name = [size](const char* what, uint32_t x, uint32_t y) {
        return what + std::to_string(x % size) + std::to_string(y % size);
    };
    const auto join = [&graph](const std::string& a, const std::string& b, uint64_t rate) {
        graph.links.push_back({a, b, 0, rate, RdmaTick::Ns(500)});
    };
    for (uint32_t x = 0; x < size; ++x)
    {
        for (uint32_t y = 0; y < size; ++y)
        {
            graph.nodes.push_back({name("s", x, y), false});
            graph.nodes.push_back({name("h", x, y), true});
            join(name("h", x, y), name("s", x, y), 100000000000);
            join(name("s", x, y), name("s", x + 1, y), 200000000000);
            join(name("s", x, y), name("s", x, y + 1), 200000000000);
        }
    }
    return graph;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t size = 3;
    uint64_t bytes = 200000;
    CommandLine cmd(__FILE__);
    cmd.Usage("An all-to-all on a torus of switches with a host each.");
    cmd.AddValue("size", "switches in each of the two dimensions, 3 to 10", size);
    cmd.AddValue("bytes", "length of each message, B", bytes);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(Create<FabricGraph>(MakeTorus(size)));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    const FabricNetwork& network = cluster->GetNetwork();
    const uint32_t far = size + 1; // one step in each dimension
    std::cout << network.GetNHosts() << " hosts; from " << network.GetNames().GetHostName(0)
              << " to " << network.GetNames().GetHostName(far) << " there are "
              << network.GetPathCodec().GetNPaths(0, far) << " shortest paths of "
              << network.GetDistance(0, far) << " links" << std::endl;
    RdmaJobHelper jobs;
    jobs.Add("all-to-all", MakeRdmaAllToAll(network.GetNHosts(), bytes));
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    Simulator::Run();
    RdmaJobHelper::PrintJobs(std::cout, *workload);
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
