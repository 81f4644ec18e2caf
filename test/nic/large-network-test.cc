/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

// The largest network that scenarios allow, with hardly any traffic.

using namespace ns3;

namespace
{

TEST(LargeNetworkTest, CostsLittleWhereNobodySends)
{
    FabricClosSpec clos;
    clos.planes = 8;
    clos.hosts = 131072;
    clos.hostsPerT0 = 256;
    clos.t1PerPlane = 256;
    clos.hostRateBps = clos.fabricRateBps = 100000000000;
    clos.linkDelay = RdmaTick::Ns(500);
    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    const Ptr<Fabric> fabric = cluster->GetFabric();
    EXPECT_TRUE(fabric->GetPorts().empty());
    uint32_t delivered = 0;
    cluster->SetDeliveredCallback(Callback<void, uint64_t>([&](uint64_t) { ++delivered; }));
    cluster->Send(3, 131000, 0, 1000000, 0);
    Simulator::Run();
    EXPECT_EQ(delivered, 1U);
    EXPECT_EQ(fabric->CheckConservation(), "");
    // at most 4 links per EV, 256 EVs in each direction, two ports per link
    EXPECT_GE(fabric->GetPorts().size(), 2U * 8 * (2 + 2));
    EXPECT_LE(fabric->GetPorts().size(), 2U * 2 * 4 * 256);
    EXPECT_LE(fabric->GetElements().GetSwitches().size(), 8U * (2 + 256));
    EXPECT_LT(fabric->GetElements().GetBytes(), 3000000U);
    cluster->Dispose();
    cluster = nullptr;
    Simulator::Destroy();
}

} // namespace
