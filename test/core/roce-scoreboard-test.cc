/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/roce-reorder-buffer.h"
#include "ns3/roce-scoreboard.h"

#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace ns3;

/**
 * @return a window of 64 packets, time-outs of 100 and 320 us, the shorter one for up to 3 packets
 */
RoceSelectiveConfig
MakeSelectiveConfig()
{
    RoceSelectiveConfig config;
    config.windowPackets = 64;
    config.timeoutLow = RdmaTick::Us(100);
    config.timeoutHigh = RdmaTick::Us(320);
    config.fewPackets = 3;
    return config;
}

/** @return the packets that it sends again, in order */
std::vector<RdmaPsnSeq>
SendLost(RoceScoreboard& board)
{
    std::vector<RdmaPsnSeq> psns;
    for (mrctest::StepBudget steps; board.HasLost() && steps.Take();)
    {
        psns.push_back(board.GetLost());
        board.OnRetransmitted();
    }
    return psns;
}

using Psns = std::vector<RdmaPsnSeq>;

TEST(RoceScoreboard, APacketIsLostWhenALaterOneHasArrived)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    EXPECT_FALSE(board.HasLost());
    board.OnSacked(1003);
    EXPECT_EQ(SendLost(board), (Psns{1000, 1001, 1002}));
    EXPECT_FALSE(board.HasLost()) << "once";
    board.OnSacked(1004);
    EXPECT_FALSE(board.HasLost());
    board.OnSacked(1006);
    EXPECT_EQ(SendLost(board), (Psns{1005}));
}

TEST(RoceScoreboard, WhatThePeerHasIsNotSentAgain)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnSacked(1001);
    board.OnSacked(1004);
    board.OnSacked(1002);
    EXPECT_EQ(SendLost(board), (Psns{1000, 1003}));
}

TEST(RoceScoreboard, AcknowledgmentOvertakesARepair)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnSacked(1005);
    board.OnAcknowledged(1004);
    EXPECT_EQ(SendLost(board), (Psns{1004}));
    board.OnAcknowledged(1006);
    EXPECT_FALSE(board.HasLost());
}

TEST(RoceScoreboard, ARepeatedPacketThatIsLostAgainWaitsForTheTimer)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnSacked(1002);
    EXPECT_EQ(SendLost(board), (Psns{1000, 1001}));
    board.OnSacked(1003);
    board.OnAcknowledged(1001); // 1000 has arrived, 1001 has not
    EXPECT_FALSE(board.HasLost());
    board.OnTimeout(1010);
    EXPECT_EQ(SendLost(board), (Psns{1001}));
}

TEST(RoceScoreboard, ATimeoutRepeatsTheOldestAndAllThatIsKnownToBeLost)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnSacked(1002);
    board.OnSacked(1005);
    SendLost(board);
    board.OnTimeout(1008);
    EXPECT_EQ(SendLost(board), (Psns{1000, 1001, 1003, 1004}));
}

TEST(RoceScoreboard, ALostTailIsRepairedOnePacketPerRoundTripAfterATimeout)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnTimeout(1003);
    EXPECT_EQ(SendLost(board), (Psns{1000}));
    board.OnAcknowledged(1001);
    EXPECT_EQ(SendLost(board), (Psns{1001}));
    board.OnAcknowledged(1002);
    EXPECT_EQ(SendLost(board), (Psns{1002}));
    board.OnAcknowledged(1003);
    EXPECT_FALSE(board.HasLost()) << "packets sent after the expiry are not suspect";
    board.OnAcknowledged(1004);
    EXPECT_FALSE(board.HasLost());
}

TEST(RoceScoreboard, APacketThatWasNeverSentIsNotRepeated)
{
    RoceScoreboard board(MakeSelectiveConfig(), 1000);
    board.OnTimeout(1000);
    EXPECT_FALSE(board.HasLost()) << "the port was down";
    board.OnTimeout(1001);
    EXPECT_EQ(SendLost(board), Psns{1000});
}

TEST(RoceScoreboard, BitsOfAPastWindowAreForgotten)
{
    RoceScoreboard board(MakeSelectiveConfig(), 0);
    const RdmaPsnSeq places = 128; // places of the ring
    board.OnSacked(5);
    board.OnSacked(7);
    board.OnAcknowledged(8);
    for (RdmaPsnSeq una = 48; una <= places; una += 40)
    {
        board.OnAcknowledged(una);
    }
    board.OnSacked(places + 9);
    EXPECT_EQ(SendLost(board), (Psns{128, 129, 130, 131, 132, 133, 134, 135, 136}));
}

TEST(RoceScoreboard, FewPacketsInFlightHaveTheShorterTimeout)
{
    RoceScoreboard board(MakeSelectiveConfig(), 0);
    EXPECT_EQ(board.GetTimeout(1), RdmaTick::Us(100));
    EXPECT_EQ(board.GetTimeout(3), RdmaTick::Us(100));
    EXPECT_EQ(board.GetTimeout(4), RdmaTick::Us(320));
}

using Verdict = RoceReorderBuffer::Verdict;

TEST(RoceReorderBuffer, TakesWhatFollowsWithoutAGap)
{
    RoceReorderBuffer buffer(64);
    EXPECT_EQ(buffer.Put(1000, 1001, false), Verdict::STORED);
    EXPECT_EQ(buffer.Put(1000, 1002, true), Verdict::STORED);
    EXPECT_EQ(buffer.Put(1000, 1004, true), Verdict::STORED);
    EXPECT_EQ(buffer.Put(1000, 1002, true), Verdict::DUPLICATE);
    EXPECT_EQ(buffer.GetStored(), 3U);
    RdmaPsnSeq expected = 1001;
    EXPECT_TRUE(buffer.Take(expected)) << "a message ends at 1002";
    EXPECT_EQ(expected, 1003);
    expected = 1004;
    EXPECT_TRUE(buffer.Take(expected));
    EXPECT_EQ(expected, 1005);
    EXPECT_EQ(buffer.GetStored(), 0U);
    EXPECT_FALSE(buffer.Take(expected));
    EXPECT_EQ(expected, 1005);
}

TEST(RoceReorderBuffer, TakesOneMessageAtATime)
{
    RoceReorderBuffer buffer(64);
    for (const uint32_t psn : {1001, 1002, 1003, 1004})
    {
        buffer.Put(1000, psn, psn % 2 == 1);
    }
    RdmaPsnSeq expected = 1001;
    EXPECT_TRUE(buffer.Take(expected));
    EXPECT_EQ(expected, 1002);
    EXPECT_TRUE(buffer.Take(expected));
    EXPECT_EQ(expected, 1004);
    EXPECT_FALSE(buffer.Take(expected)) << "1004 ends no message";
    EXPECT_EQ(expected, 1005);
}

TEST(RoceReorderBuffer, EndOfAMessageIsForgottenWithItsPacket)
{
    RoceReorderBuffer buffer(64);
    buffer.Put(1000, 1001, true);
    RdmaPsnSeq expected = 1001;
    ASSERT_TRUE(buffer.Take(expected));
    while (expected < 1500) // each place of the ring is reused
    {
        ASSERT_EQ(buffer.Put(expected - 1, expected, false), Verdict::STORED);
        ASSERT_FALSE(buffer.Take(expected)) << "no message ends at " << expected - 1;
    }
}

TEST(RoceReorderBuffer, HasNoPlaceBeyondTheWindow)
{
    RoceReorderBuffer buffer(64);
    EXPECT_EQ(buffer.Put(1000, 1064, false), Verdict::BEYOND);
    EXPECT_EQ(buffer.Put(1000, 1063, false), Verdict::STORED);
    EXPECT_EQ(buffer.GetStored(), 1U);
}

} // namespace
