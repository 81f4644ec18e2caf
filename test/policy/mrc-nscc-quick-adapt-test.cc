/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// Quick adapt

TEST_F(Nscc, QuickAdaptSetsTheWindowToWhatWasDelivered)
{
    Set("Eta", DoubleValue(0));
    Start(); // opens an interval of 10 + 7.5 us
    for (int i = 0; i < 300; ++i)
    {
        cc->OnSend(MTU);
    }
    now += RdmaTick::Us(5);
    Ack(50000, false, 7500);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU) << "within the interval a trim costs one packet";
    now += RdmaTick::Ns(12499);
    Ack(10000, false, 7500);
    EXPECT_GT(cc->GetCwndBytes(), 1400000U);
    now += RdmaTick::Ns(1);
    Ack(2000, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 62000U);
}

TEST_F(Nscc, QuickAdaptNeedsLessThanTheGate)
{
    Start();
    now += RdmaTick::Us(17);
    Ack(187500, false, 7500); // max_wnd / 2^3
    now += RdmaTick::Us(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);

    // the next interval begins with no bytes delivered
    now += RdmaTick::Ns(17500);
    Ack(187499, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 187499U);
}

TEST_F(Nscc, TheMaximumBoundsTheWindowAlsoWhileQuickAdaptIgnoresMarks)
{
    Start();
    cc->OnSend(1000000); // their marks are ignored
    now += RdmaTick::Us(17);
    Ack(180000, false, 7500);
    now += RdmaTick::Us(1);
    Trim();
    ASSERT_EQ(cc->GetCwndBytes(), 180000U);
    Ack(0, true, -9000); // an RTT of 1 us
    EXPECT_EQ(cc->GetMaxCwndBytes(), 150000U);
    EXPECT_EQ(cc->GetCwndBytes(), 150000U);
}

TEST_F(Nscc, QuickAdaptLeavesAtLeastOnePacket)
{
    Start();
    now += RdmaTick::Us(18);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

TEST_F(Nscc, FirstSignalOnlyOpensTheInterval)
{
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
    now += RdmaTick::Ns(17499);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    now += RdmaTick::Ns(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

TEST_F(Nscc, QuickAdaptForgetsThePendingIncrease)
{
    Set("Eta", DoubleValue(0));
    Start();
    now += RdmaTick::Us(10);
    Ack(0, false, 0); // adjustment by time
    now += RdmaTick::Ns(7499);
    Ack(33472, false, 7500); // fi x 33,472 pending
    now += RdmaTick::Ns(1);
    Trim();
    ASSERT_EQ(cc->GetCwndBytes(), 33472U);
    now += RdmaTick::Us(10);
    Ack(0, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 33472U);
}

TEST_F(Nscc, QuickAdaptForgetsTheBytesTowardsTheNextAdjustment)
{
    Set("Eta", DoubleValue(0));
    Start();
    now += RdmaTick::Us(10);
    Ack(0, false, 0); // adjustment by time
    now += RdmaTick::Ns(7499);
    Ack(33472, false, 7500); // 8 packets: one byte more would make an adjustment due
    now += RdmaTick::Ns(1);
    Trim();
    ASSERT_EQ(cc->GetCwndBytes(), 33472U);
    now += RdmaTick::Us(1);
    Ack(MTU, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 33472U) << "one packet of 8, and 8.5 us of 10";
}

TEST_F(Nscc, QuickAdaptIntervalFollowsTheMeasuredBaseRtt)
{
    Start();
    now += RdmaTick::Us(20);
    Ack(0, false, -2000); // 8 us; opens an interval of 8 + 7.5 us
    ASSERT_EQ(cc->GetCwndBytes(), 1200000U);
    now += RdmaTick::Ns(15499);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1200000U - MTU) << "within the interval";
    now += RdmaTick::Ns(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), MTU) << "no bytes were delivered";
}

TEST_F(Nscc, LostBytesCountAsIgnoredToo)
{
    Start();
    for (int i = 0; i < 4; ++i)
    {
        cc->OnSend(MTU);
    }
    now += RdmaTick::Ns(17500);
    Trim(); // quick adapt with 3 packets in flight
    ASSERT_EQ(cc->GetCwndBytes(), MTU);
    Ack(0, false, 7500);
    now += RdmaTick::Us(10);
    Ack(0, false, 7500); // eta has made the window larger than one packet
    const auto window = cc->GetCwndBytes();
    ASSERT_GT(window, 2 * MTU);
    Trim(); // 1 of 3
    EXPECT_EQ(cc->GetCwndBytes(), window);
    cc->OnInferredLoss(now, MTU); // 2 of 3, and cuts in any case
    EXPECT_EQ(cc->GetCwndBytes(), window - MTU);
    Trim(); // 3 of 3: from here on trims count again
    EXPECT_EQ(cc->GetCwndBytes(), window - 2 * MTU);
}

TEST_F(Nscc, SignalsOfBytesSentBeforeQuickAdaptAreIgnored)
{
    Set("Eta", DoubleValue(0));
    Start();
    for (int i = 0; i < 6; ++i)
    {
        cc->OnSend(MTU);
    }
    Ack(MTU, false, 7500); // 5 left
    now += RdmaTick::Ns(17500);
    Ack(10 * MTU, false, 7500);
    for (int i = 0; i < 10; ++i)
    {
        cc->OnSend(MTU); // 5 in flight again
    }
    now += RdmaTick::Ns(17500);
    Trim(); // counts itself: 4 in flight, 0 delivered in the interval
    ASSERT_EQ(cc->GetCwndBytes(), MTU);
    ASSERT_EQ(cc->GetInflightBytes(), 4 * MTU);

    Set("Gamma", DoubleValue(1));
    now += RdmaTick::Us(11);
    Ack(MTU, true, 100000); // 1 of 4: ignored
    now += RdmaTick::Us(11);
    Trim(); // 2 of 4: ignored
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
    Ack(MTU, false, 0); // 3 of 4; not marked: an ordinary SACK, grows the window
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
}

TEST_F(Nscc, MarksInTheIgnoreWindowDoNotDecrease)
{
    Set("Eta", DoubleValue(0));
    Set("Alpha", DoubleValue(0));
    Start();
    for (int i = 0; i < 40; ++i)
    {
        cc->OnSend(MTU);
    }
    now += RdmaTick::Us(10);
    Ack(20 * MTU, false, 0);
    now += RdmaTick::Us(10);
    Trim(); // quick adapt: window 20 packets, 19 in flight are to be ignored
    ASSERT_EQ(cc->GetCwndBytes(), 20U * MTU);
    for (int i = 0; i < 18; ++i)
    {
        now += RdmaTick::Us(2);
        Ack(MTU, true, 15000);
        ASSERT_EQ(cc->GetCwndBytes(), 20U * MTU) << "SACK " << i;
    }
    now += RdmaTick::Us(11);
    Ack(MTU, true, 15000); // the 19th is no longer below
    EXPECT_EQ(cc->GetCwndBytes(), 12U * MTU) << "1 - 0.8 x 0.5 = 0.6";
}

TEST_F(Nscc, QuickAdaptActsAtMostOncePerInterval)
{
    // worst case: all packets trimmed, few bytes delivered
    Set("Eta", DoubleValue(0));
    Start();
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(3);
    RdmaTick last;
    uint32_t actions = 0;
    double deliveredSince = 0;
    for (int i = 0; i < 20000; ++i)
    {
        now += RdmaTick::Ns(dice->GetInteger(10, 400));
        cc->OnSend(MTU);
        const auto before = cc->GetCwndBytes();
        if (dice->GetInteger(0, 3) == 0)
        {
            deliveredSince += MTU;
            Ack(MTU, false, 3000);
        }
        else
        {
            Trim();
        }
        const auto after = cc->GetCwndBytes();
        if (after + MTU < before)
        {
            EXPECT_GE(now - last, RdmaTick::Ns(17500));
            EXPECT_LE(after, std::max<double>(deliveredSince, MTU));
            last = now;
            deliveredSince = 0;
            ++actions;
        }
    }
    EXPECT_GT(actions, 0U);
}

TEST_F(Nscc, DelayArmsQuickAdaptWithoutTrimming)
{
    Set("Eta", DoubleValue(0));
    Start(false); // target 10 us, threshold 40 us
    now += RdmaTick::Us(20);
    Ack(20000, false, 40000);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
    now += RdmaTick::Us(20);
    Ack(20000, false, 40001);
    EXPECT_EQ(cc->GetCwndBytes(), 20000U);
}

TEST_F(Nscc, QuickAdaptCanBeDisabled)
{
    Set("DisableQa", BooleanValue(true));
    Start();
    now += RdmaTick::Us(100);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
}

TEST_F(Nscc, GateCanBeAShareOfWhatWasSent)
{
    Set("QaGateOfSent", BooleanValue(true));
    Start();
    cc->OnSend(80000); // a small share of the NIC
    now += RdmaTick::Us(17);
    Ack(10000, false, 7500); // an eighth of it
    now += RdmaTick::Us(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU) << "it has not failed";

    // the next interval counts the bytes sent in it
    cc->OnSend(80000);
    now += RdmaTick::Ns(17500);
    Ack(9999, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 9999U);
}

TEST_F(Nscc, WhatWasSentBeforeTheIntervalDoesNotRaiseTheGate)
{
    Set("QaGateOfSent", BooleanValue(true));
    Start();
    cc->OnSend(80000);
    now += RdmaTick::Us(17);
    Ack(10000, false, 7500); // an eighth of it
    now += RdmaTick::Us(1);
    Trim();
    const auto window = cc->GetCwndBytes();
    cc->OnSend(80000);
    now += RdmaTick::Ns(17500);
    Ack(12000, false, 7500); // above an eighth of this interval's bytes, below that of all bytes
    EXPECT_GE(cc->GetCwndBytes(), window - MTU) << "it has not failed";
}

TEST_F(Nscc, GateOfWhatWasSentIsNeverAboveThatOfTheLargestWindow)
{
    Set("QaGateOfSent", BooleanValue(true));
    Start();
    cc->OnSend(4000000);
    now += RdmaTick::Us(17);
    Ack(187500, false, 7500); // max_wnd / 2^3
    now += RdmaTick::Us(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
}

TEST_F(Nscc, FlowThatSentNothingHasNotFailed)
{
    Set("QaGateOfSent", BooleanValue(true));
    Start();
    cc->OnSend(MTU);
    now += RdmaTick::Us(18);
    Trim();
    ASSERT_EQ(cc->GetCwndBytes(), MTU) << "one packet sent, none delivered";
    now += RdmaTick::Us(18);
    Ack(0, false, 7500); // + eta
    const auto window = cc->GetCwndBytes();
    ASSERT_GT(window, MTU);
    now += RdmaTick::Us(18);
    Trim(); // of a packet sent long ago
    EXPECT_EQ(cc->GetCwndBytes(), window - MTU);
}

TEST(NsccDefaults, GateOfQuickAdaptIsAShareOfWhatWasSent)
{
    BooleanValue ofSent;
    CreateObject<MrcNscc>()->GetAttribute("QaGateOfSent", ofSent);
    EXPECT_TRUE(ofSent.Get());
}

TEST_F(Nscc, WithTrimmingDelayArmsQuickAdaptOnlyOnRequest)
{
    for (const bool with : {false, true})
    {
        cc = CreateObject<MrcNscc>();
        Set("QaGateOfSent", BooleanValue(false));
        Set("QaWithTrimming", BooleanValue(with));
        Set("Eta", DoubleValue(0));
        Start(); // target 7.5 us, threshold 30 us
        now += RdmaTick::Us(20);
        Ack(20000, false, 30000);
        EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
        now += RdmaTick::Us(20);
        Ack(20000, false, 30001);
        EXPECT_EQ(cc->GetCwndBytes(), with ? 20000U : 1500000U);
    }
}

} // namespace
