/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/roce-send-queue.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

/// Messages of 3, 1 and 2 packets from PSN 100 on; the second is a READ.
class RoceSendQueueTest : public testing::Test
{
  protected:
    RoceSendQueueTest()
    {
        RoceMessage message;
        message.first = 100;
        for (const uint64_t packets : {3, 1, 2})
        {
            message.packets = packets;
            message.wr.operation = packets == 1 ? RdmaOperation::READ : RdmaOperation::WRITE;
            m_queue.Append(message);
            message.first = message.GetEnd();
        }
    }

    RoceSendQueue m_queue; ///< the queue
};

TEST_F(RoceSendQueueTest, CursorFollowsWhatLeavesNext)
{
    EXPECT_EQ(m_queue.GetCurrent().first, 100);
    m_queue.Step();
    EXPECT_EQ(m_queue.GetCurrent().first, 103);
    m_queue.SkipTo(103);
    EXPECT_EQ(m_queue.GetCurrent().first, 103) << "it is already there";
    m_queue.SkipTo(105);
    EXPECT_EQ(m_queue.GetCurrent().first, 104) << "in the middle of the last one";
    m_queue.GoBackTo(102);
    EXPECT_EQ(m_queue.GetCurrent().first, 100);
}

TEST_F(RoceSendQueueTest, CursorComesBackFromBehindTheLastMessage)
{
    m_queue.SkipTo(106);
    m_queue.GoBackTo(104);
    EXPECT_EQ(m_queue.GetCurrent().first, 104);
}

TEST_F(RoceSendQueueTest, CursorDoesNotGoBackBehindTheOldestMessage)
{
    m_queue.SkipTo(103);
    m_queue.PopFront();
    m_queue.GoBackTo(103);
    EXPECT_EQ(m_queue.GetCurrent().first, 103);
    EXPECT_EQ(m_queue.GetFrontNumber(), 1U);
}

TEST_F(RoceSendQueueTest, FindsTheMessageOfAPacket)
{
    EXPECT_EQ(m_queue.Find(102).first, 100);
    EXPECT_EQ(m_queue.Find(103).first, 103);
    EXPECT_EQ(m_queue.FindIncomplete(102)->first, 100);
    EXPECT_EQ(m_queue.FindIncomplete(103)->first, 103);
    EXPECT_EQ(m_queue.FindIncomplete(106), nullptr);
}

TEST_F(RoceSendQueueTest, AReadIsUnderWayBetweenItsRequestAndItsLastResponse)
{
    EXPECT_TRUE(m_queue.HasReads());
    EXPECT_EQ(m_queue.FindRead(100).first, 103);
    EXPECT_EQ(m_queue.CountOutstandingReads(100), 0U) << "not sent";
    m_queue.SkipTo(104);
    EXPECT_EQ(m_queue.CountOutstandingReads(100), 1U);
    EXPECT_EQ(m_queue.CountOutstandingReads(104), 0U) << "answered";
    m_queue.OnReadComplete();
    EXPECT_FALSE(m_queue.HasReads());
}

} // namespace
