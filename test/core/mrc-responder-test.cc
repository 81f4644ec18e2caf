/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-responder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/// A packet as the responder sees it arrive.
struct Arrival
{
    RdmaOpcode opcode{RdmaOpcode::MRC_WRITE_MIDDLE}; ///< position in its message
    uint32_t payload{4096};                          ///< B
    bool ackRequest{false};                          ///< A bit
    bool rtx{false};                                 ///< rtx bit
    bool ce{false};                                  ///< marked
    RdmaTrim trim{RdmaTrim::NONE};                   ///< trimmed
    uint32_t entropy{0x503c};                        ///< EV
};

/// A responder that expects PSN 0 first, accepts 1024 packets and SACKs every 4096 B.
class MrcResponderTest : public testing::Test
{
  protected:
    MrcResponderTest()
    {
        m_config.peerQpn = 0xb7;
        m_config.destWindowPackets = 1024;
        m_config.sackThresholdBytes = 4096;
        m_config.pathMtuBytes = 4096;
    }

    std::optional<RdmaPdu> Receive(uint32_t psn, const Arrival& a = Arrival())
    {
        if (!m_responder)
        {
            m_responder.emplace(m_config, m_counters);
        }
        RdmaPdu pdu{};
        pdu.psn = psn & PSN_MASK;
        pdu.opcode = a.opcode;
        pdu.ackRequest = a.ackRequest;
        pdu.rtx = a.rtx;
        pdu.write.payloadBytes = a.payload;
        RdmaRxInfo rx;
        rx.entropy = a.entropy;
        rx.ce = a.ce;
        rx.trim = a.trim;
        RdmaPdu answer{};
        if (m_responder->OnWrite(pdu, rx, answer) != MrcAnswer::NONE)
        {
            return answer;
        }
        return std::nullopt;
    }

    RdmaPdu Probe(uint16_t id, bool ce = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_PROBE;
        pdu.probe.probeId = id;
        pdu.probe.txTimestamp = 0xbeef;
        RdmaRxInfo rx;
        rx.entropy = 0x2001;
        rx.ce = ce;
        RdmaPdu answer{};
        m_responder->OnProbe(pdu, rx, answer);
        return answer;
    }

    MrcQpConfig m_config;
    RdmaCounters m_counters;
    std::optional<MrcResponder> m_responder;
};

Arrival
With(void (*change)(Arrival&))
{
    Arrival a;
    change(a);
    return a;
}

const Arrival LAST = With([](Arrival& a) { a.opcode = RdmaOpcode::MRC_WRITE_LAST; });
const Arrival ASKS = With([](Arrival& a) { a.ackRequest = true; });
const Arrival AGAIN = With([](Arrival& a) { a.rtx = true; });
const Arrival MARKED = With([](Arrival& a) { a.ce = true; });
const Arrival TRIMMED = With([](Arrival& a) { a.trim = RdmaTrim::FABRIC; });
const Arrival TRIMMED_LAST = With([](Arrival& a) { a.trim = RdmaTrim::LASTHOP; });

TEST_F(MrcResponderTest, EveryFullPacketIsSackedAtTheDefaultThreshold)
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

TEST_F(MrcResponderTest, ThresholdOf16KiBSacksTheFirstPacketAndThenEveryFourth)
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

TEST_F(MrcResponderTest, SmallPacketCountsAsOneKiBTowardsTheThreshold)
{
    Arrival small;
    small.payload = 64;
    EXPECT_TRUE(Receive(0, small));
    EXPECT_FALSE(Receive(1, small));
    EXPECT_FALSE(Receive(2, small));
    EXPECT_FALSE(Receive(3, small));
    EXPECT_TRUE(Receive(4, small));
}

/// A threshold that is never reached: what is SACKed is SACKed for another reason.
class MrcResponderQuietTest : public MrcResponderTest
{
  protected:
    MrcResponderQuietTest()
    {
        m_config.sackThresholdBytes = 1 << 30;
    }
};

TEST_F(MrcResponderQuietTest, FirstPacketOfTheConnectionIsSacked)
{
    EXPECT_TRUE(Receive(0));
    EXPECT_FALSE(Receive(1));
}

TEST_F(MrcResponderQuietTest, MarkedPacketIsSackedWithSkipOnce)
{
    Receive(0);
    const auto sack = Receive(1, MARKED);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.m, MrcEvVerdict::SKIP_ONCE);
    EXPECT_FALSE(Receive(2));
    EXPECT_EQ(m_counters.rxMarked, 1u);
}

TEST_F(MrcResponderQuietTest, RetransmissionIsSackedAndItsBitEchoed)
{
    EXPECT_FALSE(Receive(0)->rtx);
    const auto sack = Receive(1, AGAIN);
    ASSERT_TRUE(sack);
    EXPECT_TRUE(sack->rtx);
    EXPECT_FALSE(Receive(2));
}

TEST_F(MrcResponderQuietTest, AckRequestInOrderIsSackedOnce)
{
    Receive(0);
    EXPECT_TRUE(Receive(1, ASKS));
    EXPECT_FALSE(Receive(2));
}

TEST_F(MrcResponderQuietTest, AckRequestAboveAHoleIsSackedAgainWhenTheHoleIsFilled)
{
    Receive(0);
    EXPECT_TRUE(Receive(3, ASKS));
    EXPECT_FALSE(Receive(2)) << "PSN 1 is still missing";
    const auto sack = Receive(1);
    ASSERT_TRUE(sack) << "nothing is out of order any more";
    EXPECT_EQ(sack->sack.cackPsn, 3u);
    EXPECT_FALSE(Receive(4)) << "only once";
    Receive(6);
    EXPECT_FALSE(Receive(5)) << "nobody asked this time";
}

TEST_F(MrcResponderQuietTest, DuplicateIsSackedWithItsPsnAsTrigger)
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

TEST_F(MrcResponderQuietTest, TrimmedPacketThatIsAlreadyHereIsSackedNotNacked)
{
    Receive(0);
    Receive(2);
    EXPECT_EQ(Receive(0, TRIMMED)->opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(Receive(2, TRIMMED)->opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(m_counters.rxTrimmed, 2u);
    EXPECT_EQ(m_counters.rxDuplicates, 0u);
}

TEST_F(MrcResponderQuietTest, ProbeIsAnsweredWithItsIdAndTheStateOfTheWindow)
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
    EXPECT_EQ(answer.sack.bitmap, 2u) << "PSN 1 missing, PSN 2 here";
    EXPECT_EQ(Probe(1, true).sack.m, MrcEvVerdict::SKIP_ONCE);
}

TEST_F(MrcResponderQuietTest, EverySackStartsTheThresholdAnew)
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

TEST_F(MrcResponderTest, SackOfTheReferenceVector)
{
    // MRC 1.0 reference, vector V7: 5 and 8 missing, 11 was marked.
    for (const uint32_t psn : {0, 1, 2, 3, 4, 6, 7, 9, 10})
    {
        Receive(psn);
    }
    const auto sack = Receive(11, MARKED);
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

TEST_F(MrcResponderTest, RcvdBytesIsRoundedUpAndCountsPadding)
{
    Arrival tiny;
    tiny.payload = 1; // 4 with padding, nominal 88
    EXPECT_EQ(Receive(0, tiny)->sack.rcvdBytes, 1u);
    tiny.ackRequest = true;
    EXPECT_EQ(Receive(1, tiny)->sack.rcvdBytes, 1u) << "176 B";
    EXPECT_EQ(Receive(2, tiny)->sack.rcvdBytes, 2u) << "264 B";
    EXPECT_EQ(Receive(2, tiny)->sack.rcvdBytes, 2u) << "duplicates do not count";
    Arrival trimmed = TRIMMED;
    Receive(3, trimmed);
    EXPECT_EQ(Probe(0).sack.rcvdBytes, 2u) << "trimmed packets do not count";
    EXPECT_EQ(m_counters.bytesDelivered, 3u);
}

TEST_F(MrcResponderTest, RcvdBytesWrapsAt24Bits)
{
    uint32_t before = 0;
    bool wrapped = false;
    for (uint32_t psn = 0; psn < 1030000 && !wrapped; ++psn)
    {
        const uint32_t after = Receive(psn)->sack.rcvdBytes;
        wrapped = after < before;
        EXPECT_LE((after - before) & PSN_MASK, 17u);
        before = after;
    }
    EXPECT_TRUE(wrapped);
}

TEST_F(MrcResponderQuietTest, MoreThan64UnreportedPacketsAreReportedFromTheLowestOn)
{
    Receive(1);
    for (uint32_t psn = 2; psn <= 100; ++psn)
    {
        EXPECT_FALSE(Receive(psn));
    }
    const auto first = Receive(50);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->sack.cackPsn, PSN_MASK) << "PSN 0 is missing: -1";
    EXPECT_EQ(first->sack.sackOffset, 3) << "PSN 2: PSN 1 was reported before";
    EXPECT_EQ(first->sack.bitmap, ~uint64_t{0});
    EXPECT_EQ(first->sack.ackPsnOffset, 51);
    const auto second = Receive(50);
    EXPECT_EQ(second->sack.sackOffset, 38) << "66..100 are left: slide back to 37";
    EXPECT_EQ(second->sack.bitmap, ~uint64_t{0});
    EXPECT_EQ(Receive(50)->sack.sackOffset, 38) << "then the last 64 are repeated";
}

TEST_F(MrcResponderQuietTest, FilledHoleIsReportedEvenFarBelowTheHighestPsn)
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
    const auto sack = Receive(5, AGAIN);
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, 0u);
    EXPECT_EQ(sack->sack.sackOffset, 5);
    EXPECT_EQ(sack->sack.bitmap & 1, 1u);
    EXPECT_EQ(sack->sack.ackPsnOffset, 5);
}

TEST_F(MrcResponderTest, OooCountIsTheNumberOfPacketsAboveTheHole)
{
    EXPECT_EQ(Receive(2)->sack.oooCount, 1);
    EXPECT_EQ(Receive(4)->sack.oooCount, 2);
    EXPECT_EQ(Receive(0)->sack.oooCount, 2);
    EXPECT_EQ(Receive(1)->sack.oooCount, 1);
    EXPECT_EQ(Receive(3)->sack.oooCount, 0);
}

TEST_F(MrcResponderTest, TrimmedPacketIsNackedWithTheReasonTheSwitchGave)
{
    Receive(0);
    Arrival a = TRIMMED;
    a.entropy = 0x1007;
    const auto nack = Receive(1, a);
    ASSERT_TRUE(nack);
    EXPECT_EQ(nack->opcode, RdmaOpcode::MRC_NACK);
    EXPECT_EQ(nack->destQpn, 0xb7u);
    EXPECT_EQ(nack->psn, 1u);
    EXPECT_EQ(nack->nack.nackPsn, 1u);
    EXPECT_EQ(nack->nack.entropy, 0x1007u);
    EXPECT_EQ(nack->nack.reason, MrcNackReason::TRIMMED);
    EXPECT_EQ(Receive(2, TRIMMED_LAST)->nack.reason, MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(m_responder->GetOooCount(), 0u);
    EXPECT_EQ(Receive(1)->sack.cackPsn, 1u) << "the retransmission is accepted";
    EXPECT_EQ(m_counters.rxTrimmed, 2u);
    EXPECT_EQ(m_counters.rxDataPackets, 2u);
}

TEST_F(MrcResponderTest, PacketBeyondTheWindowIsNacked)
{
    Receive(0);
    EXPECT_EQ(Receive(1024)->opcode, RdmaOpcode::MRC_SACK) << "last PSN of [1, 1025)";
    const auto nack = Receive(1025);
    ASSERT_TRUE(nack);
    EXPECT_EQ(nack->opcode, RdmaOpcode::MRC_NACK);
    EXPECT_EQ(nack->nack.reason, MrcNackReason::PSN_OOR_WINDOW);
    EXPECT_EQ(nack->nack.nackPsn, 1025u);
    EXPECT_EQ(m_counters.rxDiscarded, 1u);
    Receive(1);
    EXPECT_EQ(Receive(1025)->opcode, RdmaOpcode::MRC_SACK) << "the window has moved";
}

TEST_F(MrcResponderTest, TrimmedPacketBeyondTheWindowIsDroppedInSilence)
{
    Receive(0);
    EXPECT_FALSE(Receive(1025, TRIMMED));
}

TEST_F(MrcResponderTest, MessagesAreDeliveredInOrderOnceAndOnlyWhenAllBeforeIsHere)
{
    // Messages: 0 = PSN 0..2, 1 = PSN 3, 2 = PSN 4..5.
    Receive(0);
    Receive(2, LAST);
    Receive(3, LAST);
    Receive(5, LAST);
    EXPECT_EQ(m_responder->GetDelivered(), 0u);
    Receive(1);
    EXPECT_EQ(m_responder->GetDelivered(), 2u);
    Receive(1);
    Receive(3, LAST);
    EXPECT_EQ(m_responder->GetDelivered(), 2u) << "duplicates deliver nothing";
    Receive(4);
    EXPECT_EQ(m_responder->GetDelivered(), 3u);
}

TEST_F(MrcResponderTest, PsnsWrapInTheMiddleOfAWindow)
{
    m_config.rqPsn = PSN_MASK - 1;
    EXPECT_EQ(Receive(PSN_MASK - 1)->sack.cackPsn, PSN_MASK - 1);
    const auto above = Receive(1, LAST);
    EXPECT_EQ(above->sack.cackPsn, PSN_MASK - 1);
    EXPECT_EQ(above->sack.ackPsnOffset, 3);
    EXPECT_EQ(above->sack.bitmap, 4u);
    Receive(0);
    EXPECT_EQ(Receive(PSN_MASK)->sack.cackPsn, 1u);
    EXPECT_EQ(m_responder->GetDelivered(), 1u);
    EXPECT_EQ(Receive(PSN_MASK)->sack.ackPsnOffset, -2) << "duplicate from before the wrap";
}

TEST_F(MrcResponderTest, RandomArrivalsAgreeWithAPlainModel)
{
    m_config.destWindowPackets = 256;
    m_config.rqPsn = PSN_MASK - 700;
    const PsnSeq start = m_config.rqPsn;
    std::mt19937 rng(7);
    std::set<PsnSeq> above;
    PsnSeq ePsn = start;
    PsnSeq max = start - 1;
    PsnSeq unsacked = start - 1;
    uint64_t delivered = 0;
    while (ePsn < start + 3000)
    {
        // Mostly inside the window, often duplicates, sometimes outside; every third ends a
        // message.
        const PsnSeq psn = ePsn + static_cast<PsnSeq>(rng() % 300) - 40;
        Arrival a;
        a.opcode = psn % 3 == 0 ? RdmaOpcode::MRC_WRITE_LAST : RdmaOpcode::MRC_WRITE_MIDDLE;
        const auto answer = Receive(ToWirePsn(psn), a);
        ASSERT_TRUE(answer);
        if (psn >= ePsn + 256)
        {
            ASSERT_EQ(answer->opcode, RdmaOpcode::MRC_NACK);
            continue;
        }
        if (psn >= ePsn && above.insert(psn).second)
        {
            max = std::max(max, psn);
            unsacked = std::min(unsacked, psn);
        }
        while (above.erase(ePsn) != 0)
        {
            delivered += ePsn % 3 == 0 ? 1 : 0;
            ++ePsn;
        }
        ASSERT_EQ(answer->opcode, RdmaOpcode::MRC_SACK);
        PsnSeq base = unsacked + 64 > max ? max - 63 : unsacked;
        base = std::max(base, ePsn);
        unsacked = std::min(base + 64, max + 1);
        const MrcSackPdu& sack = answer->sack;
        ASSERT_EQ(sack.cackPsn, ToWirePsn(ePsn - 1));
        ASSERT_EQ(sack.sackOffset, base - (ePsn - 1));
        ASSERT_EQ(sack.ackPsnOffset, psn - (ePsn - 1));
        ASSERT_EQ(sack.oooCount, above.size());
        for (int i = 0; i < 64; ++i)
        {
            ASSERT_EQ((sack.bitmap >> i) & 1, above.count(base + i));
        }
        ASSERT_EQ(m_responder->GetDelivered(), delivered);
    }
}

} // namespace
