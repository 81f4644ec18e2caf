/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/mrc-spray-selector.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

// The table of NACK codes, mrc reference, 5.6, row by row.

using namespace ns3;

namespace
{

/** The effect of a code on the packet and its EV. */
struct NackRow
{
    std::string name;     ///< of the code
    MrcNackReason reason; ///< code
    bool atOnce;          ///< retransmitted at once; otherwise after a base RTT
    MrcEvState ev;        ///< state of the EV afterwards
    bool trim;            ///< counted as a trim
};

std::ostream&
operator<<(std::ostream& os, const NackRow& row)
{
    return os << row.name;
}

/** A QP with MRC's own selector, so that EVs have states. */
class NackTable : public MrcTransportFixture, public testing::WithParamInterface<NackRow>
{
  protected:
    NackTable()
    {
        m_setup.selector = CreateObject<MrcSpraySelector>();
        Post(40);
        for (int i = 0; i < 20; ++i)
        {
            m_sent.push_back(*Transmit());
        }
        m_window->cwnd = 1; // later packets are retransmissions, when the window opens again
        m_now += RdmaTick::Us(8);
    }

    /// A NACK of the packet with this PSN, as it was sent first.
    void Reject(uint32_t psn)
    {
        Nack(GetParam().reason, psn, m_sent[psn].entropy);
    }

    /// The packet that is sent when the window opens for one packet.
    std::optional<RdmaTxPdu> Next()
    {
        m_window->cwnd = 1 << 30;
        auto tx = Transmit();
        m_window->cwnd = 1;
        return tx;
    }

    std::vector<RdmaTxPdu> m_sent; ///< packets 0 to 19
};

TEST_P(NackTable, PacketIsSentAgainMarkedAsRetransmissionOnAFreshEv)
{
    Reject(7);
    EXPECT_EQ(Qp().GetRequester().GetScoreboard().At(7).state, MrcTxState::LOST);
    Advance(RdmaTick::Us(10));
    const auto again = Next();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->pdu.psn, 7u);
    EXPECT_TRUE(again->pdu.rtx);
    EXPECT_TRUE(again->pdu.ackRequest);
    EXPECT_NE(again->entropy, m_sent[7].entropy);
    EXPECT_EQ(again->pdu.write.va, m_sent[7].pdu.write.va);
    EXPECT_EQ(again->pdu.write.msn, m_sent[7].pdu.write.msn);
}

TEST_P(NackTable, RetransmissionComesAtOnceOrAfterABaseRtt)
{
    Reject(7);
    auto next = Next();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->pdu.psn == 7, GetParam().atOnce);
    if (!GetParam().atOnce)
    {
        Advance(RdmaTick::Ns(9999));
        EXPECT_NE(Next()->pdu.psn, 7u);
        Advance(RdmaTick::Ns(1));
        EXPECT_EQ(Next()->pdu.psn, 7u);
    }
}

TEST_P(NackTable, EvIsSkippedOnlyIfThePathIsTheCause)
{
    Reject(7);
    EXPECT_EQ(Qp().GetEvTable().GetState(m_sent[7].entropy), GetParam().ev);
}

TEST_P(NackTable, ControllerHearsTheCodeAndThePacketLeavesTheFlight)
{
    const int64_t before = m_window->inflight;
    Reject(7);
    EXPECT_EQ(m_window->nacks, (std::vector<MrcNackReason>{GetParam().reason}));
    EXPECT_EQ(m_window->inflight, before - 4180);
    EXPECT_EQ(m_window->nackRtt, RdmaTick::Us(8)) << "a sample: the packet was sent once";
    EXPECT_EQ(m_window->losses, 0u) << "a NACK is no silent loss";
}

TEST_P(NackTable, CountsForTheMessageAndTheQp)
{
    Reject(7);
    EXPECT_EQ(Qp().GetCounters().nacksReceived, 1u);
    EXPECT_EQ(Qp().GetCounters().trimsReceived, GetParam().trim ? 1u : 0u);
    EXPECT_EQ(Qp().GetCounters().timeouts, 0u);
}

TEST_P(NackTable, NackOfTheOldestPacketCountsAsARetryUnlessItIsOfATrim)
{
    m_qp.reset();
    m_window->cwnd = 1 << 30;
    m_setup.qp.retryLinear = 1;
    m_setup.qp.retryExponential = 0;
    m_setup.selector = CreateObject<MrcSpraySelector>();
    Post(1);
    RdmaTxPdu tx = *Transmit();
    Nack(GetParam().reason, 0, tx.entropy);
    EXPECT_FALSE(Qp().IsError()) << "one is allowed";
    Advance(RdmaTick::Us(10));
    tx = *Transmit();
    Nack(GetParam().reason, 0, tx.entropy);
    EXPECT_FALSE(Qp().IsError()) << "at most one per retransmission timer counts";
    Advance(RdmaTick::Us(10));
    tx = *Transmit();
    m_now += RdmaTick::Us(130);
    Nack(GetParam().reason, 0, tx.entropy);
    EXPECT_EQ(Qp().IsError(), !GetParam().trim);
}

INSTANTIATE_TEST_SUITE_P(
    Mrc56,
    NackTable,
    testing::Values(
        NackRow{"Trimmed", MrcNackReason::TRIMMED, true, MrcEvState::SKIP, true},
        NackRow{"TrimmedLasthop", MrcNackReason::TRIMMED_LASTHOP, true, MrcEvState::GOOD, true},
        NackRow{"NoBitmap", MrcNackReason::NO_BITMAP, false, MrcEvState::GOOD, false},
        NackRow{"NoPktBuffer", MrcNackReason::NO_PKT_BUFFER, false, MrcEvState::GOOD, false},
        NackRow{"NoResource", MrcNackReason::NO_RESOURCE, false, MrcEvState::GOOD, false},
        NackRow{"PsnOorWindow", MrcNackReason::PSN_OOR_WINDOW, false, MrcEvState::GOOD, false}),
    [](const auto& info) { return info.param.name; });

/** Codes that have no row among the recoverable ones. */
class NackTableRest : public MrcTransportFixture
{
};

TEST_F(NackTableRest, UnexpEventMovesTheQpToErrorWithoutARetry)
{
    Post(4);
    TransmitAll();
    Nack(MrcNackReason::UNEXP_EVENT, 2, 0x0001);
    EXPECT_TRUE(Qp().IsError());
    EXPECT_TRUE(TransmitAll().empty());
    RdmaEvent event;
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::QP_ERROR);
}

TEST_F(NackTableRest, CodeThatMrcDoesNotKnowIsTreatedLikeAShortage)
{
    Post(4);
    TransmitAll();
    Nack(static_cast<MrcNackReason>(0x1A), 2, 0x0001);
    EXPECT_FALSE(Qp().IsError());
    EXPECT_TRUE(TransmitAll().empty());
    Advance(RdmaTick::Us(10));
    EXPECT_EQ(TransmitAll(), (Psns{2}));
}

} // namespace
