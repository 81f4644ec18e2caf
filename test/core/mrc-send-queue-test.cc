/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-send-queue.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A queue with a path MTU of 1024 B whose first PSN is 100.
class MrcSendQueueTest : public testing::Test
{
  protected:
    void Post(uint64_t bytes, uint64_t remoteVa = 0)
    {
        RdmaWorkRequest wr;
        wr.bytes = bytes;
        wr.remoteVa = remoteVa;
        wr.rkey = 0x77;
        m_queue.Post(wr);
    }

    void ExpectTaken(RdmaPsnSeq psn, uint64_t message, uint32_t payloadBytes)
    {
        const MrcSendQueue::Packet packet = m_queue.Take(psn);
        EXPECT_EQ(packet.message, message) << "PSN " << psn;
        EXPECT_EQ(packet.payloadBytes, payloadBytes) << "PSN " << psn;
    }

    RdmaPdu Fill(uint64_t message, RdmaPsnSeq psn) const
    {
        RdmaPdu pdu{};
        m_queue.Fill(message, psn, pdu);
        return pdu;
    }

    MrcSendQueue m_queue{100, 1024, 2};
    static constexpr uint64_t ALL = UINT64_MAX; ///< Transport ACKs are not in use
    RdmaCompletion m_completion;
};

TEST_F(MrcSendQueueTest, MessagesOwnOnePsnPerPathMtu)
{
    EXPECT_EQ(m_queue.GetEnd(), 100);
    Post(1);
    EXPECT_EQ(m_queue.GetEnd(), 101);
    Post(1024);
    EXPECT_EQ(m_queue.GetEnd(), 102);
    Post(1025);
    EXPECT_EQ(m_queue.GetEnd(), 104);
}

TEST_F(MrcSendQueueTest, PacketsAreTakenAcrossMessagesPostedEarlierOrLater)
{
    Post(1025);
    ExpectTaken(100, 0, 1024);
    Post(7);
    ExpectTaken(101, 0, 1);
    ExpectTaken(102, 1, 7);
    Post(2048);
    ExpectTaken(103, 2, 1024);
    ExpectTaken(104, 2, 1024);
}

TEST_F(MrcSendQueueTest, PacketTakenLongAgoIsFilledInTheSameWay)
{
    Post(2500, 0x1000);
    Post(10, 0x9000);
    for (RdmaPsnSeq psn = 100; psn < 104; ++psn)
    {
        m_queue.Take(psn);
    }
    EXPECT_EQ(Fill(0, 100).opcode, RdmaOpcode::MRC_WRITE_FIRST);
    EXPECT_EQ(Fill(0, 101).opcode, RdmaOpcode::MRC_WRITE_MIDDLE);
    EXPECT_EQ(Fill(0, 102).opcode, RdmaOpcode::MRC_WRITE_LAST);
    EXPECT_EQ(Fill(1, 103).opcode, RdmaOpcode::MRC_WRITE_ONLY);
    EXPECT_EQ(Fill(0, 102).write.va, 0x1000u + 2048);
    EXPECT_EQ(Fill(0, 102).write.payloadBytes, 452u);
    EXPECT_EQ(Fill(0, 102).write.dmaLength, 452u) << "of the packet, not of the message";
    EXPECT_EQ(Fill(0, 102).write.msn, 0);
    EXPECT_EQ(Fill(1, 103).write.va, 0x9000u);
    EXPECT_EQ(Fill(1, 103).write.msn, 1);
    EXPECT_EQ(Fill(1, 103).write.rkey, 0x77u);
}

TEST_F(MrcSendQueueTest, MessageOfManyGigabytesEndsWithItsRemainder)
{
    const uint64_t packets = uint64_t{1} << 24;
    Post(packets * 1024 + 3, 0x1000);
    const RdmaPsnSeq last = m_queue.GetEnd() - 1;
    EXPECT_EQ(last, 100 + static_cast<RdmaPsnSeq>(packets));
    EXPECT_EQ(Fill(0, last).opcode, RdmaOpcode::MRC_WRITE_LAST);
    EXPECT_EQ(Fill(0, last).write.payloadBytes, 3u);
    EXPECT_EQ(Fill(0, last).write.va, 0x1000u + packets * 1024);
}

TEST_F(MrcSendQueueTest, CompletionsComeInPostingOrderWithTheirOwnStats)
{
    Post(2048);
    Post(1);
    m_queue.GetStats(0).packets = 3;
    m_queue.GetStats(1).packets = 1;
    EXPECT_FALSE(m_queue.PollCompletion(101, ALL, m_completion)) << "PSN 101 is missing";
    ASSERT_TRUE(m_queue.PollCompletion(103, ALL, m_completion));
    EXPECT_EQ(m_completion.kind, RdmaCompletion::Kind::SENT);
    EXPECT_EQ(m_completion.message, 0u);
    EXPECT_EQ(m_completion.stats.packets, 3u);
    ASSERT_TRUE(m_queue.PollCompletion(103, ALL, m_completion));
    EXPECT_EQ(m_completion.message, 1u);
    EXPECT_EQ(m_completion.stats.packets, 1u);
    EXPECT_FALSE(m_queue.PollCompletion(103, ALL, m_completion));
}

TEST_F(MrcSendQueueTest, FlushEndsAllMessagesButWhatWasSentWasSent)
{
    Post(1);
    Post(1);
    Post(1);
    ASSERT_TRUE(m_queue.PollCompletion(101, ALL, m_completion));
    EXPECT_EQ(m_completion.kind, RdmaCompletion::Kind::SENT);
    EXPECT_EQ(m_completion.status, RdmaCompletion::Status::SUCCESS);
    ASSERT_FALSE(m_queue.PollCompletion(101, ALL, m_completion));
    const auto cause = RdmaCompletion::Status::RETRY_EXCEEDED;
    ASSERT_TRUE(m_queue.PollFlushed(cause, m_completion));
    EXPECT_EQ(m_completion.kind, RdmaCompletion::Kind::FLUSHED);
    EXPECT_EQ(m_completion.status, cause) << "the first one has the cause";
    EXPECT_EQ(m_completion.message, 1u);
    ASSERT_TRUE(m_queue.PollFlushed(cause, m_completion));
    EXPECT_EQ(m_completion.status, RdmaCompletion::Status::FLUSHED);
    EXPECT_EQ(m_completion.message, 2u);
    EXPECT_FALSE(m_queue.PollFlushed(cause, m_completion));
}

TEST_F(MrcSendQueueTest, StatsOfANewMessageAreZeroWhereverItsPredecessorsLay)
{
    for (uint64_t n = 0; n < 20; ++n)
    {
        Post(1);
        EXPECT_EQ(m_queue.GetStats(n).packets, 0u) << "message " << n;
        m_queue.GetStats(n).packets = 5;
        ASSERT_TRUE(m_queue.PollCompletion(m_queue.GetEnd(), ALL, m_completion));
    }
}

} // namespace
