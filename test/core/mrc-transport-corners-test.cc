/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>

/*
 * Situations found by test/fuzz/transport-fuzz.cc or by reviews.
 */

namespace ns3
{

using MrcTransportCorners = MrcTransportFixture;

TEST_F(MrcTransportCorners, LastPacketUnderWayTimesOutWhileThereIsNoPathForTheNext)
{
    Post(2);
    EXPECT_EQ(Transmit()->pdu.psn, 0u);
    m_selector->evs.clear();
    EXPECT_FALSE(Transmit());
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING);

    // The packet's timer and the wait for a path both began at time 0. One wake-up serves both.
    Advance(RdmaTick::Us(132));
    EXPECT_EQ(Qp().GetCounters().timeouts, 1u);

    m_selector->evs = {0x1001};
    EXPECT_EQ(TransmitAll(), Psns({0, 1}));
}

TEST_F(MrcTransportCorners, UnlimitedWindowAndInFlightBelowZeroByRounding)
{
    m_window->cwnd = INT64_MAX;
    m_window->inflight = -5000;
    Post(2);
    // The space left is more than 2^63 - 1 B: no reason to request a SACK early.
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcTransportCorners, SackOfAllThatWaitedForAPathEndsTheWait)
{
    m_setup.qp.retryLinear = 1;
    m_setup.qp.retryExponential = 1;
    Post(1);
    EXPECT_TRUE(Transmit());
    Qp().OnPeerPortStatus(m_now, 0);
    EXPECT_FALSE(Transmit()) << "lost with its plane, and there is no other plane";
    m_now += RdmaTick::Us(20);
    Sack(SackSpec(0, 0, 0x0000)); // it had arrived before the plane went down
    EXPECT_EQ(Completions(RdmaCompletion::Kind::SENT).size(), 1u);
    EXPECT_TRUE(Qp().NextWakeup().IsMax()) << "nothing is left to wait for";
    Advance(RdmaTick::Ms(10));
    EXPECT_FALSE(Qp().IsError());
    EXPECT_EQ(Qp().GetCounters().timeouts, 0u);
}

TEST_F(MrcTransportCorners, PlaneThatDarkensWhileItsProbeWaitsForThePortDoesNotDelayOtherProbes)
{
    auto restless = CreateObject<MrcEvParameters>();
    restless->probeIdle = true;
    m_setup.evParameters = restless;
    MrcEvTable& table = Qp().EditEvTable();
    const uint32_t first = table.GetActiveEv(0, 0);
    const uint32_t second = table.GetActiveEv(1, 0);
    table.AssumeBad(m_now, first);
    const RdmaTick due = table.NextProbe();
    table.AssumeBad(m_now + RdmaTick::Ms(1), second);
    Advance(due - m_now);
    EXPECT_FALSE(Transmit(2)) << "port 0 is busy";
    EXPECT_EQ(m_lastPoll, RdmaPoll::NO_PORT);
    Qp().OnPortStatus(m_now, 0, false);
    EXPECT_FALSE(Transmit(2));
    EXPECT_FALSE(Qp().NextWakeup().IsMax()) << "the other plane's probe";
    Advance(RdmaTick::Ms(3));
    const auto probe = Transmit(2);
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->entropy, second);
}

TEST_F(MrcTransportCorners, MprOfThePeerNeverExceedsTheOwnDevice)
{
    m_setup.qp.dynamicMpr = true;
    m_setup.qp.limits.dynamicMpr = true;
    m_setup.qp.windowPackets = m_setup.qp.destWindowPackets = 128;
    m_setup.qp.limits.maxMpr = 2;
    Post(1000);
    EXPECT_EQ(TransmitAll().size(), 128u);
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.cackPsn = 0;
    pdu.sack.sackOffset = 1;
    pdu.sack.mpr = 8;
    pdu.sack.rcvdBytes = 17;
    Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    EXPECT_EQ(TransmitAll().size(), 129u) << "up to PSN 256: the device tracks 256 PSNs";
}

TEST_F(MrcTransportCorners, ProbeSampleIsFreeOfTheServiceTimeThatTheEchoLeavesOut)
{
    m_setup.qp.timestamps = true;
    m_now = RdmaTick::Us(128);
    Post(1);
    EXPECT_TRUE(Transmit());
    Advance(RdmaTick::Us(20)); // base RTT + 2 target delays without feedback
    const auto probe = Transmit();
    ASSERT_TRUE(probe && probe->pdu.opcode == RdmaOpcode::MRC_PROBE);
    m_now += RdmaTick::Us(15);
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.probe = true;
    pdu.sack.cackPsn = RDMA_PSN_MASK;
    pdu.sack.ackPsnOffset = static_cast<int16_t>(probe->pdu.probe.probeId);
    pdu.sack.entropy = probe->entropy;
    pdu.sack.txTimestamp = static_cast<uint16_t>(probe->pdu.probe.txTimestamp + 50); // 6.4 us
    Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    ASSERT_TRUE(m_window->acks.back().rtt);
    EXPECT_NEAR(m_window->acks.back().rtt->GetNs(), 8600, 128);
}

} // namespace ns3
