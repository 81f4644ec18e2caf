/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/boolean.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// NACKs and losses

TEST_F(Nscc, BothKindsOfTrimCutOtherNacksDoNot)
{
    Start();
    for (int i = 0; i < 5; ++i)
    {
        cc->OnSend(MTU);
    }
    Trim(MrcNackReason::TRIMMED);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
    Trim(MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    Trim(MrcNackReason::NO_PKT_BUFFER);
    Trim(MrcNackReason::PSN_OOR_WINDOW);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
}

TEST_F(Nscc, LasthopTrimOnlyCountsAsDelayWhereReceiversGrantCredits)
{
    Set("LasthopTrimCuts", BooleanValue(false));
    Start();
    cc->OnSend(2 * MTU);
    now += Tick::Us(100);
    Trim(MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
    EXPECT_EQ(cc->GetAvgDelayNs(), 10000);
    Trim(MrcNackReason::TRIMMED);
    EXPECT_EQ(cc->GetCwndBytes(), MTU) << "quick adapt: nothing was delivered";
}

TEST_F(Nscc, TrimCountsAsADelayOfOneBaseRtt)
{
    Start();
    now += Tick::Us(5);
    Trim(); // weight 0.5
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 5000);
    now += Tick::Us(20);
    Trim();
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 10000);
}

TEST_F(Nscc, InferredLossCostsItsSize)
{
    Start();
    cc->OnSend(1000);
    cc->OnInferredLoss(now, 1000);
    EXPECT_EQ(cc->GetCwndBytes(), 1499000U);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

// Base RTT

TEST_F(Nscc, SmallerSampleLowersBaseRttAndMaximumForGood)
{
    Start();
    Ack(0, false, -2000); // 8 us
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(8));
    EXPECT_EQ(cc->GetCwndBytes(), 1200000U);
    Ack(0, false, 5000);
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(8));
    EXPECT_EQ(cc->GetTargetDelay(), Tick::Ns(7500)) << "the target stays as configured";
}

TEST_F(Nscc, SampleOfANackCountsUnlessSwitchedOff)
{
    Start();
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, Tick::Us(9));
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(9));
    Set("NackRtt", BooleanValue(false));
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, Tick::Us(8));
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(9));
}

TEST_F(Nscc, WithoutASampleTheWindowDoesNotMove)
{
    Start();
    Shrink(1000000);
    cc->OnSend(MTU);
    now += Tick::Ms(1);
    MrcAckInfo ack;
    ack.newBytes = MTU;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

TEST_F(Nscc, WithoutASampleTheAverageCanStandIn)
{
    Set("DelayWithoutRtt", BooleanValue(true));
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(0, false, 2500); // avg_delay = 2,500; + eta
    MrcAckInfo ack;
    ack.newBytes = 9 * MTU;
    cc->OnAck(now, ack);
    // 1,004,184 + alpha x 37,656 x 5,000 / 1,004,184 = + 1,743.3
    EXPECT_EQ(cc->GetCwndBytes(), 1005927U);
}

TEST_F(Nscc, PerAckFilterMovesByAFixedGain)
{
    Set("PerAckFilter", BooleanValue(true));
    Start();
    now += Tick::Us(50);
    Ack(0, true, 8000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100); // 0.0125 x 8,000
    Ack(0, false, 8000);                        // unmarked: sample 0.25 base RTT
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100 + 0.0125 * 2400);
}

} // namespace
