/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/roce-segmentation.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

/**
 * @param bytes message length, B
 * @param index which packet
 * @return that packet at a path MTU of 4096 B
 */
RoceSegment
At(uint64_t bytes, uint64_t index)
{
    return RoceSegmentAt(bytes, RoceCountPackets(bytes, 4096), 4096, index);
}

TEST(RoceSegmentation, OneByteIsAnOnly)
{
    EXPECT_EQ(RoceCountPackets(1, 4096), 1U);
    EXPECT_EQ(At(1, 0).opcode, RdmaOpcode::RC_WRITE_ONLY);
    EXPECT_EQ(At(1, 0).payloadBytes, 1U);
}

TEST(RoceSegmentation, ExactlyOneMtuIsAnOnly)
{
    EXPECT_EQ(RoceCountPackets(4096, 4096), 1U);
    EXPECT_EQ(At(4096, 0).opcode, RdmaOpcode::RC_WRITE_ONLY);
    EXPECT_EQ(At(4096, 0).payloadBytes, 4096U);
}

TEST(RoceSegmentation, OneByteMoreIsFirstAndLast)
{
    EXPECT_EQ(RoceCountPackets(4097, 4096), 2U);
    EXPECT_EQ(At(4097, 0).opcode, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_EQ(At(4097, 0).payloadBytes, 4096U);
    EXPECT_EQ(At(4097, 1).opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(At(4097, 1).payloadBytes, 1U);
}

TEST(RoceSegmentation, WholeMtusEndWithAFullLast)
{
    EXPECT_EQ(RoceCountPackets(3 * 4096, 4096), 3U);
    EXPECT_EQ(At(3 * 4096, 1).opcode, RdmaOpcode::RC_WRITE_MIDDLE);
    EXPECT_EQ(At(3 * 4096, 2).opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(At(3 * 4096, 2).payloadBytes, 4096U);
}

TEST(RoceSegmentation, OnlyFirstAndOnlyCarryRethOnTheLine)
{
    EXPECT_EQ(At(3 * 4096, 0).GetWireBytes(), 4214U);
    EXPECT_EQ(At(3 * 4096, 1).GetWireBytes(), 4198U);
    EXPECT_EQ(At(3 * 4096, 2).GetWireBytes(), 4198U);
    EXPECT_EQ(At(4096, 0).GetWireBytes(), 4214U);
}

TEST(RoceSegmentation, LineTimeCountsThePadding)
{
    EXPECT_EQ(At(1, 0).GetWireBytes(), 4U + 118);
    EXPECT_EQ(At(4096 + 5, 1).GetWireBytes(), 8U + 102);
}

TEST(RoceSegmentation, FiveGibibytesAtTheSmallestMtuPassThePsnSpace)
{
    const uint64_t bytes = (uint64_t{5} << 30) + 3;
    const uint64_t packets = RoceCountPackets(bytes, 256);
    EXPECT_EQ(packets, 20971521U);
    EXPECT_GT(packets, uint64_t{1} << 24);
    EXPECT_EQ(RoceSegmentAt(bytes, packets, 256, packets - 2).opcode, RdmaOpcode::RC_WRITE_MIDDLE);
    EXPECT_EQ(RoceSegmentAt(bytes, packets, 256, packets - 1).opcode, RdmaOpcode::RC_WRITE_LAST);
    EXPECT_EQ(RoceSegmentAt(bytes, packets, 256, packets - 1).payloadBytes, 3U);
}

TEST(RoceSegmentation, LongestMessageEndsInAFullPacket)
{
    const uint64_t packets = RoceCountPackets(ROCE_MAX_MESSAGE_BYTES, 4096);
    EXPECT_EQ(packets, uint64_t{1} << 28);
    EXPECT_EQ(At(ROCE_MAX_MESSAGE_BYTES, packets - 1).payloadBytes, 4096U);
}

} // namespace
