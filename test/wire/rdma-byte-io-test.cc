/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-hex.h"

#include "ns3/rdma-byte-io.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(RdmaByteWriter, IntegersGoOutInNetworkOrder)
{
    std::vector<uint8_t> bytes(38, 0xff);
    RdmaByteWriter out(bytes.data(), bytes.size());
    out.U8(0x01);
    out.U16(0x0203);
    out.U24(0x040506);
    out.U32(0x0708090a);
    out.U64(0x0b0c0d0e0f101112);
    out.Zeros(3);
    out.Address({0x131415161718191a, 0x1b1c1d1e1f202122});
    EXPECT_TRUE(out.IsOk());
    EXPECT_EQ(out.GetSize(), 37U);
    EXPECT_EQ(ToHex(bytes),
              "01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 00 00 00 "
              "13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 ff");
}

TEST(RdmaByteWriter, IntegerWiderThanItsFieldIsCutOff)
{
    std::vector<uint8_t> bytes(6, 0);
    RdmaByteWriter out(bytes.data(), bytes.size());
    out.U24(0xff000001);
    out.U16(0x12345678);
    EXPECT_EQ(ToHex(bytes), "00 00 01 56 78 00");
}

TEST(RdmaByteWriter, NothingIsWrittenPastTheEndNorAfterwards)
{
    std::vector<uint8_t> bytes(4, 0xee);
    RdmaByteWriter out(bytes.data(), 3);
    out.U16(0x0102);
    out.U16(0x0304);
    EXPECT_FALSE(out.IsOk());
    out.U8(0x05);
    out.Zeros(1);
    EXPECT_FALSE(out.IsOk());
    EXPECT_EQ(out.GetSize(), 2U);
    EXPECT_EQ(ToHex(bytes), "01 02 ee ee");
}

TEST(RdmaByteReader, IntegersComeInFromNetworkOrder)
{
    const auto bytes = Hex("01 0203 040506 0708090a 0b0c0d0e0f101112 00 "
                           "131415161718191a 1b1c1d1e1f202122 77");
    RdmaByteReader in(bytes.data(), bytes.size());
    EXPECT_EQ(in.U8(), 0x01);
    EXPECT_EQ(in.U16(), 0x0203);
    EXPECT_EQ(in.U24(), 0x040506U);
    EXPECT_EQ(in.U32(), 0x0708090aU);
    EXPECT_EQ(in.U64(), 0x0b0c0d0e0f101112U);
    in.Skip(1);
    EXPECT_EQ(in.Address(), (Srv6Carrier{0x131415161718191a, 0x1b1c1d1e1f202122}));
    EXPECT_TRUE(in.IsOk());
    EXPECT_EQ(in.GetSize(), 35U);
    EXPECT_EQ(in.GetRemaining(), 1U);
}

TEST(RdmaByteReader, ReadingPastTheEndGivesZeroAndSticks)
{
    const auto bytes = Hex("ff ff ff");
    RdmaByteReader in(bytes.data(), bytes.size());
    EXPECT_EQ(in.U32(), 0U);
    EXPECT_FALSE(in.IsOk());
    EXPECT_EQ(in.U8(), 0) << "three bytes are left, but the header is broken";
    EXPECT_FALSE(in.IsOk());
    EXPECT_EQ(in.GetSize(), 0U);
}

TEST(RdmaByteReader, SkippingPastTheEndSticksToo)
{
    const auto bytes = Hex("ff ff");
    RdmaByteReader in(bytes.data(), bytes.size());
    in.Skip(3);
    EXPECT_FALSE(in.IsOk());
    EXPECT_EQ(in.GetRemaining(), 2U);
}

TEST(RdmaByteReader, EmptySpanIsFineUntilSomebodyReads)
{
    RdmaByteReader in(nullptr, 0);
    EXPECT_TRUE(in.IsOk());
    EXPECT_EQ(in.U8(), 0);
    EXPECT_FALSE(in.IsOk());
}
