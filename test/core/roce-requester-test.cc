/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "roce-test-pipe.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

/// End 0 alone; the test is the network. Its first PSN is 1000.
class RoceRequesterTest : public testing::Test
{
  protected:
    RoceRequesterTest()
        : config(MakeConfig(0))
    {
        Connect();
    }

    /** Create the QP from the present configuration. */
    void Connect()
    {
        qp = MakeEnd(config);
    }

    /**
     * Send all packets that the QP may send until a time.
     * @param until end of this time
     * @return their PSNs
     */
    std::vector<uint32_t> SendUntil(RdmaTick until)
    {
        std::vector<uint32_t> psns;
        for (mrctest::StepBudget steps; steps.Take();)
        {
            while (qp->PollTransmit(now, 1, tx) == RdmaPoll::PDU && steps.Take())
            {
                psns.push_back(tx.pdu.psn);
            }
            const RdmaTick next = qp->NextWakeup();
            if (next > until)
            {
                now = until;
                return psns;
            }
            now = next;
            qp->OnTimeout(now);
        }
        return psns;
    }

    /**
     * @param psn PSN field
     * @param syndrome AETH syndrome
     */
    void Answer(uint32_t psn, uint8_t syndrome)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::RC_ACK;
        pdu.destQpn = config.localQpn;
        pdu.psn = psn;
        pdu.ack.syndrome = syndrome;
        qp->OnPdu(now, pdu, RdmaRxInfo{});
    }

    /** @param psn acknowledged PSN */
    void Ack(uint32_t psn)
    {
        Answer(psn, RDMA_SYNDROME_ACK);
    }

    /** @param psn missing PSN */
    void Nak(uint32_t psn)
    {
        Answer(psn, RDMA_SYNDROME_NAK_SEQUENCE);
    }

    /** Receive a CNP. */
    void Cnp()
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::CNP;
        pdu.destQpn = config.localQpn;
        qp->OnPdu(now, pdu, RdmaRxInfo{});
    }

    /**
     * @param first first PSN
     * @param last last PSN
     * @return all PSNs from first to last
     */
    static std::vector<uint32_t> Psns(uint32_t first, uint32_t last)
    {
        std::vector<uint32_t> psns(last - first + 1);
        std::iota(psns.begin(), psns.end(), first);
        return psns;
    }

    /** @return all available completions */
    std::vector<RdmaCompletion> Completions()
    {
        std::vector<RdmaCompletion> all;
        RdmaCompletion completion;
        while (qp->PollCompletion(completion))
        {
            all.push_back(completion);
        }
        return all;
    }

    RoceQpConfig config;               ///< configuration of the QP
    std::unique_ptr<RoceTransport> qp; ///< the QP
    RdmaTick now;                      ///< the time
    RdmaTxPdu tx;                      ///< the last packet sent
};

TEST_F(RoceRequesterTest, FieldsOfFirstMiddleAndLast)
{
    qp->PostSend(now, Write(2 * 4096 + 10));

    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_EQ(tx.pdu.destQpn, 101U);
    EXPECT_EQ(tx.pdu.psn, 1000U);
    EXPECT_EQ(tx.pdu.write.va, 0x10000U);
    EXPECT_EQ(tx.pdu.write.rkey, 7U);
    EXPECT_EQ(tx.pdu.write.dmaLength, 2U * 4096 + 10) << "of the whole message";
    EXPECT_EQ(tx.pdu.write.payloadBytes, 4096U);
    EXPECT_FALSE(tx.pdu.ackRequest);
    EXPECT_FALSE(tx.pdu.rtx) << "MRC only";
    EXPECT_EQ(tx.entropy, 0xC000U);
    EXPECT_EQ(tx.port, 0);
    EXPECT_EQ(tx.cls, RdmaClass::DATA);
    EXPECT_TRUE(tx.ectCapable);

    now = qp->NextWakeup();
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_WRITE_MIDDLE);
    EXPECT_EQ(tx.pdu.write.va, 0U) << "no RETH";
    EXPECT_EQ(tx.pdu.write.rkey, 0U);
    EXPECT_EQ(tx.pdu.write.dmaLength, 0U);
    EXPECT_FALSE(tx.pdu.ackRequest);

    now = qp->NextWakeup();
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(tx.pdu.psn, 1002U);
    EXPECT_EQ(tx.pdu.write.payloadBytes, 10U);
    EXPECT_TRUE(tx.pdu.ackRequest) << "the end of a message requests an ACK";
}

TEST_F(RoceRequesterTest, PacketsAreSpacedByTheirLineTime)
{
    qp->PostSend(now, Write(3 * 4096));
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::NOTHING);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ps(4214 * 20));
    now = qp->NextWakeup();
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ps((4214 + 4198) * 20));
}

TEST_F(RoceRequesterTest, BusyPortIsNotAReasonToWakeUp)
{
    config.port = 3;
    Connect();
    qp->PostSend(now, Write(4096));
    EXPECT_EQ(qp->PollTransmit(now, 0b0111, tx), RdmaPoll::NO_PORT);
    EXPECT_TRUE(qp->NextWakeup().IsMax());
    ASSERT_EQ(qp->PollTransmit(now, 0b1000, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.port, 3);
}

TEST_F(RoceRequesterTest, PacedPacketWhosePortIsBusyDoesNotWakeTwice)
{
    qp->PostSend(now, Write(2 * 4096));
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    now = qp->NextWakeup();
    qp->OnTimeout(now);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ms(1)) << "only the retransmission timer is left";
}

TEST_F(RoceRequesterTest, NoInputLeavesAWakeupInThePast)
{
    const std::vector<std::function<void()>> inputs = {
        [&] { qp->PostSend(now, Write(4096)); },
        [&] { Ack(1000); },
        [&] { Nak(1000); },
        [&] { Cnp(); },
        [&] { qp->OnTimeout(now); },
        [&] { qp->OnPortStatus(now, config.port, true); },
    };
    for (const auto& input : inputs)
    {
        Connect();
        now = RdmaTick::Ns(7);
        qp->PostSend(now, Write(3 * 4096));
        ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
        now = qp->NextWakeup() + RdmaTick::Ps(1); // the port is busy when the pacer is ready
        input();
        EXPECT_GT(qp->NextWakeup(), now) << &input - inputs.data();
    }
}

TEST_F(RoceRequesterTest, NoWindowHoldsBackAQpThatHearsNothing)
{
    qp->PostSend(now, Write(1 << 30));
    const auto sent = SendUntil(RdmaTick::Us(999));
    EXPECT_EQ(sent.size(), 11899U) << "999 us of line time";
}

TEST_F(RoceRequesterTest, SecondMessageFollowsWithoutAPsnGap)
{
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(5000));
    EXPECT_EQ(SendUntil(RdmaTick::Us(10)), Psns(1000, 1002));
    Ack(1002);
    const auto done = Completions();
    ASSERT_EQ(done.size(), 2U);
    EXPECT_EQ(done[0].message, 0U);
    EXPECT_EQ(done[1].message, 1U);
    EXPECT_EQ(done[1].kind, RdmaCompletion::Kind::SENT);
    EXPECT_EQ(done[1].stats.packets, 2U);
    EXPECT_FALSE(qp->IsBusy());
    EXPECT_TRUE(qp->NextWakeup().IsMax());
}

TEST_F(RoceRequesterTest, AckInTheMiddleOfAMessageCompletesOnlyThePreviousOne)
{
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(3 * 4096));
    SendUntil(RdmaTick::Us(10));
    Ack(1001);
    ASSERT_EQ(Completions().size(), 1U);
    EXPECT_TRUE(qp->IsBusy());
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Us(10) + RdmaTick::Ms(1))
        << "progress restarts the timer";
}

TEST_F(RoceRequesterTest, AckOfSomethingNeverSentIsIgnored)
{
    qp->PostSend(now, Write(3 * 4096));
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    Ack(1002);
    EXPECT_TRUE(Completions().empty());
    Ack(999);
    EXPECT_EQ(SendUntil(RdmaTick::Us(10)), Psns(1001, 1002));
}

TEST_F(RoceRequesterTest, RepeatedAckDoesNotRestartTheTimer)
{
    qp->PostSend(now, Write(8 * 4096));
    SendUntil(RdmaTick::Us(10));
    Ack(1003);
    now = RdmaTick::Us(500);
    Ack(1003);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Us(1010));
}

TEST_F(RoceRequesterTest, NakGoesBackToTheGapAndAcknowledgesWhatIsBeforeIt)
{
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(9 * 4096));
    EXPECT_EQ(SendUntil(RdmaTick::Us(10)), Psns(1000, 1009));
    Nak(1004);
    ASSERT_EQ(Completions().size(), 1U) << "the first message is before the gap";
    EXPECT_EQ(SendUntil(RdmaTick::Us(20)), Psns(1004, 1009));
    EXPECT_EQ(qp->GetCounters().retransmits, 6U);
    EXPECT_EQ(qp->GetCounters().nacksReceived, 1U);
    Ack(1009);
    const auto done = Completions();
    ASSERT_EQ(done.size(), 1U);
    EXPECT_EQ(done[0].stats.packets, 15U);
    EXPECT_EQ(done[0].stats.retransmits, 6U);
}

TEST_F(RoceRequesterTest, RetransmittedFirstCarriesItsRethAgain)
{
    qp->PostSend(now, Write(2 * 4096));
    qp->PostSend(now, Write(2 * 4096));
    SendUntil(RdmaTick::Us(10));
    Nak(1002);
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_EQ(tx.pdu.psn, 1002U);
    EXPECT_EQ(tx.pdu.write.dmaLength, 2U * 4096);
}

TEST_F(RoceRequesterTest, NakGoesBackOverSeveralMessages)
{
    for (int i = 0; i < 5; ++i)
    {
        qp->PostSend(now, Write(2 * 4096));
    }
    SendUntil(RdmaTick::Us(10));
    Nak(1001);
    EXPECT_EQ(SendUntil(RdmaTick::Us(20)), Psns(1001, 1009));
    Ack(1009);
    const auto done = Completions();
    ASSERT_EQ(done.size(), 5U);
    EXPECT_EQ(done[0].stats.retransmits, 1U);
    EXPECT_EQ(done[4].stats.retransmits, 2U);
}

TEST_F(RoceRequesterTest, NakOfAClosedGapIsIgnored)
{
    qp->PostSend(now, Write(20 * 4096));
    EXPECT_EQ(SendUntil(RdmaTick::Us(10)), Psns(1000, 1019));
    Ack(1010);
    Nak(1005);
    EXPECT_TRUE(SendUntil(RdmaTick::Us(20)).empty());
    EXPECT_EQ(qp->GetCounters().retransmits, 0U);
}

TEST_F(RoceRequesterTest, SecondNakForAGapUnderRepairIsIgnored)
{
    qp->PostSend(now, Write(20 * 4096));
    SendUntil(RdmaTick::Us(10));
    Nak(1005);
    EXPECT_EQ(SendUntil(now + FULL_PACKET * 3), Psns(1005, 1008));
    Nak(1005);
    EXPECT_EQ(SendUntil(RdmaTick::Us(30)), Psns(1009, 1019)) << "continues, does not start again";
}

TEST_F(RoceRequesterTest, NakThatMeetsTheRepairStartedByTheTimerIsIgnored)
{
    qp->PostSend(now, Write(20 * 4096));
    SendUntil(RdmaTick::Us(10));
    SendUntil(RdmaTick::Ms(1)); // expires and sends 1000 again
    Nak(1000);
    EXPECT_EQ(SendUntil(RdmaTick::Us(1900)), Psns(1001, 1019));
    EXPECT_EQ(qp->GetCounters().timeouts, 1U);
}

TEST_F(RoceRequesterTest, NakOfAReadBehindWhichNothingHasLeftIsIgnored)
{
    RdmaWorkRequest read = Write(5 * 4096);
    read.operation = RdmaOperation::READ;
    qp->PostSend(now, read);
    EXPECT_EQ(SendUntil(RdmaTick::Us(10)), Psns(1000, 1000));
    EXPECT_EQ(SendUntil(RdmaTick::Us(1100)), Psns(1000, 1000)) << "the timer has expired";
    Nak(1000);
    EXPECT_TRUE(SendUntil(RdmaTick::Us(1200)).empty());
    qp->PostSend(now, Write(4096));
    EXPECT_EQ(SendUntil(RdmaTick::Us(1300)), Psns(1005, 1005));
    Nak(1000);
    EXPECT_TRUE(SendUntil(RdmaTick::Us(1400)).empty()) << "a copy";
}

TEST_F(RoceRequesterTest, NakOfAReadBehindWhichAWriteHasLeftGoesBack)
{
    RdmaWorkRequest read = Write(5 * 4096);
    read.operation = RdmaOperation::READ;
    qp->PostSend(now, read);
    qp->PostSend(now, Write(4096));
    SendUntil(RdmaTick::Us(10));
    Nak(1000);
    EXPECT_EQ(SendUntil(RdmaTick::Us(20)), (std::vector<uint32_t>{1000, 1005}));
}

TEST_F(RoceRequesterTest, NakForALaterGapRewindsAgain)
{
    qp->PostSend(now, Write(20 * 4096));
    SendUntil(RdmaTick::Us(10));
    Nak(1005);
    SendUntil(RdmaTick::Us(20));
    Nak(1012);
    EXPECT_EQ(SendUntil(RdmaTick::Us(30)), Psns(1012, 1019));
}

TEST_F(RoceRequesterTest, AckThatOvertakesARewindSkipsAhead)
{
    qp->PostSend(now, Write(4 * 4096));
    qp->PostSend(now, Write(4 * 4096));
    SendUntil(RdmaTick::Us(10));
    Nak(1001);
    Ack(1005);
    EXPECT_EQ(Completions().size(), 1U);
    EXPECT_EQ(SendUntil(RdmaTick::Us(20)), Psns(1006, 1007));
}

TEST_F(RoceRequesterTest, TimerGoesBackToTheOldestPacket)
{
    qp->PostSend(now, Write(5 * 4096));
    SendUntil(RdmaTick::Us(10));
    Ack(1001);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Us(1010));
    EXPECT_TRUE(SendUntil(RdmaTick::Us(1009)).empty());
    EXPECT_EQ(SendUntil(RdmaTick::Us(1020)), Psns(1002, 1004));
    RdmaEvent event;
    ASSERT_TRUE(qp->PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::TIMEOUT);
    EXPECT_EQ(event.detail, 1002U);
    EXPECT_EQ(event.entropy, 0xC000U);
    EXPECT_FALSE(qp->PollEvent(event));
    Ack(1004);
    EXPECT_EQ(Completions().at(0).stats.timeouts, 1U);
}

TEST_F(RoceRequesterTest, TimerStandsStillWhileARewoundQpWaitsForItsPort)
{
    qp->PostSend(now, Write(5 * 4096));
    SendUntil(RdmaTick::Us(10));
    now = RdmaTick::Ms(1);
    qp->OnTimeout(now);
    EXPECT_EQ(qp->PollTransmit(now, 0, tx), RdmaPoll::NO_PORT) << "paused by PFC";
    EXPECT_TRUE(qp->NextWakeup().IsMax()) << "a pause is not a loss";
    now = RdmaTick::Ms(50);
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    SendUntil(RdmaTick::Us(50010));
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ms(51));
}

TEST_F(RoceRequesterTest, RetriesExhaustedFlushesEverythingPosted)
{
    config.retryCount = 2;
    Connect();
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(4096));
    SendUntil(RdmaTick::Us(10));
    Ack(1000);
    EXPECT_EQ(Completions().size(), 1U);
    SendUntil(RdmaTick::Ms(20));

    EXPECT_TRUE(qp->IsError());
    EXPECT_FALSE(qp->IsBusy());
    EXPECT_TRUE(qp->NextWakeup().IsMax());
    EXPECT_EQ(qp->GetCounters().timeouts, 3U);
    auto done = Completions();
    ASSERT_EQ(done.size(), 2U);
    EXPECT_EQ(done[0].kind, RdmaCompletion::Kind::FLUSHED);
    EXPECT_EQ(done[0].message, 1U);
    EXPECT_EQ(done[0].stats.timeouts, 3U);
    EXPECT_EQ(done[0].stats.packets, 3U);
    EXPECT_EQ(done[1].kind, RdmaCompletion::Kind::FLUSHED);
    EXPECT_EQ(done[1].message, 2U);

    qp->PostSend(now, Write(4096));
    EXPECT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::NOTHING);
    done = Completions();
    ASSERT_EQ(done.size(), 1U) << "a post to a failed QP is flushed";
    EXPECT_EQ(done[0].kind, RdmaCompletion::Kind::FLUSHED);
    EXPECT_EQ(done[0].message, 3U);
}

TEST_F(RoceRequesterTest, ErrorIsReportedAfterItsTimeouts)
{
    config.retryCount = 1;
    Connect();
    qp->PostSend(now, Write(4096));
    SendUntil(RdmaTick::Ms(20));
    std::vector<RdmaEvent::Kind> kinds;
    RdmaEvent event;
    while (qp->PollEvent(event))
    {
        kinds.push_back(event.kind);
    }
    EXPECT_EQ(kinds,
              (std::vector{RdmaEvent::Kind::TIMEOUT,
                           RdmaEvent::Kind::TIMEOUT,
                           RdmaEvent::Kind::QP_ERROR}));
    EXPECT_EQ(event.detail, 1U) << "the retry count";
}

TEST_F(RoceRequesterTest, ProgressForgivesEarlierRetries)
{
    config.retryCount = 1;
    Connect();
    qp->PostSend(now, Write(4 * 4096));
    for (uint32_t psn = 1000; psn < 1003; ++psn)
    {
        SendUntil(now + RdmaTick::Us(1100)); // one expiry
        Ack(psn);
    }
    EXPECT_EQ(qp->GetCounters().timeouts, 3U);
    EXPECT_FALSE(qp->IsError());
}

TEST_F(RoceRequesterTest, DarkPortEndsInAnError)
{
    qp->PostSend(now, Write(4096));
    qp->OnPortStatus(now, 0, false);
    while (!qp->NextWakeup().IsMax())
    {
        now = qp->NextWakeup();
        qp->OnTimeout(now);
        ASSERT_LE(now, RdmaTick::Ms(8));
    }
    EXPECT_TRUE(qp->IsError());
    EXPECT_EQ(now, RdmaTick::Ms(8));
}

TEST_F(RoceRequesterTest, LightThatReturnsInTimeSavesTheQp)
{
    qp->OnPortStatus(now, 0, false);
    qp->PostSend(now, Write(4096));
    now = qp->NextWakeup();
    qp->OnTimeout(now);
    qp->OnPortStatus(now, 0, true);
    EXPECT_TRUE(qp->NextWakeup().IsMax()) << "nothing in flight";
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(qp->GetCounters().retransmits, 0U) << "it never left before";
    Ack(1000);
    EXPECT_EQ(Completions().at(0).kind, RdmaCompletion::Kind::SENT);
}

TEST_F(RoceRequesterTest, FlappingPortDoesNotPostponeARetransmission)
{
    qp->PostSend(now, Write(4096));
    SendUntil(RdmaTick::Us(10));
    for (int us = 100; us < 1000; us += 200)
    {
        qp->OnPortStatus(RdmaTick::Us(us), 0, false);
        qp->OnPortStatus(RdmaTick::Us(us + 100), 0, true);
    }
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ms(1));
}

TEST_F(RoceRequesterTest, StatusOfAnotherPortDoesNotMatter)
{
    qp->PostSend(now, Write(4096));
    qp->OnPortStatus(now, 1, false);
    EXPECT_TRUE(qp->NextWakeup().IsMax());
}

TEST_F(RoceRequesterTest, CnpCountsForTheMessageThatSuffers)
{
    qp->PostSend(now, Write(4096));
    qp->PostSend(now, Write(4096));
    SendUntil(RdmaTick::Us(5));
    Cnp();
    Ack(1001);
    const auto done = Completions();
    ASSERT_EQ(done.size(), 2U);
    EXPECT_EQ(done[0].stats.ecnMarks, 1U);
    EXPECT_EQ(done[1].stats.ecnMarks, 0U);
    EXPECT_EQ(qp->GetCounters().ecnEchoes, 1U);
    Cnp();
    EXPECT_EQ(qp->GetCounters().ecnEchoes, 2U) << "an idle QP also counts them";
}

TEST_F(RoceRequesterTest, SlowQpAsksForAcksBeforeItsTimerRunsOut)
{
    config.lineRateBps = 40'000'000; // a full packet every 0.84 ms, four take longer than the timer
    Connect();
    qp->PostSend(now, Write(8 * 4096));
    for (int i = 0; i < 4; ++i)
    {
        ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
        EXPECT_TRUE(tx.pdu.ackRequest) << "packet " << i;
        Ack(tx.pdu.psn);
        now = qp->NextWakeup();
        qp->OnTimeout(now);
    }
    EXPECT_EQ(qp->GetCounters().timeouts, 0U);
}

TEST_F(RoceRequesterTest, FastQpLeavesAcksToTheResponder)
{
    qp->PostSend(now, Write(100 * 4096));
    for (int i = 0; i < 99; ++i)
    {
        ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
        EXPECT_FALSE(tx.pdu.ackRequest) << "packet " << i;
        now = qp->NextWakeup();
    }
}

TEST_F(RoceRequesterTest, IdleTimeIsNoReasonToAskForAnAck)
{
    now = RdmaTick::Ms(10);
    qp->PostSend(now, Write(2 * 4096));
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_FALSE(tx.pdu.ackRequest) << "no packet has waited for an answer";
}

TEST_F(RoceRequesterTest, CopyOfAnRnrNakNeitherCountsNorProlongsTheWait)
{
    config.rnrRetryCount = 1;
    Connect();
    qp->PostSend(now, Write(100));
    SendUntil(RdmaTick::Us(10));
    Answer(1000, RDMA_SYNDROME_RNR_NAK | 12); // 640 us
    now = RdmaTick::Us(100);
    Answer(1000, RDMA_SYNDROME_RNR_NAK | 12);
    EXPECT_FALSE(qp->IsError());
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Us(650));
}

TEST_F(RoceRequesterTest, FatalNakAcknowledgesWhatIsBeforeIt)
{
    qp->PostSend(now, Write(100));
    qp->PostSend(now, Write(100));
    ASSERT_EQ(SendUntil(RdmaTick::Us(1)), Psns(1000, 1001));
    Answer(1001, RDMA_SYNDROME_NAK_REMOTE_OPERATION);
    const auto done = Completions();
    ASSERT_EQ(done.size(), 2U);
    EXPECT_EQ(done[0].kind, RdmaCompletion::Kind::SENT);
    EXPECT_EQ(done[1].status, RdmaCompletion::Status::REMOTE_OPERATION_ERROR);
    EXPECT_NE(qp->Describe(now).find("ERROR, PSN 0x0003e9 rejected by a NAK"), std::string::npos)
        << qp->Describe(now);
}

TEST_F(RoceRequesterTest, LengthBeyondTheRethSaturates)
{
    qp->PostSend(now, Write(uint64_t{5} << 30));
    ASSERT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_EQ(tx.pdu.write.dmaLength, 0xFFFFFFFFU);
}

TEST_F(RoceRequesterTest, HalfThePsnCircleIsTheMostInFlight)
{
    config.pathMtuBytes = 256;
    config.lineRateBps = 1'000'000'000'000'000;
    config.retransmissionTimeout = RdmaTick::Ms(10000);
    Connect();
    qp->PostSend(now, Write(uint64_t{1} << 32));
    uint64_t sent = 0;
    for (mrctest::StepBudget steps(10'000'000);
         qp->PollTransmit(now, 1, tx) == RdmaPoll::PDU && steps.Take();)
    {
        ++sent;
        now = std::min(qp->NextWakeup(), now + RdmaTick::Us(1));
    }
    EXPECT_EQ(sent, 8388607U);
    EXPECT_EQ(qp->NextWakeup(), RdmaTick::Ms(10000)) << "waits for ACKs or the timer";
    Ack(1000);
    EXPECT_EQ(qp->PollTransmit(now, 1, tx), RdmaPoll::PDU);
}

TEST_F(RoceRequesterTest, WindowIsRateTimesBaseRtt)
{
    EXPECT_EQ(qp->GetWindowBytes(), 100000U) << "400 Gb/s x 2 us";
}

TEST_F(RoceRequesterTest, DescriptionTellsWhatTheQpWaitsFor)
{
    EXPECT_NE(qp->Describe(now).find("idle"), std::string::npos);
    qp->PostSend(now, Write(10 * 4096));
    EXPECT_NE(qp->Describe(now).find("waits for its port"), std::string::npos);
    SendUntil(RdmaTick::Us(500));
    const std::string waiting = qp->Describe(now);
    EXPECT_NE(waiting.find("QP 100"), std::string::npos) << waiting;
    EXPECT_NE(waiting.find("oldest PSN 0x0003e8, 10 in flight, 0 to send"), std::string::npos)
        << waiting;
    EXPECT_NE(waiting.find("retries 0 of 7, timer in 500.000 us"), std::string::npos) << waiting;
    SendUntil(RdmaTick::Ms(30));
    EXPECT_NE(qp->Describe(now).find("ERROR, PSN 0x0003e8 without answer after 7 retries"),
              std::string::npos);
}

} // namespace
