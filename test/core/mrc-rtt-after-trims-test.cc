/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-scoreboard.h"

#include <gtest/gtest.h>

// Round-trip times of packets that were sent more than twice (RttAfterTrims), and of packets
// shorter than full ones.

using namespace ns3;

namespace
{

/** A QP with two packets in flight, of which the first one is sent repeatedly. */
class RttAfterTrims : public MrcTransportFixture
{
  protected:
    RttAfterTrims()
    {
        m_setup.qp.lossRules = {false, false, 0, 0, false, true, 0};
        Begin();
    }

    /// Start with a new QP.
    void Begin()
    {
        m_qp.reset();
        m_selector->next = 0;
        Post(2);
        TransmitAll();
    }

    /// 10 us later packet 0 is reported trimmed, and sent again.
    void TrimAndResend()
    {
        m_now += RdmaTick::Us(10);
        Nack(MrcNackReason::TRIMMED, 0, Qp().GetRequester().GetScoreboard().At(0).entropy);
        EXPECT_EQ(TransmitAll(), (Psns{0}));
    }

    /// The timer of packet 0 expires, and it is sent again.
    void ExpireAndResend()
    {
        Advance(RdmaTick::Ns(131072));
        EXPECT_EQ(TransmitAll().front(), 0U);
    }

    /**
     * 11 us later packet 0 is acknowledged.
     * @param rtx its SACK answers a retransmission
     * @return the round-trip time
     */
    std::optional<RdmaTick> Acknowledge(bool rtx)
    {
        m_now += RdmaTick::Us(11);
        Sack(rtx ? SackSpec(0, 0, 0x0000).Rtx() : SackSpec(0, 0, 0x0000));
        return m_window->acks.back().rtt;
    }
};

TEST_F(RttAfterTrims, AfterTrimsOnlyTheLatestTransmissionCanHaveArrived)
{
    for (int i = 0; i < 5; ++i)
    {
        TrimAndResend();
    }
    EXPECT_EQ(Acknowledge(true), RdmaTick::Us(11));
}

TEST_F(RttAfterTrims, SackOfTheFirstTransmissionIsNoSample)
{
    TrimAndResend();
    TrimAndResend();
    EXPECT_EQ(Acknowledge(false), std::nullopt);
}

TEST_F(RttAfterTrims, RetransmissionThatWasGivenUpMayStillArrive)
{
    TrimAndResend();
    ExpireAndResend();
    EXPECT_EQ(Acknowledge(true), std::nullopt);
}

TEST_F(RttAfterTrims, AndMakesAllLaterOnesAmbiguous)
{
    TrimAndResend();
    ExpireAndResend();
    TrimAndResend();
    TrimAndResend();
    EXPECT_EQ(Acknowledge(true), std::nullopt);
}

TEST_F(RttAfterTrims, FirstTransmissionThatWasGivenUpIsToldByItsRtxBit)
{
    ExpireAndResend();
    TrimAndResend();
    EXPECT_EQ(Acknowledge(true), RdmaTick::Us(11));
}

TEST_F(RttAfterTrims, NackMayBeOfATransmissionGivenUpOnTheSameEv)
{
    m_selector->evs = {0x0000};
    Begin();
    ExpireAndResend();
    TrimAndResend(); // or the first one was trimmed
    EXPECT_EQ(Acknowledge(true), std::nullopt) << "the second one may have arrived";
}

TEST_F(RttAfterTrims, SuchANackDoesNotTellHowLongNewsOfTrimsTake)
{
    m_setup.qp.lossRules = {false, false, 0, 0, false, true, 8};
    m_selector->evs = {0x0000};
    Begin();
    TrimAndResend(); // 10 us: with a grace period of 16 times this delay the timer is 160 us
    Sack(SackSpec(RDMA_PSN_MASK, 1, 0x0000).Above({1}));
    const RdmaTick timer = Qp().NextWakeup() - m_now;
    Advance(timer);
    EXPECT_EQ(TransmitAll().front(), 0U);
    m_now += RdmaTick::Us(100);
    Nack(MrcNackReason::TRIMMED, 0, 0x0000); // 100 us after the latest transmission
    TransmitAll();
    EXPECT_LT(Qp().NextWakeup() - m_now, RdmaTick::Us(1600));
}

TEST_F(RttAfterTrims, PsnsThatComeAgainStartAnew)
{
    TrimAndResend();
    ExpireAndResend();
    Acknowledge(true);
    for (uint32_t psn = 1; psn < 1024; ++psn)
    {
        Sack(SackSpec(psn, psn, 0x0000));
        Post(1);
        TransmitAll();
    }
    const MrcScoreboard& board = Qp().GetRequester().GetScoreboard();
    EXPECT_EQ(board.GetFirst(), 1024);
    EXPECT_FALSE(board.At(1024).ambiguous) << "it uses the record of packet 0";
}

TEST(RttAfterTrimsAttribute, IsOnAndCanBeSwitchedOff)
{
    auto parameters = CreateObject<MrcQpParameters>();
    EXPECT_TRUE(parameters->MakeConfig().rttAfterTrims);
    parameters->SetAttribute("RttAfterTrims", BooleanValue(false));
    EXPECT_FALSE(parameters->MakeConfig().rttAfterTrims);
}

// Samples of full packets.

/** A QP whose messages end with short packets. */
using FullPackets = MrcTransportFixture;

TEST_F(FullPackets, ControllerIsToldWhetherTheSampleIsOfAFullPacket)
{
    for (const bool timestamps : {false, true})
    {
        m_qp.reset();
        m_setup.qp.timestamps = timestamps;
        Post(2, 4092);
        TransmitAll();
        m_now += RdmaTick::Us(10);
        Sack(SackSpec(0, 0, 0x0000));
        EXPECT_TRUE(m_window->acks.back().full);
        Sack(SackSpec(1, 1, 0x1000));
        EXPECT_FALSE(m_window->acks.back().full) << "4 B short";
    }
}

TEST_F(FullPackets, ProbesAreShort)
{
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    m_now += RdmaTick::Us(10);
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, probe->pdu.probe.probeId, probe->entropy).FullPackets(0));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(10));
    EXPECT_FALSE(m_window->acks.back().full);
}

} // namespace
