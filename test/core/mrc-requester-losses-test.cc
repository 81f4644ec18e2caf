/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requester-fixture.h"

#include <gtest/gtest.h>
#include <vector>

// Losses: repairs, NACKs, probes of the tail, and time-outs.

using namespace ns3;

namespace
{

TEST_F(MrcRequesterTest, HoleOnTheSameEvIsRetransmittedOnAnotherEvBeforeNewData)
{
    m_window->cwnd = 8 * 4180;
    Post(20);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2, 3, 4, 5, 6, 7}));
    m_now += RdmaTick::Us(10);
    // PSN 2 and PSN 6 were sent on EV 0x0001.
    Sack(SackSpec(1, 6, 0x0001).Above({3, 4, 5, 6}));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0001}));
    m_selector->next = 2; // the next EV would be 0x0001 again
    const auto again = Transmit();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->pdu.psn, 2u);
    EXPECT_TRUE(again->pdu.rtx);
    EXPECT_TRUE(again->pdu.ackRequest);
    EXPECT_NE(again->entropy, 0x0001u);
    EXPECT_EQ(again->pdu.write.va, 0x10002000u);
    EXPECT_EQ(again->pdu.write.payloadBytes, 4096u);
    EXPECT_EQ(TransmitAll(), (Psns{8, 9, 10, 11, 12, 13, 14}))
        << "8 and the rounding of rcvd_bytes";
    EXPECT_EQ(Qp().GetCounters().retransmits, 1u);
    EXPECT_EQ(m_window->losses, 1u);
}

TEST_F(MrcRequesterTest, PacketsThatTheBitmapDoesNotReachAreNotTakenForLost)
{
    Post(200);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    // Only PSN 0 is missing up to 150. The bitmap ends at 64; PSN 150 was sent on EV 0x0001, like
    // 66.
    std::vector<uint32_t> above;
    for (uint32_t psn = 1; psn <= 150; ++psn)
    {
        above.push_back(psn);
    }
    Sack(SackSpec(RDMA_PSN_MASK, 150, 0x0001).Above(above));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
}

TEST_F(MrcRequesterTest, RetransmissionNeedsRoomInTheCongestionWindow)
{
    m_window->cwnd = 4 * 4180;
    Post(20);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    m_window->cwnd = 1;
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_TRUE(TransmitAll().empty()) << "3 packets in flight";
    m_window->cwnd = 4 * 4180;
    EXPECT_EQ(TransmitAll(), (Psns{0}));
}

TEST_F(MrcRequesterTest, LateAcknowledgementTakesAPacketOutOfTheRetransmissions)
{
    m_window->cwnd = 8 * 4180;
    Post(8);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(1, 6, 0x0001).Above({3, 4, 5, 6}));
    EXPECT_EQ(m_window->losses, 1u);
    Sack(SackSpec(6, 2, 0x0001));
    EXPECT_EQ(m_window->lateAcks, 1u);
    EXPECT_EQ(TransmitAll(), Psns());
    Sack(SackSpec(7, 7, 0x1001));
    EXPECT_LE(m_window->inflight, 0);
    EXPECT_GE(m_window->inflight, -255);
    EXPECT_FALSE(Qp().IsBusy());
}

TEST_F(MrcRequesterTest, SpuriousRetransmissionLeavesInflightBalanced)
{
    Post(8);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(1, 6, 0x0001).Above({3, 4, 5, 6}));
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    // The first transmission was only late.
    Sack(SackSpec(7, 2, 0x0001));
    EXPECT_FALSE(m_window->acks.back().rtt) << "the transmission is unknown";
    EXPECT_EQ(m_window->lateAcks, 0u);
    EXPECT_LE(m_window->inflight, 0);
    EXPECT_GE(m_window->inflight, -255);
}

TEST_F(MrcRequesterTest, SackOfTheFirstTransmissionIsNoEvidenceAboutTheSecond)
{
    Post(8);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    m_selector->next = 2;
    EXPECT_EQ(Transmit()->entropy, 0x0001u);
    // PSN 2 and 6 were sent on EV 0x0001 before. A SACK for PSN 0 as it was first sent.
    Sack(SackSpec(1, 0, 0x0000));
    EXPECT_TRUE(m_selector->losses.empty());
}

TEST_F(MrcRequesterTest, RetransmittedOnceGivesAnRttSampleWhenTheSackSaysSo)
{
    Post(2);
    TransmitAll();
    m_now += RdmaTick::Us(10);
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_EQ(m_window->nackRtt, RdmaTick::Us(10));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    m_now += RdmaTick::Us(11);
    Sack(SackSpec(1, 0, 0x0001).Rtx());
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(11));
}

TEST_F(MrcRequesterTest, RetransmittedTwiceGivesNoRttSampleWithoutRttAfterTrims)
{
    m_setup.qp.rttAfterTrims = false;
    Post(2);
    TransmitAll();
    for (int i = 0; i < 2; ++i)
    {
        m_now += RdmaTick::Us(10);
        const uint32_t entropy = Qp().GetRequester().GetScoreboard().At(0).entropy;
        Nack(MrcNackReason::TRIMMED, 0, entropy);
        EXPECT_EQ(TransmitAll(), (Psns{0}));
    }
    EXPECT_FALSE(m_window->nackRtt) << "nor does the second NACK";
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(1, 0, 0x1001).Rtx());
    EXPECT_FALSE(m_window->acks.back().rtt);
}

TEST_F(MrcRequesterTest, DeadPlaneIsFoundByTimeAndItsPacketsMoveOver)
{
    m_selector->evs = {0x0000, 0x1000, 0x0001, 0x1001, 0x0002, 0x1002, 0x0003, 0x1003};
    Post(1000);
    // One packet per microsecond; plane 0 drops the even PSNs; SACKs arrive 10 us later.
    std::vector<uint32_t> above;
    Psns retransmitted;
    for (uint32_t us = 0; us < 40; ++us)
    {
        m_now += RdmaTick::Us(1);
        if (us >= 10 && (us - 10) % 2 == 1)
        {
            above.push_back(us - 10);
            Sack(SackSpec(RDMA_PSN_MASK, us - 10, m_selector->evs[(us - 10) % 8]).Above(above));
        }
        const auto tx = Transmit();
        if (tx->pdu.rtx)
        {
            retransmitted.push_back(tx->pdu.psn);
        }
        if (!retransmitted.empty())
        {
            break;
        }
    }
    EXPECT_EQ(retransmitted, (Psns{0})) << "after PSN 15, sent 15 us later, has arrived";
    EXPECT_EQ(above.back(), 15u);
}

TEST_F(MrcRequesterTest, DefaultReorderingWindowIsFourBaseRtts)
{
    m_setup.qp = CreateObject<MrcQpParameters>()->MakeConfig({m_setup.path.baseRtt});
    m_setup.qp.peerQpn = 0xb2;
    m_setup.qp.lossRules.trimGracePeriod = 0;
    Post(100);
    EXPECT_EQ(Transmit()->entropy, 0x0000u);
    m_now = RdmaTick::Ns(39999);
    EXPECT_EQ(Transmit()->entropy, 0x1000u);
    m_now = RdmaTick::Us(40);
    EXPECT_EQ(Transmit()->entropy, 0x0001u);
    m_now = RdmaTick::Us(50);
    Sack(SackSpec(RDMA_PSN_MASK, 1, 0x1000).Above({1}));
    EXPECT_TRUE(m_selector->losses.empty()) << "sent 39.999 us after PSN 0";
    Sack(SackSpec(RDMA_PSN_MASK, 2, 0x0001).Above({1, 2}));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
}

TEST_F(MrcRequesterTest, LocalPortDownLosesWhatIsUnderWayThereWithoutBlamingEvs)
{
    Post(6);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2, 3, 4, 5}));
    Qp().OnPortStatus(m_now, 0, false);
    std::vector<uint32_t> psns;
    while (const auto tx = Transmit(2))
    {
        EXPECT_EQ(tx->port, 1);
        psns.push_back(tx->pdu.psn);
    }
    EXPECT_EQ(psns, (Psns{0, 2, 4}));
    EXPECT_TRUE(m_selector->losses.empty());
    EXPECT_EQ(m_window->losses, 3u);
    Qp().OnPortStatus(m_now, 0, true);
    EXPECT_TRUE(TransmitAll().empty());
}

// NACKs.

TEST_F(MrcRequesterTest, TrimNackRetransmitsOnAnotherPathAtOnce)
{
    Post(4);
    TransmitAll();
    m_now += RdmaTick::Us(8);
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    EXPECT_EQ(m_selector->nacks.back(), std::make_pair(0x0001u, MrcNackReason::TRIMMED));
    EXPECT_EQ(m_window->nacks, (std::vector<MrcNackReason>{MrcNackReason::TRIMMED}));
    EXPECT_TRUE(m_selector->losses.empty());
    m_selector->next = 2;
    const auto again = Transmit();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->pdu.psn, 2u);
    EXPECT_NE(again->entropy, 0x0001u);
    EXPECT_FALSE(Transmit());
    EXPECT_EQ(Qp().GetCounters().trimsReceived, 1u);
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(3, 2, again->entropy).Rtx());
    Completions(RdmaCompletion::Kind::SENT);
    EXPECT_EQ(m_stats.trims, 1u);
    EXPECT_EQ(m_stats.retransmits, 1u);
    EXPECT_EQ(m_stats.packets, 5u);
}

TEST_F(MrcRequesterTest, NackOfATransmissionGivenUpBeforeIsNotActedOnTwice)
{
    Post(4);
    TransmitAll();
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    EXPECT_EQ(m_window->nacks.size(), 1u) << "a duplicate while it waits";
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    EXPECT_EQ(m_window->nacks.size(), 1u) << "the second transmission took another EV";
    EXPECT_TRUE(TransmitAll().empty());
    Nack(MrcNackReason::TRIMMED, 77, 0x0001);
    EXPECT_EQ(m_window->nacks.size(), 1u) << "never sent";
}

TEST_F(MrcRequesterTest, ShortageAtThePeerDelaysTheRetransmissionByABaseRtt)
{
    for (const auto reason : {MrcNackReason::NO_BITMAP,
                              MrcNackReason::NO_PKT_BUFFER,
                              MrcNackReason::NO_RESOURCE,
                              MrcNackReason::PSN_OOR_WINDOW})
    {
        m_qp.reset();
        m_selector->next = 0;
        Post(2);
        TransmitAll();
        Nack(reason, 1, 0x1000);
        EXPECT_TRUE(TransmitAll().empty());
        EXPECT_EQ(Qp().NextWakeup(), m_now + RdmaTick::Us(10));
        Advance(RdmaTick::Us(9));
        EXPECT_TRUE(TransmitAll().empty());
        Advance(RdmaTick::Us(1));
        EXPECT_EQ(TransmitAll(), (Psns{1}));
    }
    EXPECT_TRUE(m_selector->losses.empty());
}

TEST_F(MrcRequesterTest, PausesEndInTheOrderOfTheirEndsNotOfTheirBeginnings)
{
    Post(4);
    TransmitAll();
    Nack(MrcNackReason::NO_RESOURCE, 1, 0x1000);
    m_window->baseRtt = RdmaTick::Us(4);
    Sack(SackSpec(0, 0, 0x0000));
    Nack(MrcNackReason::NO_RESOURCE, 3, 0x1001);
    EXPECT_EQ(Qp().NextWakeup(), m_now + RdmaTick::Us(4));
    Advance(RdmaTick::Us(4));
    EXPECT_EQ(TransmitAll(), (Psns{3}));
    Advance(RdmaTick::Us(6));
    EXPECT_EQ(TransmitAll(), (Psns{1}));
}

TEST_F(MrcRequesterTest, NackOfTheOldestPacketCountsLikeATimeout)
{
    m_setup.qp.retryLinear = 0;
    m_setup.qp.retryExponential = 0;
    Post(3);
    TransmitAll();
    Nack(MrcNackReason::NO_RESOURCE, 1, 0x1000);
    EXPECT_FALSE(Qp().IsError()) << "not the oldest";
    Nack(MrcNackReason::NO_RESOURCE, 0, 0x0000);
    EXPECT_TRUE(Qp().IsError());
    EXPECT_EQ(Qp().GetCounters().timeouts, 0u);
}

TEST_F(MrcRequesterTest, PacketAcknowledgedDuringThePauseIsNotSentAgain)
{
    Post(2);
    TransmitAll();
    Nack(MrcNackReason::NO_RESOURCE, 1, 0x1000);
    Sack(SackSpec(0, 1, 0x1000).Above({1}));
    EXPECT_EQ(m_window->lateAcks, 1u);
    Advance(RdmaTick::Us(11));
    EXPECT_TRUE(TransmitAll().empty());
}

TEST_F(MrcRequesterTest, UnrecoverableNackMovesTheQpToErrorAndFlushes)
{
    Post(1);
    Post(3);
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000));
    Nack(MrcNackReason::UNEXP_EVENT, 2, 0x0001);
    EXPECT_TRUE(Qp().IsError());
    EXPECT_FALSE(Qp().IsBusy());
    RdmaCompletion completion;
    ASSERT_TRUE(Qp().PollCompletion(completion));
    EXPECT_EQ(completion.kind, RdmaCompletion::Kind::SENT);
    EXPECT_EQ(Completions(RdmaCompletion::Kind::FLUSHED), (std::vector<uint64_t>{1}));
    Post(1);
    EXPECT_EQ(Completions(RdmaCompletion::Kind::FLUSHED), (std::vector<uint64_t>{2}));
    EXPECT_TRUE(TransmitAll().empty());
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
    RdmaEvent event;
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::QP_ERROR);
}

// Probes.

TEST_F(MrcRequesterTest, LostTailIsFoundByAProbeOnAnotherPlane)
{
    Post(1);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    EXPECT_EQ(Qp().NextWakeup(), m_now + RdmaTick::Us(20)) << "base RTT + 2 x target delay";
    Advance(RdmaTick::Us(20));
    m_selector->next = 0; // plane 0 again, like PSN 0
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->pdu.opcode, RdmaOpcode::MRC_PROBE);
    EXPECT_EQ(probe->port, 1);
    EXPECT_EQ(probe->cls, RdmaClass::DATA);
    EXPECT_TRUE(probe->ectCapable);
    EXPECT_FALSE(Transmit());
    Advance(RdmaTick::Us(10));
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, probe->pdu.probe.probeId, probe->entropy).FullPackets(0));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(10));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    EXPECT_EQ(Qp().GetCounters().probesSent, 1u);
    EXPECT_EQ(Qp().GetCounters().timeouts, 0u);
}

TEST_F(MrcRequesterTest, TailDelayRunsFromTheFirstPacketAfterAPause)
{
    m_now = RdmaTick::Us(500);
    Post(1);
    TransmitAll();
    EXPECT_EQ(Qp().NextWakeup(), RdmaTick::Us(520));
}

TEST_F(MrcRequesterTest, NackIsNoNewsThatPutsOffTheTailProbe)
{
    m_window->cwnd = 3 * 4180;
    Post(3);
    TransmitAll();
    m_now += RdmaTick::Us(5);
    m_window->cwnd = 1;
    Nack(MrcNackReason::TRIMMED, 1, 0x1000);
    EXPECT_EQ(Qp().NextWakeup(), RdmaTick::Us(20))
        << "the trims of some packets hide the loss of others";
    Nack(MrcNackReason::NO_RESOURCE, 0, 0x0000);
    m_window->cwnd = 1 << 30;
    EXPECT_EQ(TransmitAll(), (Psns{1}));
    Advance(RdmaTick::Us(15));
    EXPECT_EQ(TransmitAll(), (Psns{PROBE, 0}));
}

TEST_F(MrcRequesterTest, TailProbeIsForgottenWhenNothingIsUnderWayAnyMore)
{
    Post(1);
    EXPECT_EQ(Transmit()->port, 0);
    Advance(RdmaTick::Us(20));
    Qp().OnPortStatus(m_now, 0, false);
    m_window->cwnd = 0;
    EXPECT_FALSE(Transmit(2)) << "PSN 0 is known to be lost";
    EXPECT_FALSE(Transmit(0));
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING) << "and it waits for no port";
}

TEST_F(MrcRequesterTest, TailProbeWaitsForAPortOfAnotherPlane)
{
    Post(1);
    EXPECT_EQ(Transmit(1)->port, 0);
    Advance(RdmaTick::Us(20));
    EXPECT_FALSE(Transmit(1));
    EXPECT_EQ(m_lastPoll, RdmaPoll::NO_PORT);
    EXPECT_EQ(Transmit(2)->pdu.opcode, RdmaOpcode::MRC_PROBE);
}

TEST_F(MrcRequesterTest, ProgressBeforeTheProbeLeavesMakesItUnnecessary)
{
    Post(2);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_TRUE(TransmitAll().empty());
    EXPECT_EQ(Qp().NextWakeup(), m_now + RdmaTick::Us(20)) << "for PSN 1";
}

TEST_F(MrcRequesterTest, UnansweredProbeIsRepeatedWithANewIdAfterItsTimeout)
{
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    const auto first = Transmit();
    Advance(RdmaTick::Us(49));
    EXPECT_FALSE(Transmit());
    Advance(RdmaTick::Us(1));
    const auto second = Transmit();
    ASSERT_TRUE(second);
    EXPECT_NE(second->pdu.probe.probeId, first->pdu.probe.probeId);
}

TEST_F(MrcRequesterTest, ProbeOnThePathOfThePacketsAppliesTheSameEvRule)
{
    m_setup.path.planes = 1;
    m_selector->evs = {0x0000};
    Post(2);
    TransmitAll(1);
    Advance(RdmaTick::Us(20));
    const auto probe = Transmit(1);
    ASSERT_TRUE(probe);
    Advance(RdmaTick::Us(9));
    Sack(SackSpec::OfProbe(0, probe->pdu.probe.probeId, 0));
    EXPECT_EQ(TransmitAll(1), (Psns{1}));
}

TEST_F(MrcRequesterTest, StrangeProbeAnswerIsOnlyASack)
{
    Post(2);
    TransmitAll();
    Sack(SackSpec::OfProbe(0, 4711, 0x0000));
    EXPECT_FALSE(m_window->acks.back().rtt);
    EXPECT_EQ(Qp().GetRequester().GetScoreboard().GetFirst(), 1);
}

TEST_F(MrcRequesterTest, SecondAnswerToAProbeIsOnlyASack)
{
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    Advance(RdmaTick::Us(10));
    const auto answer = SackSpec::OfProbe(0, probe->pdu.probe.probeId, probe->entropy);
    Sack(answer);
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(10));
    Advance(RdmaTick::Us(1));
    Sack(answer);
    EXPECT_FALSE(m_window->acks.back().rtt);
}

TEST_F(MrcRequesterTest, ProbeThatWasGivenUpIsNotRecognizedAnyMore)
{
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    const auto first = Transmit();
    Advance(RdmaTick::Us(50));
    const auto second = Transmit();
    ASSERT_TRUE(second) << "the first one was given up";
    Advance(RdmaTick::Us(5));
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, first->pdu.probe.probeId, first->entropy).FullPackets(0));
    EXPECT_FALSE(m_window->acks.back().rtt);
    EXPECT_TRUE(m_selector->losses.empty()) << "no evidence either";
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, second->pdu.probe.probeId, second->entropy)
             .FullPackets(0));
    EXPECT_EQ(m_window->acks.back().rtt, RdmaTick::Us(5));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
}

TEST_F(MrcRequesterTest, LateAnswerToAProbeIsFeedbackAboutItsPath)
{
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(20));
    const auto first = Transmit();
    Advance(RdmaTick::Us(50));
    ASSERT_TRUE(Transmit()) << "the first one was given up";
    const auto before = m_selector->sacks.size();
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, first->pdu.probe.probeId, first->entropy));
    ASSERT_EQ(m_selector->sacks.size(), before + 1);
    EXPECT_EQ(m_selector->sacks.back(), std::pair(first->entropy, MrcEvVerdict::NONE));
}

TEST_F(MrcRequesterTest, ProbesNeedNoWindow)
{
    m_setup.qp.windowPackets = 128;
    m_window->cwnd = 4180;
    Post(10);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    Advance(RdmaTick::Us(20));
    EXPECT_EQ(TransmitAll(), (Psns{PROBE}));
    EXPECT_EQ(m_window->inflight, 4180);
}

// The timer.

TEST_F(MrcRequesterTest, SilenceRetransmitsByTimerAndGivesUpInTheEnd)
{
    m_setup.qp.retryLinear = 1;
    m_setup.qp.retryExponential = 2;
    m_selector->evs = {0x0000};
    Post(1);
    std::vector<int64_t> sentAtUs;
    const RdmaTick start = m_now;
    while (!Qp().IsError())
    {
        while (const auto tx = Transmit())
        {
            if (tx->pdu.opcode != RdmaOpcode::MRC_PROBE)
            {
                sentAtUs.push_back((m_now - start).GetPs() / 1000000);
            }
        }
        m_now = Qp().NextWakeup();
        Qp().OnTimeout(m_now);
        ASSERT_LT(m_now, RdmaTick::Ms(10));
    }
    // T0 = 131.072 us: T0, T0, 2 T0, 4 T0.
    EXPECT_EQ(sentAtUs, (std::vector<int64_t>{0, 131, 262, 524}));
    EXPECT_EQ((m_now - start).GetPs(), 8 * 131072000);
    EXPECT_EQ(Qp().GetCounters().timeouts, 4u);
    EXPECT_EQ(Completions(RdmaCompletion::Kind::FLUSHED), (std::vector<uint64_t>{0}));
    EXPECT_EQ(m_stats.timeouts, 4u);
    std::vector<RdmaEvent::Kind> kinds;
    RdmaEvent event;
    while (Qp().PollEvent(event))
    {
        kinds.push_back(event.kind);
    }
    std::vector<RdmaEvent::Kind> expected;
    for (int i = 0; i < 4; ++i)
    {
        expected.insert(expected.end(), {RdmaEvent::Kind::TIMEOUT, RdmaEvent::Kind::LOST});
    }
    expected.push_back(RdmaEvent::Kind::QP_ERROR);
    EXPECT_EQ(kinds, expected);
    EXPECT_NE(Qp().Describe(m_now).find("ERROR"), std::string::npos);
}

TEST_F(MrcRequesterTest, PacketWhoseRetransmissionIsLostTooChangesPlanes)
{
    m_selector->evs = {0x0000, 0x0001, 0x1000, 0x1001};
    Post(1);
    std::vector<uint8_t> planes;
    for (int i = 0; i < 5; ++i)
    {
        m_selector->next = 0; // it is the turn of plane 0 whenever the packet is sent
        while (const auto tx = Transmit())
        {
            if (tx->pdu.opcode != RdmaOpcode::MRC_PROBE)
            {
                planes.push_back(tx->port);
            }
        }
        Advance(RdmaTick::Us(132));
    }
    EXPECT_EQ(planes, (std::vector<uint8_t>{0, 0, 1, 0, 1}));

    m_selector->next = 0;
    Advance(RdmaTick::Us(132));
    EXPECT_FALSE(Transmit(0));
    EXPECT_EQ(TransmitAll(2).back(), 0U)
        << "the plane of the last transmission is better than none";
}

TEST_F(MrcRequesterTest, ProgressAfterTimeoutsStartsTheCountAnew)
{
    m_setup.qp.retryLinear = 0;
    m_setup.qp.retryExponential = 2;
    Post(20);
    m_window->cwnd = 1;
    for (uint32_t psn = 0; psn < 10; ++psn)
    {
        TransmitAll();
        Advance(RdmaTick::Us(132));
        EXPECT_EQ(Qp().GetCounters().timeouts, psn + 1);
        TransmitAll();
        Sack(SackSpec(psn, psn, 0x0000).Rtx());
        ASSERT_FALSE(Qp().IsError()) << "one time-out at a time";
    }
}

TEST_F(MrcRequesterTest, QpWithoutAnyPortFailsWhenTheTimersRunOut)
{
    m_setup.qp.retryLinear = 1;
    m_setup.qp.retryExponential = 0;
    Post(1);
    TransmitAll();
    Qp().OnPortStatus(m_now, 0, false);
    Qp().OnPortStatus(m_now, 1, false);
    EXPECT_TRUE(TransmitAll(0).empty());
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING);
    EXPECT_NE(Qp().Describe(m_now).find("a path"), std::string::npos);
    Advance(RdmaTick::Us(200));
    EXPECT_FALSE(Qp().IsError());
    Advance(RdmaTick::Us(200));
    EXPECT_TRUE(Qp().IsError());
}

} // namespace
