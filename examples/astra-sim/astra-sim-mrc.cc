/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * ASTRA-sim over MRC or RoCE: ASTRA-sim executes the traces of the ranks, this module carries their
 * messages. README.md beside this file has the commands.
 */

#include "mrc-astra-network.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

// After the headers of ns-3, whose LOG_DEBUG is a macro of syslog.h, which these include
#include "AnalyticalRemoteMemory.hh"
#include "astra-sim/common/Logging.hh"
#include "astra-sim/system/Sys.hh"

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/// Options of the command line.
struct Options
{
    std::string workload;                       ///< prefix of the traces
    std::string system;                         ///< system configuration
    std::string memory;                         ///< memory configuration
    std::string groups{"empty"};                ///< communicator groups
    std::string dims;                           ///< logical dimensions
    std::string transport{"ns3::MrcQpFactory"}; ///< TypeId
    std::string rate{"100Gbps"};                ///< rate of all links of MRC
    uint32_t planes{4};                         ///< planes
    uint32_t hostsPerT0{0};                     ///< hosts under a T0; 0: all
    double loss{0};                             ///< share of frames that are lost at each NIC
};

/**
 * @param dims numbers, separated by commas; aborts if they are invalid
 * @return the numbers
 */
static std::vector<int>
ReadDims(const std::string& dims)
{
    std::vector<int> sizes;
    std::istringstream text(dims);
    for (std::string word; std::getline(text, word, ',');)
    {
        const bool valid = !word.empty() && word.size() < 6 &&
                           word.find_first_not_of("0123456789") == std::string::npos;
        sizes.push_back(valid ? std::stoi(word) : 0);
    }
    const bool valid = !sizes.empty() && *std::min_element(sizes.begin(), sizes.end()) > 0;
    NS_ABORT_MSG_IF(!valid, "--dims: found \"" << dims << "\"; allowed: such as 8 or 4,2");
    return sizes;
}

/** @return the network, one host per rank; a port of RoCE has the rate of all planes of MRC */
static Ptr<RdmaCluster>
Build(const Options& options, uint32_t ranks)
{
    const uint32_t hostsPerT0 = options.hostsPerT0 ? options.hostsPerT0 : ranks;
    const bool roce = options.transport == "ns3::RoceQpFactory";
    const uint64_t rate = DataRate(options.rate).GetBitRate();
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(roce ? 1 : options.planes,
                                                ranks,
                                                hostsPerT0,
                                                roce ? rate * options.planes : rate));
    helper.SetTransport(options.transport);
    helper.SetSwitchAttribute("Pfc", BooleanValue(roce));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    for (uint32_t host = 0; options.loss > 0 && host < ranks; ++host)
    {
        for (uint32_t plane = 0; plane < cluster->GetNic(host)->GetNPorts(); ++plane)
        {
            RdmaFaultHelper(cluster).LinkLoss(
                cluster->GetNic(host)->GetPort(plane)->peer,
                [&options] { return std::make_unique<FabricBernoulliLoss>(options.loss); },
                Time{0});
        }
    }
    return cluster;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("ASTRA-sim over MRC or RoCE.");
    cmd.AddValue("workload",
                 "prefix of the Chakra traces, NAME of NAME.0.et ...",
                 options.workload);
    cmd.AddValue("system", "ASTRA-sim's system configuration", options.system);
    cmd.AddValue("memory", "ASTRA-sim's memory configuration", options.memory);
    cmd.AddValue("groups", "ASTRA-sim's communicator groups", options.groups);
    cmd.AddValue("dims", "logical dimensions, such as 8 or 4,2", options.dims);
    cmd.AddValue("transport", "ns3::MrcQpFactory or ns3::RoceQpFactory", options.transport);
    cmd.AddValue("rate", "rate of a link of MRC", options.rate);
    cmd.AddValue("planes", "planes of MRC; RoCE has one with their total rate", options.planes);
    cmd.AddValue("hostsPerT0", "hosts under a T0; 0: all, under one T0", options.hostsPerT0);
    cmd.AddValue("loss", "share of frames that are lost in front of a NIC", options.loss);
    cmd.Parse(argc, argv);

    const std::vector<int> dims = ReadDims(options.dims);
    int ranks = 1;
    for (const int size : dims)
    {
        ranks *= size;
    }
    AstraSim::LoggerFactory::init("empty");
    Ptr<RdmaCluster> cluster = Build(options, static_cast<uint32_t>(ranks));
    MrcAstraNetwork network(cluster);
    Analytical::AnalyticalRemoteMemory memory(options.memory);
    std::vector<std::unique_ptr<AstraSim::Sys>> systems;
    for (int rank = 0; rank < ranks; ++rank)
    {
        systems.push_back(std::make_unique<AstraSim::Sys>(rank,
                                                          options.workload,
                                                          options.groups,
                                                          options.system,
                                                          &memory,
                                                          network.GetRank(rank),
                                                          dims,
                                                          std::vector<int>(dims.size(), 1),
                                                          1.0,
                                                          1.0,
                                                          false));
    }
    for (const auto& system : systems)
    {
        system->workload->fire();
    }
    Simulator::Run();
    AstraSim::LoggerFactory::shutdown(); // its lines come first
    const std::string problem = network.Describe();
    const RdmaCounters counters = cluster->SumCounters();
    std::cout << (problem.empty() ? "all ranks have finished" : problem) << "; "
              << Simulator::Now().GetNanoSeconds() / 1e3 << " us, " << counters.dataPackets
              << " packets, " << counters.retransmits << " of them sent again" << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
    return problem.empty() ? 0 : 1;
}
