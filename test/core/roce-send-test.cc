/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;
using Status = RdmaCompletion::Status;

/**
 * @param operation WRITE or SEND
 * @param bytes length, B
 * @param immediate immediate data, 0: none
 * @return a work request
 */
RdmaWorkRequest
Make(RdmaOperation operation, uint64_t bytes, uint32_t immediate = 0)
{
    RdmaWorkRequest wr = Write(bytes);
    wr.operation = operation;
    wr.hasImmediate = immediate != 0;
    wr.immediate = immediate;
    return wr;
}

/// A consumed receive: its work request id, message, bytes, immediate data (0: none).
using Received = std::tuple<uint64_t, uint64_t, uint64_t, uint32_t>;

/** @return receives consumed by end 1 */
std::vector<Received>
ReceivedBy1(const Pipe& pipe)
{
    std::vector<Received> all;
    for (const RdmaCompletion& c : pipe.completions[1])
    {
        if (c.kind == Kind::RECEIVED && c.status == Status::SUCCESS)
        {
            EXPECT_EQ(c.hasImmediate, c.immediate != 0);
            all.emplace_back(c.wrId, c.message, c.bytes, c.immediate);
        }
    }
    return all;
}

TEST(RoceSend, SendsAndImmediatesConsumeReceivesInOrder)
{
    Pipe pipe;
    pipe.PostRecvs(1, 70, 10);
    pipe.Post(0, Make(RdmaOperation::SEND, 3 * 4096 + 1));
    pipe.Post(0, Make(RdmaOperation::WRITE, 5000));
    pipe.Post(0, Make(RdmaOperation::WRITE, 5000, 0xAB));
    pipe.Post(0, Make(RdmaOperation::SEND, 9, 0xCD));
    pipe.Post(0, Make(RdmaOperation::WRITE, 7, 0xEF));
    pipe.Run();
    EXPECT_EQ(ReceivedBy1(pipe),
              (std::vector<Received>{{70, 0, 3 * 4096 + 1, 0},
                                     {71, 2, 5000, 0xAB},
                                     {72, 3, 9, 0xCD},
                                     {73, 4, 7, 0xEF}}));
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), (std::vector<uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), (std::vector<uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(pipe.qp[1]->GetCounters().bytesDelivered, 3 * 4096 + 1 + 5000 + 5000 + 9 + 7U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
}

TEST(RoceSend, DeliveryComesBeforeItsReceiveAndTellsTheImmediate)
{
    Pipe pipe;
    pipe.PostRecvs(1, 1, 1);
    pipe.Post(0, Make(RdmaOperation::WRITE, 7, 0xEF));
    pipe.Run();
    ASSERT_EQ(pipe.completions[1].size(), 2U);
    EXPECT_EQ(pipe.completions[1][0].kind, Kind::DELIVERED);
    EXPECT_TRUE(pipe.completions[1][0].hasImmediate);
    EXPECT_EQ(pipe.completions[1][0].immediate, 0xEFU);
    EXPECT_EQ(pipe.completions[1][1].kind, Kind::RECEIVED);
}

TEST(RoceSend, MissingReceiveIsAskedForAgainAfterTheCodedTime)
{
    Pipe pipe;
    pipe.Post(0, Make(RdmaOperation::WRITE, 4096));
    pipe.Post(0, Make(RdmaOperation::SEND, 3 * 4096));
    pipe.Run(RdmaTick::Us(600));
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsRnrNak(); }), 1U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), (std::vector<uint64_t>{0}))
        << "the RNR NAK acknowledges earlier packets";
    EXPECT_NE(pipe.qp[0]->Describe(pipe.now).find("peer has no receive"), std::string::npos);
    pipe.PostRecvs(1, 5, 1);
    pipe.Run();
    EXPECT_EQ(ReceivedBy1(pipe), (std::vector<Received>{{5, 1, 3 * 4096, 0}}));
    // The first packet of the SEND arrives at the peer at 1.17 us, its RNR NAK at 2.17 us, and code
    // 12 is 640 us.
    RdmaTick again;
    for (const Sent& sent : pipe.log)
    {
        again = sent.tx.pdu.opcode == RdmaOpcode::RC_SEND_FIRST ? sent.at : again;
    }
    EXPECT_NEAR(again.GetNs(), 2168 + 640000, 2);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 3U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
}

TEST(RoceSend, OnlyTheLastPacketOfAWriteWithImmediateNeedsTheReceive)
{
    Pipe pipe;
    pipe.Post(0, Make(RdmaOperation::WRITE, 10 * 4096, 3));
    pipe.Run(RdmaTick::Us(100));
    EXPECT_EQ(pipe.qp[1]->GetCounters().rxAccepted, 9U);
    pipe.PostRecvs(1, 5, 1);
    pipe.Run();
    EXPECT_EQ(ReceivedBy1(pipe), (std::vector<Received>{{5, 0, 10 * 4096, 3}}));
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 1U);
}

TEST(RoceSend, PeerWithoutReceivesIsAskedForEverByDefault)
{
    Pipe pipe;
    pipe.Post(0, Make(RdmaOperation::SEND, 1));
    pipe.Run(RdmaTick::Ms(50));
    EXPECT_FALSE(pipe.qp[0]->IsError());
    EXPECT_NEAR(pipe.Count([](const Sent& sent) { return sent.IsRnrNak(); }), 50e3 / 642, 1);
}

TEST(RoceSend, RnrRetriesExhaustedAreAnError)
{
    RoceQpConfig a = MakeConfig(0);
    a.rnrRetryCount = 2;
    Pipe pipe(a);
    pipe.Post(0, Make(RdmaOperation::SEND, 1));
    pipe.Post(0, Make(RdmaOperation::WRITE, 1));
    pipe.Run();
    EXPECT_TRUE(pipe.qp[0]->IsError());
    ASSERT_EQ(pipe.completions[0].size(), 2U);
    EXPECT_EQ(pipe.completions[0][0].kind, Kind::FLUSHED);
    EXPECT_EQ(pipe.completions[0][0].status, Status::RNR_RETRY_EXCEEDED);
    EXPECT_EQ(pipe.completions[0][1].status, Status::FLUSHED);
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsRnrNak(); }), 3U);
    ASSERT_FALSE(pipe.events[0].empty());
    EXPECT_EQ(pipe.events[0].back().fault, RdmaFault::RNR_RETRY_EXCEEDED);
    EXPECT_NE(pipe.qp[0]->Describe(pipe.now).find(" refused after 2 retries"), std::string::npos)
        << pipe.qp[0]->Describe(pipe.now);
}

TEST(RoceSend, ProgressForgivesEarlierRnrNaks)
{
    RoceQpConfig a = MakeConfig(0);
    a.rnrRetryCount = 1;
    Pipe pipe(a);
    for (int i = 0; i < 4; ++i)
    {
        pipe.Post(0, Make(RdmaOperation::SEND, 1));
        pipe.Run(pipe.now + RdmaTick::Us(100));
        pipe.PostRecvs(1, 1, 1);
        pipe.Run();
    }
    EXPECT_FALSE(pipe.qp[0]->IsError());
    EXPECT_EQ(ReceivedBy1(pipe).size(), 4U);
}

TEST(RoceSend, LostRnrNakIsRepairedByTheTimer)
{
    Pipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsRnrNak() && seen++ == 0;
        return fate;
    };
    pipe.Post(0, Make(RdmaOperation::SEND, 1));
    pipe.Run(RdmaTick::Us(1100));
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    pipe.PostRecvs(1, 1, 1);
    pipe.Run();
    EXPECT_EQ(ReceivedBy1(pipe).size(), 1U);
}

TEST(RoceSend, ReceivesOfAFailedQpAreFlushed)
{
    Pipe pipe;
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.PostRecvs(0, 8, 2);
    pipe.Post(0, 1);
    pipe.Run();
    ASSERT_TRUE(pipe.qp[0]->IsError());
    pipe.PostRecvs(0, 20, 1);
    std::vector<uint64_t> names;
    for (const RdmaCompletion& c : pipe.completions[0])
    {
        if (c.kind == Kind::RECEIVED)
        {
            EXPECT_EQ(c.status, Status::FLUSHED);
            names.push_back(c.wrId);
        }
    }
    EXPECT_EQ(names, (std::vector<uint64_t>{8, 9, 20}));
}

TEST(RoceSend, RnrTimesAreThoseOfIbta)
{
    EXPECT_EQ(RoceRnrTime(0), RdmaTick::Us(655360));
    EXPECT_EQ(RoceRnrTime(1), RdmaTick::Us(10));
    EXPECT_EQ(RoceRnrTime(12), RdmaTick::Us(640));
    EXPECT_EQ(RoceRnrTime(31), RdmaTick::Us(491520));
    for (uint8_t code = 2; code < 32; ++code)
    {
        EXPECT_GT(RoceRnrTime(code), RoceRnrTime(code - 1));
    }
}

} // namespace
