/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include "ns3/nstime.h"

#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;

/**
 * @param baseRtt unloaded round-trip time
 * @return the configuration of QPs with the default attributes and this round trip
 */
RoceSelectiveConfig
MakeSelective(RdmaTick baseRtt = RdmaTick::Us(2) + FULL_PACKET)
{
    return CreateObject<RoceQpParameters>()->MakeSelectiveConfig(baseRtt, LINE_RATE);
}

/// Two ends with selective repeat.
struct SelectivePipe : Pipe
{
    /** @param selective window and time-outs */
    explicit SelectivePipe(const RoceSelectiveConfig& selective = MakeSelective())
        : Pipe(roce_test::MakeConfig(0),
               roce_test::MakeConfig(1),
               CreateObject<RoceFixedRate>(),
               &selective)
    {
    }

    /**
     * Drop some data packets, the first time they are sent.
     * @param psns their PSNs
     */
    void DropOnce(std::set<uint32_t> psns)
    {
        script = [psns](const Sent& sent) mutable {
            Fate fate;
            fate.drop = sent.IsData() && psns.erase(sent.tx.pdu.psn) > 0;
            return fate;
        };
    }

    /** @return PSNs of data packets that left more than once, in order */
    std::vector<uint32_t> Repeated() const
    {
        std::set<uint32_t> seen;
        std::vector<uint32_t> repeated;
        for (const Sent& sent : log)
        {
            if (sent.IsData() && !seen.insert(sent.tx.pdu.psn).second)
            {
                repeated.push_back(sent.tx.pdu.psn);
            }
        }
        return repeated;
    }

    /**
     * Every byte of end 0 has arrived, and every work request is complete.
     * @param messages number of messages
     */
    void ExpectDone(std::size_t messages) const
    {
        EXPECT_EQ(Messages(0, Kind::SENT).size(), messages) << qp[0]->Describe(now);
        EXPECT_EQ(Messages(1, Kind::DELIVERED).size(), messages);
        EXPECT_EQ(qp[1]->GetCounters().bytesDelivered, qp[0]->GetCounters().bytesPosted);
        const RdmaCounters& rx = qp[1]->GetCounters();
        EXPECT_EQ(rx.rxDataPackets, rx.rxAccepted + rx.rxDuplicates + rx.rxDiscarded);
    }
};

TEST(RoceSelective, WindowIsABdpAndWhatCoalescedAcksNeed)
{
    // 400 Gb/s x 10 us = 500000 B, 118.7 packets of 4214 B, and 4
    EXPECT_EQ(MakeSelective(RdmaTick::Us(10)).windowPackets, 119U + 4);
    EXPECT_EQ(MakeSelective(RdmaTick::Us(10)).timeoutLow, RdmaTick::Us(100));
    EXPECT_EQ(MakeSelective(RdmaTick::Us(10)).timeoutHigh, RdmaTick::Us(320));
    EXPECT_EQ(MakeSelective(RdmaTick::Us(200)).timeoutLow, RdmaTick::Us(600))
        << "three round trips";
    EXPECT_EQ(MakeSelective(RdmaTick::Us(200)).timeoutHigh, RdmaTick::Us(600));
}

TEST(RoceSelective, LongTimeoutIsNotBelowTheShortOne)
{
    auto parameters = CreateObject<RoceQpParameters>();
    parameters->SetAttribute("SelectiveTimeoutLow", TimeValue(MicroSeconds(500)));
    const RoceSelectiveConfig config = parameters->MakeSelectiveConfig(RdmaTick::Us(10), LINE_RATE);
    EXPECT_EQ(config.timeoutLow, RdmaTick::Us(500));
    EXPECT_EQ(config.timeoutHigh, RdmaTick::Us(500)) << "although 320 us is its default";
}

TEST(RoceSelective, AloneItFillsTheLine)
{
    SelectivePipe pipe;
    pipe.Post(0, 2500 * 4096);
    pipe.Run();
    const double goodput = 2500 * 4096 * 8 / (pipe.now - DELAY * 2).GetSeconds();
    EXPECT_NEAR(goodput / LINE_RATE, 4096.0 / 4214, 0.001) << "a RETH in every packet";
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
    pipe.ExpectDone(1);
}

TEST(RoceSelective, NoMoreThanTheWindowIsInFlight)
{
    RoceSelectiveConfig config = MakeSelective();
    config.windowPackets = 10;
    SelectivePipe pipe(config);
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.Post(0, 1000 * 4096);
    pipe.Run(RdmaTick::Us(50));
    EXPECT_EQ(pipe.qp[0]->GetCounters().dataPackets, 10U);
}

TEST(RoceSelective, OneLossCostsOnePacket)
{
    SelectivePipe pipe;
    pipe.DropOnce({1050});
    pipe.Post(0, 200 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.Repeated(), std::vector<uint32_t>{1050});
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxDuplicates, 0U);
    pipe.ExpectDone(1);
}

TEST(RoceSelective, EveryPacketOutOfOrderDrawsANakThatNamesIt)
{
    SelectivePipe pipe;
    pipe.DropOnce({1003});
    pipe.Post(0, 8 * 4096);
    pipe.Run();
    std::vector<std::pair<uint32_t, uint32_t>> naks;
    for (const Sent& sent : pipe.log)
    {
        if (sent.IsNak())
        {
            EXPECT_TRUE(sent.tx.pdu.selective);
            naks.emplace_back(sent.tx.pdu.psn, sent.tx.pdu.ack.triggerPsn);
        }
    }
    EXPECT_EQ(naks,
              (std::vector<std::pair<uint32_t, uint32_t>>{{1003, 1004},
                                                          {1003, 1005},
                                                          {1003, 1006},
                                                          {1003, 1007}}));
    pipe.ExpectDone(1);
}

TEST(RoceSelective, AHoleThatIsFilledIsAcknowledgedAtOnce)
{
    SelectivePipe pipe;
    pipe.DropOnce({1050});
    pipe.Post(0, 53 * 4096);
    pipe.Run();
    const Sent& last = pipe.log.back();
    EXPECT_TRUE(last.IsAck());
    EXPECT_EQ(last.tx.pdu.psn, 1052U);
    EXPECT_LT(pipe.now, RdmaTick::Us(10));
}

TEST(RoceSelective, MessagesCompleteInOrder)
{
    SelectivePipe pipe;
    pipe.DropOnce({1000, 1007});
    for (int i = 0; i < 5; ++i)
    {
        pipe.Post(0, 2 * 4096);
    }
    pipe.Run(RdmaTick::Us(1) + FULL_PACKET * 11);
    EXPECT_TRUE(pipe.Messages(1, Kind::DELIVERED).empty()) << "1000 is missing";
    pipe.Run();
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), (std::vector<uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), (std::vector<uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(pipe.Repeated(), (std::vector<uint32_t>{1000, 1007}));
    EXPECT_EQ(pipe.completions[0][0].stats.retransmits, 1U);
    EXPECT_EQ(pipe.completions[0][3].stats.retransmits, 1U);
    pipe.ExpectDone(5);
}

TEST(RoceSelective, LostLastPacketWaitsForTheShortTimer)
{
    SelectivePipe pipe;
    pipe.DropOnce({1006});
    pipe.Post(0, 7 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    EXPECT_GT(pipe.now, RdmaTick::Us(100));
    EXPECT_LT(pipe.now, RdmaTick::Us(320)) << "few in flight";
    // The responder acknowledged 1003 and stored 1004 and 1005 without an ACK: 1004 is the oldest.
    EXPECT_EQ(pipe.Repeated(), (std::vector<uint32_t>{1004, 1006}));
    pipe.ExpectDone(1);
}

TEST(RoceSelective, ManyPacketsInFlightHaveTheLongTimer)
{
    SelectivePipe pipe;
    bool cut = false;
    pipe.script = [&cut](const Sent& sent) {
        Pipe::Fate fate;
        cut = cut || (sent.IsData() && sent.tx.pdu.psn == 1020);
        fate.drop = cut && sent.at < RdmaTick::Us(100);
        return fate;
    };
    pipe.Post(0, 200 * 4096);
    pipe.Run(RdmaTick::Us(319));
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    pipe.ExpectDone(1);
}

TEST(RoceSelective, TimerOfTheFirstFewPacketsBecomesTheLongOneWhenMoreFollow)
{
    SelectivePipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.at < RdmaTick::Us(310);
        return fate;
    };
    pipe.Post(0, 4 * 4096); // the first one starts the timer, the fourth makes it RTO_high
    pipe.Run(RdmaTick::Us(320) - RdmaTick::Ps(1));
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    pipe.Run(RdmaTick::Us(320));
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U) << "counted from the first packet";
    pipe.Run();
    pipe.ExpectDone(1);
}

TEST(RoceSelective, DeadPathEndsInErrorWithinTheRetries)
{
    SelectivePipe pipe;
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.Post(0, 4096);
    pipe.Run();
    EXPECT_TRUE(pipe.qp[0]->IsError());
    EXPECT_EQ(pipe.now, RdmaTick::Us(100) + RdmaTick::Ms(7))
        << "later time-outs are those of go-back-N";
    EXPECT_EQ(pipe.Messages(0, Kind::FLUSHED).size(), 1U);
}

TEST(RoceSelective, BackOffBeginsAfterTheFirstTimeoutOfGoBackN)
{
    RoceQpConfig config = roce_test::MakeConfig(0);
    config.retransmissionBackoff = 2;
    const RoceSelectiveConfig selective = MakeSelective();
    Pipe pipe(config, roce_test::MakeConfig(1), CreateObject<RoceFixedRate>(), &selective);
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.Post(0, 4096);
    // RTO_low of 100 us, then 1 ms, then 2 ms.
    uint64_t timeouts = 0;
    for (const int64_t us : {100, 1100, 3100})
    {
        pipe.Run(RdmaTick::Us(us) - RdmaTick::Ps(1));
        EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, timeouts) << "before " << us << " us";
        pipe.Run(RdmaTick::Us(us));
        EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, ++timeouts) << "at " << us << " us";
    }
}

TEST(RoceSelective, APacketBeyondTheWindowIsNotReportedAsReceived)
{
    RoceSelectiveConfig selective = MakeSelective();
    selective.windowPackets = 64;
    const auto end = MakeEnd(roce_test::MakeConfig(1), CreateObject<RoceFixedRate>(), &selective);
    RoceTransport& qp = *end;
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    pdu.destQpn = 101;
    pdu.selective = true;
    pdu.write.payloadBytes = 4096;
    pdu.psn = 1000 + 64;
    qp.OnPdu(RdmaTick(), pdu, RdmaRxInfo{});
    RdmaTxPdu tx;
    EXPECT_FALSE(qp.PollControl(RdmaTick(), tx)) << "a NAK would acknowledge it";
    EXPECT_EQ(qp.GetCounters().rxDiscarded, 1U);
    pdu.psn = 1000 + 63;
    qp.OnPdu(RdmaTick(), pdu, RdmaRxInfo{});
    ASSERT_TRUE(qp.PollControl(RdmaTick(), tx));
    EXPECT_EQ(tx.pdu.ack.triggerPsn, 1063U);
}

TEST(RoceSelective, ReorderingDelaysNothingAndIsNotCongestion)
{
    SelectivePipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.extra = sent.IsData() && sent.tx.pdu.psn % 10 == 3 ? FULL_PACKET * 3 : RdmaTick();
        return fate;
    };
    pipe.Post(0, 100 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsCnp(); }), 0U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 10U) << "IRN treats late packets as lost";
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxDuplicates, 10U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    pipe.ExpectDone(1);
}

TEST(RoceSelectiveDeathTest, CarriesWritesOnly)
{
    SelectivePipe pipe;
    RdmaWorkRequest wr = Write(1);
    for (const RdmaOperation operation : {RdmaOperation::SEND, RdmaOperation::READ})
    {
        wr.operation = operation;
        EXPECT_DEATH(pipe.Post(0, wr), "carries WRITEs only");
    }
}

} // namespace
