/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-frames.h"
#include "wire-hex.h"

#include "ns3/srv6-segments.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Srv6Carrier FIRST{0x5f000001a92cb881, 0};
const Srv6Carrier SECOND{0x5f000001a92cb881, 1};

/// A write with the first segment of WIRE_SEGMENTS in its SRH.
FabricFrame
FrameWithSrh()
{
    FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_ONLY;
    frame.pdu.write.payloadBytes = 64;
    frame.segment = 1;
    frame.segmentsLeft = 1;
    SetSizes(frame);
    return frame;
}

/// Offset of the SRH in its frame.
constexpr size_t SRH = RDMA_WIRE_ETHERNET_BYTES + RDMA_WIRE_IPV6_BYTES;

} // namespace

TEST(Srv6Segments, ASegmentKeepsItsNumber)
{
    Srv6Segments segments;
    EXPECT_EQ(segments.Intern(FIRST), 1U);
    EXPECT_EQ(segments.Intern(SECOND), 2U);
    EXPECT_EQ(segments.Intern(FIRST), 1U);
    EXPECT_EQ(segments.Get(1), FIRST);
    EXPECT_EQ(segments.Get(2), SECOND);
    EXPECT_EQ(segments.Find(SECOND), 2U);
}

TEST(Srv6Segments, UnknownSegmentHasNoNumber)
{
    Srv6Segments segments;
    EXPECT_FALSE(segments.Find(FIRST));
    segments.Intern(FIRST);
    EXPECT_FALSE(segments.Find(SECOND));
    EXPECT_FALSE(segments.Find({}));
}

TEST(SrhOnTheWire, SegmentThatTheNetworkDoesNotKnowIsRefused)
{
    auto bytes = BytesOf(FrameWithSrh());
    FabricFrame parsed;
    ASSERT_TRUE(Parse(bytes, parsed));
    EXPECT_EQ(parsed.segment, 1U);
    EXPECT_EQ(parsed.segmentsLeft, 1);
    bytes[SRH + 23] ^= 1;
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(SrhOnTheWire, NetworkWithoutSegmentsRefusesIt)
{
    FabricWireFormat format = WIRE_FORMAT;
    format.segments = nullptr;
    FabricFrame parsed;
    EXPECT_FALSE(Parse(BytesOf(FrameWithSrh()), parsed, format));
}

TEST(SrhOnTheWire, OtherRoutingHeadersAreRefused)
{
    const auto good =
        Hex("29 02 04 01 00 00 00 00 5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00");
    const auto accepted = [&](size_t offset, uint8_t value) {
        auto bytes = good;
        bytes[offset] = value;
        RdmaByteReader in(bytes.data(), bytes.size());
        RdmaWireSrh srh;
        return ReadRdmaSrh(in, srh);
    };
    EXPECT_TRUE(accepted(0, 43)) << "the next header is not checked";
    EXPECT_FALSE(accepted(1, 4)) << "two segments";
    EXPECT_FALSE(accepted(2, 0)) << "routing type 0";
    EXPECT_TRUE(accepted(3, 0)) << "nothing left";
    EXPECT_FALSE(accepted(3, 2)) << "more left than the list has";
    EXPECT_FALSE(accepted(4, 1)) << "another last entry";
    for (size_t size = 0; size < good.size(); ++size)
    {
        const std::vector<uint8_t> prefix(good.begin(), good.begin() + size);
        RdmaByteReader in(prefix.data(), prefix.size());
        RdmaWireSrh srh;
        EXPECT_FALSE(ReadRdmaSrh(in, srh)) << "cut to " << size;
    }
}

TEST(SrhOnTheWire, FlagsTagAndWhatIsNotIpv6BehindItAreRefused)
{
    const auto good = BytesOf(FrameWithSrh());
    for (const size_t offset : {0, 5, 6, 7})
    {
        auto bytes = good;
        bytes[SRH + offset] ^= 2;
        FabricFrame parsed;
        EXPECT_FALSE(Parse(bytes, parsed)) << "byte " << offset;
    }
}

TEST(SrhOnTheWire, IsNamedInADifference)
{
    const FabricFrame frame = FrameWithSrh();
    FabricFrame other = frame;
    other.segment = 2;
    EXPECT_STREQ(FindFabricFrameDifference(frame, other), "segment");
    other = frame;
    other.segmentsLeft = 0;
    EXPECT_STREQ(FindFabricFrameDifference(frame, other), "segmentsLeft");
    FabricFrame without = frame;
    without.segment = 0;
    SetSizes(without);
    other = without;
    other.segmentsLeft = 0;
    EXPECT_STREQ(FindFabricFrameDifference(without, other), nullptr) << "meaningless without SRH";
}
