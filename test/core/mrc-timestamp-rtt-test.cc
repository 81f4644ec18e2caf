/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>

// Round-trip times from echoed timestamps (mrc reference, 2.6, 8.4): 16 bits of 128 ns, 8.39 ms in
// all.

using namespace ns3;

namespace
{

/** A QP whose writes carry timestamps. */
class TimestampRtt : public MrcTransportFixture
{
  protected:
    TimestampRtt()
    {
        m_setup.qp.timestamps = true;
        m_setup.qp.lossRules = {false, false, 0, 0, false, false};
        m_now = RdmaTick::Ns(128 * 1000);
    }

    /// Receive a SACK for a packet that was sent with this timestamp; returns its sample.
    std::optional<RdmaTick> Echo(uint32_t psn, uint16_t timestamp, bool rtx = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_SACK;
        pdu.rtx = rtx;
        pdu.sack.cackPsn = psn;
        pdu.sack.sackOffset = 1;
        pdu.sack.txTimestamp = timestamp;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
        return m_window->acks.back().rtt;
    }

    /// Timestamp of a packet sent now.
    uint16_t Send()
    {
        const auto tx = Transmit();
        EXPECT_TRUE(tx && tx->pdu.timestamp);
        return tx ? tx->pdu.write.txTimestamp : 0;
    }
};

TEST_F(TimestampRtt, SampleIsTheAgeOfTheEchoedTimestamp)
{
    Post(1);
    const uint16_t ts = Send();
    EXPECT_EQ(ts, 1000);
    m_now += RdmaTick::Us(12);
    EXPECT_EQ(Echo(0, ts), RdmaTick::Us(12));
}

TEST_F(TimestampRtt, RoundingNeverMakesTheSampleTooSmall)
{
    m_now += RdmaTick::Ns(127);
    Post(1);
    const uint16_t ts = Send();
    EXPECT_EQ(ts, 1000);
    m_now += RdmaTick::Us(12);
    EXPECT_EQ(Echo(0, ts), RdmaTick::Us(12) + RdmaTick::Ns(127));
}

TEST_F(TimestampRtt, TimestampsWrapAfter8Ms)
{
    m_now = RdmaTick::Ns(128 * 65535);
    Post(1);
    const uint16_t ts = Send();
    EXPECT_EQ(ts, 65535);
    m_now += RdmaTick::Us(12);
    EXPECT_EQ(Echo(0, ts), RdmaTick::Us(12));
    m_now = RdmaTick::Ns(128 * 65536) * 1000;
    Post(1);
    EXPECT_EQ(Send(), 0) << "zero is a valid time";
    m_now += RdmaTick::Us(9);
    EXPECT_EQ(Echo(1, 0), RdmaTick::Us(9));
}

TEST_F(TimestampRtt, SackOfAPacketSentAWrapAgoGivesNoSample)
{
    Post(1);
    const uint16_t ts = Send();
    m_now += RdmaTick::Ns(128 * 65536);
    EXPECT_EQ(Echo(0, ts), std::nullopt) << "it would be zero";
}

TEST_F(TimestampRtt, RetransmissionsGiveSamplesHoweverMany)
{
    m_setup.qp.lossRules.timer = true;
    Post(1);
    Send();
    Advance(RdmaTick::Us(132));
    Send();
    Advance(RdmaTick::Us(132));
    const uint16_t ts = Send();
    m_now += RdmaTick::Us(11);
    const auto rtt = Echo(0, ts, true);
    ASSERT_TRUE(rtt);
    EXPECT_NEAR(rtt->GetNs(), 11000, 128) << "the timestamp identifies the transmission";
}

TEST_F(TimestampRtt, ServiceTimeThatTheResponderTakesOutIsNotInTheSample)
{
    Post(1);
    const uint16_t ts = Send();
    m_now += RdmaTick::Us(12);
    EXPECT_EQ(Echo(0, ts + 10), RdmaTick::Us(12) - RdmaTick::Ns(1280)) << "the echo was increased";
}

TEST_F(TimestampRtt, NackGivesASampleToo)
{
    Post(1);
    const auto tx = Transmit();
    m_now += RdmaTick::Us(6);
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_NACK;
    pdu.nack.reason = MrcNackReason::TRIMMED;
    pdu.nack.entropy = tx->entropy;
    pdu.nack.txTimestamp = tx->pdu.write.txTimestamp;
    Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    EXPECT_EQ(m_window->nackRtt, RdmaTick::Us(6));
}

TEST_F(TimestampRtt, WithoutTimestampsTheRecordOfTheSendTimeCounts)
{
    m_setup.qp.timestamps = false;
    Post(1);
    Transmit();
    m_now += RdmaTick::Us(12);
    EXPECT_EQ(Echo(0, 77), RdmaTick::Us(12));
}

} // namespace
