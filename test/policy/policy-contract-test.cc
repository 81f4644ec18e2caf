/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/object-factory.h"
#include "ns3/roce-rate-control.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace
{

using namespace ns3;

constexpr uint32_t MTU = 4184;
constexpr uint64_t LINE_RATE = 100000000000;

/**
 * @param base an abstract policy
 * @return names of all policies of this kind that can be created, in alphabetical order
 */
std::vector<std::string>
Policies(TypeId base)
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid != base && tid.IsChildOf(base) && tid.HasConstructor())
        {
            names.push_back(tid.GetName());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/**
 * @tparam T kind of policy
 * @param name its TypeId
 * @return a new one, as a user's configuration makes it
 */
template <typename T>
Ptr<T>
Make(const std::string& name)
{
    return ObjectFactory(name).Create<T>();
}

/**
 * @param info a test and its parameter
 * @return the parameter as the end of a test's name
 */
std::string
Name(const testing::TestParamInfo<std::string>& info)
{
    return info.param.substr(info.param.rfind(':') + 1);
}

// Every policy

TEST(PolicyContract, EachKindHasAtLeastOne)
{
    EXPECT_FALSE(Policies(MrcCongestionControl::GetTypeId()).empty());
    EXPECT_FALSE(Policies(MrcPathSelector::GetTypeId()).empty());
    EXPECT_FALSE(Policies(RoceRateControl::GetTypeId()).empty());
}

TEST(PolicyContract, EveryPolicyIsOfOurGroupAndItsAttributesAreExplained)
{
    for (const TypeId& base : {MrcCongestionControl::GetTypeId(),
                               MrcPathSelector::GetTypeId(),
                               RoceRateControl::GetTypeId()})
    {
        for (const auto& name : Policies(base))
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

// Congestion controllers

/** A controller at 400 Gb/s, 10 us, four planes. */
class CongestionControlContract : public testing::TestWithParam<std::string>
{
  protected:
    CongestionControlContract()
    {
        MrcPathInfo path;
        path.rateBps = 4 * LINE_RATE;
        path.baseRtt = Tick::Us(10);
        path.nominalMtuBytes = MTU;
        path.planes = 4;
        cc->Start(path);
    }

    Ptr<MrcCongestionControl> cc{Make<MrcCongestionControl>(GetParam())}; ///< the controller
};

TEST_P(CongestionControlContract, FreshControllerLetsAPacketGo)
{
    EXPECT_TRUE(cc->CanSend());
    EXPECT_GE(cc->GetCwndBytes(), MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(10));
    EXPECT_GT(cc->GetTargetDelay(), Tick());
}

TEST_P(CongestionControlContract, InflightIsSentLessAcknowledgedLessLostPlusLate)
{
    const Tick now = Tick::Us(50);
    for (int i = 0; i < 10; ++i)
    {
        cc->OnSend(MTU);
    }
    MrcAckInfo ack;
    ack.newBytes = 4 * MTU;
    ack.rtt = Tick::Us(12);
    cc->OnAck(now, ack);
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, Tick::Us(11));
    cc->OnNack(now, MrcNackReason::NO_RESOURCE, MTU, std::nullopt);
    cc->OnInferredLoss(now, MTU);
    cc->OnLateAck(MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 4 * MTU);
}

TEST_P(CongestionControlContract, BaseRttOnlyFalls)
{
    MrcAckInfo ack;
    Tick now = Tick::Us(50);
    for (const int us : {30, 9, 12, 10, 9, 8, 100})
    {
        const Tick before = cc->GetBaseRtt();
        now += Tick::Us(10);
        ack.rtt = Tick::Us(us);
        cc->OnAck(now, ack);
        EXPECT_LE(cc->GetBaseRtt(), before);
    }
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(8));
}

TEST_P(CongestionControlContract, WhateverHappensAnEmptyFlightMayGrow)
{
    Tick now = Tick::Us(50);
    MrcAckInfo ack;
    ack.ecn = true;
    ack.rtt = Tick::Us(80);
    for (int i = 0; i < 2000; ++i)
    {
        now += Tick::Us(12);
        cc->OnSend(MTU);
        cc->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
        cc->OnSend(MTU);
        cc->OnInferredLoss(now, MTU);
        cc->OnAck(now, ack);
        ASSERT_EQ(cc->GetInflightBytes(), 0);
        ASSERT_TRUE(cc->CanSend());
        ASSERT_GE(cc->GetCwndBytes(), MTU);
    }
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         CongestionControlContract,
                         testing::ValuesIn(Policies(MrcCongestionControl::GetTypeId())),
                         Name);

// Path selectors

/** A selector with four planes of sixteen paths. */
class PathSelectorContract : public testing::TestWithParam<std::string>
{
  protected:
    PathSelectorContract()
    {
        rng->SetStream(1);
        table.Start({4, 16, true, Tick::Us(10), Tick::Us(8), Tick::Us(131)},
                    CreateObject<MrcEvParameters>(),
                    rng);
        selector->Start(table, rng);
    }

    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the EVs
    Ptr<MrcPathSelector> selector{Make<MrcPathSelector>(GetParam())};      ///< the selector
};

TEST_P(PathSelectorContract, HealthyFabricGivesEveryPacketAPath)
{
    for (int i = 0; i < 1000; ++i)
    {
        ASSERT_TRUE(selector->GetSendParams(Tick::Ns(i), ~0U));
    }
}

TEST_P(PathSelectorContract, NothingIsChosenWhenNoPortIsReady)
{
    EXPECT_EQ(selector->GetSendParams(Tick::Us(1), 0), std::nullopt);
    EXPECT_EQ(selector->GetSendParams(Tick::Us(1), 0xF0), std::nullopt);
}

TEST_P(PathSelectorContract, PathsAreKnownUpAndOfReadyPortsWhateverHappens)
{
    UniformRandomVariable dice;
    dice.SetStream(2);
    Tick now = Tick::Us(1);
    uint32_t chosen = 0;
    for (int i = 0; i < 50000; ++i)
    {
        now += Tick::Ns(300);
        const uint32_t plane = dice.GetInteger(0, 3);
        const uint32_t ev = MrcEv::Pack(plane, dice.GetInteger(0, 15));
        switch (dice.GetInteger(0, 30))
        {
        case 0:
            selector->OnLoss(now, ev);
            break;
        case 1:
            selector->OnNack(now, ev, MrcNackReason::TRIMMED);
            break;
        case 2:
            table.SetPortUp(plane, true, dice.GetInteger(0, 2) > 0);
            break;
        case 3:
        case 4:
            selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
            break;
        default:
            selector->OnSack(now, ev, MrcEvVerdict::NONE);
        }
        if (const auto probe = table.PollProbe(now, ~0U))
        {
            table.OnProbeSuccess(now, probe->ev, MrcEvVerdict::NONE);
        }
        const uint32_t ready = dice.GetInteger(0, 15);
        if (const auto path = selector->GetSendParams(now, ready))
        {
            ASSERT_TRUE(ready >> path->port & 1) << "port not ready";
            ASSERT_TRUE(table.GetUpPlanes() >> path->port & 1) << "port down";
            ASSERT_TRUE(table.GetState(path->ev)) << "unknown EV";
            ASSERT_NE(*table.GetState(path->ev), MrcEvState::DENIED);
            ++chosen;
        }
    }
    EXPECT_GT(chosen, 1000U);
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         PathSelectorContract,
                         testing::ValuesIn(Policies(MrcPathSelector::GetTypeId())),
                         Name);

// Rate controllers

/** A controller of a port of 100 Gb/s. */
class RateControlContract : public testing::TestWithParam<std::string>
{
  protected:
    RateControlContract()
    {
        rate->Start(LINE_RATE);
    }

    Ptr<RoceRateControl> rate{Make<RoceRateControl>(GetParam())}; ///< the controller
};

TEST_P(RateControlContract, BeginsBetweenZeroAndLineRate)
{
    EXPECT_GT(rate->GetRateBps(), 0);
    EXPECT_LE(rate->GetRateBps(), LINE_RATE);
}

TEST_P(RateControlContract, RateStaysBetweenZeroAndLineRateWhateverHappens)
{
    UniformRandomVariable dice;
    dice.SetStream(3);
    Tick now = Tick::Us(1);
    for (int i = 0; i < 50000; ++i)
    {
        now += Tick::Ns(330);
        rate->OnSent(now, 4210);
        if (dice.GetInteger(0, 200) == 0)
        {
            rate->OnCnp(now);
        }
        if (rate->NextWakeup() <= now || dice.GetInteger(0, 50) == 0)
        {
            rate->OnTimeout(now); // due, or early: harmless
            ASSERT_GT(rate->NextWakeup(), now) << "a wake-up that is done must not be due again";
        }
        ASSERT_GT(rate->GetRateBps(), 0);
        ASSERT_LE(rate->GetRateBps(), LINE_RATE);
    }
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         RateControlContract,
                         testing::ValuesIn(Policies(RoceRateControl::GetTypeId())),
                         Name);

} // namespace
