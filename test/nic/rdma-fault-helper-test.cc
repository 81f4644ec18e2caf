/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/fabric-faults.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

// References that the fault helper keeps.

using namespace ns3;

TEST(RdmaFaultHelperTest, APortThatStaysOffKeepsItsNicAliveNoLongerThanItsCluster)
{
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), 2));
    helper.SetTransport(CreateObject<MrcQpFactory>());
    Ptr<RdmaCluster> cluster = helper.Build();
    const Ptr<RdmaNic> nic = cluster->GetNic(0);
    const auto owners = nic->GetReferenceCount();
    RdmaFaultHelper(cluster).PortOff(0, 1, MicroSeconds(1));
    Simulator::Stop(MicroSeconds(2));
    Simulator::Run();
    EXPECT_FALSE(nic->IsPortUp(1));
    const auto held = cluster->GetFabric()->GetFaults().ListHeld();
    ASSERT_EQ(held.size(), 1U);
    EXPECT_EQ(NameFabricFault(cluster->GetNetwork().GetNames(), held[0]), "h0--p0-t0-0");
    EXPECT_EQ(nic->GetReferenceCount(), owners) << "the fabric of a NIC owns none";
    cluster->Dispose();
    Simulator::Destroy();
}

namespace
{

/**
 * @param at time from which links flap at random
 * @return microseconds since then at which links are dark
 */
std::vector<int64_t>
FindDarkTimes(Time at)
{
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), 2));
    helper.SetTransport(CreateObject<MrcQpFactory>());
    const Ptr<RdmaCluster> cluster = helper.Build();
    RdmaFaultHelper faults(cluster);
    faults.AssignStreams(7);
    faults.RandomFlaps({0, 1, 2}, 1e4, MicroSeconds(3), at, MilliSeconds(1));
    std::vector<int64_t> dark;
    for (int64_t us = 0; us < 3000; ++us)
    {
        Simulator::Schedule(MicroSeconds(us), [cluster, at, us, &dark] {
            if (!cluster->GetFabric()->GetFaults().ListHeld().empty())
            {
                dark.push_back(us - at.GetMicroSeconds());
            }
        });
    }
    Simulator::Run();
    cluster->Dispose();
    Simulator::Destroy();
    return dark;
}

} // namespace

TEST(RdmaFaultHelperTest, RandomFlapsFollowTheirBegin)
{
    const auto dark = FindDarkTimes(Seconds(0));
    EXPECT_GT(dark.size(), 30U);
    EXPECT_LT(dark.back(), 1004);
    EXPECT_EQ(FindDarkTimes(MicroSeconds(1500)), dark);
}
