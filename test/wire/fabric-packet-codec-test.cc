/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-frame-codec.h"
#include "ns3/fabric-packet-codec.h"
#include "ns3/packet.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

/// Three hosts under a T0.
FabricAddressing
MakeAddressing()
{
    FabricAddressing addressing;
    addressing.hostsPerT0 = 3;
    return addressing;
}

/// TCP over IPv4 from host 4 to host 5 in plane 2: ECT(0), TTL 64, DSCP 10, ports 4096 and 80.
Bytes
MakeIpv4()
{
    Bytes bytes{0x45, 0x2a, 0, 48, 0,  0,    0, 0, 64, 6, 0, 0, // TOS 10 << 2 | 2
                10,   0x40, 0, 5,  10, 0x40, 0, 6,              // 10.64.0.0/11: plane 2
                0x10, 0,    0, 80};
    bytes.resize(48);
    return bytes;
}

/// UDP over IPv6 from host 4 to host 5 in plane 2: not ECT, hop limit 9, flow label 0x12345.
Bytes
MakeIpv6()
{
    Bytes bytes{0x60, 0x01, 0x23, 0x45, 0, 8, 17, 9, 0xfd, 0, 0, 0,  0, 2, 0, 1,
                0,    0,    0,    0,    0, 0, 0,  1, 0xfd, 0, 0, 0,  0, 2, 0, 1,
                0,    0,    0,    0,    0, 0, 0,  2, 0x10, 0, 0, 80, 0, 8, 0, 0};
    return bytes;
}

/// A frame with some bytes; the caller keeps the packet.
FabricFrame
MakeFrame(const Bytes& bytes, const Ptr<Packet>& packet)
{
    FabricFrame frame{};
    EXPECT_TRUE(ReadFabricPacketFacts(bytes.data(), bytes.size(), MakeAddressing(), frame));
    frame.srcHost = 4;
    frame.packet = PeekPointer(packet);
    return frame;
}

Ptr<Packet>
MakePacket(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

TEST(FabricPacketCodecTest, FactsOfAnIpv4Packet)
{
    FabricFrame frame{};
    const Bytes bytes = MakeIpv4();
    ASSERT_TRUE(ReadFabricPacketFacts(bytes.data(), 24, MakeAddressing(), frame))
        << "24 B are enough";
    EXPECT_EQ(frame.encap, FabricEncap::PACKET);
    EXPECT_EQ(frame.dstHost, 5U);
    EXPECT_EQ(frame.plane, 2);
    EXPECT_EQ(static_cast<int>(frame.dscp), 10);
    EXPECT_EQ(frame.ecn, FabricEcn::ECT0);
    EXPECT_EQ(frame.hopLimit, 64);
    EXPECT_EQ(frame.l3Bytes, 48);
    EXPECT_EQ(frame.wireBytes, 48 + 38);
}

TEST(FabricPacketCodecTest, FactsOfAnIpv6Packet)
{
    FabricFrame frame{};
    const Bytes bytes = MakeIpv6();
    ASSERT_TRUE(ReadFabricPacketFacts(bytes.data(), bytes.size(), MakeAddressing(), frame));
    EXPECT_EQ(frame.dstHost, 5U);
    EXPECT_EQ(frame.plane, 2);
    EXPECT_EQ(frame.ecn, FabricEcn::NOT_ECT);
    EXPECT_EQ(frame.hopLimit, 9);
    EXPECT_EQ(frame.l3Bytes, 48);
}

TEST(FabricPacketCodecTest, ShortPacketsArePaddedOnTheWire)
{
    Bytes bytes = MakeIpv4();
    bytes[3] = 20; // only a header
    bytes.resize(20);
    const Ptr<Packet> packet = MakePacket(bytes);
    const FabricFrame frame = MakeFrame(bytes, packet);
    EXPECT_EQ(frame.wireBytes, 64 + 20) << "the smallest Ethernet frame, preamble and gap";
    Bytes out;
    SerializeFabricPacketFrame(frame, out);
    EXPECT_EQ(out.size(), 60U);
    EXPECT_EQ(CheckFabricPacketFrameOnWire(frame, MakeAddressing()), "");
}

TEST(FabricPacketCodecTest, FlowsDifferByPortsProtocolAndLabel)
{
    const auto entropyOf = [](const Bytes& bytes) {
        FabricFrame frame{};
        EXPECT_TRUE(ReadFabricPacketFacts(bytes.data(), bytes.size(), MakeAddressing(), frame));
        return frame.entropy;
    };
    Bytes other = MakeIpv4();
    other[21] = 1; // source port
    EXPECT_NE(entropyOf(MakeIpv4()), entropyOf(other));
    other = MakeIpv4();
    other[40] = 1; // payload
    EXPECT_EQ(entropyOf(MakeIpv4()), entropyOf(other));
    other = MakeIpv6();
    other[3] = 0x46; // flow label
    EXPECT_NE(entropyOf(MakeIpv6()), entropyOf(other));
}

TEST(FabricPacketCodecTest, AllFragmentsOfAPacketTakeOnePath)
{
    Bytes first = MakeIpv4();
    first[6] = 0x20; // more fragments; has the ports
    Bytes second = MakeIpv4();
    second[7] = 6; // offset; has payload in place of the ports
    second[21] = 0x77;
    FabricFrame a{};
    FabricFrame b{};
    ASSERT_TRUE(ReadFabricPacketFacts(first.data(), first.size(), MakeAddressing(), a));
    ASSERT_TRUE(ReadFabricPacketFacts(second.data(), second.size(), MakeAddressing(), b));
    EXPECT_EQ(a.entropy, b.entropy);
}

TEST(FabricPacketCodecTest, WhatIsForNoPortIsRefused)
{
    FabricFrame frame{};
    const FabricAddressing addressing = MakeAddressing();
    Bytes bytes = MakeIpv6();
    bytes[24] = 0xff; // ff00::, multicast
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), bytes.size(), addressing, frame));
    bytes = MakeIpv4();
    bytes[16] = 11; // 11.64.0.6
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), bytes.size(), addressing, frame));
    bytes = MakeIpv4();
    bytes[17] = 0x5f, bytes[18] = bytes[19] = 0xff; // broadcast in plane 2
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), bytes.size(), addressing, frame));
    bytes = MakeIpv4();
    bytes[0] = 0x46; // options
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), bytes.size(), addressing, frame));
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), 0, addressing, frame));
    bytes = MakeIpv4();
    EXPECT_FALSE(ReadFabricPacketFacts(bytes.data(), 19, addressing, frame));
}

TEST(FabricPacketCodecTest, BytesFollowWhatSwitchesHaveChanged)
{
    const Bytes bytes = MakeIpv4();
    const Ptr<Packet> packet = MakePacket(bytes);
    FabricFrame frame = MakeFrame(bytes, packet);
    frame.hopLimit = 61;
    frame.ecn = FabricEcn::CE;
    Bytes out;
    SerializeFabricPacketFrame(frame, out);
    const Bytes ethernet{2, 2, 0, 0, 0, 5, 2, 2, 0, 0, 0, 4, 8, 0};
    ASSERT_EQ(out.size(), 14U + 48U);
    EXPECT_EQ(Bytes(out.begin(), out.begin() + 14), ethernet);
    EXPECT_EQ(out[14 + 1], 0x2b) << "DSCP 10, CE";
    EXPECT_EQ(out[14 + 8], 61);
    EXPECT_EQ(out[14 + 10] << 8 | out[14 + 11], 0x6913)
        << "452b + 0030 + 3d06 + 0a40 + 0005 + 0a40 + 0006, inverted";
    EXPECT_EQ(Bytes(out.begin() + 34, out.end()), Bytes(bytes.begin() + 20, bytes.end()));
    EXPECT_EQ(CheckFabricPacketFrameOnWire(frame, MakeAddressing()), "");
}

TEST(FabricPacketCodecTest, CarryOfACarryIsAddedToTheIpv4Checksum)
{
    Bytes bytes = MakeIpv4();
    bytes[4] = 0x67; // identification
    bytes[5] = 0x14;
    bytes[6] = 0x40; // do not fragment
    bytes[8] = 0xff; // TTL
    const Ptr<Packet> packet = MakePacket(bytes);
    const FabricFrame frame = MakeFrame(bytes, packet);
    Bytes out;
    SerializeFabricPacketFrame(frame, out);
    EXPECT_EQ(out[14 + 10] << 8 | out[14 + 11], 0xfffe)
        << "452a + 0030 + 6714 + 4000 + ff06 + 0a40 + 0005 + 0a40 + 0006 = 1ffff";
}

TEST(FabricPacketCodecTest, Ipv6BytesFollowToo)
{
    const Bytes bytes = MakeIpv6();
    const Ptr<Packet> packet = MakePacket(bytes);
    FabricFrame frame = MakeFrame(bytes, packet);
    frame.hopLimit = 7;
    frame.ecn = FabricEcn::CE;
    Bytes out;
    SerializeFabricFrame(frame, {MakeAddressing()}, out);
    EXPECT_EQ(out[12] << 8 | out[13], 0x86dd);
    EXPECT_EQ(out[14 + 1], 0x31) << "CE in the traffic class, above the label";
    EXPECT_EQ(out[14 + 7], 7);
    EXPECT_EQ(CheckFabricFrameOnWire(frame, {MakeAddressing()}), "");
}

TEST(FabricPacketCodecTest, UnchangedEct1StaysInThePacket)
{
    Bytes bytes = MakeIpv4();
    bytes[1] = 1; // ECT(1)
    const Ptr<Packet> packet = MakePacket(bytes);
    const FabricFrame frame = MakeFrame(bytes, packet);
    EXPECT_EQ(frame.ecn, FabricEcn::ECT0) << "switches may mark it";
    Bytes out;
    SerializeFabricPacketFrame(frame, out);
    EXPECT_EQ(out[14 + 1], 1);
}

TEST(FabricPacketCodecTest, FactsThatDoNotFitThePacketAreFound)
{
    const Bytes bytes = MakeIpv4();
    const Ptr<Packet> packet = MakePacket(bytes);
    FabricFrame frame = MakeFrame(bytes, packet);
    frame.dstHost = 3;
    EXPECT_NE(CheckFabricPacketFrameOnWire(frame, MakeAddressing()), "");
    frame = MakeFrame(bytes, packet);
    frame.entropy ^= 1;
    EXPECT_NE(CheckFabricPacketFrameOnWire(frame, MakeAddressing()).find("entropy"),
              std::string::npos);
    frame = MakeFrame(bytes, packet);
    packet->AddPaddingAtEnd(1);
    EXPECT_NE(CheckFabricPacketFrameOnWire(frame, MakeAddressing()), "");
}

TEST(FabricPacketCodecTest, Ipv4AddressesFollowFromPositions)
{
    EXPECT_EQ(FabricAddressing::GetIpv4(0, 0), 0x0a000001U);
    EXPECT_EQ(FabricAddressing::GetIpv4(131071, 7), 0x0ae20000U) << "10.226.0.0";
    const auto port = FabricAddressing::FindPort(0x0ae20000U);
    ASSERT_TRUE(port);
    EXPECT_EQ(port->host, 131071U);
    EXPECT_EQ(port->plane, 7);
    EXPECT_FALSE(FabricAddressing::FindPort(0x0a200000U)) << "the network of plane 1";
}

} // namespace
