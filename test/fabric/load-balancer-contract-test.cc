/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../policy/attribute-kind.h"
#include "../policy/creatable-types.h"
#include "load-balancer-rig.h"

#include "ns3/string.h"

#include <array>
#include <gtest/gtest.h>
#include <set>

// Contract of every load balancer in ns-3's registry.

using namespace ns3;
using namespace mrctest;

namespace
{

/// 0.1 % points of chi-square.
constexpr double CHI2_7 = 24.3;
constexpr double CHI2_63 = 103.4;

/// A time after a long pause of all earlier flows.
RdmaTick
Step(uint32_t i)
{
    return RdmaTick::Ms(i);
}

/**
 * @tparam N number of cells
 * @param count by cell
 * @return chi-square against all cells being equally likely
 */
template <size_t N>
double
ChiSquare(const std::array<uint32_t, N>& count)
{
    double total = 0;
    for (const uint32_t c : count)
    {
        total += c;
    }
    const double expected = total / N;
    double chi2 = 0;
    for (const uint32_t c : count)
    {
        chi2 += (c - expected) * (c - expected) / expected;
    }
    return chi2;
}

/// Every balancer that can be configured.
class LoadBalancerContract : public testing::TestWithParam<std::string>
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }
};

TEST_P(LoadBalancerContract, ChoosesEveryUplinkThatRoutingOffersAndNoOther)
{
    LoadBalancerRig rig(GetParam());
    rig.SetUplink(3, false);
    rig.SetT1Link(5, 2, false); // T1 5 lost T0 2
    std::set<int32_t> there;
    std::set<int32_t> elsewhere;
    for (uint32_t i = 0; i < 500; ++i)
    {
        there.insert(rig.Choose(Step(i), i, 0, 2));
        elsewhere.insert(rig.Choose(Step(i), i, 0, 1));
    }
    EXPECT_EQ(there, (std::set<int32_t>{0, 1, 2, 4, 6, 7}));
    EXPECT_EQ(elsewhere, (std::set<int32_t>{0, 1, 2, 4, 5, 6, 7}));
    rig.SetUplink(3, true);
    rig.SetT1Link(5, 2, true);
    for (uint32_t i = 500; i < 1000; ++i)
    {
        there.insert(rig.Choose(Step(i), i, 0, 2));
    }
    EXPECT_EQ(there.size(), UPLINKS) << "both are back";
}

TEST_P(LoadBalancerContract, LeavesAnUplinkAtOnceWhenRoutingGivesItUp)
{
    LoadBalancerRig rig(GetParam());
    const int32_t first = rig.Choose(RdmaTick{}, 7);
    rig.SetUplink(static_cast<uint32_t>(first), false);
    for (uint32_t i = 1; i < 100; ++i)
    {
        EXPECT_NE(rig.Choose(RdmaTick::Ns(i), 7), first);
    }
}

TEST_P(LoadBalancerContract, LeavesAT1AtOnceWhenRoutingKnowsThatItLostTheDestination)
{
    LoadBalancerRig rig(GetParam());
    const int32_t first = rig.Choose(RdmaTick{}, 7);
    rig.SetT1Link(static_cast<uint32_t>(first), 2, false);
    for (uint32_t i = 1; i < 100; ++i)
    {
        EXPECT_NE(rig.Choose(RdmaTick::Ns(i), 7), first);
    }
}

TEST_P(LoadBalancerContract, SaysWhenNoWayIsLeft)
{
    LoadBalancerRig rig(GetParam());
    rig.Choose(RdmaTick{}, 7);
    for (uint32_t uplink = 0; uplink < UPLINKS; ++uplink)
    {
        rig.SetUplink(uplink, false);
    }
    EXPECT_EQ(rig.Choose(RdmaTick::Ns(1), 7), -1);
    rig.SetUplink(6, true);
    EXPECT_EQ(rig.Choose(RdmaTick::Ns(2), 7), 6);
}

TEST_P(LoadBalancerContract, AThousandQpsUseAllUplinksEvenly)
{
    LoadBalancerRig rig(GetParam());
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(3);
    std::array<uint32_t, UPLINKS> count{};
    for (uint32_t qp = 0; qp < 1000; ++qp)
    {
        const uint32_t port = 0xC000 | dice->GetInteger(0, 0x3FFF);
        ++count[rig.Choose(Step(qp), port, dice->GetInteger(0, 3), dice->GetInteger(1, 40))];
    }
    EXPECT_LT(ChiSquare(count), CHI2_7);
}

TEST_P(LoadBalancerContract, TwoSwitchesDoNotMoveInStep)
{
    LoadBalancerRig a(GetParam(), 11);
    LoadBalancerRig b(GetParam(), 12);
    std::array<uint32_t, UPLINKS * UPLINKS> count{};
    for (uint32_t i = 0; i < 6400; ++i)
    {
        const int32_t first = a.Choose(Step(i), i);
        ++count[first * UPLINKS + b.Choose(Step(i), i)];
    }
    EXPECT_LT(ChiSquare(count), CHI2_63);
}

TEST_P(LoadBalancerContract, ChoicesFollowFromStreamAndHistory)
{
    LoadBalancerRig a(GetParam());
    LoadBalancerRig b(GetParam());
    for (uint32_t i = 0; i < 300; ++i)
    {
        EXPECT_EQ(a.Choose(RdmaTick::Us(i), i % 20), b.Choose(RdmaTick::Us(i), i % 20));
    }
}

TEST_P(LoadBalancerContract, NoUplinkComesToLifeByBeingCompared)
{
    LoadBalancerRig rig(GetParam());
    for (uint32_t i = 0; i < 100; ++i)
    {
        rig.Choose(Step(i), i);
    }
    EXPECT_TRUE(rig.fabric->GetPorts().empty());
}

TEST_P(LoadBalancerContract, AForkHasTheSameAttributes)
{
    const Ptr<FabricLoadBalancer> original = ObjectFactory(GetParam()).Create<FabricLoadBalancer>();
    const TypeId tid = original->GetInstanceTypeId();
    for (size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const auto info = tid.GetAttribute(i);
        if (GetAttributeKind(info) == "UintegerValue")
        {
            original->SetAttribute(info.name, StringValue("3"));
        }
    }
    const Ptr<FabricLoadBalancer> fork = original->Fork();
    EXPECT_NE(fork, original);
    EXPECT_EQ(fork->GetInstanceTypeId(), tid);
    for (size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const auto info = tid.GetAttribute(i);
        const Ptr<AttributeValue> ours = info.checker->Create();
        const Ptr<AttributeValue> theirs = info.checker->Create();
        original->GetAttribute(info.name, *ours);
        fork->GetAttribute(info.name, *theirs);
        EXPECT_EQ(ours->SerializeToString(info.checker), theirs->SerializeToString(info.checker));
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         LoadBalancerContract,
                         testing::ValuesIn(ListCreatable(FabricLoadBalancer::GetTypeId())),
                         [](const testing::TestParamInfo<std::string>& info) {
                             return info.param.substr(info.param.rfind(':') + 1);
                         });

TEST(LoadBalancerContractTest, CoversTheFourOfTheScenario)
{
    for (const auto* kind : {"Adaptive", "Ecmp", "Flowlet", "Spray"})
    {
        const auto all = ListCreatable(FabricLoadBalancer::GetTypeId());
        EXPECT_EQ(
            std::count(all.begin(), all.end(), "ns3::Fabric" + std::string(kind) + "Balancer"),
            1)
            << kind;
    }
}

} // namespace
