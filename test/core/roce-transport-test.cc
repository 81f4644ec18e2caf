/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "roce-test-pipe.h"

#include "ns3/roce-dcqcn.h"

#include <gtest/gtest.h>
#include <random>
#include <tuple>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;

/** Check the invariants of every completed run (RdmaCounters). */
void
ExpectConservation(const Pipe& pipe)
{
    for (uint32_t end = 0; end < 2; ++end)
    {
        const RdmaCounters& tx = pipe.qp[end]->GetCounters();
        const RdmaCounters& rx = pipe.qp[1 - end]->GetCounters();
        EXPECT_EQ(rx.rxDataPackets, rx.rxAccepted + rx.rxDuplicates + rx.rxDiscarded);
        EXPECT_EQ(rx.bytesDelivered, tx.bytesPosted) << "every byte exactly once";
        EXPECT_EQ(rx.rxAccepted, tx.dataPackets - tx.retransmits);
        uint64_t packets = 0;
        uint64_t retransmits = 0;
        for (const auto& completion : pipe.completions[end])
        {
            packets += completion.stats.packets;
            retransmits += completion.stats.retransmits;
        }
        EXPECT_EQ(packets, tx.dataPackets);
        EXPECT_EQ(retransmits, tx.retransmits);
        EXPECT_FALSE(pipe.qp[end]->IsBusy());
        EXPECT_EQ(pipe.qp[end]->GetOutputs(), 0) << "all are taken";
    }
}

TEST(RoceTransport, AloneItFillsTheLine)
{
    Pipe pipe;
    pipe.Post(0, 2500 * 4096);
    pipe.Post(1, 2500 * 4096);
    pipe.Run();
    ASSERT_EQ(pipe.Messages(1, Kind::DELIVERED), Numbers(1));
    ASSERT_EQ(pipe.Messages(0, Kind::DELIVERED), Numbers(1));
    const RdmaTick sending = pipe.now - DELAY * 2; // the last ACK has arrived
    const double goodput = 2500 * 4096 * 8 / sending.GetSeconds();
    EXPECT_NEAR(goodput / LINE_RATE, 0.9757, 0.0001);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
    ExpectConservation(pipe);
}

TEST(RoceQpParameters, TheTimerGrowsWithTheRoundTripOfALongPath)
{
    const auto parameters = CreateObject<RoceQpParameters>();
    EXPECT_EQ(parameters->MakeConfig(RdmaTick::Us(100)).retransmissionTimeout, RdmaTick::Ms(1));
    EXPECT_EQ(parameters->MakeConfig(RdmaTick::Ms(8)).retransmissionTimeout, RdmaTick::Ms(48));
}

TEST(RoceTransport, AcksComeEveryFourPacketsAndAtTheEnd)
{
    Pipe pipe;
    pipe.Post(0, 10 * 4096);
    pipe.Run();
    std::vector<uint32_t> acks;
    for (const Sent& sent : pipe.log)
    {
        if (sent.IsAck())
        {
            acks.push_back(sent.tx.pdu.psn);
        }
    }
    EXPECT_EQ(acks, (std::vector<uint32_t>{1003, 1007, 1009}));
}

TEST(RoceTransport, PacketLostInTheMiddleCostsOneNakAndTheFlight)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsData() && sent.tx.pdu.psn == 1050 && seen++ == 0;
        return fate;
    };
    pipe.Post(0, 200 * 4096);
    pipe.Run();

    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsNak(); }), 1U);
    // 1050 is lost; 1051 arrives one line time and a delay after it left, its NAK a delay later.
    // Until then 24 more packets have left: 2 us / 83.96 ns = 23.8.
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 2U + 24);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
    ExpectConservation(pipe);
}

TEST(RoceTransport, RetransmissionStartsAtTheGapAndGoesOnWithNewData)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsData() && sent.tx.pdu.psn == 1010 && seen++ == 0;
        return fate;
    };
    pipe.Post(0, 60 * 4096);
    pipe.Run();
    uint32_t highest = 1009;
    uint32_t rewinds = 0;
    uint32_t previous = 999;
    for (const Sent& sent : pipe.log)
    {
        if (sent.IsData())
        {
            if (sent.tx.pdu.psn <= previous)
            {
                ++rewinds;
                EXPECT_EQ(sent.tx.pdu.psn, 1010U);
            }
            else
            {
                EXPECT_EQ(sent.tx.pdu.psn, previous + 1) << "no packet is skipped";
            }
            previous = sent.tx.pdu.psn;
            highest = std::max(highest, previous);
        }
    }
    EXPECT_EQ(rewinds, 1U);
    EXPECT_EQ(highest, 1059U);
}

TEST(RoceTransport, LostLastPacketWaitsForTheTimer)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsData() && sent.tx.pdu.psn == 1007 && seen++ == 0;
        return fate;
    };
    pipe.Post(0, 8 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsNak(); }), 0U);
    EXPECT_GT(pipe.now, RdmaTick::Ms(1));
    EXPECT_LT(pipe.now, RdmaTick::Us(1010));
    // The responder acknowledged 1003 and received 1004 to 1006 without sending an ACK.
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 4U);
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxDuplicates, 3U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
    ExpectConservation(pipe);
}

TEST(RoceTransport, LostAckIsCoveredByTheNext)
{
    Pipe pipe;
    uint32_t acks = 0;
    pipe.script = [&acks](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsAck() && acks++ == 2;
        return fate;
    };
    pipe.Post(0, 40 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    ExpectConservation(pipe);
}

TEST(RoceTransport, LostLastAckIsRepairedByADuplicate)
{
    Pipe pipe;
    uint32_t acks = 0;
    pipe.script = [&acks](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsAck() && acks++ == 0;
        return fate;
    };
    pipe.Post(0, 100);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxDuplicates, 1U);
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), Numbers(1)) << "delivered once";
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
    ExpectConservation(pipe);
}

TEST(RoceTransport, LostNakIsRepairedByTheTimer)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsNak() || (sent.IsData() && sent.tx.pdu.psn == 1005 && seen++ == 0);
        return fate;
    };
    pipe.Post(0, 30 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsNak(); }), 1U) << "not repeated";
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
    ExpectConservation(pipe);
}

TEST(RoceTransport, CopiesOfEverythingDoNoHarm)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.copies = 2;
        fate.drop = sent.IsData() && sent.tx.pdu.psn == 1020 && seen++ == 0;
        return fate;
    };
    pipe.Post(0, 100 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().nacksReceived, 2U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 26U) << "the copy of the NAK is ignored";
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), Numbers(1));
    EXPECT_EQ(pipe.qp[1]->GetCounters().bytesDelivered, 100U * 4096);
}

TEST(RoceTransport, ReorderedPacketLooksLikeALoss)
{
    Pipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.extra = sent.IsData() && sent.tx.pdu.psn == 1010 ? FULL_PACKET * 2 : RdmaTick();
        return fate;
    };
    pipe.Post(0, 100 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsNak(); }), 2U)
        << "1010 was late, then 1011 and 1012 had been dropped";
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsCnp(); }), 0U);
    EXPECT_GT(pipe.qp[0]->GetCounters().retransmits, 20U);
    ExpectConservation(pipe);
}

TEST(RoceTransport, MarksComeBackAsCnpsAtMostOnePerInterval)
{
    Pipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.ce = sent.IsData();
        return fate;
    };
    pipe.Post(0, 1000 * 4096); // 84 us
    pipe.Run();
    RdmaTick last = RdmaTick::Us(-4);
    uint64_t cnps = 0;
    for (const Sent& sent : pipe.log)
    {
        if (sent.IsCnp())
        {
            EXPECT_GE(sent.at - last, RdmaTick::Us(4));
            last = sent.at;
            ++cnps;
        }
    }
    EXPECT_EQ(cnps, 21U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().ecnEchoes, cnps);
    EXPECT_EQ(pipe.completions[0].at(0).stats.ecnMarks, cnps);
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxMarked, 1000U);
}

TEST(RoceTransport, DcqcnSlowsDownWhileMarkedAndRecoversAfterwards)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    Pipe pipe(MakeConfig(0), MakeConfig(1), dcqcn);
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.ce = sent.IsData() && sent.at > RdmaTick::Us(100) && sent.at < RdmaTick::Us(110);
        return fate;
    };
    pipe.Post(0, uint64_t{1} << 30);
    pipe.Run(RdmaTick::Us(99));
    EXPECT_EQ(pipe.qp[0]->GetWindowBytes(), 100000U);

    pipe.Run(RdmaTick::Us(120));
    const uint64_t before = pipe.qp[0]->GetCounters().dataPackets;
    pipe.Run(RdmaTick::Us(400)); // cuts at 106, 110, 114 us; increase at 414
    const uint64_t slow = pipe.qp[0]->GetCounters().dataPackets - before;
    EXPECT_EQ(pipe.qp[0]->GetCounters().ecnEchoes, 3U);
    EXPECT_NEAR(slow, dcqcn->GetRateBps() * 280e-6 / 8 / 4198, 1);
    EXPECT_NEAR(dcqcn->GetRateBps(), 400e9 * 0.508 * 0.515 * 0.521, 0.5e9) << "alpha near 1";

    pipe.Run(RdmaTick::Ms(19));
    EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), Numbers(1));
}

TEST(RoceTransport, LossAroundThePsnWrap)
{
    RoceQpConfig a = MakeConfig(0);
    RoceQpConfig b = MakeConfig(1);
    a.sqPsn = b.rqPsn = 0xFFFFF0;
    Pipe pipe(a, b);
    uint32_t lost = 0;
    pipe.script = [&lost](const Sent& sent) {
        Pipe::Fate fate;
        const bool chosen = sent.tx.pdu.psn == 0xFFFFFF || sent.tx.pdu.psn == 0x000008;
        fate.drop = sent.IsData() && chosen && lost < 2;
        lost += fate.drop;
        return fate;
    };
    pipe.Post(0, 4096);
    pipe.Post(0, 60 * 4096);
    pipe.Post(0, 4096);
    pipe.Run();
    EXPECT_EQ(lost, 2U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.expected[1], (0xFFFFF0U + 62) & 0xFFFFFF);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(3));
    ExpectConservation(pipe);
}

TEST(RoceTransport, DeadPathEndsInErrorAndFlushWithinTheRetries)
{
    Pipe pipe;
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.Post(0, 10 * 4096);
    pipe.Post(0, 4096);
    pipe.Run();
    EXPECT_TRUE(pipe.qp[0]->IsError());
    EXPECT_EQ(pipe.Messages(0, Kind::FLUSHED), Numbers(2));
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 8U) << "seven retries and the end";
    EXPECT_EQ(pipe.now, RdmaTick::Ms(8)) << "each expiry sends again at once";
    EXPECT_EQ(pipe.events[0].size(), 9U);
    EXPECT_FALSE(pipe.qp[1]->IsError());
}

TEST(RoceTransport, QpInErrorIsDeafAndTakesItsPeerWithIt)
{
    Pipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.from == 0;
        return fate;
    };
    pipe.Post(0, 4096);
    pipe.Run();
    ASSERT_TRUE(pipe.qp[0]->IsError());
    pipe.Post(1, 4096);
    pipe.Run();
    EXPECT_TRUE(pipe.qp[1]->IsError());
    EXPECT_EQ(pipe.qp[0]->GetCounters().rxDiscarded, 8U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().rxDataPackets, 8U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().bytesDelivered, 0U);
}

TEST(RoceTransport, FiveGibibytesArriveWithoutAGapAcrossTheWrap)
{
    RoceQpConfig a = MakeConfig(0);
    RoceQpConfig b = MakeConfig(1);
    a.sqPsn = b.rqPsn = 0xFFFF00;
    const auto ends = std::array{MakeEnd(a), MakeEnd(b)};
    RoceTransport& sender = *ends[0];
    RoceTransport& receiver = *ends[1];
    const uint64_t bytes = (uint64_t{5} << 30) + 1;
    sender.PostSend(RdmaTick(), Write(bytes));
    RdmaTick now;
    RdmaTxPdu tx;
    // Back to back, no pipe: a million packets.
    for (mrctest::StepBudget steps(2'000'000); sender.IsBusy() && steps.Take();)
    {
        ASSERT_EQ(sender.PollTransmit(now, 1, tx), RdmaPoll::PDU);
        receiver.OnPdu(now, tx.pdu, RdmaRxInfo{});
        while (receiver.PollControl(now, tx))
        {
            sender.OnPdu(now, tx.pdu, RdmaRxInfo{});
        }
        now = std::min(sender.NextWakeup(), now + RdmaTick::Us(1));
    }
    EXPECT_EQ(sender.GetCounters().dataPackets, 1310721U);
    EXPECT_EQ(receiver.GetCounters().bytesDelivered, bytes);
    RdmaCompletion completion;
    ASSERT_TRUE(receiver.PollCompletion(completion));
    EXPECT_FALSE(receiver.PollCompletion(completion)) << "one message";
}

/// All packets may be lost, in both directions, data and control. The parameter is the seed of the
/// losses.
class RoceRandomLoss : public testing::TestWithParam<uint32_t>
{
};

/**
 * @param pipe ends 0 and 1 exchange 60 messages of 1 B to 40 packets each, with a loss of a fifth
 * of all packets
 * @param seed seed of lengths and losses
 */
void
ExchangeUnderLoss(Pipe& pipe, uint32_t seed)
{
    std::mt19937 random(seed);
    pipe.script = [&random](const Sent&) {
        Pipe::Fate fate;
        fate.drop = random() % 5 == 0;
        return fate;
    };
    for (int i = 0; i < 60; ++i)
    {
        pipe.Post(0, 1 + random() % (40 * 4096));
        pipe.Post(1, 1 + random() % (40 * 4096));
        pipe.Run(pipe.now + RdmaTick::Us(random() % 300));
    }
    pipe.Run(RdmaTick::Ms(10000));
}

TEST_P(RoceRandomLoss, EveryByteArrivesOnceInOrder)
{
    Pipe pipe;
    ExchangeUnderLoss(pipe, GetParam());
    for (uint32_t end = 0; end < 2; ++end)
    {
        EXPECT_FALSE(pipe.qp[end]->IsError());
        EXPECT_EQ(pipe.Messages(end, Kind::SENT), Numbers(60)) << pipe.qp[end]->Describe(pipe.now);
        EXPECT_EQ(pipe.Messages(end, Kind::DELIVERED), Numbers(60));
        EXPECT_GT(pipe.qp[end]->GetCounters().timeouts, 0U);
        EXPECT_GT(pipe.qp[end]->GetCounters().nacksReceived, 0U);
    }
    ExpectConservation(pipe);
}

TEST_P(RoceRandomLoss, SameSeedGivesTheSameTrace)
{
    Pipe once;
    Pipe again;
    ExchangeUnderLoss(once, GetParam());
    ExchangeUnderLoss(again, GetParam());
    ASSERT_EQ(once.log.size(), again.log.size());
    for (std::size_t i = 0; i < once.log.size(); ++i)
    {
        const Sent& x = once.log[i];
        const Sent& y = again.log[i];
        ASSERT_EQ(std::tuple(x.at.GetPs(), x.from, x.tx.pdu.psn, x.tx.pdu.opcode),
                  std::tuple(y.at.GetPs(), y.from, y.tx.pdu.psn, y.tx.pdu.opcode));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RoceRandomLoss, testing::Range(1U, 9U));

} // namespace
