/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/random-variable-stream.h"

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
    now += RdmaTick::Us(100);
    Trim(MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
    EXPECT_EQ(cc->GetAvgDelayNs(), 10000);
    Trim(MrcNackReason::TRIMMED);
    EXPECT_EQ(cc->GetCwndBytes(), MTU) << "quick adapt: no bytes were delivered";
}

TEST_F(Nscc, TrimCountsAsADelayOfOneBaseRtt)
{
    Start();
    now += RdmaTick::Us(5);
    Trim(); // weight 0.5
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 5000);
    now += RdmaTick::Us(20);
    Trim();
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 10000);
}

TEST_F(Nscc, TrimCountsAsADelayOfTheConfiguredBaseRttWhateverIsMeasured)
{
    Start();
    Ack(0, false, -2000); // 8 us
    ASSERT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
    now += RdmaTick::Us(20);
    Trim(); // the queue that trimmed it has the depth of the configured BDP
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
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
    EXPECT_EQ(cc->GetCwndBytes(), 1200000U);
    Ack(0, false, 5000);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Ns(7500)) << "the target stays as configured";
}

TEST_F(Nscc, SampleOfANackCountsOnlyIfSwitchedOn)
{
    Start();
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, RdmaTick::Us(9));
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10));
    Set("NackRtt", BooleanValue(true));
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, RdmaTick::Us(8));
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
}

TEST_F(Nscc, SampleOfAShortPacketCountsOnlyIfSwitchedOn)
{
    Start();
    Ack(0, false, -2000, false); // 8 us
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10));
    Set("ShortRtt", BooleanValue(true));
    Ack(0, false, -1000, false);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(9));
}

TEST_F(Nscc, DelayOfAShortPacketIsNeverNegative)
{
    Set("AvgDelayRtts", DoubleValue(1));
    Start();
    now += RdmaTick::Us(10);
    Ack(0, false, 4000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 4000);
    now += RdmaTick::Us(5);
    Ack(0, false, -3000, false); // weight 0.5, sample 0
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 2000);
}

// Smoothed delay

TEST_F(Nscc, SmoothedDelayFollowsInAvgDelayRtts)
{
    Set("AvgDelayRtts", DoubleValue(8));
    Start();
    now += RdmaTick::Us(10);
    Ack(0, false, 8000); // weight 1/8
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 1000);
    now += RdmaTick::Us(40);
    Ack(0, false, 8000); // weight 1/2
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 4500);
    now += RdmaTick::Us(80);
    Ack(0, false, 8000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 8000);
}

TEST_F(Nscc, SmoothedDelayFollowsInMeasuredBaseRtts)
{
    Start();
    Ack(0, false, -2000); // 8 us
    now += RdmaTick::Us(4);
    Ack(0, false, 6000); // 16 us, a delay of 8; weight 4 / 8
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 4000);
}

TEST(NsccDefaults, SmoothedDelayTakesThreeBaseRtts)
{
    DoubleValue rtts;
    CreateObject<MrcNscc>()->GetAttribute("AvgDelayRtts", rtts);
    EXPECT_EQ(rtts.Get(), 3);
}

/**
 * Send packets at a constant rate to a responder that answers marked packets at once and one in
 * four of the others. Marked packets have a delay of 12 us, others of 2 us.
 * @param byPackets attribute AvgDelayByPackets
 * @param percent share of marked packets
 * @return mean of the smoothed delay, ns
 */
double
MeanOfSmoothedDelay(bool byPackets, int percent)
{
    const auto cc = CreateObject<MrcNscc>();
    cc->SetAttribute("AvgDelayByPackets", BooleanValue(byPackets));
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    RdmaTick now = RdmaTick::Ms(1);
    double sum = 0;
    constexpr int PACKETS = 40000;
    constexpr int SETTLED = 10000;
    const auto rng = CreateObject<UniformRandomVariable>();
    rng->SetStream(1);
    int unanswered = 0;
    for (int i = 0; i < PACKETS; ++i)
    {
        now += RdmaTick::Ns(50);
        ++unanswered;
        const bool marked = rng->GetInteger(0, 99) < static_cast<uint32_t>(percent);
        if (marked || unanswered == 4)
        {
            MrcAckInfo ack;
            ack.newBytes = uint64_t{MTU} * unanswered;
            ack.ecn = marked;
            ack.rtt = RdmaTick::Us(marked ? 22 : 12);
            cc->OnSend(static_cast<uint32_t>(ack.newBytes));
            cc->OnAck(now, ack);
            unanswered = 0;
        }
        sum += i < SETTLED ? 0 : cc->GetAvgDelayNs();
    }
    return sum / (PACKETS - SETTLED);
}

TEST(NsccDelay, SmoothedDelayIsThatOfPacketsWhateverTheShareOfMarks)
{
    for (const int percent : {0, 10, 25, 50, 100})
    {
        const double truth = 2000 + 100.0 * percent;
        EXPECT_NEAR(MeanOfSmoothedDelay(true, percent), truth, 0.05 * truth) << percent << " %";
    }
    // Unmarked packets hardly have SACKs here, but their share is limited to a base RTT.
    EXPECT_NEAR(MeanOfSmoothedDelay(true, 90), 11000, 1100);
    EXPECT_GT(MeanOfSmoothedDelay(false, 25), 1.2 * 4500) << "by SACKs, marked packets count more";
}

TEST_F(Nscc, UnmarkedSampleCountsForPacketsBehindMarkedOnesUpToABaseRtt)
{
    Set("AvgDelayByPackets", BooleanValue(true));
    Start();
    now += RdmaTick::Us(4);
    Ack(4 * MTU, true, 4000); // 1 us of the 4 is the marked packet's
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 400);
    now += RdmaTick::Us(2);
    Ack(4 * MTU, false, 400); // 2 us and 3 of before
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 400);
    now += RdmaTick::Us(2);
    Ack(4 * MTU, false, 5400); // and no more
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 1400);
    Set("AvgDelayRtts", DoubleValue(4));
    now += RdmaTick::Us(80);
    Ack(80 * MTU, true, 1400); // 79 us would be carried over
    now += RdmaTick::Us(2);
    Ack(MTU, false, 3400); // 2 us and 10 of before
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 1400 + 0.3 * 2000) << "a whole base RTT is";
}

TEST_F(Nscc, OneDecreasePerActualRttIfAsked)
{
    for (const bool actual : {false, true})
    {
        cc = CreateObject<MrcNscc>();
        Set("AvgDelayRtts", DoubleValue(1));
        Set("AvgDelayByPackets", BooleanValue(false));
        Set("DecreasePerRtt", BooleanValue(actual));
        Start();
        now += RdmaTick::Us(50);
        Ack(MTU, true, 20000);
        const uint64_t once = cc->GetCwndBytes();
        EXPECT_LT(once, 1000000U);
        now += RdmaTick::Us(11); // a base RTT and more, but the delay is 20 us
        Ack(0, true, 20000);
        EXPECT_EQ(cc->GetCwndBytes() < 0.9 * once, !actual);
        now += RdmaTick::Us(20);
        const uint64_t before = cc->GetCwndBytes();
        Ack(0, true, 20000);
        EXPECT_LT(cc->GetCwndBytes(), 0.9 * before);
    }
}

// Marks by delay

TEST_F(Nscc, DelayAboveTheTargetAddsUpToMarks)
{
    Set("DelayMarks", BooleanValue(true));
    Set("Eta", DoubleValue(0));
    Set("Fi", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 9375); // a quarter above the target: a quarter of a mark; avg_delay = 9,375
    now += RdmaTick::Us(20);
    Ack(MTU, false, 9375);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 9375);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U) << "three quarters";
    now += RdmaTick::Us(20);
    Ack(MTU, false, 9375);
    EXPECT_EQ(cc->GetCwndBytes(), 840000U) << "1 - 0.8 x 1,875 / 9,375 = 0.84";
    now += RdmaTick::Us(20);
    Ack(MTU, false, 9375);
    EXPECT_EQ(cc->GetCwndBytes(), 840000U) << "the sum is reset";
}

TEST_F(Nscc, DelayIsAtMostOneMarkPerSack)
{
    Set("DelayMarks", BooleanValue(true));
    Set("Eta", DoubleValue(0));
    Set("Fi", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 37500); // five times the target: one mark; 1 - 0.8 x 0.8 = 0.36, at least 0.5
    EXPECT_EQ(cc->GetCwndBytes(), 500000U);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 7500); // no remainder; avg_delay is 7,500 again
    now += RdmaTick::Us(20);
    Ack(MTU, false, 14999); // less than one mark
    EXPECT_EQ(cc->GetCwndBytes(), 500000U);
}

TEST_F(Nscc, DelayBelowTheTargetIsNoMarkAndTakesNoneAway)
{
    Set("DelayMarks", BooleanValue(true));
    Set("Eta", DoubleValue(0));
    Set("Alpha", DoubleValue(0));
    Set("Fi", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 11250); // half a mark
    now += RdmaTick::Us(20);
    Ack(MTU, false, 2000);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    now += RdmaTick::Us(20);
    Ack(MTU, false, 11250);
    EXPECT_EQ(cc->GetCwndBytes(), 733333U) << "1 - 0.8 x 3,750 / 11,250";
}

TEST_F(Nscc, ByDefaultDelayIsNoMark)
{
    Set("Eta", DoubleValue(0));
    Set("Fi", DoubleValue(0));
    Start();
    Shrink(1000000);
    for (int i = 0; i < 10; ++i)
    {
        now += RdmaTick::Us(20);
        Ack(MTU, false, 37500);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
}

TEST_F(Nscc, WithoutASampleTheWindowDoesNotMove)
{
    Start();
    Shrink(1000000);
    cc->OnSend(MTU);
    now += RdmaTick::Ms(1);
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
    now += RdmaTick::Us(10);
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
    now += RdmaTick::Us(50);
    Ack(0, true, 8000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100); // 0.0125 x 8,000
    Ack(0, false, 8000);                        // unmarked: sample 0.25 base RTT
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100 + 0.0125 * 2400);
}

} // namespace
