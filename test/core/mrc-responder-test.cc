/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "mrc-responder-fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ns3;

namespace
{

/// Window, NACKs of trims, delivery. SACKs have separate tests.
using MrcResponderTest = MrcResponderFixture;

TEST_F(MrcResponderTest, TrimmedPacketIsNackedWithTheReasonTheSwitchGave)
{
    Receive(0);
    const Arrival a = Arrival().Trimmed().By(0x1007);
    const auto nack = Receive(1, a);
    ASSERT_TRUE(nack);
    EXPECT_EQ(nack->opcode, RdmaOpcode::MRC_NACK);
    EXPECT_EQ(nack->destQpn, 0xb7u);
    EXPECT_EQ(nack->psn, 1u);
    EXPECT_EQ(nack->nack.nackPsn, 1u);
    EXPECT_EQ(nack->nack.entropy, 0x1007u);
    EXPECT_EQ(nack->nack.reason, MrcNackReason::TRIMMED);
    EXPECT_EQ(Receive(2, Arrival().Trimmed(RdmaTrim::LASTHOP))->nack.reason,
              MrcNackReason::TRIMMED_LASTHOP);
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
    EXPECT_FALSE(Receive(1025, Arrival().Trimmed()));
}

TEST_F(MrcResponderTest, MessagesAreDeliveredInOrderOnceAndOnlyWhenAllBeforeIsHere)
{
    // Messages: 0 = PSN 0..2, 1 = PSN 3, 2 = PSN 4..5.
    Receive(0);
    Receive(2, Arrival().Last());
    Receive(3, Arrival().Last());
    Receive(5, Arrival().Last());
    EXPECT_EQ(m_responder->GetDelivered(), 0u);
    Receive(1);
    EXPECT_EQ(m_responder->GetDelivered(), 2u);
    Receive(1);
    Receive(3, Arrival().Last());
    EXPECT_EQ(m_responder->GetDelivered(), 2u) << "duplicates deliver nothing";
    Receive(4);
    EXPECT_EQ(m_responder->GetDelivered(), 3u);
}

TEST_F(MrcResponderTest, PsnsWrapInTheMiddleOfAWindow)
{
    m_config.rqPsn = RDMA_PSN_MASK - 1;
    EXPECT_EQ(Receive(RDMA_PSN_MASK - 1)->sack.cackPsn, RDMA_PSN_MASK - 1);
    const auto above = Receive(1, Arrival().Last());
    EXPECT_EQ(above->sack.cackPsn, RDMA_PSN_MASK - 1);
    EXPECT_EQ(above->sack.ackPsnOffset, 3);
    EXPECT_EQ(above->sack.bitmap, 4u);
    Receive(0);
    EXPECT_EQ(Receive(RDMA_PSN_MASK)->sack.cackPsn, 1u);
    EXPECT_EQ(m_responder->GetDelivered(), 1u);
    EXPECT_EQ(Receive(RDMA_PSN_MASK)->sack.ackPsnOffset, -2) << "duplicate from before the wrap";
}

TEST_F(MrcResponderTest, RandomArrivalsAgreeWithAPlainModel)
{
    m_config.destWindowPackets = 256;
    m_config.rqPsn = RDMA_PSN_MASK - 700;
    const RdmaPsnSeq start = m_config.rqPsn;
    std::mt19937 rng(7);
    std::set<RdmaPsnSeq> above;
    RdmaPsnSeq ePsn = start;
    RdmaPsnSeq max = start - 1;
    RdmaPsnSeq unsacked = start - 1;
    RdmaPsnSeq filledFirst = INT64_MAX; // of those that arrived below it, and were not reported
                                        // since
    RdmaPsnSeq filledLast = INT64_MIN;
    bool aboveTurn = false; // there were such packets, and the last SACK reported others
    uint64_t delivered = 0;
    for (mrctest::StepBudget steps; ePsn < start + 3000 && steps.Take();)
    {
        // Mostly inside the window, often duplicates, sometimes outside; every third ends a
        // message.
        const RdmaPsnSeq psn = ePsn + static_cast<RdmaPsnSeq>(rng() % 300) - 40;
        Arrival a;
        a.opcode = psn % 3 == 0 ? RdmaOpcode::MRC_WRITE_LAST : RdmaOpcode::MRC_WRITE_MIDDLE;
        const auto answer = Receive(ToWireRdmaPsn(psn), a);
        ASSERT_TRUE(answer);
        if (psn >= ePsn + 256)
        {
            ASSERT_EQ(answer->opcode, RdmaOpcode::MRC_NACK);
            continue;
        }
        if (psn >= ePsn && above.insert(psn).second)
        {
            max = std::max(max, psn);
            if (psn < unsacked)
            {
                filledFirst = std::min(filledFirst, psn);
                filledLast = std::max(filledLast, psn);
            }
        }
        while (above.erase(ePsn) != 0)
        {
            delivered += ePsn % 3 == 0 ? 1 : 0;
            ++ePsn;
        }
        ASSERT_EQ(answer->opcode, RdmaOpcode::MRC_SACK);
        const bool filled = filledLast >= ePsn;
        aboveTurn = filled && !aboveTurn && unsacked <= max;
        RdmaPsnSeq base = filled && !aboveTurn ? filledFirst : unsacked;
        if (base + 64 <= max)
        {
            const auto first = above.lower_bound(std::max(base, ePsn));
            base = first == above.end() ? max + 1 : *first;
        }
        base = base + 64 > max ? max - 63 : base;
        base = std::max(base, ePsn);
        const RdmaPsnSeq shownEnd = std::min(base + 64, max + 1);
        if (!filled || aboveTurn || base <= unsacked)
        {
            unsacked = std::max(unsacked, shownEnd);
        }
        if ((filled && !aboveTurn) || base <= filledFirst)
        {
            filledFirst = std::max(filledFirst, shownEnd);
        }
        if (filledFirst > filledLast || filledLast < ePsn)
        {
            filledFirst = INT64_MAX;
            filledLast = INT64_MIN;
        }
        const MrcSackPdu& sack = answer->sack;
        ASSERT_EQ(sack.cackPsn, ToWireRdmaPsn(ePsn - 1));
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

TEST_F(MrcResponderTest, LateTrimmedPacketFromBelowTheWindowIsADuplicate)
{
    Receive(0);
    Receive(1);
    const auto sack = Receive(0, Arrival().Trimmed());
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(sack->sack.ackPsnOffset, -1);
    EXPECT_EQ(m_counters.rxTrimmed, 1u);
}

TEST_F(MrcResponderTest, TrimmedDuplicateHasTheTransportAckRepeated)
{
    Receive(0, Arrival().Last());
    RdmaPdu ack{};
    ASSERT_TRUE(Responder().TakeTransportAck(ack));
    ASSERT_FALSE(Responder().TakeTransportAck(ack));
    Receive(0, Arrival().Last().Again().Trimmed()); // so it has not received the Transport ACK
    ASSERT_TRUE(Responder().TakeTransportAck(ack));
    EXPECT_EQ(ack.ack.msn, 1U);
}

TEST_F(MrcResponderTest, BeforeTheFirstDeliveryThereIsNothingForATransportAckToTell)
{
    Probe(1); // repeats the last one, if there was one
    RdmaPdu ack{};
    EXPECT_FALSE(Responder().TakeTransportAck(ack));
    Receive(0, Arrival().Last());
    EXPECT_TRUE(Responder().TakeTransportAck(ack));
}

} // namespace
