/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include "ns3/double.h"
#include "ns3/roce-dcqcn.h"
#include "ns3/roce-read-server.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <tuple>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;
using Op = RdmaOpcode;

/**
 * @param bytes length, B
 * @return a READ
 */
RdmaWorkRequest
Read(uint64_t bytes)
{
    RdmaWorkRequest wr = Write(bytes);
    wr.operation = RdmaOperation::READ;
    return wr;
}

/**
 * @param sent a packet
 * @return true for a READ response
 */
bool
IsResponse(const Sent& sent)
{
    return IsRdmaReadResponse(sent.tx.pdu.opcode);
}

/** @return opcodes and PSNs of all READ requests and responses, in order */
std::vector<std::pair<Op, uint32_t>>
Reads(const Pipe& pipe)
{
    std::vector<std::pair<Op, uint32_t>> all;
    for (const Sent& sent : pipe.log)
    {
        if (IsResponse(sent) || sent.tx.pdu.opcode == Op::RC_READ_REQUEST)
        {
            all.emplace_back(sent.tx.pdu.opcode, sent.tx.pdu.psn);
        }
    }
    return all;
}

/// A pipe whose packets are not numbered without gaps, because READ requests take PSNs of
/// responses.
struct ReadPipe : Pipe
{
    ReadPipe()
    {
        ordered = false;
    }
};

TEST(RoceRead, ResponsesUseThePsnsOfTheirRequest)
{
    ReadPipe pipe;
    pipe.Post(0, 100);
    pipe.Post(0, Read(2 * 4096 + 5));
    pipe.Post(0, Read(7));
    pipe.Post(0, 100);
    pipe.Run();
    EXPECT_EQ(Reads(pipe),
              (std::vector<std::pair<Op, uint32_t>>{{Op::RC_READ_REQUEST, 1001},
                                                    {Op::RC_READ_REQUEST, 1004},
                                                    {Op::RC_READ_RESPONSE_FIRST, 1001},
                                                    {Op::RC_READ_RESPONSE_MIDDLE, 1002},
                                                    {Op::RC_READ_RESPONSE_LAST, 1003},
                                                    {Op::RC_READ_RESPONSE_ONLY, 1004}}));
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(4));
    EXPECT_EQ(pipe.Messages(1, Kind::DELIVERED), Numbers(4)) << "READs count";
    EXPECT_EQ(pipe.qp[0]->GetCounters().bytesDelivered, 2 * 4096 + 5 + 7U);
    EXPECT_EQ(pipe.qp[1]->GetCounters().bytesDelivered, 200U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().rxDiscarded, 0U);
}

TEST(RoceRead, FieldsOfRequestAndResponses)
{
    ReadPipe pipe;
    pipe.Post(0, Read(4096 + 5));
    pipe.Run();
    const RdmaTxPdu& request = pipe.log.at(0).tx;
    EXPECT_EQ(request.pdu.destQpn, 101U);
    EXPECT_EQ(request.pdu.write.va, 0x10000U);
    EXPECT_EQ(request.pdu.write.rkey, 7U);
    EXPECT_EQ(request.pdu.write.dmaLength, 4096U + 5);
    EXPECT_EQ(request.cls, RdmaClass::DATA);
    const RdmaTxPdu& last = pipe.log.at(2).tx;
    EXPECT_EQ(last.pdu.destQpn, 100U);
    EXPECT_EQ(last.pdu.read.payloadBytes, 5U);
    EXPECT_EQ(last.pdu.read.msn, 1U);
    EXPECT_EQ(last.pdu.read.syndrome, RDMA_SYNDROME_ACK);
    EXPECT_EQ(last.entropy, 0xC001U);
    EXPECT_EQ(last.cls, RdmaClass::DATA);
    EXPECT_TRUE(last.ectCapable);
}

TEST(RoceRead, ResponsesFillTheLineAndShareItWithWrites)
{
    ReadPipe pipe;
    pipe.Post(0, Read(1000 * 4096));
    pipe.Run();
    const double alone = 1000 * 4096 * 8 / (pipe.now - DELAY * 2).GetSeconds();
    EXPECT_NEAR(alone / LINE_RATE, 4096.0 / 4198, 0.001);

    ReadPipe both;
    both.Post(0, Read(1000 * 4096));
    both.Run(RdmaTick::Us(2));
    both.Post(1, 1000 * 4096);
    both.Run(RdmaTick::Us(2) + DELAY + FULL_PACKET * 1000);
    EXPECT_NEAR(both.Count(IsResponse), 500, 25) << "one by one, with a head start";
    both.Run();
    EXPECT_EQ(both.Messages(0, Kind::SENT), Numbers(1));
    EXPECT_EQ(both.Messages(1, Kind::SENT), Numbers(1));
    EXPECT_EQ(both.qp[0]->GetCounters().retransmits, 0U);
}

TEST(RoceRead, TurnsOfResponsesAndWritesPassOnlyWithAPort)
{
    for (const int attempts : {0, 1, 2, 3})
    {
        const auto end = MakeEnd(MakeConfig(1));
        const auto peer = MakeEnd(MakeConfig(0));
        RdmaTxPdu request;
        peer->PostSend(RdmaTick(), Read(4 * 4096));
        ASSERT_EQ(peer->PollTransmit(RdmaTick(), 1, request), RdmaPoll::PDU);
        end->OnPdu(RdmaTick(), request.pdu, RdmaRxInfo{});
        end->PostSend(RdmaTick(), Write(4 * 4096));
        std::vector<bool> responses;
        for (int i = 0; i < 8; ++i)
        {
            RdmaTxPdu tx;
            for (int attempt = 0; attempt < attempts; ++attempt)
            {
                EXPECT_EQ(end->PollTransmit(RdmaTick::Us(i), 0, tx), RdmaPoll::NO_PORT);
            }
            ASSERT_EQ(end->PollTransmit(RdmaTick::Us(i), 1, tx), RdmaPoll::PDU);
            responses.push_back(IsRdmaReadResponse(tx.pdu.opcode));
        }
        EXPECT_EQ(responses,
                  (std::vector<bool>{false, true, false, true, false, true, false, true}))
            << attempts;
    }
}

TEST(RoceRead, ResponsesArePacedAtTheRateOfTheirSender)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("RateOnFirstCnpMbps", DoubleValue(100000));
    Pipe pipe(MakeConfig(0), MakeConfig(1), dcqcn);
    pipe.ordered = false;
    RdmaPdu cnp{};
    cnp.opcode = Op::CNP;
    cnp.destQpn = 100;
    pipe.qp[0]->OnPdu(pipe.now, cnp, RdmaRxInfo{});
    pipe.Post(1, Read(101 * 4096));
    pipe.Run();
    ASSERT_EQ(pipe.Messages(1, Kind::SENT), Numbers(1));
    // About a hundred of them wait for four line times each.
    RdmaTick first = RdmaTick::Max();
    RdmaTick last;
    for (const Sent& sent : pipe.log)
    {
        first = IsResponse(sent) ? std::min(first, sent.at) : first;
        last = IsResponse(sent) ? sent.at : last;
    }
    EXPECT_NEAR((last - first).GetNs(), (FULL_PACKET * 400).GetNs(), 1);
}

TEST(RoceReadServer, ARequestFromFurtherOnLeavesFullPacketsBeforeIt)
{
    RoceReadServer server(4096);
    RdmaPdu pdu{};
    std::vector<std::tuple<Op, uint32_t, uint32_t>> sent;
    const auto take = [&] {
        server.Take(pdu);
        sent.emplace_back(pdu.opcode, pdu.psn, pdu.read.payloadBytes);
    };
    server.Ask(10, 5 * 4096 + 7);
    take();
    server.Ask(13, 2 * 4096 + 7);
    while (server.HasResponse() && sent.size() < 10)
    {
        take();
    }
    EXPECT_EQ(
        sent,
        (std::vector<std::tuple<Op, uint32_t, uint32_t>>{{Op::RC_READ_RESPONSE_FIRST, 10, 4096},
                                                         {Op::RC_READ_RESPONSE_MIDDLE, 11, 4096},
                                                         {Op::RC_READ_RESPONSE_LAST, 12, 4096},
                                                         {Op::RC_READ_RESPONSE_FIRST, 13, 4096},
                                                         {Op::RC_READ_RESPONSE_MIDDLE, 14, 4096},
                                                         {Op::RC_READ_RESPONSE_LAST, 15, 7}}));
}

TEST(RoceRead, LostResponseIsAskedForAgainFromThereOn)
{
    ReadPipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = IsResponse(sent) && sent.tx.pdu.psn == 1003 && seen++ == 0;
        return fate;
    };
    pipe.Post(0, Read(10 * 4096 + 1));
    pipe.Run();
    std::vector<std::pair<uint32_t, uint32_t>> requests;
    uint64_t va = 0;
    for (const Sent& sent : pipe.log)
    {
        if (sent.tx.pdu.opcode == Op::RC_READ_REQUEST)
        {
            requests.emplace_back(sent.tx.pdu.psn, sent.tx.pdu.write.dmaLength);
            va = sent.tx.pdu.write.va;
        }
    }
    EXPECT_EQ(requests, (std::vector<std::pair<uint32_t, uint32_t>>{{1000, 40961}, {1003, 28673}}));
    EXPECT_EQ(va, 0x10000U + 3 * 4096);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
    EXPECT_EQ(pipe.qp[0]->GetCounters().bytesDelivered, 40961U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.completions[0][0].stats.retransmits, 1U);
    EXPECT_EQ(pipe.qp[1]->GetCounters().retransmits, 8U) << "1003 to 1010";
}

TEST(RoceRead, LostRequestAndLostLastResponseAreRepaired)
{
    for (const bool request : {true, false})
    {
        ReadPipe pipe;
        uint32_t seen = 0;
        pipe.script = [&](const Sent& sent) {
            Pipe::Fate fate;
            const bool chosen = request ? sent.tx.pdu.opcode == Op::RC_READ_REQUEST
                                        : sent.tx.pdu.opcode == Op::RC_READ_RESPONSE_LAST;
            fate.drop = chosen && seen++ == 0;
            return fate;
        };
        pipe.Post(0, Read(3 * 4096));
        pipe.Run();
        EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
        EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(1));
        EXPECT_EQ(pipe.qp[0]->GetCounters().bytesDelivered, 3U * 4096);
    }
}

TEST(RoceRead, RequestLostBeforeAWriteIsMissedByTheResponder)
{
    ReadPipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.tx.pdu.opcode == Op::RC_READ_REQUEST && seen++ == 0;
        return fate;
    };
    pipe.Post(0, Read(3 * 4096));
    pipe.Post(0, 4096);
    pipe.Run();
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsNak(); }), 1U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(2));
}

TEST(RoceRead, AckOfALaterWriteDoesNotCompleteAReadThatIsStillComing)
{
    ReadPipe pipe;
    pipe.Post(0, Read(100 * 4096));
    pipe.Post(0, 4096);
    pipe.Run(RdmaTick::Us(4)); // the ACK of the write has arrived, most responses have not
    EXPECT_EQ(pipe.Count([](const Sent& sent) { return sent.IsAck(); }), 1U);
    EXPECT_TRUE(pipe.Messages(0, Kind::SENT).empty());
    pipe.Run();
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(2)) << "and the ACK is kept";
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 0U);
}

TEST(RoceRead, NakOfALaterWriteDoesNotRepeatAReadThatIsStillComing)
{
    ReadPipe pipe;
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.tx.pdu.opcode == Op::RC_WRITE_ONLY && seen++ == 0;
        return fate;
    };
    pipe.Post(0, Read(100 * 4096));
    pipe.Post(0, 4096);
    pipe.Post(0, 4096);
    pipe.Run();
    EXPECT_EQ(
        pipe.Count([](const Sent& sent) { return sent.tx.pdu.opcode == Op::RC_READ_REQUEST; }),
        1U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().retransmits, 2U);
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(3));
}

TEST(RoceRead, NoMoreThanSixteenAreUnderWay)
{
    ReadPipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.from == 1;
        return fate;
    };
    for (int i = 0; i < 40; ++i)
    {
        pipe.Post(0, Read(1));
    }
    pipe.Run(RdmaTick::Us(500));
    EXPECT_EQ(Reads(pipe).size(), 32U) << "16 requests and their responses";
    pipe.script = [](const Sent&) { return Pipe::Fate{}; };
    pipe.Run();
    EXPECT_EQ(pipe.Messages(0, Kind::SENT), Numbers(40));
}

TEST(RoceRead, MarkedResponsesDrawCnps)
{
    ReadPipe pipe;
    pipe.script = [](const Sent& sent) {
        Pipe::Fate fate;
        fate.ce = IsResponse(sent);
        return fate;
    };
    pipe.Post(0, Read(1000 * 4096));
    pipe.Run();
    EXPECT_NEAR(pipe.Count([](const Sent& sent) { return sent.IsCnp() && sent.from == 0; }), 21, 1);
    EXPECT_GT(pipe.qp[1]->GetCounters().ecnEchoes, 19U) << "they slow the sender of the responses";
}

/// All packets may be lost, in both directions. The parameter is the seed.
class RoceReadLoss : public testing::TestWithParam<uint32_t>
{
};

TEST_P(RoceReadLoss, EveryByteArrivesOnceInOrder)
{
    ReadPipe pipe;
    std::mt19937 random(GetParam());
    pipe.script = [&random](const Sent&) {
        Pipe::Fate fate;
        fate.drop = random() % 10 == 0;
        fate.copies = 1 + (random() % 50 == 0);
        return fate;
    };
    std::array<uint64_t, 2> delivered{}; // by end
    for (int i = 0; i < 60; ++i)
    {
        const uint32_t end = random() % 2;
        const uint64_t bytes = 1 + random() % (30 * 4096);
        const bool read = random() % 2;
        delivered[read ? end : 1 - end] += bytes;
        pipe.Post(end, read ? Read(bytes) : Write(bytes));
        pipe.Run(pipe.now + RdmaTick::Us(random() % 100));
    }
    pipe.Run(RdmaTick::Ms(100000));
    for (uint32_t end = 0; end < 2; ++end)
    {
        EXPECT_FALSE(pipe.qp[end]->IsBusy()) << pipe.qp[end]->Describe(pipe.now);
        EXPECT_FALSE(pipe.qp[end]->IsError());
        EXPECT_EQ(pipe.qp[end]->GetCounters().bytesDelivered, delivered[end]);
        EXPECT_EQ(pipe.Messages(end, Kind::SENT).size(),
                  pipe.Messages(1 - end, Kind::DELIVERED).size());
        const RdmaCounters& rx = pipe.qp[end]->GetCounters();
        EXPECT_EQ(rx.rxDataPackets, rx.rxAccepted + rx.rxDuplicates + rx.rxDiscarded);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RoceReadLoss, testing::Range(1U, 41U));

TEST(RoceReadDeathTest, HasALimitAndNoImmediate)
{
    ReadPipe pipe;
    EXPECT_DEATH(pipe.Post(0, Read((uint64_t{1} << 31) + 1)), "can be read at once");
    RdmaWorkRequest wr = Read(1);
    wr.hasImmediate = true;
    EXPECT_DEATH(pipe.Post(0, wr), "a READ has none");
}

} // namespace
