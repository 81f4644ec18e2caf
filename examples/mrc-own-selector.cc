/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A path selector of your own, against MRC's, while a link inside the network loses all packets,
 * undetected.
 *
 * @verbatim
 *   h0 .. h3 -- T0 --+-- T1 --+-- T0 -- h4 .. h7    two planes, 4 T1s each
 *                    +-- T1 --+   the link to the first T1 of plane 0 loses all packets
 * @endverbatim
 *
 * The table of EVs retires those that lose packets, with any selector.
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * MrcSpraySelector            0        0.000      175.934        181.9         96.7
 *   27 packets sent again, 1 EVs retired
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * MySelector                  0        0.000      174.505        183.4         97.5
 *   23 packets sent again, 1 EVs retired
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/fabric-loss.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-job-helper.h"

#include <iostream>
#include <vector>

using namespace ns3;

/// Active EVs at random, on any plane that can take a packet.
class MySelector : public MrcPathSelector
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::MySelector").SetParent<MrcPathSelector>().AddConstructor<MySelector>();
        return tid;
    }

    Ptr<MrcPathSelector> Fork() const override
    {
        return CopyObject(Ptr<const MySelector>(this));
    }

    std::optional<MrcPath> GetSendParams(RdmaTick /* now */, uint32_t readyPorts) override
    {
        std::vector<uint32_t> planes;
        for (uint32_t plane = 0; plane < m_table->GetPlanes(); ++plane)
        {
            if (readyPorts & m_table->GetOpenPlanes() & 1U << plane &&
                m_table->GetActiveCount(plane) > 0)
            {
                planes.push_back(plane);
            }
        }
        if (planes.empty())
        {
            return std::nullopt;
        }
        const uint32_t plane = planes[m_rng->GetInteger(0, planes.size() - 1)];
        return m_table->GetActivePath(plane,
                                      m_rng->GetInteger(0, m_table->GetActiveCount(plane) - 1));
    }
};

NS_OBJECT_ENSURE_REGISTERED(MySelector);

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    double loss{1};
    CommandLine cmd(__FILE__);
    cmd.Usage("A path selector of your own, against MRC's, with a link that loses packets.");
    cmd.AddValue("loss", "share of packets that the link loses, 0 to 1", loss);
    cmd.Parse(argc, argv);
    for (const char* selector : {"ns3::MrcSpraySelector", "ns3::MySelector"})
    {
        RdmaClusterHelper helper;
        helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
        helper.SetTransport("ns3::MrcQpFactory", "PathSelector", StringValue(selector));
        Ptr<RdmaCluster> cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        RdmaFaultHelper(cluster).LinkLoss(
            RdmaClusterHelper::GetUplink(cluster, 0, 0, 0),
            [loss] { return std::make_unique<FabricBernoulliLoss>(loss); },
            Seconds(0));
        RdmaJobHelper jobs;
        jobs.AddWrite(selector + 5, 0, 7, 4000000);
        Ptr<RdmaWorkload> workload = jobs.Install(cluster);
        Simulator::Run();
        RdmaJobHelper::PrintJobs(std::cout, *workload);
        const RdmaCounters counters = cluster->SumCounters();
        std::cout << "  " << counters.retransmits << " packets sent again, " << counters.evRetired
                  << " EVs retired" << std::endl;
        cluster->Dispose();
        Simulator::Destroy();
    }
}
