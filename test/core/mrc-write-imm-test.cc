/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-fixture.h"

#include "ns3/mrc-receive-queue.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// WriteImms, RQMSN, receives (mrc reference, 2.5 and 5.9).
class MrcWriteImm : public MrcPair
{
  protected:
    /// RQMSNs of all write packets of end 0, in order.
    std::vector<uint16_t> Rqmsns() const
    {
        std::vector<uint16_t> rqmsns;
        for (const RdmaTxPdu& tx : m_ends[0].sent)
        {
            if (IsRdmaWrite(tx.pdu.opcode))
            {
                rqmsns.push_back(tx.pdu.write.rqmsn);
            }
        }
        return rqmsns;
    }
};

TEST_F(MrcWriteImm, ConsumesAReceiveAndTellsImmediateLengthAndWrId)
{
    Connect();
    EXPECT_TRUE(Qp(1).PostRecv(m_now, 77));
    WriteImm(0, 10000, 0xcafe, 5);
    Run(RdmaTick::Us(50));
    const auto sent = Completions(0, Kind::SENT);
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].wrId, 5u);
    EXPECT_EQ(sent[0].status, Status::SUCCESS);
    const auto received = Completions(1, Kind::RECEIVED);
    ASSERT_EQ(received.size(), 1u);
    EXPECT_EQ(received[0].status, Status::SUCCESS);
    EXPECT_EQ(received[0].wrId, 77u);
    EXPECT_TRUE(received[0].hasImmediate);
    EXPECT_EQ(received[0].immediate, 0xcafeu);
    EXPECT_EQ(received[0].bytes, 10000u);
    EXPECT_EQ(received[0].message, 0u);
    const auto delivered = Completions(1, Kind::DELIVERED);
    ASSERT_EQ(delivered.size(), 1u);
    EXPECT_TRUE(delivered[0].hasImmediate);
    EXPECT_EQ(delivered[0].immediate, 0xcafeu);
}

TEST_F(MrcWriteImm, OnlyTheLastPacketHasTheImmediate)
{
    Connect();
    Qp(1).PostRecv(m_now, 0);
    Qp(1).PostRecv(m_now, 0);
    WriteImm(0, 3 * 4096, 1);
    WriteImm(0, 1, 2);
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[0].sent.size(), 4u);
    EXPECT_EQ(m_ends[0].sent[0].pdu.opcode, RdmaOpcode::MRC_WRITE_FIRST);
    EXPECT_EQ(m_ends[0].sent[1].pdu.opcode, RdmaOpcode::MRC_WRITE_MIDDLE);
    EXPECT_EQ(m_ends[0].sent[2].pdu.opcode, RdmaOpcode::MRC_WRITE_LAST_IMM);
    EXPECT_EQ(m_ends[0].sent[2].pdu.write.immediate, 1u);
    EXPECT_EQ(m_ends[0].sent[3].pdu.opcode, RdmaOpcode::MRC_WRITE_ONLY_IMM);
    EXPECT_EQ(m_ends[0].sent[3].pdu.write.immediate, 2u);
}

TEST_F(MrcWriteImm, RqmsnNumbersWriteImmsAndOtherWritesRepeatTheLastOne)
{
    Connect();
    for (int i = 0; i < 3; ++i)
    {
        Qp(1).PostRecv(m_now, 0);
    }
    Write(0, 1);
    WriteImm(0, 2 * 4096, 1);
    Write(0, 4097);
    WriteImm(0, 1, 1);
    WriteImm(0, 2 * 4096, 1);
    Write(0, 1);
    Run(RdmaTick::Us(1));
    EXPECT_EQ(Rqmsns(), (std::vector<uint16_t>{0, 0, 0, 0, 0, 1, 2, 2, 2}));
}

TEST_F(MrcWriteImm, ImmediateIsStashedUntilEverythingBeforeIsHere)
{
    Connect();
    Qp(1).PostRecv(m_now, 1);
    Qp(1).PostRecv(m_now, 2);
    bool lost = false;
    m_lose = [&](int from, const RdmaTxPdu& tx) {
        const bool first =
            from == 0 && IsRdmaWrite(tx.pdu.opcode) && tx.pdu.psn == 0 && !tx.pdu.rtx;
        lost |= first;
        return first;
    };
    Write(0, 4096);
    WriteImm(0, 4096, 11);
    WriteImm(0, 8192, 12);
    Run(RdmaTick::Us(6));
    EXPECT_TRUE(lost);
    EXPECT_EQ(Qp(1).GetCounters().rxAccepted, 3u) << "of both WriteImms";
    EXPECT_TRUE(m_ends[1].completions.empty());
    Run(RdmaTick::Us(300));
    const auto received = Completions(1, Kind::RECEIVED);
    ASSERT_EQ(received.size(), 2u);
    EXPECT_EQ(received[0].immediate, 11u);
    EXPECT_EQ(received[0].bytes, 4096u);
    EXPECT_EQ(received[0].wrId, 1u);
    EXPECT_EQ(received[0].message, 1u);
    EXPECT_EQ(received[1].immediate, 12u);
    EXPECT_EQ(received[1].bytes, 8192u);
    EXPECT_EQ(received[1].wrId, 2u);
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0, 1, 2}));
}

TEST_F(MrcWriteImm, ReceivedFollowsItsDelivered)
{
    Connect();
    Qp(1).PostRecv(m_now, 0);
    Qp(1).PostRecv(m_now, 0);
    WriteImm(0, 1, 1);
    WriteImm(0, 1, 2);
    Run(RdmaTick::Us(50));
    std::vector<Kind> kinds;
    for (const RdmaCompletion& c : m_ends[1].completions)
    {
        kinds.push_back(c.kind);
    }
    EXPECT_EQ(
        kinds,
        (std::vector<Kind>{Kind::DELIVERED, Kind::RECEIVED, Kind::DELIVERED, Kind::RECEIVED}));
}

TEST_F(MrcWriteImm, WithoutAReceiveBothEndsFail)
{
    Connect();
    Write(0, 1, 1);
    WriteImm(0, 1, 9, 2);
    Write(0, 1, 3);
    Run(RdmaTick::Us(50));
    EXPECT_TRUE(Qp(1).IsError());
    ASSERT_EQ(m_ends[1].events.size(), 1u);
    EXPECT_EQ(m_ends[1].events[0].kind, RdmaEvent::Kind::QP_ERROR);
    EXPECT_EQ(m_ends[1].events[0].fault, RdmaFault::NO_RECEIVE);
    const auto naks = Sent(1, RdmaOpcode::MRC_TRANSPORT_ACK);
    ASSERT_EQ(naks.size(), 1u);
    EXPECT_EQ(naks[0].pdu.ack.syndrome, RDMA_SYNDROME_NAK_REMOTE_OPERATION);
    EXPECT_EQ(naks[0].pdu.ack.msn, 1u) << "one message was delivered";
    EXPECT_EQ(naks[0].cls, RdmaClass::CONTROL);
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0}));

    EXPECT_TRUE(Qp(0).IsError());
    ASSERT_EQ(m_ends[0].events.size(), 1u);
    EXPECT_EQ(m_ends[0].events[0].fault, RdmaFault::REMOTE_OPERATION_ERROR);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
    const auto flushed = Completions(0, Kind::FLUSHED);
    ASSERT_EQ(flushed.size(), 2u);
    EXPECT_EQ(flushed[0].status, Status::REMOTE_OPERATION_ERROR);
    EXPECT_EQ(flushed[0].wrId, 2u);
    EXPECT_EQ(flushed[1].status, Status::FLUSHED);
    EXPECT_EQ(flushed[1].wrId, 3u);
}

TEST_F(MrcWriteImm, StashedImmediateWithoutAReceiveFailsWhenItsTurnComes)
{
    Connect();
    m_lose = [](int from, const RdmaTxPdu& tx) {
        return from == 0 && IsRdmaWrite(tx.pdu.opcode) && tx.pdu.psn == 0 && !tx.pdu.rtx;
    };
    Write(0, 1);
    WriteImm(0, 1, 9);
    Run(RdmaTick::Us(8));
    EXPECT_FALSE(Qp(1).IsError());
    Run(RdmaTick::Us(300));
    EXPECT_TRUE(Qp(1).IsError());
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0}));
}

TEST_F(MrcWriteImm, RequesterHoldsBackWhatTheResponderCannotStash)
{
    for (auto& end : m_ends)
    {
        end.setup.qp.maxWimm = 2;
    }
    Connect();
    for (uint64_t i = 0; i < 4; ++i)
    {
        Qp(1).PostRecv(m_now, i);
    }
    WriteImm(0, 1, 0);
    Write(0, 1);
    WriteImm(0, 1, 1);
    Write(0, 1);
    WriteImm(0, 1, 2); // the third
    Write(0, 1);       // in posting order, so it also waits
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[0].sent.size(), 4u);
    EXPECT_TRUE(m_ends[0].sent[3].pdu.ackRequest) << "no more packets may follow: request a SACK";
    EXPECT_NE(Qp(0).Describe(m_now).find("waits for WriteImms to complete"), std::string::npos)
        << Qp(0).Describe(m_now);
    Run(RdmaTick::Us(50));
    EXPECT_EQ(m_ends[0].sent.size(), 6u);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(Messages(1, Kind::RECEIVED), (Numbers{0, 2, 4}));
}

TEST_F(MrcWriteImm, PeersLimitBoundsTheRequester)
{
    m_ends[1].setup.qp.maxWimmDest = 1;
    Connect();
    EXPECT_EQ(Qp(0).GetConfig().maxWimm, 1u);
    EXPECT_EQ(Qp(1).GetConfig().maxWimm, 128u);
    Qp(1).PostRecv(m_now, 0);
    Qp(1).PostRecv(m_now, 0);
    WriteImm(0, 1, 1);
    WriteImm(0, 1, 2);
    Run(RdmaTick::Us(1));
    EXPECT_EQ(m_ends[0].sent.size(), 1u);
    Run(RdmaTick::Us(50));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1}));
}

TEST_F(MrcWriteImm, MoreWriteImmsThanAllowedAreTheEnd)
{
    m_ends[1].setup.qp.maxWimmDest = 2;
    Connect();
    for (uint32_t i = 0; i < 4; ++i)
    {
        Qp(1).PostRecv(m_now, i);
    }
    // A peer that ignores the limit; PSN 0 is missing.
    const auto receive = [&](uint32_t psn) {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_WRITE_ONLY_IMM;
        pdu.psn = psn;
        pdu.write.payloadBytes = 8;
        pdu.write.msn = static_cast<uint16_t>(psn);
        pdu.write.rqmsn = static_cast<uint16_t>(psn - 1);
        Qp(1).OnPdu(m_now, pdu, RdmaRxInfo());
    };
    receive(1);
    receive(2);
    EXPECT_FALSE(Qp(1).IsError());
    receive(3);
    EXPECT_TRUE(Qp(1).IsError());
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[1].events.size(), 1u);
    EXPECT_EQ(m_ends[1].events[0].fault, RdmaFault::TOO_MANY_WIMMS);
    const auto naks = Sent(1, RdmaOpcode::MRC_TRANSPORT_ACK);
    ASSERT_EQ(naks.size(), 1u);
    EXPECT_EQ(naks[0].pdu.ack.syndrome, RDMA_SYNDROME_NAK_INVALID_REQUEST);
    const auto flushed = Completions(1, Kind::RECEIVED);
    ASSERT_EQ(flushed.size(), 4u) << "receives are flushed";
    EXPECT_EQ(flushed[3].status, Status::FLUSHED);
    EXPECT_EQ(flushed[3].wrId, 3u);
}

TEST_F(MrcWriteImm, RqmsnAndMsnWrapAt16Bits)
{
    Connect();
    constexpr uint32_t MESSAGES = 66000;
    for (uint32_t i = 0; i < MESSAGES; ++i)
    {
        Qp(1).PostRecv(m_now, i);
        WriteImm(0, 1, i);
        if (i % 100 == 99)
        {
            Run(RdmaTick::Us(40));
        }
    }
    Run(RdmaTick::Us(500));
    const auto received = Completions(1, Kind::RECEIVED);
    ASSERT_EQ(received.size(), MESSAGES);
    for (uint32_t i = 0; i < MESSAGES; ++i)
    {
        ASSERT_EQ(received[i].immediate, i);
        ASSERT_EQ(received[i].wrId, i);
        ASSERT_EQ(received[i].message, i);
    }
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RTS);
}

/// A write with immediate data.
RdmaWritePdu
Brings(uint16_t rqmsn, uint32_t immediate)
{
    RdmaWritePdu write{};
    write.rqmsn = rqmsn;
    write.immediate = immediate;
    write.payloadBytes = 1;
    return write;
}

TEST(MrcReceiveQueue, StashHasAsManyPlacesAsAgreed)
{
    MrcReceiveQueue queue(3);
    EXPECT_TRUE(queue.Stash(Brings(2, 0), 2));
    EXPECT_FALSE(queue.Stash(Brings(3, 0), 3)) << "RQMSNs 0, 1 and 2 have places";
    EXPECT_FALSE(queue.Stash(Brings(2, 0), 5)) << "that one is taken";
    EXPECT_TRUE(queue.Stash(Brings(0, 0), 0));
    queue.Post(1);
    EXPECT_TRUE(queue.IsNext(0));
    EXPECT_TRUE(queue.Consume(0));
    EXPECT_FALSE(queue.IsNext(1)) << "its last packet has not arrived";
    EXPECT_TRUE(queue.Stash(Brings(3, 0), 3)) << "the places have moved on";
}

TEST(MrcReceiveQueue, StashKeepsItsOrderWhenItGrowsAcrossTheWrapOfRqmsn)
{
    MrcReceiveQueue queue(65535);
    for (uint32_t i = 0; i < 65530; ++i)
    {
        queue.Post(i);
        ASSERT_TRUE(queue.Stash(Brings(static_cast<uint16_t>(i), i), i));
        ASSERT_TRUE(queue.Consume(0));
        queue.PopCompletion();
    }
    for (uint32_t i = 65549; i >= 65530; --i)
    {
        queue.Post(i);
        ASSERT_TRUE(queue.Stash(Brings(static_cast<uint16_t>(i), i), i));
    }
    for (uint32_t i = 65530; i < 65550; ++i)
    {
        ASSERT_TRUE(queue.IsNext(i));
        ASSERT_TRUE(queue.Consume(4096));
        EXPECT_EQ(queue.GetCompletion()->immediate, i);
        EXPECT_EQ(queue.GetCompletion()->bytes, 4097u);
        queue.PopCompletion();
    }
    EXPECT_EQ(queue.GetCompletion(), nullptr);
}

TEST(MrcReceiveQueue, StashKeepsWhatItHoldsWhenItGrows)
{
    MrcReceiveQueue queue(64);
    for (uint32_t i = 0; i < 3; ++i)
    {
        queue.Post(i);
        ASSERT_TRUE(queue.Stash(Brings(static_cast<uint16_t>(i), i), i));
        ASSERT_TRUE(queue.Consume(0));
        queue.PopCompletion();
    }
    for (uint32_t i = 4; i < 24; ++i) // each further ahead, with 3 missing
    {
        ASSERT_TRUE(queue.Stash(Brings(static_cast<uint16_t>(i), 100 + i), i));
    }
    ASSERT_TRUE(queue.Stash(Brings(3, 103), 3));
    for (uint32_t i = 3; i < 24; ++i)
    {
        queue.Post(i);
        ASSERT_TRUE(queue.IsNext(i)) << i;
        ASSERT_TRUE(queue.Consume(0));
        EXPECT_EQ(queue.GetCompletion()->immediate, 100 + i);
        queue.PopCompletion();
    }
}

} // namespace
