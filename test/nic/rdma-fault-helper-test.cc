/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/mrc-qp-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

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
    EXPECT_EQ(cluster->GetFabric()->GetFaults().ListHeld().size(), 1U);
    EXPECT_EQ(nic->GetReferenceCount(), owners) << "the fabric of a NIC owns none";
    cluster->Dispose();
    Simulator::Destroy();
}
