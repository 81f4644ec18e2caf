/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-frame-dice.h"
#include "wire-frames.h"
#include "wire-hex.h"

#include "ns3/rdma-icrc.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A network that computes its iCRCs.
FabricWireFormat
WithIcrc()
{
    FabricWireFormat format = WIRE_FORMAT;
    format.icrc = true;
    return format;
}

/// A write of 64 B on the path of vector V1 (mrc reference, 4.6).
FabricFrame
Write64()
{
    FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_ONLY;
    frame.pdu.write.payloadBytes = 64;
    SetSizes(frame);
    return frame;
}

/// The last four bytes.
std::string
IcrcHex(const std::vector<uint8_t>& bytes)
{
    return ToHex(bytes.data() + bytes.size() - 4, 4);
}

} // namespace

TEST(RdmaIcrc, OfACnpCapturedFromARealNic)
{
    // IPv4, whose variant fields (TOS, TTL, checksum) are ones already, and so are those of UDP and
    // BTH
    const auto masked = Hex("45 ff 00 3c 71 8c 40 00 ff 11 ff ff 0a 00 11 01 0a 00 12 01 "
                            "00 00 12 b7 00 28 ff ff "
                            "81 00 ff ff ff 00 01 18 00 00 00 00 "
                            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    const uint32_t state = UpdateRdmaIcrc(RDMA_ICRC_SEED, masked.data(), masked.size());
    EXPECT_EQ(ToHex(FinishRdmaIcrc(state).data(), 4), "82 fd 00 2a");
}

TEST(RdmaIcrc, SeedStandsForEightBytesOfOnes)
{
    const std::vector<uint8_t> ones(8, 0xff);
    EXPECT_EQ(UpdateRdmaIcrc(0xffffffff, ones.data(), ones.size()), RDMA_ICRC_SEED);
}

TEST(RdmaIcrc, ChecksumOfTheDigitsIsTheOneInTextbooks)
{
    const std::string digits = "123456789";
    const uint32_t state =
        UpdateRdmaIcrc(0xffffffff, reinterpret_cast<const uint8_t*>(digits.data()), digits.size());
    EXPECT_EQ(ToHex(FinishRdmaIcrc(state).data(), 4), "26 39 f4 cb")
        << "0xcbf43926, low byte first";
}

TEST(RdmaIcrc, WhatSwitchesChangeDoesNotMatter)
{
    FabricFrame frame = Write64();
    const std::string icrc = IcrcHex(BytesOf(frame, WithIcrc()));
    frame.hopLimit = 61;
    frame.ecn = FabricEcn::CE;
    frame.sidHi = 0x5f000001b8810000;
    frame.sidLo = 0;
    EXPECT_EQ(IcrcHex(BytesOf(frame, WithIcrc())), icrc) << "outer header";
    frame.encap = FabricEncap::PLAIN;
    SetSizes(frame);
    EXPECT_EQ(IcrcHex(BytesOf(frame, WithIcrc())), icrc) << "variant fields of the only header";
    frame.entropy |= 0xbeef0000;
    EXPECT_EQ(IcrcHex(BytesOf(frame, WithIcrc())), icrc) << "flow label";
    frame.entropy ^= 1;
    EXPECT_NE(IcrcHex(BytesOf(frame, WithIcrc())), icrc) << "UDP source port";
}

TEST(RdmaIcrc, SrhIsNotCovered)
{
    FabricFrame frame = Write64();
    const std::string icrc = IcrcHex(BytesOf(frame, WithIcrc()));
    frame.segment = 2;
    frame.segmentsLeft = 1;
    SetSizes(frame);
    EXPECT_EQ(IcrcHex(BytesOf(frame, WithIcrc())), icrc);
}

TEST(RdmaIcrc, EveryFlippedBitOfThePayloadIsSeen)
{
    const FabricFrame frame = Write64();
    const auto bytes = BytesOf(frame, WithIcrc());
    FabricFrame parsed;
    ASSERT_TRUE(Parse(bytes, parsed, WithIcrc()));
    for (size_t bit = 8 * HeaderSize(frame); bit < 8 * bytes.size(); ++bit)
    {
        auto corrupt = bytes;
        corrupt[bit / 8] ^= 1 << bit % 8;
        ASSERT_FALSE(Parse(corrupt, parsed, WithIcrc())) << "bit " << bit;
        ASSERT_TRUE(Parse(corrupt, parsed)) << "bit " << bit << ", opaque without iCRC";
    }
}

TEST(RdmaIcrc, TrimmedFrameHasNone)
{
    FabricFrame frame = Write64();
    frame.dscp = FabricDscp::TRIMMED;
    frame.cls = RdmaClass::CONTROL;
    Trim(frame);
    EXPECT_EQ(BytesOf(frame, WithIcrc()), BytesOf(frame));
    FabricFrame parsed;
    EXPECT_TRUE(Parse(BytesOf(frame), parsed, WithIcrc()));
}

TEST(RdmaIcrc, EveryKindOfFrameSurvivesItsBytes)
{
    FrameDice dice(11);
    for (int i = 0; i < 3000; ++i)
    {
        ASSERT_EQ(CheckFabricFrameOnWire(dice.Draw(), WithIcrc()), "") << "frame " << i;
    }
}
