/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include "ns3/enum.h"

#include <gtest/gtest.h>
#include <optional>

namespace
{

using namespace ns3;
using namespace roce_test;

/// PSN of the first packet.
constexpr RdmaPsnSeq FIRST = 1000;

/// A recovery of end 0, whose first PSN is 1000.
class RoceGoBackNTest : public testing::Test
{
  protected:
    /**
     * @param missing a packet reported by a NAK, of ten in flight from 1000 on
     * @param next packet that leaves next
     * @return the packet to go back to
     */
    std::optional<RdmaPsnSeq> Nak(RdmaPsnSeq missing, RdmaPsnSeq next = FIRST + 10)
    {
        return m_recovery.OnGap(RoceGap{missing}, {FIRST, next, FIRST + 10});
    }

    RoceGoBackN m_recovery{MakeConfig(0)}; ///< the recovery
};

TEST_F(RoceGoBackNTest, FactsAreThoseOfRc)
{
    const RoceRecoveryFacts facts = m_recovery.GetFacts();
    EXPECT_EQ(facts.windowPackets, RDMA_PSN_MODULUS / 2 - 1) << "half of the circle, less one";
    EXPECT_EQ(facts.shortestTimeout, MakeConfig(0).retransmissionTimeout);
    EXPECT_EQ(facts.fewPackets, 0U);
    EXPECT_FALSE(facts.selective);
    EXPECT_FALSE(m_recovery.GetRepeat()) << "no single packet is repeated";
}

TEST_F(RoceGoBackNTest, ANakGoesBackToTheMissingPacketOnce)
{
    EXPECT_EQ(Nak(FIRST + 3), FIRST + 3);
    EXPECT_EQ(Nak(FIRST + 3), std::nullopt) << "a copy";
    EXPECT_EQ(Nak(FIRST + 5), FIRST + 5);
}

TEST_F(RoceGoBackNTest, ANakOfWhatIsNotInFlightIsStale)
{
    EXPECT_EQ(Nak(FIRST - 1), std::nullopt);
    EXPECT_EQ(Nak(FIRST + 10), std::nullopt) << "never sent";
    EXPECT_EQ(Nak(FIRST), FIRST);
}

TEST_F(RoceGoBackNTest, AGapUnderRepairIsNotRepairedAgain)
{
    EXPECT_EQ(Nak(FIRST + 3, FIRST + 4), std::nullopt) << "nothing later has left since";
    EXPECT_EQ(Nak(FIRST + 2, FIRST + 4), FIRST + 2);
}

TEST_F(RoceGoBackNTest, GapsInResponsesAreRememberedApartFromNaks)
{
    const RoceFlight flight{FIRST, FIRST + 10, FIRST + 10};
    const RoceGap gap{FIRST + 3, std::nullopt, true};
    EXPECT_EQ(Nak(FIRST + 3), FIRST + 3);
    EXPECT_EQ(m_recovery.OnGap(gap, flight), FIRST + 3);
    EXPECT_EQ(m_recovery.OnGap(gap, flight), std::nullopt);
}

TEST_F(RoceGoBackNTest, AnExpiredTimerGoesBackToTheOldestPacket)
{
    EXPECT_EQ(m_recovery.OnTimeout({FIRST + 2, FIRST + 10, FIRST + 10}), FIRST + 2);
}

TEST_F(RoceGoBackNTest, TimeoutGrowsUpToItsCapWhateverIsInFlight)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionTimeout = RdmaTick::Us(100);
    config.retransmissionBackoff = 3;
    config.retransmissionTimeoutCap = RdmaTick::Us(500);
    const RoceGoBackN recovery(config);
    EXPECT_EQ(recovery.GetTimeout(1, 0), RdmaTick::Us(100));
    EXPECT_EQ(recovery.GetTimeout(1000, 1), RdmaTick::Us(300));
    EXPECT_EQ(recovery.GetTimeout(1, 2), RdmaTick::Us(500));
    EXPECT_EQ(recovery.GetTimeout(1, 255), RdmaTick::Us(500));
}

TEST_F(RoceGoBackNTest, ACapBelowTheTimeoutDoesNotShortenIt)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionTimeout = RdmaTick::Us(100);
    config.retransmissionTimeoutCap = RdmaTick::Us(50);
    config.retransmissionBackoff = 2;
    EXPECT_EQ(RoceGoBackN(config).GetTimeout(1, 3), RdmaTick::Us(100));
}

TEST_F(RoceGoBackNTest, APacketThatComesTooEarlyIsDroppedAndReportedOnce)
{
    const RoceEarly early = m_recovery.OnEarly(2000, 2003, true);
    EXPECT_EQ(early.fate, RoceEarly::Fate::DISCARDED);
    EXPECT_EQ(early.report, RoceEarly::Report::ONCE);
    EXPECT_FALSE(m_recovery.HasStored());
    RdmaPsnSeq expected = 2001;
    EXPECT_EQ(m_recovery.TakeStored(expected), 0U);
    EXPECT_EQ(expected, 2001);
}

TEST(RoceRecovery, AttributeChoosesIt)
{
    const auto parameters = CreateObject<RoceQpParameters>();
    RoceQpConfig config = parameters->MakeConfig(RdmaTick::Us(10));
    config.baseRtt = RdmaTick::Us(10);
    config.lineRateBps = LINE_RATE;
    EXPECT_FALSE(parameters->MakeRecovery(config)->GetFacts().selective) << "the default is RC's";
    parameters->SetAttribute("Reliability", EnumValue(RoceQpParameters::SELECTIVE_REPEAT));
    const RoceRecoveryFacts facts = parameters->MakeRecovery(config)->GetFacts();
    EXPECT_TRUE(facts.selective);
    EXPECT_EQ(facts.windowPackets,
              parameters->MakeSelectiveConfig(RdmaTick::Us(10), LINE_RATE).windowPackets);
}

} // namespace
