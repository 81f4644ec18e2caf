/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-responder-fixture.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// Times of SACKs: mrc reference, 5.4, row by row. A full packet reaches the threshold.
using MrcSackRows = MrcResponderFixture;

/// The threshold is never reached: all SACKs have another reason.
class MrcSackQuietRows : public MrcResponderFixture
{
  protected:
    MrcSackQuietRows()
    {
        m_config.sackThresholdBytes = NEVER;
    }
};

TEST_F(MrcSackQuietRows, Row7FirstPacketOfTheConnectionIsSacked)
{
    EXPECT_TRUE(Receive(0));
    EXPECT_FALSE(Receive(1));
}

TEST_F(MrcSackQuietRows, Row1MarkedPacketIsSackedWithSkipOnce)
{
    Receive(0);
    const auto sack = Receive(1, Arrival().Marked());
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.m, MrcEvVerdict::SKIP_ONCE);
    EXPECT_FALSE(Receive(2));
    EXPECT_EQ(m_counters.rxMarked, 1u);
}

TEST_F(MrcSackQuietRows, Row2RetransmissionIsSackedAndItsBitEchoed)
{
    EXPECT_FALSE(Receive(0)->rtx);
    const auto sack = Receive(1, Arrival().Again());
    ASSERT_TRUE(sack);
    EXPECT_TRUE(sack->rtx);
    EXPECT_FALSE(Receive(2));
}

TEST_F(MrcSackQuietRows, Row3AckRequestInOrderIsSackedOnce)
{
    Receive(0);
    EXPECT_TRUE(Receive(1, Arrival().Asks()));
    EXPECT_FALSE(Receive(2));
}

TEST_F(MrcSackQuietRows, Row3AckRequestAboveAHoleIsSackedAgainWhenTheHoleIsFilled)
{
    Receive(0);
    EXPECT_TRUE(Receive(3, Arrival().Asks()));
    EXPECT_FALSE(Receive(2)) << "PSN 1 is still missing";
    const auto sack = Receive(1);
    ASSERT_TRUE(sack) << "nothing is out of order any more";
    EXPECT_EQ(sack->sack.cackPsn, 3u);
    EXPECT_FALSE(Receive(4)) << "only once";
    Receive(6);
    EXPECT_FALSE(Receive(5)) << "no SACK was requested this time";
}

TEST_F(MrcSackRows, Row4FullPacketReachesAThresholdOf4096B)
{
    for (uint32_t psn = 0; psn < 3; ++psn)
    {
        const auto sack = Receive(psn);
        ASSERT_TRUE(sack);
        EXPECT_EQ(sack->opcode, RdmaOpcode::MRC_SACK);
        EXPECT_EQ(sack->destQpn, 0xb7u);
        EXPECT_EQ(sack->psn, psn);
        EXPECT_EQ(sack->sack.cackPsn, psn);
        EXPECT_EQ(sack->sack.ackPsnOffset, 0);
        EXPECT_EQ(sack->sack.bitmap, 0u);
        EXPECT_EQ(sack->sack.oooCount, 0);
        EXPECT_EQ(sack->sack.entropy, 0x503cu);
        EXPECT_EQ(sack->sack.m, MrcEvVerdict::NONE);
    }
}

TEST_F(MrcSackRows, Row4ThresholdOf16KiBIsReachedByEveryFourthFullPacket)
{
    m_config.sackThresholdBytes = 16384;
    std::vector<uint32_t> sacked;
    for (uint32_t psn = 0; psn < 10; ++psn)
    {
        if (Receive(psn))
        {
            sacked.push_back(psn);
        }
    }
    EXPECT_EQ(sacked, (std::vector<uint32_t>{0, 4, 8}));
}

TEST_F(MrcSackRows, Row4SmallPacketCountsAsOneKiB)
{
    Arrival small;
    small.payload = 64;
    EXPECT_TRUE(Receive(0, small));
    EXPECT_FALSE(Receive(1, small));
    EXPECT_FALSE(Receive(2, small));
    EXPECT_FALSE(Receive(3, small));
    EXPECT_TRUE(Receive(4, small));
}

TEST_F(MrcSackQuietRows, EverySackStartsTheThresholdAnew)
{
    m_config.sackThresholdBytes = 3 * 4096;
    EXPECT_TRUE(Receive(0));
    EXPECT_FALSE(Receive(1));
    EXPECT_FALSE(Receive(2));
    EXPECT_TRUE(Receive(2)) << "duplicate";
    EXPECT_FALSE(Receive(3)) << "third packet since the first SACK, but there was another";
    EXPECT_FALSE(Receive(4));
    EXPECT_TRUE(Receive(5));
}

TEST_F(MrcSackQuietRows, Row5DuplicateIsSackedWithItsPsnAsTrigger)
{
    Receive(0);
    Receive(1);
    Receive(2);
    const auto below = Receive(0);
    ASSERT_TRUE(below);
    EXPECT_EQ(below->sack.cackPsn, 2u);
    EXPECT_EQ(below->sack.ackPsnOffset, -2);
    Receive(5);
    const auto above = Receive(5);
    ASSERT_TRUE(above);
    EXPECT_EQ(above->sack.ackPsnOffset, 3);
    EXPECT_EQ(above->sack.oooCount, 1);
    EXPECT_EQ(m_counters.rxDuplicates, 2u);
    EXPECT_EQ(m_counters.rxAccepted, 4u);
    EXPECT_EQ(m_counters.rxDataPackets, 6u);
}

TEST_F(MrcSackQuietRows, Row5TrimmedPacketThatIsAlreadyHereIsSackedNotNacked)
{
    Receive(0);
    Receive(2);
    EXPECT_EQ(Receive(0, Arrival().Trimmed())->opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(Receive(2, Arrival().Trimmed())->opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(m_counters.rxTrimmed, 2u);
    EXPECT_EQ(m_counters.rxDuplicates, 0u);
}

TEST_F(MrcSackQuietRows, Row6ProbeIsAnsweredWithItsIdAndTheStateOfTheWindow)
{
    Receive(0);
    Receive(2);
    const RdmaPdu answer = Probe(0xF042);
    EXPECT_EQ(answer.opcode, RdmaOpcode::MRC_SACK);
    EXPECT_FALSE(answer.rtx);
    EXPECT_TRUE(answer.sack.probe);
    EXPECT_EQ(static_cast<uint16_t>(answer.sack.ackPsnOffset), 0xF042);
    EXPECT_EQ(answer.sack.txTimestamp, 0xbeef);
    EXPECT_EQ(answer.sack.entropy, 0x2001u);
    EXPECT_EQ(answer.sack.cackPsn, 0u);
    EXPECT_EQ(answer.sack.bitmap, 2u) << "PSN 1 missing, PSN 2 received";
    EXPECT_EQ(Probe(1, true).sack.m, MrcEvVerdict::SKIP_ONCE);
}

TEST_F(MrcSackQuietRows, Row3EveryAckRequestIsAnsweredButTheDrainedSetOnlyOnce)
{
    Receive(0);
    EXPECT_TRUE(Receive(2, Arrival().Asks()));
    EXPECT_TRUE(Receive(3, Arrival().Asks()));
    EXPECT_TRUE(Receive(1)) << "drained";
    EXPECT_FALSE(Receive(4)) << "prev_ar is cleared";
    EXPECT_FALSE(Receive(6));
    EXPECT_FALSE(Receive(5)) << "drained again, but without a request since";
}

TEST_F(MrcSackQuietRows, Row3TheRequestIsRememberedOverAPartialDrain)
{
    Receive(0);
    EXPECT_TRUE(Receive(4, Arrival().Asks()));
    EXPECT_FALSE(Receive(1));
    EXPECT_FALSE(Receive(3)) << "PSN 2 is missing";
    EXPECT_TRUE(Receive(2));
}

TEST_F(MrcSackQuietRows, Row5DuplicateOfAPacketInOrderIsSacked)
{
    Receive(0);
    const auto sack = Receive(0);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, 0u);
    EXPECT_EQ(sack->sack.ackPsnOffset, 0);
    EXPECT_FALSE(sack->sack.probe);
}

TEST_F(MrcSackQuietRows, Row6ProbeOfAConnectionThatHasReceivedNothing)
{
    const RdmaPdu answer = Probe(7);
    EXPECT_EQ(answer.sack.cackPsn, RDMA_PSN_MASK) << "RQ_PSN - 1";
    EXPECT_EQ(answer.sack.bitmap, 0u);
    EXPECT_EQ(answer.sack.rcvdBytes, 0u);
    EXPECT_EQ(answer.sack.oooCount, 0);
}

TEST_F(MrcSackQuietRows, Row7TheFirstPacketMayBeAnyOfTheWindow)
{
    EXPECT_TRUE(Receive(9));
    EXPECT_FALSE(Receive(0)) << "only one is the first";
}

TEST_F(MrcSackQuietRows, WholePacketForNoReasonIsNotAnswered)
{
    Receive(0);
    EXPECT_FALSE(Receive(1));
    EXPECT_FALSE(Receive(2, Arrival().Last())) << "the end of a message is no reason";
    EXPECT_FALSE(Receive(5)) << "nor is a hole";
}

} // namespace
