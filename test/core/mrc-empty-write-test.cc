/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-fixture.h"
#include "mrc-responder-fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace ns3;

namespace
{

/// WriteImms without payload, and their neighbors (mrc reference, 5.1 and 5.9).
class MrcEmptyWrite : public MrcPair
{
  protected:
    /**
     * Post WriteImms, with a receive for each; immediates are their numbers.
     * @param from end of the sender
     * @param lengths their lengths, B
     */
    void PostAll(int from, const std::vector<uint64_t>& lengths)
    {
        for (size_t i = 0; i < lengths.size(); ++i)
        {
            Qp(1 - from).PostRecv(m_now, i);
            WriteImm(from, lengths[i], static_cast<uint32_t>(i), i);
        }
    }

    /**
     * Every WriteImm of PostAll has arrived once, in order, and is complete.
     * @param from end of the sender
     * @param lengths their lengths, B
     */
    void ExpectAll(int from, const std::vector<uint64_t>& lengths)
    {
        const auto received = Completions(1 - from, Kind::RECEIVED);
        ASSERT_EQ(received.size(), lengths.size()) << Qp(from).Describe(m_now);
        for (size_t i = 0; i < lengths.size(); ++i)
        {
            ASSERT_EQ(received[i].status, Status::SUCCESS);
            ASSERT_EQ(received[i].bytes, lengths[i]);
            ASSERT_EQ(received[i].immediate, i);
            ASSERT_EQ(received[i].wrId, i);
            ASSERT_EQ(received[i].message, i);
        }
        Numbers all(lengths.size());
        std::iota(all.begin(), all.end(), 0);
        EXPECT_EQ(Messages(1 - from, Kind::DELIVERED), all);
        EXPECT_EQ(Messages(from, Kind::SENT), all);
        EXPECT_FALSE(Qp(from).IsBusy());
        const RdmaCounters& tx = Qp(from).GetCounters();
        const RdmaCounters& rx = Qp(1 - from).GetCounters();
        EXPECT_EQ(rx.bytesDelivered, tx.bytesPosted);
        EXPECT_EQ(tx.dataPackets - tx.retransmits, rx.rxAccepted);
        // Nothing is in flight, except for the rounding of rcvd_bytes.
        EXPECT_LE(m_ends[from].window->inflight, 0);
        EXPECT_GE(m_ends[from].window->inflight, -255);
    }
};

TEST_F(MrcEmptyWrite, IsOnePacketWithoutPayload)
{
    Connect();
    PostAll(0, {0});
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[0].sent.size(), 1u);
    const RdmaPdu& pdu = m_ends[0].sent[0].pdu;
    EXPECT_EQ(pdu.opcode, RdmaOpcode::MRC_WRITE_ONLY_IMM);
    EXPECT_EQ(pdu.write.payloadBytes, 0u);
    EXPECT_EQ(pdu.write.dmaLength, 0u);
    EXPECT_TRUE(pdu.ackRequest) << "nothing follows";
    EXPECT_EQ(m_ends[0].window->inflight, 88) << "UDP length 48 and an IPv6 header";
    Run(RdmaTick::Us(49));
    ExpectAll(0, {0});
    EXPECT_EQ(Completions(0, Kind::SENT)[0].stats.packets, 1u);
}

TEST_F(MrcEmptyWrite, EveryLengthTakesItsPackets)
{
    Connect();
    const std::vector<uint64_t> lengths{0, 1, 4096, 4097, 0, 0, 5 * 4096 + 3, 0};
    PostAll(0, lengths);
    Run(RdmaTick::Us(100));
    ExpectAll(0, lengths);
    const auto sent = Completions(0, Kind::SENT);
    for (size_t i = 0; i < lengths.size(); ++i)
    {
        EXPECT_EQ(sent[i].stats.packets, lengths[i] <= 4096 ? 1 : (lengths[i] + 4095) / 4096);
    }
    EXPECT_EQ(Qp(0).GetCounters().dataPackets, 14u);
    EXPECT_EQ(Qp(0).GetCounters().retransmits, 0u);
}

TEST_F(MrcEmptyWrite, PlainWritesBetweenThemKeepTheirOrder)
{
    Connect();
    for (uint64_t i = 0; i < 3; ++i)
    {
        Qp(1).PostRecv(m_now, i);
    }
    WriteImm(0, 0, 1);
    Write(0, 4097);
    WriteImm(0, 0, 2);
    WriteImm(0, 0, 3);
    Write(0, 1);
    Run(RdmaTick::Us(100));
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0, 1, 2, 3, 4}));
    EXPECT_EQ(Messages(1, Kind::RECEIVED), (Numbers{0, 2, 3}));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1, 2, 3, 4}));
}

/// The number of the packet that is lost, of a Write of two packets and three WriteImms of 0 B.
class MrcEmptyWriteLost : public MrcEmptyWrite, public testing::WithParamInterface<uint32_t>
{
};

TEST_P(MrcEmptyWriteLost, IsRepeatedOnce)
{
    Connect();
    m_lose = [](int from, const RdmaTxPdu& tx) {
        return from == 0 && IsRdmaWrite(tx.pdu.opcode) && tx.pdu.psn == GetParam() && !tx.pdu.rtx;
    };
    const std::vector<uint64_t> lengths{4097, 0, 0, 0};
    PostAll(0, lengths);
    Run(RdmaTick::Us(500));
    ExpectAll(0, lengths);
    EXPECT_EQ(Qp(0).GetCounters().retransmits, 1u);
    EXPECT_EQ(Qp(0).GetCounters().rxDataPackets, 0u);
    const uint32_t message = GetParam() < 2 ? 0 : GetParam() - 1;
    EXPECT_EQ(Completions(0, Kind::SENT)[message].stats.retransmits, 1u);
}

INSTANTIATE_TEST_SUITE_P(Psn, MrcEmptyWriteLost, testing::Values(0, 1, 2, 3, 4));

TEST_F(MrcEmptyWrite, LostWithAllBeforeItIsRepeated)
{
    Connect();
    m_lose = [](int from, const RdmaTxPdu& tx) {
        return from == 0 && IsRdmaWrite(tx.pdu.opcode) && !tx.pdu.rtx;
    };
    PostAll(0, {0, 0, 0});
    Run(RdmaTick::Ms(5));
    ExpectAll(0, {0, 0, 0});
    EXPECT_EQ(Qp(0).GetCounters().retransmits, 3u);
}

TEST_F(MrcEmptyWrite, DuplicateConsumesNoSecondReceive)
{
    Connect();
    m_change = [](int from, const RdmaTxPdu&, mrctest::WireFate& fate) {
        fate.copies = from == 0 ? 2 : 1;
    };
    PostAll(0, {0, 4096, 0});
    Run(RdmaTick::Us(100));
    ExpectAll(0, {0, 4096, 0});
    EXPECT_EQ(Qp(1).GetCounters().rxDuplicates, 3u);
}

TEST_F(MrcEmptyWrite, WaitsForATrimmedPredecessor)
{
    Connect();
    m_change = [](int from, const RdmaTxPdu& tx, mrctest::WireFate& fate) {
        if (from == 0 && tx.pdu.psn == 0 && !tx.pdu.rtx)
        {
            fate.trim = RdmaTrim::LASTHOP;
        }
    };
    PostAll(0, {4096, 0});
    Run(RdmaTick::Us(6));
    EXPECT_EQ(Qp(1).GetCounters().rxAccepted, 1u);
    EXPECT_TRUE(m_ends[1].completions.empty());
    Run(RdmaTick::Us(100));
    ExpectAll(0, {4096, 0});
    EXPECT_EQ(Completions(0, Kind::SENT)[0].stats.trims, 1u);
    EXPECT_EQ(Completions(0, Kind::SENT)[1].stats.packets, 1u);
}

TEST_F(MrcEmptyWrite, OfTheLengthOfATrimmedPacketMayBeTrimmed)
{
    // With timestamp and SRv6 it has 132 B, more than a trimmed packet.
    Connect();
    m_change = [](int from, const RdmaTxPdu& tx, mrctest::WireFate& fate) {
        if (from == 0 && !tx.pdu.rtx)
        {
            fate.trim = RdmaTrim::FABRIC;
        }
    };
    PostAll(0, {0});
    Run(RdmaTick::Us(100));
    ExpectAll(0, {0});
    EXPECT_EQ(Qp(0).GetCounters().retransmits, 1u);
}

TEST_F(MrcEmptyWrite, AThousandInARowInBothDirections)
{
    Connect();
    const std::vector<uint64_t> lengths(1000, 0);
    PostAll(0, lengths);
    PostAll(1, lengths);
    Run(RdmaTick::Us(1));
    EXPECT_EQ(m_ends[0].sent.size(), 128u) << "max_wimm";
    EXPECT_EQ(m_ends[1].sent.size(), 128u);
    Run(RdmaTick::Ms(1));
    ExpectAll(0, lengths);
    ExpectAll(1, lengths);
    EXPECT_EQ(Qp(0).GetCounters().dataPackets, 1000u);
}

TEST_F(MrcEmptyWrite, TransportAcksConfirmThem)
{
    for (auto& end : m_ends)
    {
        end.setup.qp.transportAck = true;
        end.setup.qp.maxWimm = 2;
    }
    Connect();
    const std::vector<uint64_t> lengths{0, 1, 0, 0, 4097, 0};
    PostAll(0, lengths);
    Run(RdmaTick::Us(200));
    ExpectAll(0, lengths);
}

TEST_F(MrcEmptyWrite, AreFlushedOnceWhenTheQpFails)
{
    m_ends[0].setup.qp.retryLinear = 2;
    m_ends[0].setup.qp.retryExponential = 1;
    Connect();
    m_lose = [](int from, const RdmaTxPdu& tx) { return from == 0 && IsRdmaWrite(tx.pdu.opcode); };
    PostAll(0, {0, 4096, 0, 0});
    Run(RdmaTick::Ms(1000));
    ASSERT_TRUE(Qp(0).IsError());
    const auto flushed = Completions(0, Kind::FLUSHED);
    ASSERT_EQ(flushed.size(), 4u);
    EXPECT_EQ(flushed[0].status, Status::RETRY_EXCEEDED);
    EXPECT_EQ(flushed[1].status, Status::FLUSHED);
    EXPECT_EQ(Messages(0, Kind::FLUSHED), (Numbers{0, 1, 2, 3}));
    EXPECT_TRUE(Messages(0, Kind::SENT).empty());
    WriteImm(0, 0, 0);
    Run(RdmaTick::Us(1));
    EXPECT_EQ(Messages(0, Kind::FLUSHED), (Numbers{0, 1, 2, 3, 4}));
}

TEST_F(MrcEmptyWrite, NeedsAReceive)
{
    Connect();
    WriteImm(0, 0, 0);
    Run(RdmaTick::Us(50));
    EXPECT_TRUE(Qp(1).IsError());
    EXPECT_TRUE(Qp(0).IsError());
    EXPECT_EQ(Messages(0, Kind::FLUSHED), (Numbers{0}));
}

using MrcEmptyWriteDeathTest = MrcEmptyWrite;

TEST_F(MrcEmptyWriteDeathTest, WithoutAnAgreedWriteImmIsRefused)
{
    m_ends[1].setup.qp.maxWimmDest = 0;
    Connect();
    EXPECT_DEATH(WriteImm(0, 0, 0), "may have none outstanding");
}

/// WriteImms without payload at a responder.
class MrcEmptyWriteResponder : public MrcResponderFixture
{
};

TEST_F(MrcEmptyWriteResponder, CountsAsAKibibyteForTheSack)
{
    m_config.maxWimmDest = 16;
    Responder();
    const Arrival empty = Arrival().As(RdmaOpcode::MRC_WRITE_ONLY).Of(0);
    EXPECT_TRUE(Receive(0, empty).has_value()) << "the first packet of a QP";
    for (const uint32_t psn : {1, 2, 3})
    {
        EXPECT_FALSE(Receive(psn, empty).has_value()) << psn;
    }
    const auto sack = Receive(4, empty);
    ASSERT_TRUE(sack.has_value());
    EXPECT_EQ(sack->sack.cackPsn, 4u);
    EXPECT_EQ(sack->sack.rcvdBytes, (5 * 84 + 255) / 256u);
}

} // namespace
