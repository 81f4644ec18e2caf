/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-balancer-rig.h"

#include "ns3/fabric-adaptive-balancer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

// Behavior specific to each load balancer.

using namespace ns3;
using namespace mrctest;

namespace
{

/// Balancers by name, and the end of the simulation.
class FabricLoadBalancerTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }

    /**
     * @param name last part of the TypeId
     * @param attribute one of its attributes, or empty
     * @param value its value
     * @return the factory
     */
    static ObjectFactory Of(const std::string& name,
                            const std::string& attribute = "",
                            const std::string& value = "")
    {
        ObjectFactory factory("ns3::Fabric" + name + "Balancer");
        if (!attribute.empty())
        {
            factory.Set(attribute, StringValue(value));
        }
        return factory;
    }
};

TEST_F(FabricLoadBalancerTest, EcmpKeepsAFlowOnItsUplinkAndTakesItBackThere)
{
    LoadBalancerRig rig(Of("Ecmp"));
    const int32_t home = rig.Choose(RdmaTick{}, 7);
    for (uint32_t i = 0; i < 50; ++i)
    {
        EXPECT_EQ(rig.Choose(RdmaTick::Ms(i), 7), home);
    }
    rig.SetUplink(static_cast<uint32_t>(home), false);
    EXPECT_NE(rig.Choose(RdmaTick::Ms(50), 7), home);
    rig.SetUplink(static_cast<uint32_t>(home), true);
    EXPECT_EQ(rig.Choose(RdmaTick::Ms(51), 7), home);
}

TEST_F(FabricLoadBalancerTest, EcmpMayTakeTheHomeOfAFlowAndItsDetour)
{
    LoadBalancerRig rig(Of("Ecmp"));
    FabricFrame frame{};
    frame.dstHost = 8;
    frame.entropy = 7;
    const auto home = static_cast<uint32_t>(rig.Choose(RdmaTick{}, 7));
    EXPECT_EQ(rig.balancer->ListChoices(&frame, rig.group, 2), std::vector<uint32_t>{home});
    rig.SetUplink(home, false);
    const auto detour = static_cast<uint32_t>(rig.Choose(RdmaTick{}, 7));
    EXPECT_EQ(rig.balancer->ListChoices(&frame, rig.group, 2),
              (std::vector<uint32_t>{home, detour}));
}

TEST_F(FabricLoadBalancerTest, SprayInTurnGivesEveryUplinkTheSame)
{
    LoadBalancerRig rig(Of("Spray", "Order", "in-turn"));
    const int32_t first = rig.Choose(RdmaTick{}, 7);
    for (uint32_t i = 1; i < 5 * UPLINKS; ++i)
    {
        EXPECT_EQ(static_cast<uint32_t>(rig.Choose(RdmaTick{}, i)), (first + i) % UPLINKS);
    }
}

TEST_F(FabricLoadBalancerTest, SprayInTurnBeginsAtAnUplinkOfEachSwitchsOwn)
{
    std::set<int32_t> first;
    for (uint64_t seed = 1; seed <= 32; ++seed)
    {
        LoadBalancerRig rig(Of("Spray", "Order", "in-turn"), seed);
        first.insert(rig.Choose(RdmaTick{}, 7));
    }
    EXPECT_GE(first.size(), UPLINKS - 1) << "32 draws out of 8";
}

TEST_F(FabricLoadBalancerTest, SprayAtRandomSpreadsOneFlowOverAllUplinks)
{
    LoadBalancerRig rig(Of("Spray"));
    std::map<int32_t, int> count;
    uint32_t repeats = 0;
    int32_t last = -1;
    for (uint32_t i = 0; i < 1600; ++i)
    {
        const int32_t uplink = rig.Choose(RdmaTick{}, 7);
        ++count[uplink];
        repeats += uplink == last;
        last = uplink;
    }
    double chi2 = 0;
    for (const auto& [uplink, n] : count)
    {
        chi2 += (n - 200.0) * (n - 200.0) / 200;
    }
    EXPECT_EQ(count.size(), UPLINKS);
    EXPECT_LT(chi2, 24.3) << "0.1 % point of chi-square with 7 degrees of freedom";
    EXPECT_NEAR(repeats, 200, 45) << "no memory: one in eight repeats its predecessor";
}

TEST_F(FabricLoadBalancerTest, AnotherStreamGivesOtherDraws)
{
    LoadBalancerRig rig(Of("Spray"));
    LoadBalancerRig other(Of("Spray"));
    other.fabric->AssignStreams(2);
    uint32_t same = 0;
    for (uint32_t i = 0; i < 800; ++i)
    {
        same += rig.Choose(RdmaTick{}, i) == other.Choose(RdmaTick{}, i);
    }
    EXPECT_NEAR(same, 100, 40);
}

TEST_F(FabricLoadBalancerTest, AFlowletStaysTogetherAndTheNextOneMayMove)
{
    LoadBalancerRig rig(Of("Flowlet")); // times out after two base RTTs of 10 us
    RdmaTick now;
    std::set<int32_t> used;
    for (uint32_t flowlet = 0; flowlet < 100; ++flowlet)
    {
        const int32_t uplink = rig.Choose(now, 7);
        used.insert(uplink);
        for (uint32_t i = 0; i < 10; ++i)
        {
            now = now + RdmaTick::Us(20); // the longest gap within a flowlet
            EXPECT_EQ(rig.Choose(now, 7), uplink);
        }
        now = now + RdmaTick::Us(20) + RdmaTick::Ps(1);
    }
    EXPECT_EQ(used.size(), UPLINKS);
}

TEST_F(FabricLoadBalancerTest, FlowletTimeoutCanBeGiven)
{
    LoadBalancerRig rig(Of("Flowlet", "FlowletTimeout", "100us"));
    std::set<int32_t> used;
    for (uint32_t i = 0; i < 50; ++i)
    {
        used.insert(rig.Choose(RdmaTick::Us(100 * i), 7));
    }
    EXPECT_EQ(used.size(), 1U);
    for (uint32_t i = 50; i < 100; ++i)
    {
        used.insert(rig.Choose(RdmaTick::Us(101 * i), 7));
    }
    EXPECT_GT(used.size(), 1U);
}

TEST_F(FabricLoadBalancerTest, FlowletsWithoutATimeoutAreRefused)
{
    const auto attach = [] {
        FabricBalancerSite site;
        Of("Flowlet").Create<FabricLoadBalancer>()->Attach(site);
    };
    EXPECT_DEATH(attach(), "FlowletTimeout of ns3::FabricFlowletBalancer must be set");
}

TEST_F(FabricLoadBalancerTest, FlowsThatShareAnEntryOfTheTableAreOneToIt)
{
    LoadBalancerRig rig(Of("Flowlet", "TableSize", "1"));
    const int32_t uplink = rig.Choose(RdmaTick{}, 0);
    for (uint32_t flow = 1; flow < 100; ++flow)
    {
        EXPECT_EQ(rig.Choose(RdmaTick::Us(flow), flow), uplink) << "no gap in their sum";
    }
}

TEST_F(FabricLoadBalancerTest, ALongFlowletLeavesADeadUplinkAndDoesNotComeBack)
{
    LoadBalancerRig rig(Of("Flowlet"));
    const int32_t first = rig.Choose(RdmaTick{}, 7);
    rig.SetUplink(static_cast<uint32_t>(first), false);
    const int32_t second = rig.Choose(RdmaTick::Us(1), 7);
    EXPECT_NE(second, first);
    rig.SetUplink(static_cast<uint32_t>(first), true);
    EXPECT_EQ(rig.Choose(RdmaTick::Us(2), 7), second);
}

TEST_F(FabricLoadBalancerTest, AdaptiveTakesTheShortestQueue)
{
    LoadBalancerRig rig(Of("Adaptive"));
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        rig.Load(uplink, uplink == 5 ? 2 : 4);
    }
    for (uint32_t i = 0; i < 50; ++i)
    {
        EXPECT_EQ(rig.Choose(RdmaTick{}, i), 5);
    }
    rig.SetUplink(5, false);
    std::set<int32_t> others;
    for (uint32_t i = 0; i < 200; ++i)
    {
        others.insert(rig.Choose(RdmaTick{}, 7));
    }
    EXPECT_EQ(others.size(), UPLINKS - 1) << "the others are equal";
}

TEST_F(FabricLoadBalancerTest, AdaptiveTakesAnUplinkThatNobodyHasUsedForEmpty)
{
    LoadBalancerRig rig(Of("Adaptive"));
    for (uint32_t uplink = 0; uplink + 1 < UPLINKS; ++uplink)
    {
        rig.Load(uplink, 1);
    }
    EXPECT_EQ(rig.Choose(RdmaTick{}, 7), 7);
}

TEST_F(FabricLoadBalancerTest, AdaptiveSeesAQueueThatHasDrainedUnseen)
{
    LoadBalancerRig rig(Of("Adaptive"));
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        rig.Load(uplink, uplink == 2 ? 3 : 9);
    }
    // Frames of 4158 B of line time at 100 Gb/s leave every 333 ns: only uplink 2 is empty then.
    Simulator::Stop(NanoSeconds(1500));
    Simulator::Run();
    EXPECT_EQ(rig.Choose(rig.fabric->Now(), 7), 2);
}

TEST_F(FabricLoadBalancerTest, AdaptiveComparesInSteps)
{
    LoadBalancerRig fine(Of("Adaptive"));
    LoadBalancerRig coarse(Of("Adaptive", "Step", "20000"));
    std::set<int32_t> used;
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        fine.Load(uplink, uplink < 2 ? 3 : 4);
        coarse.Load(uplink, uplink < 4 ? uplink : 5);
    }
    for (uint32_t i = 0; i < 200; ++i)
    {
        EXPECT_LT(fine.Choose(RdmaTick{}, i), 2);
        used.insert(coarse.Choose(RdmaTick{}, i));
    }
    EXPECT_EQ(used, (std::set<int32_t>{0, 1, 2, 3})) << "below 20 kB all are equal";
}

TEST_F(FabricLoadBalancerTest, AdaptiveWithAHashForTiesKeepsAFlowAtHomeWhileThereIsRoom)
{
    LoadBalancerRig rig(Of("Adaptive", "Ties", "hash"));
    LoadBalancerRig ecmp(Of("Ecmp"));
    const int32_t home = rig.Choose(RdmaTick{}, 7);
    EXPECT_EQ(home, ecmp.Choose(RdmaTick{}, 7));
    EXPECT_EQ(rig.Choose(RdmaTick{}, 7), home);
    rig.Load(static_cast<uint32_t>(home), 1);
    const int32_t away = rig.Choose(RdmaTick{}, 7);
    EXPECT_NE(away, home);
    EXPECT_EQ(rig.Choose(RdmaTick{}, 7), away) << "ties elsewhere are broken by the hash as well";
}

TEST_F(FabricLoadBalancerTest, AdaptiveWithAHashForTiesSpreadsTheFlowsOfABusyHome)
{
    LoadBalancerRig rig(Of("Adaptive", "Ties", "hash"));
    LoadBalancerRig ecmp(Of("Ecmp"));
    rig.Load(0, 1);
    std::set<int32_t> away;
    for (uint32_t flow = 0; flow < 800; ++flow)
    {
        if (ecmp.Choose(RdmaTick{}, flow) == 0)
        {
            away.insert(rig.Choose(RdmaTick{}, flow));
        }
    }
    EXPECT_EQ(away, (std::set<int32_t>{1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(FabricLoadBalancerTest, AdaptiveOfTwoChoicesFindsALoneEmptyUplinkInOneOfFour)
{
    LoadBalancerRig rig(Of("Adaptive", "Choices", "2"));
    for (uint32_t uplink = 1; uplink < UPLINKS; ++uplink)
    {
        rig.Load(uplink, 1);
    }
    std::map<int32_t, int> count;
    for (uint32_t i = 0; i < 1600; ++i)
    {
        ++count[rig.Choose(RdmaTick{}, i)];
    }
    // 7 of the 28 pairs contain it; the other pairs are shared by seven uplinks.
    EXPECT_NEAR(count[0], 400, 70);
    for (uint32_t uplink = 1; uplink < UPLINKS; ++uplink)
    {
        EXPECT_NEAR(count[static_cast<int32_t>(uplink)], 171, 50) << uplink;
    }
}

TEST_F(FabricLoadBalancerTest, AdaptiveIsNotAttractedByAPortWithoutLight)
{
    LoadBalancerRig rig(Of("Adaptive"));
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        rig.Load(uplink, 3);
    }
    rig.fabric->SetLinkUp(rig.GetPort(4), false); // drops the frames that wait there
    for (uint32_t i = 0; i < 100; ++i)
    {
        EXPECT_NE(rig.Choose(RdmaTick{}, i), 4)
            << "routing has not learned of it, but the switch has detected it";
    }
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        rig.fabric->SetLinkUp(rig.GetPort(uplink), false);
    }
    LoadBalancerRig ecmp(Of("Ecmp"));
    EXPECT_EQ(rig.Choose(RdmaTick{}, 7), ecmp.Choose(RdmaTick{}, 7))
        << "all links are down, so the hash decides";
}

} // namespace
