/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;
using Status = RdmaCompletion::Status;

/// A consumed receive: its work request id, message, bytes, immediate data.
using Consumed = std::tuple<uint64_t, uint64_t, uint64_t, uint32_t>;

/// WRITEs with immediate data, also without payload; with go-back-N or selective repeat.
class RoceEmptyWrite : public testing::TestWithParam<bool>
{
  protected:
    RoceEmptyWrite()
    {
        Connect();
    }

    /** Make the two ends. */
    void Connect()
    {
        const auto irn =
            CreateObject<RoceQpParameters>()->MakeSelectiveConfig(DELAY * 2 + FULL_PACKET,
                                                                  LINE_RATE);
        pipe = std::make_unique<Pipe>(MakeConfig(0),
                                      MakeConfig(1),
                                      CreateObject<RoceFixedRate>(),
                                      GetParam() ? &irn : nullptr);
    }

    /**
     * Post a WRITE.
     * @param bytes its length, B
     * @param immediate immediate data; 0: none
     * @param from end of the sender
     */
    void Post(uint64_t bytes, uint32_t immediate, uint32_t from = 0)
    {
        RdmaWorkRequest wr = Write(bytes);
        wr.hasImmediate = immediate != 0;
        wr.immediate = immediate;
        pipe->Post(from, wr);
    }

    /**
     * Lose data packets of end 0, the first time they are sent.
     * @param psns their PSNs
     */
    void DropOnce(std::set<uint32_t> psns)
    {
        pipe->script = [psns](const Sent& sent) mutable {
            Pipe::Fate fate;
            fate.drop = sent.IsData() && sent.from == 0 && psns.erase(sent.tx.pdu.psn) > 0;
            return fate;
        };
    }

    /** @return receives consumed by an end */
    std::vector<Consumed> Received(uint32_t end = 1) const
    {
        std::vector<Consumed> all;
        for (const RdmaCompletion& c : pipe->completions[end])
        {
            if (c.kind == Kind::RECEIVED && c.status == Status::SUCCESS)
            {
                all.emplace_back(c.wrId, c.message, c.bytes, c.immediate);
            }
        }
        return all;
    }

    /**
     * All messages of an end have arrived and are complete, in order.
     * @param messages their number
     * @param from end of the sender
     */
    void ExpectDone(uint64_t messages, uint32_t from = 0) const
    {
        EXPECT_EQ(pipe->Messages(from, Kind::SENT), Numbers(messages));
        EXPECT_EQ(pipe->Messages(1 - from, Kind::DELIVERED), Numbers(messages));
        const RdmaCounters& tx = pipe->qp[from]->GetCounters();
        const RdmaCounters& rx = pipe->qp[1 - from]->GetCounters();
        EXPECT_EQ(rx.bytesDelivered, tx.bytesPosted);
        EXPECT_EQ(rx.rxDataPackets, rx.rxAccepted + rx.rxDuplicates + rx.rxDiscarded);
    }

    std::unique_ptr<Pipe> pipe; ///< the two ends
};

TEST_P(RoceEmptyWrite, IsOnePacketWithoutPayload)
{
    pipe->PostRecvs(1, 8, 1);
    Post(0, 5);
    pipe->Run();
    const auto& first = pipe->log.front();
    EXPECT_EQ(first.tx.pdu.opcode, RdmaOpcode::RC_WRITE_ONLY_IMM);
    EXPECT_EQ(first.tx.pdu.write.payloadBytes, 0u);
    EXPECT_EQ(first.tx.pdu.write.dmaLength, 0u);
    EXPECT_EQ(first.tx.pdu.write.immediate, 5u);
    EXPECT_TRUE(first.tx.pdu.ackRequest);
    EXPECT_EQ(Received(), (std::vector<Consumed>{{8, 0, 0, 5}}));
    EXPECT_EQ(pipe->completions[0].front().stats.packets, 1u);
    ExpectDone(1);
}

TEST_P(RoceEmptyWrite, EveryLengthTakesItsPackets)
{
    const std::vector<uint64_t> lengths{0, 1, 4096, 4097, 0, 0, 5 * 4096 + 3, 0};
    pipe->PostRecvs(1, 0, lengths.size());
    std::vector<Consumed> expected;
    for (uint64_t i = 0; i < lengths.size(); ++i)
    {
        Post(lengths[i], static_cast<uint32_t>(i + 1));
        expected.emplace_back(i, i, lengths[i], i + 1);
    }
    pipe->Run();
    EXPECT_EQ(Received(), expected);
    EXPECT_EQ(pipe->qp[0]->GetCounters().dataPackets, 14u);
    EXPECT_EQ(pipe->qp[0]->GetCounters().retransmits, 0u);
    ExpectDone(lengths.size());
}

TEST_P(RoceEmptyWrite, EndsAWriteThatHasThePayload)
{
    pipe->PostRecvs(1, 0, 3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        Post(10000, 0);
        Post(0, 10 + i);
    }
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{0, 1, 0, 10}, {1, 3, 0, 11}, {2, 5, 0, 12}}));
    ExpectDone(6);
}

TEST_P(RoceEmptyWrite, IsRepeatedWhateverIsLost)
{
    // 1000, 1001: a WRITE; 1002: immediate data only; 1003: 1 B; 1004: immediate data only
    for (uint32_t lost = 1; lost < 32; ++lost)
    {
        SCOPED_TRACE(lost);
        Connect();
        std::set<uint32_t> psns;
        for (uint32_t i = 0; i < 5; ++i)
        {
            if (lost >> i & 1)
            {
                psns.insert(1000 + i);
            }
        }
        DropOnce(psns);
        pipe->PostRecvs(1, 0, 4);
        Post(4097, 1);
        Post(0, 2);
        Post(1, 3);
        Post(0, 4);
        pipe->Run();
        EXPECT_EQ(
            Received(),
            (std::vector<Consumed>{{0, 0, 4097, 1}, {1, 1, 0, 2}, {2, 2, 1, 3}, {3, 3, 0, 4}}));
        ExpectDone(4);
        EXPECT_GE(pipe->qp[0]->GetCounters().retransmits, psns.size());
    }
}

TEST_P(RoceEmptyWrite, DuplicateConsumesNoSecondReceive)
{
    pipe->script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.copies = sent.IsData() ? 2 : 1;
        return fate;
    };
    pipe->PostRecvs(1, 0, 3);
    Post(0, 1);
    Post(4096, 2);
    Post(0, 3);
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{0, 0, 0, 1}, {1, 1, 4096, 2}, {2, 2, 0, 3}}));
    EXPECT_EQ(pipe->qp[1]->GetCounters().rxDuplicates, 3u);
    ExpectDone(3);
}

TEST_P(RoceEmptyWrite, AThousandInARowInBothDirections)
{
    for (const uint32_t end : {0, 1})
    {
        pipe->PostRecvs(end, 0, 1000);
    }
    for (uint32_t i = 0; i < 1000; ++i)
    {
        Post(0, i + 1, 0);
        Post(0, i + 1, 1);
    }
    pipe->Run();
    for (const uint32_t end : {0, 1})
    {
        const auto received = Received(end);
        ASSERT_EQ(received.size(), 1000u);
        EXPECT_EQ(received.back(), (Consumed{999, 999, 0, 1000}));
        ExpectDone(1000, 1 - end);
    }
    EXPECT_EQ(pipe->qp[0]->GetCounters().dataPackets, 1000u);
}

TEST_P(RoceEmptyWrite, IsSentAtTheRateOfItsLineTime)
{
    pipe->PostRecvs(1, 0, 11);
    for (uint32_t i = 0; i < 11; ++i)
    {
        Post(0, 1);
    }
    pipe->Run();
    std::vector<RdmaTick> times;
    for (const Sent& sent : pipe->log)
    {
        if (sent.IsData())
        {
            times.push_back(sent.at);
        }
    }
    EXPECT_EQ(times.back() - times.front(), RdmaTick::Ps(10 * (118 + 4) * 20));
}

TEST_P(RoceEmptyWrite, AreFlushedOnceWhenTheQpFails)
{
    pipe->script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    Post(0, 1);
    Post(4096, 0);
    Post(0, 2);
    pipe->Run();
    ASSERT_TRUE(pipe->qp[0]->IsError());
    EXPECT_EQ(pipe->Messages(0, Kind::FLUSHED), Numbers(3));
    EXPECT_EQ(pipe->completions[0][0].status, Status::RETRY_EXCEEDED);
    EXPECT_EQ(pipe->completions[0][1].status, Status::FLUSHED);
    Post(0, 3);
    EXPECT_EQ(pipe->Messages(0, Kind::FLUSHED), Numbers(4));
}

TEST_P(RoceEmptyWrite, WaitsForALateReceive)
{
    Post(4097, 0);
    Post(0, 1);
    Post(4096, 0);
    pipe->Run(RdmaTick::Us(600));
    EXPECT_EQ(pipe->Messages(1, Kind::DELIVERED), Numbers(1));
    EXPECT_EQ(pipe->Count([](const Sent& sent) { return sent.IsRnrNak(); }), 1u)
        << "it forbids sending";
    pipe->PostRecvs(1, 7, 1);
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{7, 1, 0, 1}}));
    ExpectDone(3);
    EXPECT_EQ(pipe->qp[0]->GetCounters().retransmits, GetParam() ? 1U : 2U)
        << "selective repeat has stored the packet behind it";
}

INSTANTIATE_TEST_SUITE_P(Recovery, RoceEmptyWrite, testing::Bool(), [](const auto& info) {
    return info.param ? "Selective" : "GoBackN";
});

TEST(RoceEmptyWriteDeathTest, WithoutImmediateDataIsRefused)
{
    Pipe pipe;
    EXPECT_DEATH(pipe.Post(0, 0), "0 B with immediate data");
}

/// Immediates that arrive early at a responder with selective repeat.
class RoceEarlyImmediate : public RoceEmptyWrite
{
};

TEST_P(RoceEarlyImmediate, ConsumeTheirReceivesInOrder)
{
    DropOnce({1000});
    pipe->PostRecvs(1, 0, 3);
    Post(4096, 0);
    Post(4097, 1);
    Post(0, 2);
    Post(8192, 3);
    pipe->Run(RdmaTick::Us(2));
    EXPECT_TRUE(Received().empty());
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{0, 1, 4097, 1}, {1, 2, 0, 2}, {2, 3, 8192, 3}}));
    EXPECT_EQ(pipe->qp[0]->GetCounters().retransmits, 1u) << "the others were stored";
    ExpectDone(4);
}

TEST_P(RoceEarlyImmediate, ReservesItsReceive)
{
    DropOnce({1000});
    pipe->PostRecvs(1, 0, 1);
    Post(0, 1); // its packet is lost, and finds the receive reserved when it is repeated
    Post(0, 2);
    pipe->Run(RdmaTick::Us(300));
    EXPECT_TRUE(Received().empty());
    EXPECT_GE(pipe->Count([](const Sent& sent) { return sent.IsRnrNak(); }), 1u);
    pipe->PostRecvs(1, 1, 1);
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{0, 0, 0, 1}, {1, 1, 0, 2}}));
    ExpectDone(2);
}

TEST_P(RoceEarlyImmediate, WithoutAReceiveCountsAsLost)
{
    DropOnce({1000});
    Post(1, 0);
    Post(0, 1);
    Post(1, 0);
    pipe->Run(RdmaTick::Us(3));
    EXPECT_EQ(pipe->qp[1]->GetCounters().rxDiscarded, 1u);
    EXPECT_EQ(pipe->Count([](const Sent& sent) { return sent.IsNak(); }), 1u)
        << "of the last packet only";
    pipe->PostRecvs(1, 4, 1);
    pipe->Run();
    EXPECT_EQ(Received(), (std::vector<Consumed>{{4, 1, 0, 1}}));
    ExpectDone(3);
}

TEST_P(RoceEarlyImmediate, CopyOfAStoredOneIsADuplicate)
{
    pipe->script = [lost = false](const Sent& sent) mutable {
        Pipe::Fate fate;
        fate.drop = sent.IsData() && sent.tx.pdu.psn == 1000 && !std::exchange(lost, true);
        fate.copies = sent.IsData() && sent.tx.pdu.psn == 1001 ? 3 : 1;
        return fate;
    };
    pipe->PostRecvs(1, 0, 1);
    Post(1, 0);
    Post(0, 1);
    pipe->Run();
    EXPECT_EQ(pipe->qp[1]->GetCounters().rxDuplicates, 2u);
    EXPECT_EQ(pipe->qp[1]->GetCounters().rxDiscarded, 0u);
    EXPECT_EQ(Received(), (std::vector<Consumed>{{0, 1, 0, 1}}));
    ExpectDone(2);
}

TEST_P(RoceEarlyImmediate, ReceivesAreFlushedWithTheQp)
{
    DropOnce({1000});
    pipe->PostRecvs(1, 0, 2);
    Post(1, 0);
    Post(0, 1);
    pipe->Run(RdmaTick::Us(2));
    ASSERT_EQ(pipe->qp[1]->GetCounters().rxAccepted, 1u) << "the immediate is stashed";
    pipe->script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    Post(1, 0, 1);
    pipe->Run();
    ASSERT_TRUE(pipe->qp[1]->IsError());
    uint64_t flushed = 0;
    for (const RdmaCompletion& c : pipe->completions[1])
    {
        flushed += c.kind == Kind::RECEIVED && c.status == Status::FLUSHED;
    }
    EXPECT_EQ(flushed, 2u);
}

INSTANTIATE_TEST_SUITE_P(Selective, RoceEarlyImmediate, testing::Values(true));

} // namespace
