/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "nscc-fixture.h"

#include "ns3/double.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// Receiver penalty (mrc reference, 8.6)

TEST_F(Nscc, PenaltyLimitsTheWindowAndRestoreGivesItBack)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    for (int i = 0; i < 200; ++i)
    {
        cc->OnSend(4000);
    }
    MrcAckInfo ack;
    ack.newBytes = 4000;
    ack.rtt = RdmaTick::Us(10);
    ack.penalty = 64;
    cc->OnAck(now, ack);
    // 800,000 were in flight; minus 64 x 4,000 / 128 = 2,000
    EXPECT_EQ(cc->GetCwndBytes(), 798000U);
    cc->OnAck(now, ack);
    // 796,000 were in flight, which is less; minus 2,000
    EXPECT_EQ(cc->GetCwndBytes(), 794000U);

    ack.newBytes = 100000; // no increase while limited, for any delay
    ack.penalty = 1;
    cc->OnAck(now, ack);
    // 792,000 were in flight; minus 100,000 / 128 = 781.25
    EXPECT_EQ(cc->GetCwndBytes(), 791218U);

    ack.newBytes = 0;
    ack.penalty = 0;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 791218U) << "not yet";
    ack.restore = true;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    Shrink(500000);
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 500000U) << "only once";
}

TEST_F(Nscc, PenaltyOf64HalvesTheWindowPerRoundTrip)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(836800); // 200 packets
    for (int i = 0; i < 200; ++i)
    {
        cc->OnSend(MTU);
    }
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.rtt = RdmaTick::Us(10);
    ack.penalty = 64;
    for (int i = 0; i < 200; ++i)
    {
        cc->OnAck(now, ack);
        for (mrctest::StepBudget steps; cc->CanSend(MTU) && steps.Take();)
        {
            cc->OnSend(MTU);
        }
    }
    EXPECT_NEAR(static_cast<double>(cc->GetCwndBytes()), 418400, 2 * MTU);
}

TEST_F(Nscc, PenaltyLeavesOnePacket)
{
    Start();
    MrcAckInfo ack;
    ack.newBytes = 1000000;
    ack.penalty = 127;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

TEST_F(Nscc, RestoredWindowIsAtMostTheLargestOfToday)
{
    Start();
    MrcAckInfo ack;
    ack.penalty = 64;
    cc->OnAck(now, ack);  // saves 1,500,000 B
    Ack(0, false, -2000); // 8 us: the largest window is 1,200,000 B now
    ack.penalty = 0;
    ack.restore = true; // by a SACK without a sample, which does not change the window otherwise
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 1200000U);
}

} // namespace
