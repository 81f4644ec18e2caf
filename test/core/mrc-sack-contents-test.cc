/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-responder-fixture.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;

namespace
{

/// The contents of a SACK: mrc reference, 2.8 and 5.5. A full packet is SACKed at once.
using MrcSackContents = MrcResponderFixture;

/// SACKs are sent only on request.
class MrcSackQuietContents : public MrcResponderFixture
{
  protected:
    MrcSackQuietContents()
    {
        m_config.sackThresholdBytes = NEVER;
    }
};

TEST_F(MrcSackContents, SackOfTheReferenceVector)
{
    // Vector V7 (mrc reference, 4.6): 5 and 8 missing, 11 was marked.
    for (const uint32_t psn : {0, 1, 2, 3, 4, 6, 7, 9, 10})
    {
        Receive(psn);
    }
    const auto sack = Receive(11, Arrival().Marked());
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->psn, 4u);
    EXPECT_EQ(sack->sack.cackPsn, 4u);
    EXPECT_EQ(sack->sack.sackOffset, 1);
    EXPECT_EQ(sack->sack.ackPsnOffset, 7);
    EXPECT_EQ(sack->sack.oooCount, 5);
    EXPECT_EQ(sack->sack.bitmap, 0x76u);
    EXPECT_EQ(sack->sack.m, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(sack->sack.mpr, 0) << "dynamic MPR is off";
    // Without TSETH a full packet counts 4180 B: ceil(10 * 4180 / 256).
    EXPECT_EQ(sack->sack.rcvdBytes, 164u);
}

TEST_F(MrcSackContents, RcvdBytesIsRoundedUpAndCountsPadding)
{
    Arrival tiny;
    tiny.payload = 1; // 4 with padding, nominal 88
    EXPECT_EQ(Receive(0, tiny)->sack.rcvdBytes, 1u);
    tiny.ackRequest = true;
    EXPECT_EQ(Receive(1, tiny)->sack.rcvdBytes, 1u) << "176 B";
    EXPECT_EQ(Receive(2, tiny)->sack.rcvdBytes, 2u) << "264 B";
    EXPECT_EQ(Receive(2, tiny)->sack.rcvdBytes, 2u) << "duplicates do not count";
    Receive(3, Arrival().Trimmed());
    EXPECT_EQ(Probe(0).sack.rcvdBytes, 2u) << "trimmed packets do not count";
    EXPECT_EQ(m_counters.bytesDelivered, 3u);
}

TEST_F(MrcSackContents, RcvdBytesWrapsAt24Bits)
{
    uint32_t before = 0;
    bool wrapped = false;
    for (uint32_t psn = 0; psn < 1030000 && !wrapped; ++psn)
    {
        const uint32_t after = Receive(psn)->sack.rcvdBytes;
        wrapped = after < before;
        EXPECT_LE((after - before) & RDMA_PSN_MASK, 17u);
        before = after;
    }
    EXPECT_TRUE(wrapped);
}

TEST_F(MrcSackQuietContents, MoreThan64UnreportedPacketsAreReportedFromTheLowestOn)
{
    Receive(1);
    for (uint32_t psn = 2; psn <= 100; ++psn)
    {
        EXPECT_FALSE(Receive(psn));
    }
    const auto first = Receive(50);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->sack.cackPsn, RDMA_PSN_MASK) << "PSN 0 is missing: -1";
    EXPECT_EQ(first->sack.sackOffset, 3) << "PSN 2: PSN 1 was reported before";
    EXPECT_EQ(first->sack.bitmap, ~uint64_t{0});
    EXPECT_EQ(first->sack.ackPsnOffset, 51);
    const auto second = Receive(50);
    EXPECT_EQ(second->sack.sackOffset, 38) << "66..100 are left: slide back to 37";
    EXPECT_EQ(second->sack.bitmap, ~uint64_t{0});
    EXPECT_EQ(Receive(50)->sack.sackOffset, 38) << "then the last 64 are repeated";
}

TEST_F(MrcSackQuietContents, FilledHoleIsReportedEvenFarBelowTheHighestPsn)
{
    Receive(0);
    for (uint32_t psn = 2; psn <= 200; ++psn)
    {
        if (psn != 5)
        {
            Receive(psn);
        }
    }
    for (int i = 0; i < 4; ++i)
    {
        Receive(200);
    }
    const auto sack = Receive(5, Arrival().Again());
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, 0u);
    EXPECT_EQ(sack->sack.sackOffset, 5);
    EXPECT_EQ(sack->sack.bitmap & 1, 1u);
    EXPECT_EQ(sack->sack.ackPsnOffset, 5);
}

TEST_F(MrcSackContents, OooCountIsTheNumberOfPacketsAboveTheHole)
{
    EXPECT_EQ(Receive(2)->sack.oooCount, 1);
    EXPECT_EQ(Receive(4)->sack.oooCount, 2);
    EXPECT_EQ(Receive(0)->sack.oooCount, 2);
    EXPECT_EQ(Receive(1)->sack.oooCount, 1);
    EXPECT_EQ(Receive(3)->sack.oooCount, 0);
}

TEST_F(MrcSackContents, BitmapEndsAtTheHighestPsnAndRepeatsOlderOnes)
{
    // PSN 0 is missing, all others up to 99 have arrived and were reported one by one.
    for (uint32_t psn = 1; psn < 99; ++psn)
    {
        Receive(psn);
    }
    const auto sack = Receive(99);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, RDMA_PSN_MASK);
    EXPECT_EQ(sack->sack.sackOffset, 99 - 63 + 1) << "base 36 = max_rcv_psn - 63";
    EXPECT_EQ(sack->sack.bitmap >> 63, 1u) << "the highest bit is max_rcv_psn itself";
}

TEST_F(MrcSackContents, BitmapStartsRightAboveCackPsnAtTheEarliest)
{
    Receive(0);
    Receive(1);
    const auto sack = Receive(3);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, 1u);
    EXPECT_EQ(sack->sack.sackOffset, 1);
    EXPECT_EQ(sack->sack.bitmap, 2u) << "PSN 2 is missing, PSN 3 has arrived";
}

TEST_F(MrcSackQuietContents, TriggerOutsideTheBitmapIsReportedByItsOffset)
{
    for (uint32_t psn = 1; psn <= 150; ++psn)
    {
        Receive(psn);
    }
    const auto sack = Receive(151, Arrival().Asks());
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.sackOffset, 3) << "PSN 2 on: PSN 1 was the first packet";
    EXPECT_EQ(sack->sack.ackPsnOffset, 152) << "PSN 151, far above PSN 65";
}

TEST_F(MrcSackQuietContents, LowestUnsackedGoesOnWhereTheLastBitmapEnded)
{
    for (uint32_t psn = 1; psn <= 200; ++psn)
    {
        Receive(psn);
    }
    EXPECT_EQ(Probe(1).sack.sackOffset, 3) << "2 .. 65";
    EXPECT_EQ(Probe(2).sack.sackOffset, 67) << "66 .. 129";
    EXPECT_EQ(Probe(3).sack.sackOffset, 131) << "130 .. 193";
    EXPECT_EQ(Probe(4).sack.sackOffset, 138) << "194 .. 200, and older ones: 137 .. 200";
}

TEST_F(MrcSackQuietContents, FilledHoleLowersLowestUnsacked)
{
    Receive(0);
    for (uint32_t psn = 2; psn <= 180; ++psn)
    {
        if (psn != 10)
        {
            Receive(psn);
        }
    }
    Probe(1);
    Probe(2);
    Probe(3);
    Receive(10);
    const RdmaPdu sack = Probe(4);
    EXPECT_EQ(sack.sack.sackOffset, 10) << "the filled hole comes first";
    EXPECT_EQ(sack.sack.bitmap & 1, 1u);
}

TEST_F(MrcSackQuietContents, WhatIsAboveFilledHolesIsReportedByEverySecondSack)
{
    Receive(0);
    for (uint32_t psn = 2; psn <= 400; ++psn)
    {
        if (psn % 10 != 0 || psn > 40)
        {
            Receive(psn);
        }
    }
    const auto fill = [this](uint32_t hole) {
        const auto sack = Receive(hole, Arrival().Again());
        EXPECT_EQ(sack->sack.cackPsn, 0U) << "1 is always missing";
        EXPECT_EQ(sack->sack.ackPsnOffset, static_cast<int>(hole)) << "the hole itself";
        return sack->sack.sackOffset;
    };
    EXPECT_EQ(Probe(1).sack.sackOffset, 2) << "2 to 65";
    EXPECT_EQ(fill(40), 66) << "packets above have waited longer";
    EXPECT_EQ(fill(30), 30) << "the holes from the lowest on, to 93";
    EXPECT_EQ(fill(20), 130);
    EXPECT_EQ(fill(10), 10);
    EXPECT_EQ(Probe(2).sack.sackOffset, 194) << "no hole is left to be reported";
    EXPECT_EQ(Probe(3).sack.sackOffset, 258);
}

TEST_F(MrcSackQuietContents, FilledHoleBelowCackPsnNeedsNoBitmap)
{
    for (uint32_t psn = 0; psn <= 300; ++psn)
    {
        if (psn != 10 && psn != 11)
        {
            Receive(psn);
        }
    }
    EXPECT_EQ(Probe(1).sack.sackOffset, 12 - 9) << "12 to 75";
    EXPECT_EQ(Receive(10, Arrival().Again())->sack.sackOffset, 76 - 10);
    EXPECT_EQ(Probe(2).sack.sackOffset, 140 - 10) << "cack_psn has reported it";
}

TEST_F(MrcSackQuietContents, HolesFilledOneByOneDoNotKeepWhatIsAboveFromBeingReported)
{
    for (const bool ascending : {true, false})
    {
        SCOPED_TRACE(ascending);
        const uint32_t last = 900;
        m_responder.reset();
        for (uint32_t psn = 0; psn <= last; ++psn)
        {
            if (psn < 10 || psn >= 50)
            {
                Receive(psn);
            }
        }
        std::set<uint32_t> reported;
        for (uint32_t hole = 0; hole < 40; ++hole)
        {
            const auto sack = Receive(ascending ? 10 + hole : 49 - hole, Arrival().Again());
            ASSERT_TRUE(sack);
            for (uint32_t i = 0; i < 64; ++i)
            {
                if (sack->sack.bitmap >> i & 1)
                {
                    reported.insert(sack->sack.cackPsn + sack->sack.sackOffset + i);
                }
            }
        }
        EXPECT_EQ(*reported.rbegin(), last) << "40 SACKs, of which 14 would be enough";
        for (uint32_t psn = 50; psn <= last; ++psn)
        {
            ASSERT_EQ(reported.count(psn), 1U) << psn;
        }
    }
}

TEST_F(MrcSackContents, OffsetOfADuplicateFarBelowTheWindowSaturates)
{
    m_config.sackThresholdBytes = NEVER;
    for (uint32_t psn = 0; psn < 40000; ++psn)
    {
        Receive(psn);
    }
    const auto near = Receive(39999 - 32768);
    ASSERT_TRUE(near);
    EXPECT_EQ(near->sack.ackPsnOffset, -32768);
    const auto far = Receive(0);
    ASSERT_TRUE(far);
    EXPECT_EQ(far->sack.ackPsnOffset, -32768) << "-39999 does not fit into 16 bits";
}

TEST_F(MrcSackContents, OooCountSaturatesAt15Bits)
{
    m_config.destWindowPackets = 32640;
    m_config.sackThresholdBytes = NEVER;
    for (uint32_t psn = 1; psn < 32640; ++psn)
    {
        Receive(psn);
    }
    EXPECT_EQ(Probe(1).sack.oooCount, 32639) << "the largest MPR does not reach the limit";
    EXPECT_EQ(Responder().GetOooCount(), 32639u);
    EXPECT_LE(Probe(2).sack.oooCount, 0x7fff);
}

TEST_F(MrcSackContents, OffsetsOfTheLargestWindowFitInto16Bits)
{
    m_config.destWindowPackets = 32640;
    const auto sack = Receive(32639);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.ackPsnOffset, 32640);
    EXPECT_EQ(sack->sack.sackOffset, 32640 - 63);
    EXPECT_EQ(sack->sack.bitmap, uint64_t{1} << 63);
}

TEST_F(MrcSackContents, VerdictIsSkipOnceForAMarkOnly)
{
    EXPECT_EQ(Receive(0)->sack.m, MrcEvVerdict::NONE);
    EXPECT_EQ(Receive(1, Arrival().Marked())->sack.m, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(Receive(1, Arrival().Marked())->sack.m, MrcEvVerdict::SKIP_ONCE) << "duplicate";
    EXPECT_EQ(Receive(2)->sack.m, MrcEvVerdict::NONE);
    EXPECT_EQ(m_counters.rxMarked, 2u);
}

TEST_F(MrcSackContents, EvOfTheTriggerIsEchoedWhateverCameBefore)
{
    EXPECT_EQ(Receive(1, Arrival().By(0xffffffff))->sack.entropy, 0xffffffffu);
    EXPECT_EQ(Receive(0, Arrival().By(0x10002))->sack.entropy, 0x10002u);
    EXPECT_EQ(Receive(0, Arrival().By(0x3))->sack.entropy, 0x3u) << "duplicate by another path";
}

TEST_F(MrcSackContents, RcvdBytesCountsTimestampsAndImmediates)
{
    // 4 B: nominal 88, with a TSETH 92, with immediate data 92, with both 96.
    const RdmaOpcode imm = RdmaOpcode::MRC_WRITE_ONLY_IMM;
    Responder().GetReceives().Post(1);
    Responder().GetReceives().Post(2);
    Receive(0, Arrival().Of(164)); // 248
    EXPECT_EQ(Probe(1).sack.rcvdBytes, 1u);
    Receive(1, Arrival().Of(84));      // 168: 416
    Receive(2, Arrival().Of(4).At(5)); // 92: 508
    EXPECT_EQ(Probe(1).sack.rcvdBytes, 2u);
    Receive(3, Arrival().Of(88).As(imm)); // 176: 684
    Receive(4, Arrival().Of(4));          // 88: 772, 768 without the immediate
    EXPECT_EQ(Probe(1).sack.rcvdBytes, 4u);
}

} // namespace
