/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/double.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// The four quadrants (mrc reference, 8.4)

TEST_F(Nscc, NoMarkAndHighDelayIncreasesFairly)
{
    Start();
    Shrink(1000000);
    for (int i = 0; i < 8; ++i)
    {
        Ack(MTU, false, 7500);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U) << "33,472 B are not more than adjust_bytes";
    Ack(MTU, false, 20000);
    // fi x 9 x 4184 / cwnd = 139,466.67 x 37,656 / 1,000,000 = 5,251.76, for any delay
    EXPECT_EQ(cc->GetCwndBytes(), 1005251U);
}

TEST_F(Nscc, NoMarkAndLowDelayIncreasesInProportion)
{
    Start();
    Shrink(1000000);
    for (int i = 0; i < 9; ++i)
    {
        Ack(MTU, false, 2500);
    }
    // alpha x 37,656 x (7,500 - 2,500) / cwnd = 9.29778 x 188,280,000 / 1,000,000 = 1,750.59
    EXPECT_EQ(cc->GetCwndBytes(), 1001750U);
}

TEST_F(Nscc, MarkAndHighDelayDecreases)
{
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(10);
    Ack(0, true, 15000);
    // avg_delay = 15,000 (a whole base RTT has passed: weight 1)
    // 1 - 0.8 x (15,000 - 7,500) / 15,000 = 0.6; then the constant eta = 4,184 of the period
    EXPECT_EQ(cc->GetCwndBytes(), 604184U);
}

TEST_F(Nscc, DecreaseIsAtMostByMaxMdJump)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(10);
    Ack(0, true, 75000);
    // 1 - 0.8 x 67,500 / 75,000 = 0.28 < 0.5
    EXPECT_EQ(cc->GetCwndBytes(), 500000U);
}

TEST_F(Nscc, DecreaseHappensAtMostOncePerBaseRtt)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(10);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 600000U);
    now += RdmaTick::Us(10);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 600000U);
    now += RdmaTick::Ns(1);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 360000U);
}

TEST_F(Nscc, DecreaseNeedsAHighAverageDelayToo)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(4); // weight 0.4: avg_delay = 6,000 < 7,500
    Ack(0, true, 15000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 6000);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    now += RdmaTick::Us(4); // avg_delay = 6,000 + 0.4 x 9,000 = 9,600
    Ack(0, true, 15000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 9600);
    // 1 - 0.8 x 2,100 / 9,600 = 0.825
    EXPECT_EQ(cc->GetCwndBytes(), 825000U);
}

TEST_F(Nscc, MarkAndLowDelayLeavesTheWindowAlone)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    for (int i = 0; i < 100; ++i)
    {
        now += RdmaTick::Us(1);
        Ack(MTU, true, 7499);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
}

TEST_F(Nscc, MarkAndLowDelayLeavesTheWindowAloneEvenWhenTheAverageIsHigh)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(20);
    Ack(0, false, 20000); // avg_delay = 20,000
    now += RdmaTick::Us(1);
    Ack(0, true, 7000);
    EXPECT_GT(cc->GetAvgDelayNs(), 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
}

TEST_F(Nscc, WindowNeverFallsBelowOnePacket)
{
    Start();
    for (int i = 0; i < 1000; ++i)
    {
        now += RdmaTick::Us(11);
        Ack(0, true, 100000);
        cc->OnSend(MTU);
        cc->OnInferredLoss(now, MTU);
    }
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
    EXPECT_TRUE(cc->CanSend(MTU));
}

// Adjustment and the constant increase

TEST_F(Nscc, EtaIsAddedOncePerPeriod)
{
    Set("Alpha", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Ns(9999);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    now += RdmaTick::Ns(1);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1004184U);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1004184U);
}

TEST_F(Nscc, PeriodAppliesASmallIncreaseToo)
{
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(10);
    Ack(MTU, false, 7500);
    // 139,466.67 x 4,184 / 1,000,000 = 583.5, and eta = 4,184
    EXPECT_EQ(cc->GetCwndBytes(), 1004767U);
}

TEST_F(Nscc, AloneTheWindowStaysAtItsMaximum)
{
    Start();
    for (int i = 0; i < 1000; ++i)
    {
        now += RdmaTick::Ns(42);
        cc->OnSend(MTU);
        Ack(MTU, false, i % 3 * 100);
        ASSERT_EQ(cc->GetCwndBytes(), 1500000U);
    }
}

// Fast increase

TEST_F(Nscc, WindowGrowsFastAfterAWholeWindowWithoutQueue)
{
    Set("Alpha", DoubleValue(0));
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(100000);
    for (int i = 0; i < 10; ++i)
    {
        Ack(10000, false, 999);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 100000U) << "100,000 B are not more than the window";
    Ack(10000, false, 999);
    EXPECT_EQ(cc->GetCwndBytes(), 116666U) << "fi_scale x 10,000 = 16,667";
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), 133333U);

    Ack(10000, false, 1000); // a queue: start again
    for (int i = 0; i < 13; ++i)
    {
        Ack(10000, false, 0);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 133333U);
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), 150000U);
}

TEST_F(Nscc, DecreaseEndsFastIncrease)
{
    Set("Alpha", DoubleValue(0));
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(100000);
    Ack(110000, false, 0);
    const auto grown = cc->GetCwndBytes();
    EXPECT_GT(grown, 100000U);
    Ack(0, true, 8000);
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), grown);
}

} // namespace
