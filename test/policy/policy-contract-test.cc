/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-kind.h"
#include "policy-registry.h"

#include "ns3/boolean.h"
#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/roce-rate-control.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>

namespace
{

using namespace ns3;

constexpr uint32_t MTU = 4184;
constexpr uint64_t LINE_RATE = 100000000000;

// Every policy

TEST(PolicyContract, EachKindHasAtLeastOne)
{
    EXPECT_FALSE(ListCreatable(MrcCongestionControl::GetTypeId()).empty());
    EXPECT_FALSE(ListCreatable(MrcPathSelector::GetTypeId()).empty());
    EXPECT_FALSE(ListCreatable(RoceRateControl::GetTypeId()).empty());
}

TEST(PolicyContract, EveryPolicyIsOfOurGroupAndItsAttributesAreExplained)
{
    for (const TypeId& base : {MrcCongestionControl::GetTypeId(),
                               MrcPathSelector::GetTypeId(),
                               RoceRateControl::GetTypeId()})
    {
        for (const auto& name : ListCreatable(base))
        {
            const TypeId tid = TypeId::LookupByName(name);
            EXPECT_EQ(tid.GetGroupName(), "Mrc") << name;
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                EXPECT_GE(tid.GetAttribute(i).help.size(), 10U)
                    << name << ", " << tid.GetAttribute(i).name;
            }
        }
    }
}

/**
 * @tparam T kind of policy
 * @param name its TypeId
 */
template <typename T>
void
ExpectForkIsEqual(const std::string& name)
{
    const Ptr<T> original = MakePolicy<T>(name);
    const TypeId tid = original->GetInstanceTypeId();
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        if (GetAttributeKind(tid.GetAttribute(i)) == "BooleanValue")
        {
            BooleanValue flag;
            original->GetAttribute(tid.GetAttribute(i).name, flag);
            original->SetAttribute(tid.GetAttribute(i).name, BooleanValue(!flag.Get()));
        }
    }
    const Ptr<T> fork = original->Fork();
    EXPECT_NE(fork, original) << name;
    ASSERT_EQ(fork->GetInstanceTypeId(), tid) << name;
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        StringValue wanted;
        StringValue found;
        original->GetAttribute(tid.GetAttribute(i).name, wanted);
        fork->GetAttribute(tid.GetAttribute(i).name, found);
        EXPECT_EQ(found.Get(), wanted.Get()) << name << ", " << tid.GetAttribute(i).name;
    }
}

TEST(PolicyContract, ForkHasTheTypeAndTheAttributesOfItsOriginal)
{
    for (const auto& name : ListCreatable(MrcCongestionControl::GetTypeId()))
    {
        ExpectForkIsEqual<MrcCongestionControl>(name);
    }
    for (const auto& name : ListCreatable(MrcPathSelector::GetTypeId()))
    {
        ExpectForkIsEqual<MrcPathSelector>(name);
    }
    for (const auto& name : ListCreatable(RoceRateControl::GetTypeId()))
    {
        ExpectForkIsEqual<RoceRateControl>(name);
    }
}

// Congestion controllers

/** A controller at 400 Gb/s, 10 us, four planes. */
class CongestionControlContract : public testing::TestWithParam<std::string>
{
  protected:
    CongestionControlContract()
    {
        MrcPathInfo path;
        path.rateBps = 4 * LINE_RATE;
        path.baseRtt = RdmaTick::Us(10);
        path.nominalMtuBytes = MTU;
        path.planes = 4;
        cc->Start(path);
    }

    Ptr<MrcCongestionControl> cc{MakePolicy<MrcCongestionControl>(GetParam())}; ///< the controller
};

TEST_P(CongestionControlContract, FreshControllerLetsAPacketGo)
{
    EXPECT_TRUE(cc->CanSend(MTU));
    EXPECT_GE(cc->GetCwndBytes(), MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10));
    EXPECT_GT(cc->GetTargetDelay(), RdmaTick());
}

TEST_P(CongestionControlContract, LaterBeginShiftsTheTimesAndNothingElse)
{
    MrcPathInfo path;
    path.rateBps = 4 * LINE_RATE;
    path.baseRtt = RdmaTick::Us(10);
    path.nominalMtuBytes = MTU;
    path.planes = 4;
    const auto late = MakePolicy<MrcCongestionControl>(GetParam());
    late->Start(path);
    const RdmaTick shift = RdmaTick::Us(30000);
    std::mt19937 draw(7);
    RdmaTick now = RdmaTick::Us(11);
    for (int step = 0; step < 400; ++step)
    {
        MrcAckInfo ack;
        ack.newBytes = MTU * (draw() % 5);
        ack.ecn = draw() % 3 == 0;
        ack.rtt = path.baseRtt + RdmaTick::Ns(draw() % 20000);
        const bool trimmed = draw() % 10 == 0;
        for (const auto& [controller, at] : {std::pair{cc, now}, std::pair{late, now + shift}})
        {
            controller->OnSend(4 * MTU);
            controller->OnAck(at, ack);
            if (trimmed)
            {
                controller->OnNack(at, MrcNackReason::TRIMMED, MTU, ack.rtt);
            }
        }
        ASSERT_EQ(late->GetCwndBytes(), cc->GetCwndBytes()) << "step " << step;
        ASSERT_EQ(late->GetBaseRtt(), cc->GetBaseRtt());
        now += RdmaTick::Ns(draw() % 3000);
    }
}

TEST_P(CongestionControlContract, InflightIsSentLessAcknowledgedLessLostPlusLate)
{
    const RdmaTick now = RdmaTick::Us(50);
    for (int i = 0; i < 10; ++i)
    {
        cc->OnSend(MTU);
    }
    MrcAckInfo ack;
    ack.newBytes = 4 * MTU;
    ack.rtt = RdmaTick::Us(12);
    cc->OnAck(now, ack);
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, RdmaTick::Us(11));
    cc->OnNack(now, MrcNackReason::NO_RESOURCE, MTU, std::nullopt);
    cc->OnInferredLoss(now, MTU);
    cc->OnLateAck(MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 4 * MTU);
}

TEST_P(CongestionControlContract, BaseRttOnlyFalls)
{
    MrcAckInfo ack;
    RdmaTick now = RdmaTick::Us(50);
    for (const int us : {30, 9, 12, 10, 9, 8, 100})
    {
        const RdmaTick before = cc->GetBaseRtt();
        now += RdmaTick::Us(10);
        ack.rtt = RdmaTick::Us(us);
        cc->OnAck(now, ack);
        EXPECT_LE(cc->GetBaseRtt(), before);
    }
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
}

TEST_P(CongestionControlContract, OnlyFullPacketsTellTheBaseRtt)
{
    MrcAckInfo ack;
    ack.newBytes = 1000;
    ack.rtt = RdmaTick::Us(8);
    ack.full = false;
    cc->OnAck(RdmaTick::Us(50), ack);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10));
    cc->OnNack(RdmaTick::Us(60), MrcNackReason::TRIMMED, MTU, RdmaTick::Us(7));
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10)) << "a trimmed one is also short";
    ack.full = true;
    cc->OnAck(RdmaTick::Us(70), ack);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
}

TEST_P(CongestionControlContract, WhateverHappensAnEmptyFlightMayGrow)
{
    RdmaTick now = RdmaTick::Us(50);
    MrcAckInfo ack;
    ack.ecn = true;
    ack.rtt = RdmaTick::Us(80);
    for (int i = 0; i < 2000; ++i)
    {
        now += RdmaTick::Us(12);
        cc->OnSend(MTU);
        cc->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
        cc->OnSend(MTU);
        cc->OnInferredLoss(now, MTU);
        cc->OnAck(now, ack);
        ASSERT_EQ(cc->GetInflightBytes(), 0);
        ASSERT_TRUE(cc->CanSend(MTU));
        ASSERT_GE(cc->GetCwndBytes(), MTU);
    }
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         CongestionControlContract,
                         testing::ValuesIn(ListCreatable(MrcCongestionControl::GetTypeId())),
                         PolicyName);

// Rate controllers

/** A controller of a port of 100 Gb/s. */
class RateControlContract : public testing::TestWithParam<std::string>
{
  protected:
    RateControlContract()
    {
        rate->Start(LINE_RATE);
    }

    Ptr<RoceRateControl> rate{MakePolicy<RoceRateControl>(GetParam())}; ///< the controller
};

TEST_P(RateControlContract, BeginsBetweenZeroAndLineRate)
{
    EXPECT_GT(rate->GetRateBps(), 0);
    EXPECT_LE(rate->GetRateBps(), LINE_RATE);
}

TEST_P(RateControlContract, RateStaysBetweenZeroAndLineRateWhateverHappens)
{
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(3);
    RdmaTick now = RdmaTick::Us(1);
    for (int i = 0; i < 50000; ++i)
    {
        now += RdmaTick::Ns(330);
        rate->OnSent(now, 4210);
        if (dice->GetInteger(0, 200) == 0)
        {
            rate->OnCnp(now);
        }
        if (rate->NextWakeup() <= now || dice->GetInteger(0, 50) == 0)
        {
            rate->OnTimeout(now); // due or early: both are allowed
            ASSERT_GT(rate->NextWakeup(), now) << "an executed wake-up must not be due again";
        }
        ASSERT_GT(rate->GetRateBps(), 0);
        ASSERT_LE(rate->GetRateBps(), LINE_RATE);
    }
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         RateControlContract,
                         testing::ValuesIn(ListCreatable(RoceRateControl::GetTypeId())),
                         PolicyName);

} // namespace
