/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include <gtest/gtest.h>
#include <optional>

namespace
{

using namespace ns3;
using namespace roce_test;

/// PSN of the first packet.
constexpr RdmaPsnSeq FIRST_PSN = 1000;

/**
 * @return a window of 64 packets, time-outs of 100 and 320 us, the shorter one for up to 3 packets
 */
RoceSelectiveConfig
MakeRepeatConfig()
{
    RoceSelectiveConfig config;
    config.windowPackets = 64;
    config.timeoutLow = RdmaTick::Us(100);
    config.timeoutHigh = RdmaTick::Us(320);
    config.fewPackets = 3;
    return config;
}

/// A recovery of end 0, whose first PSN is 1000; its other time-outs are 1, 2, 4 ms ...
class RoceSelectiveRepeatTest : public testing::Test
{
  protected:
    /** @return configuration of the QP */
    static RoceQpConfig Config()
    {
        RoceQpConfig config = MakeConfig(0);
        config.retransmissionBackoff = 2;
        return config;
    }

    /**
     * A NAK arrives while ten packets from 1000 on are in flight.
     * @param missing the expected packet
     * @param received the packet that triggered it
     */
    void Nak(RdmaPsnSeq missing, std::optional<RdmaPsnSeq> received)
    {
        RoceGap gap{missing};
        gap.received = received;
        EXPECT_EQ(m_recovery.OnGap(gap, {missing, FIRST_PSN + 10, FIRST_PSN + 10}), std::nullopt)
            << "it never goes back";
    }

    RoceSelectiveRepeat m_recovery{Config(), MakeRepeatConfig()}; ///< the recovery
};

TEST_F(RoceSelectiveRepeatTest, FactsAreThoseOfItsConfiguration)
{
    const RoceRecoveryFacts facts = m_recovery.GetFacts();
    EXPECT_EQ(facts.windowPackets, 64U);
    EXPECT_EQ(facts.shortestTimeout, RdmaTick::Us(100));
    EXPECT_EQ(facts.fewPackets, 3U);
    EXPECT_TRUE(facts.selective);
}

TEST_F(RoceSelectiveRepeatTest, WhatIsBelowAReceivedPacketIsRepeatedOnce)
{
    EXPECT_EQ(m_recovery.GetRepeat(), std::nullopt);
    Nak(FIRST_PSN, FIRST_PSN + 2);
    EXPECT_EQ(m_recovery.GetRepeat(), FIRST_PSN);
    m_recovery.OnRepeated();
    EXPECT_EQ(m_recovery.GetRepeat(), FIRST_PSN + 1);
    m_recovery.OnRepeated();
    EXPECT_EQ(m_recovery.GetRepeat(), std::nullopt);
    Nak(FIRST_PSN, FIRST_PSN + 2);
    EXPECT_EQ(m_recovery.GetRepeat(), std::nullopt) << "a copy";
}

TEST_F(RoceSelectiveRepeatTest, AStaleNakRepeatsNothing)
{
    Nak(FIRST_PSN, FIRST_PSN + 10); // never sent
    Nak(FIRST_PSN, FIRST_PSN);      // at most the missing one
    Nak(FIRST_PSN, std::nullopt);
    EXPECT_EQ(m_recovery.GetRepeat(), std::nullopt);
}

TEST_F(RoceSelectiveRepeatTest, AnAcknowledgmentMakesRepetitionsNeedless)
{
    Nak(FIRST_PSN, FIRST_PSN + 2);
    m_recovery.OnAcknowledged(FIRST_PSN + 3);
    EXPECT_EQ(m_recovery.GetRepeat(), std::nullopt);
}

TEST_F(RoceSelectiveRepeatTest, AnExpiredTimerRepeatsTheOldestPacket)
{
    EXPECT_EQ(m_recovery.OnTimeout({FIRST_PSN, FIRST_PSN + 10, FIRST_PSN + 10}), std::nullopt);
    EXPECT_EQ(m_recovery.GetRepeat(), FIRST_PSN);
    m_recovery.OnRepeated();
    m_recovery.OnAcknowledged(FIRST_PSN + 1);
    EXPECT_EQ(m_recovery.GetRepeat(), FIRST_PSN + 1) << "the next one that was sent before it";
}

TEST_F(RoceSelectiveRepeatTest, FirstTimeoutDependsOnWhatIsInFlightLaterOnesAreGoBackNs)
{
    EXPECT_EQ(m_recovery.GetTimeout(3, 0), RdmaTick::Us(100));
    EXPECT_EQ(m_recovery.GetTimeout(4, 0), RdmaTick::Us(320));
    EXPECT_EQ(m_recovery.GetTimeout(3, 1), RdmaTick::Ms(1));
    EXPECT_EQ(m_recovery.GetTimeout(4, 2), RdmaTick::Ms(2));
}

TEST_F(RoceSelectiveRepeatTest, PacketsThatComeTooEarlyAreKeptAndEachIsReported)
{
    RoceEarly early = m_recovery.OnEarly(2000, 2002, true);
    EXPECT_EQ(early.fate, RoceEarly::Fate::STORED);
    EXPECT_EQ(early.report, RoceEarly::Report::EACH);
    early = m_recovery.OnEarly(2000, 2002, true);
    EXPECT_EQ(early.fate, RoceEarly::Fate::DUPLICATE);
    EXPECT_EQ(early.report, RoceEarly::Report::EACH);
    m_recovery.OnEarly(2000, 2001, false);
    EXPECT_TRUE(m_recovery.HasStored());
    RdmaPsnSeq expected = 2001;
    EXPECT_EQ(m_recovery.TakeStored(expected), 1U) << "one message ends";
    EXPECT_EQ(expected, 2003);
    EXPECT_FALSE(m_recovery.HasStored());
}

TEST_F(RoceSelectiveRepeatTest, BeyondTheWindowAPacketIsDroppedInSilence)
{
    const RoceEarly early = m_recovery.OnEarly(2000, 2064, false);
    EXPECT_EQ(early.fate, RoceEarly::Fate::DISCARDED);
    EXPECT_EQ(early.report, RoceEarly::Report::NONE);
    EXPECT_FALSE(m_recovery.HasStored());
}

} // namespace
