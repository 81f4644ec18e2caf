/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requester-fixture.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

// Sending.

TEST_F(MrcRequesterTest, MessageIsCutIntoPacketsThatDescribeThemselves)
{
    Post(3, 1000);
    const auto first = Transmit();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->pdu.destQpn, 0xb2u);
    EXPECT_EQ(first->pdu.opcode, RdmaOpcode::MRC_WRITE_FIRST);
    EXPECT_EQ(first->pdu.psn, 0u);
    EXPECT_FALSE(first->pdu.rtx);
    EXPECT_EQ(first->pdu.write.va, 0x10000000u);
    EXPECT_EQ(first->pdu.write.rkey, 0x77u);
    EXPECT_EQ(first->pdu.write.payloadBytes, 4096u);
    EXPECT_EQ(first->pdu.write.dmaLength, 4096u);
    EXPECT_EQ(first->cls, RdmaClass::DATA);
    EXPECT_TRUE(first->ectCapable);
    const auto middle = Transmit();
    EXPECT_EQ(middle->pdu.opcode, RdmaOpcode::MRC_WRITE_MIDDLE);
    EXPECT_EQ(middle->pdu.write.va, 0x10001000u);
    const auto last = Transmit();
    EXPECT_EQ(last->pdu.opcode, RdmaOpcode::MRC_WRITE_LAST);
    EXPECT_EQ(last->pdu.psn, 2u);
    EXPECT_EQ(last->pdu.write.va, 0x10002000u);
    EXPECT_EQ(last->pdu.write.payloadBytes, 1000u);
    EXPECT_EQ(last->pdu.write.dmaLength, 1000u);
    EXPECT_FALSE(Transmit());
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING);
}

TEST_F(MrcRequesterTest, ShortMessagesAreSinglePacketsNumberedInOrder)
{
    Post(1, 1);
    Post(1, 4096);
    const auto a = Transmit();
    const auto b = Transmit();
    EXPECT_EQ(a->pdu.opcode, RdmaOpcode::MRC_WRITE_ONLY);
    EXPECT_EQ(a->pdu.write.payloadBytes, 1u);
    EXPECT_EQ(a->pdu.write.msn, 0);
    EXPECT_EQ(b->pdu.opcode, RdmaOpcode::MRC_WRITE_ONLY);
    EXPECT_EQ(b->pdu.write.msn, 1);
    EXPECT_EQ(b->pdu.psn, 1u);
}

TEST_F(MrcRequesterTest, PacketsGoRoundTheEvsAndLeaveByTheirPlane)
{
    Post(5);
    std::vector<uint32_t> evs;
    while (const auto tx = Transmit())
    {
        evs.push_back(tx->entropy);
        EXPECT_EQ(tx->port, tx->entropy >> 12);
    }
    EXPECT_EQ(evs, (std::vector<uint32_t>{0x0000, 0x1000, 0x0001, 0x1001, 0x0000}));
}

TEST_F(MrcRequesterTest, OnlyPortsThatAreReadyAreUsed)
{
    Post(3);
    EXPECT_EQ(Transmit(2)->port, 1);
    EXPECT_EQ(Transmit(2)->port, 1);
    EXPECT_FALSE(Transmit(0));
    EXPECT_EQ(m_lastPoll, RdmaPoll::NO_PORT);
}

TEST_F(MrcRequesterTest, PsnWindowStopsTheRequesterAndASackMovesIt)
{
    m_setup.qp.windowPackets = 128;
    Post(200);
    EXPECT_EQ(TransmitAll().size(), 128u) << "PSNs -1 + 128";
    Sack(SackSpec(9, 9, 0x1000));
    EXPECT_EQ(TransmitAll().size(), 10u);
    EXPECT_NE(Qp().Describe(m_now).find("PSN window"), std::string::npos);
}

TEST_F(MrcRequesterTest, CongestionWindowIsExceededByLessThanAPacket)
{
    m_window->cwnd = 3 * 4180 + 1;
    Post(10);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2, 3}));
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING);
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(TransmitAll(), (Psns{4}));
}

TEST_F(MrcRequesterTest, PsnsWrapOnTheWire)
{
    m_setup.qp.sqPsn = RDMA_PSN_MASK - 1;
    Post(4);
    EXPECT_EQ(TransmitAll(), (Psns{RDMA_PSN_MASK - 1, RDMA_PSN_MASK, 0, 1}));
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(0, 0, 0x0001));
    EXPECT_TRUE(Qp().IsBusy());
    Sack(SackSpec(1, 1, 0x1001));
    EXPECT_FALSE(Qp().IsBusy());
    EXPECT_EQ(Completions(RdmaCompletion::Kind::SENT), (std::vector<uint64_t>{0}));
}

// The A bit.

TEST_F(MrcRequesterTest, LastPacketOfTheBacklogAsksForASack)
{
    Post(3);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, PacketThatFillsTheCongestionWindowAsksForASack)
{
    m_window->cwnd = 4 * 4180;
    Post(10);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "space for exactly one more";
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, PacketThatClosesThePsnWindowAsksForASack)
{
    m_setup.qp.windowPackets = 128;
    Post(200);
    for (int i = 0; i < 127; ++i)
    {
        EXPECT_FALSE(Transmit()->pdu.ackRequest);
    }
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, EveryPacketAsksForASackWhenTheWindowIsBelowTheThreshold)
{
    m_setup.qp.sackThresholdBytes = 16384;
    m_window->cwnd = 12000;
    Post(10);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, WithoutFeedbackASackIsAskedForOncePerBaseRtt)
{
    Post(100);
    std::vector<int> askedAtUs;
    for (int us = 0; us < 35; ++us)
    {
        m_now = RdmaTick::Us(us);
        if (Transmit()->pdu.ackRequest)
        {
            askedAtUs.push_back(us);
        }
    }
    EXPECT_EQ(askedAtUs, (std::vector<int>{10, 20, 30})) << "a request counts like feedback";
}

TEST_F(MrcRequesterTest, SackPutsOffTheNextRequestByABaseRtt)
{
    Post(100);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "it is in flight all the time";
    m_now = RdmaTick::Us(9);
    Sack(SackSpec(0, 0, 0x0000));
    m_now = RdmaTick::Ns(18999);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(19);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "one request is enough";
}

TEST_F(MrcRequesterTest, RequestsFollowTheBaseRttThatTheControllerHasMeasured)
{
    Post(100);
    Transmit();
    Transmit();
    m_now = RdmaTick::Us(6);
    m_window->baseRtt = RdmaTick::Us(6);
    Sack(SackSpec(0, 0, 0x0000));
    m_now = RdmaTick::Us(11);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(12);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, RetransmissionIsARequestToo)
{
    Post(100);
    Transmit();
    Transmit();
    m_now = RdmaTick::Us(8);
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_TRUE(Transmit()->pdu.rtx);
    m_now = RdmaTick::Us(17);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(18);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

TEST_F(MrcRequesterTest, PauseWithoutPacketsInFlightIsNoSilence)
{
    m_now = RdmaTick::Us(500);
    Post(100);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "as if the QP had begun at 0";
    m_now = RdmaTick::Us(501);
    Sack(SackSpec(0, 0, 0x0000));
    m_now = RdmaTick::Us(600);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "none was in flight since the SACK";
    m_now = RdmaTick::Ns(609999);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(610);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
}

// SACKs.

TEST_F(MrcRequesterTest, MessagesCompleteInOrderWhenTheirLastPsnIsCovered)
{
    Post(2);
    Post(1);
    Post(1);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(0, 2, 0x0001).Above({2}));
    EXPECT_TRUE(Completions(RdmaCompletion::Kind::SENT).empty()) << "message 1 waits for message 0";
    Sack(SackSpec(2, 1, 0x1000));
    EXPECT_EQ(Completions(RdmaCompletion::Kind::SENT), (std::vector<uint64_t>{0, 1}));
    EXPECT_TRUE(Qp().IsBusy());
    Sack(SackSpec(3, 3, 0x1001));
    EXPECT_EQ(Completions(RdmaCompletion::Kind::SENT), (std::vector<uint64_t>{2}));
    EXPECT_FALSE(Qp().IsBusy());
    EXPECT_EQ(Qp().Describe(m_now).substr(0, 15), "MRC QP 161: idl");
}

TEST_F(MrcRequesterTest, InflightReturnsToZeroWithinTheRoundingOfRcvdBytes)
{
    Post(7, 33);
    TransmitAll();
    EXPECT_EQ(m_window->inflight, 6 * 4180 + 36 + 84);
    m_now += RdmaTick::Us(10);
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.cackPsn = 6;
    pdu.sack.rcvdBytes = (6 * 4180 + 120 + 255) / 256;
    Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    EXPECT_LE(m_window->inflight, 0);
    EXPECT_GE(m_window->inflight, -255);
    EXPECT_TRUE(Qp().NextWakeup().IsMax()) << "nothing to wait for";
}

TEST_F(MrcRequesterTest, OldSackBringsItsBitsAndItsVerdictButNoBytes)
{
    Post(6);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(1, 1, 0x1000));
    const int64_t inflight = m_window->inflight;
    // Sent earlier by the responder: only 0 and 4 had arrived.
    Sack(SackSpec(0, 4, 0x0000).Above({4}).FullPackets(2).Ce());
    EXPECT_EQ(m_window->acks.back().newBytes, 0u);
    EXPECT_EQ(m_window->inflight, inflight);
    EXPECT_TRUE(m_window->acks.back().ecn);
    EXPECT_EQ(m_selector->sacks.back(), std::make_pair(0x0000u, MrcEvVerdict::SKIP_ONCE));
    EXPECT_EQ(Qp().GetRequester().GetScoreboard().At(4).state, MrcTxState::ACKED);
    Sack(SackSpec(0, 0, 0x0000).FullPackets(1));
    EXPECT_EQ(m_window->acks.back().newBytes, 0u) << "older still";
}

TEST_F(MrcRequesterTest, OldSackSaysNothingNewAboutPacketsBelowTheWindow)
{
    Post(6);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(3, 3, 0x1001));
    Sack(SackSpec(RDMA_PSN_MASK, 2, 0x0001).Above({1, 2}).FullPackets(2));
    const MrcScoreboard& board = Qp().GetRequester().GetScoreboard();
    EXPECT_EQ(board.GetFirst(), 4);
    EXPECT_EQ(board.GetOutstanding(), 2u);
    EXPECT_EQ(board.GetAcked(), 0u);
}

TEST_F(MrcRequesterTest, TriggerOutsideTheBitmapIsAcknowledged)
{
    Post(200);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(0, 150, 0x0001).FullPackets(2));
    EXPECT_EQ(Qp().GetRequester().GetScoreboard().At(150).state, MrcTxState::ACKED);
}

TEST_F(MrcRequesterTest, RttSampleComesFromTheTriggersTransmission)
{
    Post(2);
    TransmitAll();
    m_now += RdmaTick::Us(12);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(12));
    m_now += RdmaTick::Us(1);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(13)) << "the record is still there";
}

TEST_F(MrcRequesterTest, EcnEchoesAreCountedForTheMessage)
{
    Post(1);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(0, 0, 0x0000).Ce());
    Completions(RdmaCompletion::Kind::SENT);
    EXPECT_EQ(m_stats.ecnMarks, 1u);
    EXPECT_EQ(Qp().GetCounters().ecnEchoes, 1u);
}

TEST_F(MrcRequesterTest, EcnEchoOfAMessageReportedCompleteIsNobodysMark)
{
    Post(1);
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Completions(RdmaCompletion::Kind::SENT), (std::vector<uint64_t>{0}));
    for (uint32_t psn = 1; psn <= 4; ++psn)
    {
        Post(1);
    }
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000).Ce()); // a duplicate of PSN 0 was marked
    Sack(SackSpec(4, 4, 0x0000));
    for (uint64_t message = 1; message <= 4; ++message)
    {
        RdmaCompletion completion;
        ASSERT_TRUE(Qp().PollCompletion(completion));
        EXPECT_EQ(completion.stats.ecnMarks, 0u) << "message " << message;
    }
    EXPECT_EQ(Qp().GetCounters().ecnEchoes, 1u);
}

TEST_F(MrcRequesterTest, SackOfPacketsNeverSentIsIgnored)
{
    Post(2);
    TransmitAll();
    Sack(SackSpec(7, 7, 0x0000));
    EXPECT_TRUE(Qp().IsBusy());
    EXPECT_TRUE(m_window->acks.empty());
}

// Descriptions.

TEST_F(MrcRequesterTest, AWindowMattersOnlyWhileSomethingIsToBeSent)
{
    m_window->cwnd = 4180;
    Post(1);
    TransmitAll();
    EXPECT_NE(Qp().Describe(m_now).find("waits for SACKs"), std::string::npos)
        << Qp().Describe(m_now);
    Post(1);
    EXPECT_NE(Qp().Describe(m_now).find("waits for the congestion window"), std::string::npos)
        << Qp().Describe(m_now);
}

TEST_F(MrcRequesterTest, DescriptionNamesTheOldestPacketAndWhatItWaitsFor)
{
    m_window->cwnd = 4180;
    Post(3);
    TransmitAll();
    m_now += RdmaTick::Us(3);
    const std::string text = Qp().Describe(m_now);
    for (const char* part : {"MRC QP 161",
                             "PSNs 0..2 not acknowledged",
                             "oldest PSN 0, EV 0x0, plane 0, sent 3 us ago",
                             "cwnd 4180 B, in flight 4180 B",
                             "waits for the congestion window"})
    {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
    m_window->inflight = -252; // received bytes are counted in units of 256 B, rounded up
    EXPECT_NE(Qp().Describe(m_now).find("in flight 0 B"), std::string::npos);
}

} // namespace
