/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/roce-qp-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <string>

// RoCE over switches with load balancers of each kind.

using namespace ns3;

namespace
{

/// Four senders under one T0 to four receivers under another, over four T1s of the same rate.
class RoceLoadBalancingTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        cluster = nullptr;
        Simulator::Destroy();
    }

    /**
     * Send a megabyte on each of the four pairs, one QP each.
     * @param balancer part of the TypeId's name
     * @return time until all have arrived
     */
    RdmaTick Run(const std::string& balancer)
    {
        FabricClosSpec clos;
        clos.hosts = 8;
        clos.hostsPerT0 = 4;
        clos.t1PerPlane = 4;
        clos.hostRateBps = clos.fabricRateBps = 100'000'000'000;
        clos.linkDelay = RdmaTick::Ns(500);
        auto switches = CreateObject<FabricSwitchParameters>();
        switches->SetAttribute("Pfc", BooleanValue(true));
        switches->SetAttribute("LoadBalancing", StringValue("ns3::Fabric" + balancer + "Balancer"));
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetSwitches(switches);
        helper.SetTransport("ns3::RoceQpFactory");
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        RdmaTick end;
        uint32_t delivered = 0;
        cluster->SetDeliveredCallback(Callback<void, uint64_t>([&](uint64_t) {
            end = cluster->GetFabric()->Now();
            ++delivered;
        }));
        for (uint32_t host = 0; host < 4; ++host)
        {
            cluster->Send(host, 4 + host, 0, 1'000'000, host);
        }
        Simulator::Run();
        EXPECT_EQ(delivered, 4U);
        EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        return end;
    }

    /** @return number of uplinks of the senders' T0 that carried data */
    uint32_t CountUplinks() const
    {
        uint32_t used = 0;
        for (uint32_t t1 = 0; t1 < 4; ++t1)
        {
            const FabricPort* port =
                RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T0, 0, 0)
                    ->FindPort(4 + t1);
            used += port != nullptr;
        }
        return used;
    }

    Ptr<RdmaCluster> cluster; ///< the network
};

TEST_F(RoceLoadBalancingTest, HashedFlowsKeepTheirOrder)
{
    Run("Ecmp");
    EXPECT_EQ(cluster->SumCounters().retransmits, 0U);
}

TEST_F(RoceLoadBalancingTest, SprayingReordersAndGoBackNPaysForIt)
{
    const RdmaTick hashed = Run("Ecmp");
    const RdmaTick sprayed = Run("Spray");
    EXPECT_EQ(CountUplinks(), 4U);
    EXPECT_GT(cluster->SumCounters().retransmits, 100U);
    EXPECT_GT(sprayed, hashed);
}

TEST_F(RoceLoadBalancingTest, FlowletsOfABusyFlowNeverEndSoItsOrderIsKept)
{
    Run("Flowlet");
    EXPECT_EQ(cluster->SumCounters().retransmits, 0U);
}

TEST_F(RoceLoadBalancingTest, AdaptiveUsesAllUplinks)
{
    Run("Adaptive");
    EXPECT_EQ(CountUplinks(), 4U);
}

TEST_F(RoceLoadBalancingTest, WhatIsNoLoadBalancerIsRefused)
{
    auto switches = CreateObject<FabricSwitchParameters>();
    switches->SetAttribute("LoadBalancing", TypeIdValue(RoceQpFactory::GetTypeId()));
    EXPECT_DEATH(switches->MakeLoadBalancer(),
                 "LoadBalancing: ns3::RoceQpFactory is no ns3::FabricLoadBalancer");
    switches->SetAttribute("LoadBalancing", TypeIdValue(FabricLoadBalancer::GetTypeId()));
    EXPECT_DEATH(switches->MakeLoadBalancer(), "ns3::FabricLoadBalancer is no");
}

} // namespace
