/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

// Fields that wrap: PSN (24 bits), rcvd_bytes (24 bits of 256 B), probe_id (16 bits).

using namespace ns3;

namespace
{

/** A QP and, if a test needs one, a real peer. */
class MrcWrap : public MrcTransportFixture
{
  protected:
    /// The other end of the QP.
    MrcTransport& Peer()
    {
        if (!m_peer)
        {
            MrcTransportSetup setup = m_setup;
            std::swap(setup.qp.sqPsn, setup.qp.rqPsn);
            std::swap(setup.qp.localQpn, setup.qp.peerQpn);
            setup.controller = CreateObject<ScriptedWindow>();
            auto selector = CreateObject<ScriptedSelector>();
            selector->evs = m_selector->evs;
            setup.selector = selector;
            m_peer = std::make_unique<MrcTransport>(setup);
            EXPECT_TRUE(m_peer->Connect(m_now, MakeMrcTwinOffer(setup.qp, 0)).IsOk());
        }
        return *m_peer;
    }

    /// All packets of the QP reach the peer, except every lost-th write, and all answers return.
    void Exchange(uint32_t lost)
    {
        while (const auto tx = Transmit())
        {
            m_highest = std::max(m_highest, tx->pdu.psn);
            m_lowest = std::min(m_lowest, tx->pdu.psn);
            RdmaRxInfo rx;
            rx.entropy = tx->entropy;
            rx.port = tx->port;
            if (tx->pdu.opcode == RdmaOpcode::MRC_PROBE || ++m_writes % lost != 0)
            {
                Peer().OnPdu(m_now, tx->pdu, rx);
            }
            RdmaTxPdu answer;
            while (Peer().PollControl(m_now, answer))
            {
                Qp().OnPdu(m_now, answer.pdu, RdmaRxInfo());
            }
            m_now += RdmaTick::Ns(100);
        }
        m_now += RdmaTick::Us(1);
        if (Qp().NextWakeup() <= m_now)
        {
            Qp().OnTimeout(m_now);
        }
    }

    /// The rcvd_bytes of the peer's answer to a packet with this payload.
    uint32_t Receive(uint32_t psn, uint32_t payloadBytes)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
        pdu.psn = psn;
        pdu.ackRequest = true;
        pdu.write.payloadBytes = payloadBytes;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
        RdmaTxPdu tx;
        EXPECT_TRUE(Qp().PollControl(m_now, tx));
        return tx.pdu.sack.rcvdBytes;
    }

    std::unique_ptr<MrcTransport> m_peer;
    uint64_t m_writes{0};
    uint32_t m_highest{0};
    uint32_t m_lowest{RDMA_PSN_MASK};
};

TEST_F(MrcWrap, PsnsWrapInTheMiddleOfLossyMessages)
{
    m_setup.qp.sqPsn = RDMA_PSN_MASK - 5000;
    for (int message = 0; message < 100; ++message)
    {
        Post(100);
    }
    for (int round = 0; round < 10000 && Qp().IsBusy(); ++round)
    {
        m_window->cwnd = (1 + round % 300) * 4180;
        Exchange(7);
        ASSERT_FALSE(Qp().IsError());
    }
    EXPECT_FALSE(Qp().IsBusy());
    EXPECT_EQ(m_highest, RDMA_PSN_MASK);
    EXPECT_EQ(m_lowest, 0u);
    EXPECT_EQ(Peer().GetResponder().GetDelivered(), 100u);
    EXPECT_EQ(Peer().GetCounters().rxAccepted, 10000u);
    EXPECT_GT(Qp().GetCounters().retransmits, 1000u);
    EXPECT_GE(m_window->inflight, -255);
    EXPECT_LE(m_window->inflight, 0);
}

TEST_F(MrcWrap, RcvdBytesOfTheResponderWrapsAt4GiB)
{
    constexpr uint32_t GIB = 1U << 30;
    for (uint32_t psn = 0; psn < 4; ++psn)
    {
        // each counts 84 B more than its payload: one unit for up to three of them
        EXPECT_EQ(Receive(psn, GIB), ((psn + 1) * (GIB / 256) + (psn < 3 ? 1 : 2)) & RDMA_PSN_MASK);
    }
    EXPECT_EQ(Receive(4, 4096), 18u) << "4 x 84 B beyond 4 GiB, and 4180 B: 4516 B";
}

TEST_F(MrcWrap, RcvdBytesOfASackCountsModulo24Bits)
{
    Post(1);
    TransmitAll();
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.cackPsn = RDMA_PSN_MASK;
    pdu.sack.sackOffset = 1;
    const auto news = [&](uint32_t rcvd) {
        pdu.sack.rcvdBytes = rcvd & RDMA_PSN_MASK;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
        return m_window->acks.back().newBytes;
    };
    EXPECT_EQ(news(0x7FFFFF), 0x7FFFFFULL * 256);
    EXPECT_EQ(news(0xFFFFFE), 0x7FFFFFULL * 256);
    EXPECT_EQ(news(0x1000001), 3 * 256u) << "0xFFFFFE to 0x000001";
    EXPECT_EQ(news(0xFFFFFF), 0u) << "an old SACK";
    EXPECT_EQ(news(0x800001), 0u) << "2^23 ahead counts as older";
    EXPECT_EQ(news(0x1000002), 256u) << "and old ones have no effect";
}

TEST_F(MrcWrap, ProbeIdsAreNotUsedAgainBefore65536OfThem)
{
    m_setup.qp.lossRules.timer = false;
    Post(1);
    TransmitAll();
    std::vector<uint32_t> lastUse(1 << 16, UINT32_MAX);
    uint16_t id = 0;
    for (uint32_t n = 0; n < 70000; ++n)
    {
        m_now = Qp().NextWakeup();
        Qp().OnTimeout(m_now);
        const auto probe = Transmit();
        ASSERT_TRUE(probe && probe->pdu.opcode == RdmaOpcode::MRC_PROBE);
        id = probe->pdu.probe.probeId;
        ASSERT_TRUE(lastUse[id] == UINT32_MAX || n - lastUse[id] == 65536) << id;
        lastUse[id] = n;
    }
    m_now += RdmaTick::Us(7);
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, id, 0).FullPackets(0));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(7)) << "the one of this round";
}

} // namespace
