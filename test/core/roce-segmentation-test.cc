/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/roce-segmentation.h"

#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace ns3;

/**
 * @param bytes message length, B
 * @return a WRITE
 */
RdmaWorkRequest
Write(uint64_t bytes)
{
    RdmaWorkRequest wr;
    wr.bytes = bytes;
    return wr;
}

/**
 * @param bytes message length, B
 * @param index index of the packet
 * @return that packet at a path MTU of 4096 B
 */
RoceSegment
At(uint64_t bytes, uint64_t index)
{
    return RoceSegmentAt(Write(bytes), CountRdmaPackets(bytes, 4096), 4096, index);
}

TEST(RoceSegmentation, OneByteIsAnOnly)
{
    EXPECT_EQ(CountRdmaPackets(1, 4096), 1U);
    EXPECT_EQ(At(1, 0).opcode, RdmaOpcode::RC_WRITE_ONLY);
    EXPECT_EQ(At(1, 0).payloadBytes, 1U);
}

TEST(RoceSegmentation, ImmediateDataAloneAreAnOnlyWithoutPayload)
{
    RdmaWorkRequest wr;
    wr.hasImmediate = true;
    ASSERT_EQ(CountRdmaPackets(0, 4096), 1U);
    const RoceSegment segment = RoceSegmentAt(wr, 1, 4096, 0);
    EXPECT_EQ(segment.opcode, RdmaOpcode::RC_WRITE_ONLY_IMM);
    EXPECT_EQ(segment.payloadBytes, 0U);
    EXPECT_EQ(segment.wireBytes, 118U + 4);
}

TEST(RoceSegmentation, ExactlyOneMtuIsAnOnly)
{
    EXPECT_EQ(CountRdmaPackets(4096, 4096), 1U);
    EXPECT_EQ(At(4096, 0).opcode, RdmaOpcode::RC_WRITE_ONLY);
    EXPECT_EQ(At(4096, 0).payloadBytes, 4096U);
}

TEST(RoceSegmentation, OneByteMoreIsFirstAndLast)
{
    EXPECT_EQ(CountRdmaPackets(4097, 4096), 2U);
    EXPECT_EQ(At(4097, 0).opcode, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_EQ(At(4097, 0).payloadBytes, 4096U);
    EXPECT_EQ(At(4097, 1).opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(At(4097, 1).payloadBytes, 1U);
}

TEST(RoceSegmentation, WholeMtusEndWithAFullLast)
{
    EXPECT_EQ(CountRdmaPackets(3 * 4096, 4096), 3U);
    EXPECT_EQ(At(3 * 4096, 1).opcode, RdmaOpcode::RC_WRITE_MIDDLE);
    EXPECT_EQ(At(3 * 4096, 2).opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(At(3 * 4096, 2).payloadBytes, 4096U);
}

TEST(RoceSegmentation, OnlyFirstAndOnlyCarryRethOnTheLine)
{
    EXPECT_EQ(At(3 * 4096, 0).wireBytes, 4214U);
    EXPECT_EQ(At(3 * 4096, 1).wireBytes, 4198U);
    EXPECT_EQ(At(3 * 4096, 2).wireBytes, 4198U);
    EXPECT_EQ(At(4096, 0).wireBytes, 4214U);
}

TEST(RoceSegmentation, LineTimeCountsThePadding)
{
    EXPECT_EQ(At(1, 0).wireBytes, 4U + 118);
    EXPECT_EQ(At(4096 + 5, 1).wireBytes, 8U + 102);
}

TEST(RoceSegmentation, SendsAndImmediatesHaveOpcodesOfTheirOwn)
{
    struct Row
    {
        RdmaOperation operation;
        bool immediate;
        std::vector<RdmaOpcode> opcodes; ///< First, Middle, Last, Only
        uint32_t lastBytes;              ///< line time of a Last of 4 B
        uint32_t onlyBytes;              ///< line time of an Only of 4 B
    };

    using Op = RdmaOpcode;
    const std::vector<Row> rows{
        {RdmaOperation::WRITE,
         true,
         {Op::RC_WRITE_FIRST, Op::RC_WRITE_MIDDLE, Op::RC_WRITE_LAST_IMM, Op::RC_WRITE_ONLY_IMM},
         110,
         126},
        {RdmaOperation::SEND,
         false,
         {Op::RC_SEND_FIRST, Op::RC_SEND_MIDDLE, Op::RC_SEND_LAST, Op::RC_SEND_ONLY},
         106,
         106},
        {RdmaOperation::SEND,
         true,
         {Op::RC_SEND_FIRST, Op::RC_SEND_MIDDLE, Op::RC_SEND_LAST_IMM, Op::RC_SEND_ONLY_IMM},
         110,
         110}};
    for (const Row& row : rows)
    {
        RdmaWorkRequest wr = Write(2 * 4096 + 4);
        wr.operation = row.operation;
        wr.hasImmediate = row.immediate;
        for (uint64_t index = 0; index < 3; ++index)
        {
            EXPECT_EQ(RoceSegmentAt(wr, 3, 4096, index).opcode, row.opcodes[index]);
        }
        EXPECT_EQ(RoceSegmentAt(wr, 3, 4096, 2).wireBytes, row.lastBytes);
        wr.bytes = 4;
        EXPECT_EQ(RoceSegmentAt(wr, 1, 4096, 0).opcode, row.opcodes[3]);
        EXPECT_EQ(RoceSegmentAt(wr, 1, 4096, 0).wireBytes, row.onlyBytes);
    }
}

TEST(RoceSegmentation, SelectiveRepeatHasARethInEveryWrite)
{
    for (uint64_t index = 0; index < 3; ++index)
    {
        const RoceSegment segment = RoceSegmentAt(Write(3 * 4096), 3, 4096, index, true);
        EXPECT_TRUE(segment.hasReth);
        EXPECT_EQ(segment.wireBytes, 4214U);
    }
}

TEST(RoceSegmentation, FiveGibibytesAtTheSmallestMtuPassThePsnSpace)
{
    const uint64_t bytes = (uint64_t{5} << 30) + 3;
    const uint64_t packets = CountRdmaPackets(bytes, 256);
    EXPECT_EQ(packets, 20971521U);
    EXPECT_GT(packets, uint64_t{1} << 24);
    EXPECT_EQ(RoceSegmentAt(Write(bytes), packets, 256, packets - 2).opcode,
              RdmaOpcode::RC_WRITE_MIDDLE);
    EXPECT_EQ(RoceSegmentAt(Write(bytes), packets, 256, packets - 1).opcode,
              RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(RoceSegmentAt(Write(bytes), packets, 256, packets - 1).payloadBytes, 3U);
}

TEST(RoceSegmentation, LongestMessageEndsInAFullPacket)
{
    const uint64_t packets = CountRdmaPackets(ROCE_MAX_MESSAGE_BYTES, 4096);
    EXPECT_EQ(packets, uint64_t{1} << 28);
    EXPECT_EQ(At(ROCE_MAX_MESSAGE_BYTES, packets - 1).payloadBytes, 4096U);
}

} // namespace
