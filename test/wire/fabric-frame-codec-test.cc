/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-frame-dice.h"
#include "wire-frames.h"
#include "wire-hex.h"

#include "ns3/fabric-frame-difference.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ns3;

namespace
{

/// A full write on the path of vector V1 (mrc reference, 4.6).
FabricFrame
MakeWrite(uint32_t payload)
{
    FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_ONLY;
    frame.pdu.destQpn = 0xa5;
    frame.pdu.psn = 0x123;
    frame.pdu.write.payloadBytes = payload;
    frame.pdu.write.dmaLength = payload;
    SetSizes(frame);
    return frame;
}

/// Parse a copy that ends where its memory ends, so that a memory checker detects a read past it.
bool
ParsePrefix(const std::vector<uint8_t>& bytes, size_t size, FabricFrame& frame)
{
    const std::vector<uint8_t> prefix(bytes.begin(), bytes.begin() + size);
    return Parse(prefix, frame);
}

} // namespace

TEST(FabricFrameCodec, EveryKindOfFrameSurvivesItsBytes)
{
    FrameDice dice(1);
    std::set<int> opcodes;
    int trimmed = 0;
    int timestamps = 0;
    int segments = 0;
    for (int i = 0; i < 20000; ++i)
    {
        const FabricFrame frame = dice.Draw();
        ASSERT_EQ(CheckFabricFrameOnWire(frame, WIRE_FORMAT), "") << "frame " << i;
        const bool pfc = frame.encap == FabricEncap::PFC;
        ASSERT_EQ(BytesOf(frame).size() + 4 + 20, frame.wireBytes) << "FCS, preamble and gap";
        opcodes.insert(pfc ? -1 : static_cast<int>(frame.pdu.opcode));
        trimmed += frame.GetTrim() != RdmaTrim::NONE;
        timestamps += HasRdmaTseth(frame.pdu);
        segments += FabricSrhBytes(frame) != 0;
    }
    EXPECT_EQ(opcodes.size(), 33U) << "12 opcodes of MRC, 19 of RC, CNP and PFC";
    EXPECT_GT(trimmed, 1000);
    EXPECT_GT(timestamps, 1000);
    EXPECT_GT(segments, 1000);
}

TEST(FabricFrameCodec, OtherClusterShapesTurnAddressesIntoTheSameHosts)
{
    for (const uint32_t hostsPerT0 : {1U, 2U, 6U, 64U, 2048U})
    {
        FabricFrame frame = MakeWrite(100);
        frame.srcHost = 17;
        frame.dstHost = 4242;
        EXPECT_EQ(CheckFabricFrameOnWire(frame, FabricWireFormat{FabricAddressing{hostsPerT0}}),
                  "");
    }
}

TEST(FabricFrameCodec, WhatTheHolderNotesIsNotOnTheWire)
{
    FabricFrame frame = MakeWrite(100);
    frame.next = &frame;
    frame.due = RdmaTick::Ns(5);
    frame.inPort = 9;
    FabricFrame parsed;
    ASSERT_TRUE(Parse(BytesOf(frame), parsed));
    EXPECT_STREQ(FindFabricFrameDifference(frame, parsed), nullptr);
    EXPECT_EQ(parsed.next, nullptr);
    EXPECT_EQ(parsed.due, RdmaTick());
    EXPECT_EQ(parsed.inPort, 0);
}

TEST(FabricFrameCodec, RoceMiddleLosesAddressAndKeyButNotItsLength)
{
    FabricFrame frame = RoceFrame();
    frame.pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    frame.pdu.rtx = true;
    frame.pdu.write = {0x1000, 7, 1 << 20, 4093, 0, 3, 4, 0};
    SetSizes(frame);
    FabricFrame parsed;
    ASSERT_TRUE(Parse(BytesOf(frame), parsed));
    EXPECT_STREQ(FindFabricFrameDifference(frame, parsed), nullptr);
    EXPECT_EQ(parsed.pdu.write.payloadBytes, 4093U);
    EXPECT_EQ(parsed.pdu.write.va, 0U);
    EXPECT_EQ(parsed.pdu.write.rkey, 0U);
    EXPECT_EQ(parsed.pdu.write.dmaLength, 0U);
    EXPECT_EQ(parsed.pdu.write.msn, 0);
    EXPECT_FALSE(parsed.pdu.rtx);
}

TEST(FabricFrameCodec, TrimmedFrameStillTellsItsOriginalPayload)
{
    FabricFrame frame = MakeWrite(4093);
    frame.dscp = FabricDscp::TRIMMED;
    frame.cls = RdmaClass::CONTROL;
    frame.l3Bytes = FABRIC_TRIM_L3_BYTES;
    frame.wireBytes = FabricWireBytes(FABRIC_TRIM_L3_BYTES);
    const auto bytes = BytesOf(frame);
    EXPECT_EQ(bytes.size(), 142U);
    FabricFrame parsed;
    ASSERT_TRUE(Parse(bytes, parsed));
    EXPECT_EQ(parsed.pdu.write.payloadBytes, 4093U);
    EXPECT_EQ(parsed.l3Bytes, 128);
    EXPECT_EQ(parsed.GetTrim(), RdmaTrim::FABRIC);
}

TEST(FabricFrameCodec, PayloadAndIcrcAreOpaque)
{
    const FabricFrame frame = MakeWrite(64);
    auto bytes = BytesOf(frame);
    std::fill(bytes.begin() + HeaderSize(frame), bytes.end(), 0xa5);
    FabricFrame parsed;
    ASSERT_TRUE(Parse(bytes, parsed));
    EXPECT_STREQ(FindFabricFrameDifference(frame, parsed), nullptr);
}

TEST(FabricFrameCodec, TruncatedFramesAreRefusedAtEveryLength)
{
    FrameDice dice(2);
    for (int i = 0; i < 100; ++i)
    {
        const FabricFrame frame = dice.Draw();
        const auto bytes = BytesOf(frame);
        for (size_t size = 0; size < bytes.size() && frame.GetTrim() == RdmaTrim::NONE; ++size)
        {
            FabricFrame parsed;
            ASSERT_FALSE(ParsePrefix(bytes, size, parsed)) << size << " of " << bytes.size();
        }
    }
}

TEST(FabricFrameCodec, TrimmedFrameMustReachTheEndOfItsHeaders)
{
    FabricFrame frame = MakeWrite(4096);
    frame.dscp = FabricDscp::TRIMMED_LASTHOP;
    frame.cls = RdmaClass::CONTROL;
    frame.l3Bytes = FABRIC_TRIM_L3_BYTES;
    frame.wireBytes = FabricWireBytes(FABRIC_TRIM_L3_BYTES);
    const auto bytes = BytesOf(frame);
    for (size_t size = 0; size <= bytes.size(); ++size)
    {
        FabricFrame parsed;
        const bool ok = ParsePrefix(bytes, size, parsed);
        EXPECT_EQ(ok, size >= RDMA_WIRE_ETHERNET_BYTES + 120) << size << " B";
        if (ok)
        {
            EXPECT_EQ(parsed.l3Bytes, size - RDMA_WIRE_ETHERNET_BYTES) << "trimmed further";
        }
    }
}

TEST(FabricFrameCodec, BytesBehindTheFrameAreRefused)
{
    FrameDice dice(3);
    for (int i = 0; i < 200; ++i)
    {
        FabricFrame parsed;
        auto bytes = BytesOf(dice.Draw());
        ASSERT_TRUE(Parse(bytes, parsed));
        if (parsed.GetTrim() == RdmaTrim::NONE)
        {
            bytes.push_back(0);
            ASSERT_FALSE(Parse(bytes, parsed));
        }
    }
}

TEST(FabricFrameCodec, EveryFlippedBitThatSaysWhatFollowsIsRefused)
{
    const auto bytes = BytesOf(MakeWrite(100));
    // offset in the frame, and bits of this byte
    const std::vector<std::pair<size_t, int>> selectors{
        {12, 0xff},  // EtherType
        {13, 0xff},  //
        {14, 0xf0},  // outer version
        {20, 0xff},  // outer next header
        {54, 0xf0},  // inner version
        {60, 0xff},  // inner next header
        {96, 0xff},  // UDP destination port
        {97, 0xff},  //
        {98, 0xff},  // UDP length
        {99, 0xff},  //
        {103, 0x0f}, // BTH version
    };
    for (const auto& [offset, mask] : selectors)
    {
        for (int bit = 0; bit < 8; ++bit)
        {
            if (mask >> bit & 1)
            {
                auto corrupt = bytes;
                corrupt[offset] ^= 1 << bit;
                FabricFrame parsed;
                EXPECT_FALSE(Parse(corrupt, parsed)) << "byte " << offset << ", bit " << bit;
            }
        }
    }
}

TEST(FabricFrameCodec, AFlippedBitIsEitherRefusedOrSeen)
{
    FrameDice dice(4);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 200; ++i)
    {
        const FabricFrame frame = dice.Draw();
        const auto bytes = BytesOf(frame);
        for (size_t bit = 0; bit < 8 * HeaderSize(frame); ++bit)
        {
            auto corrupt = bytes;
            corrupt[bit / 8] ^= 1 << bit % 8;
            FabricFrame parsed;
            if (Parse(corrupt, parsed))
            {
                ++accepted;
                ASSERT_NE(FindFabricFrameDifference(frame, parsed), nullptr)
                    << "frame " << i << ", bit " << bit;
                // another opcode may have turned headers into payload
                const auto again = BytesOf(parsed);
                ASSERT_EQ(again.size(), corrupt.size()) << "frame " << i << ", bit " << bit;
                ASSERT_EQ(ToHex(again.data(), HeaderSize(parsed)),
                          ToHex(corrupt.data(), HeaderSize(parsed)))
                    << "frame " << i << ", bit " << bit;
            }
            else
            {
                ++refused;
            }
        }
    }
    EXPECT_GT(accepted, 10000);
    EXPECT_GT(refused, 10000);
}

TEST(FabricFrameCodec, MutilatedFramesNeverDoWorseThanBeingRefused)
{
    FrameDice dice(5);
    std::mt19937 bits(6);
    for (int i = 0; i < 20000; ++i)
    {
        auto bytes = BytesOf(dice.Draw());
        for (uint32_t hits = bits() % 8 + 1; hits > 0; --hits)
        {
            bytes[bits() % std::min<size_t>(bytes.size(), 160)] = static_cast<uint8_t>(bits());
        }
        const size_t size = bits() % 4 ? bytes.size() : bits() % bytes.size();
        FabricFrame parsed;
        if (ParsePrefix(bytes, size, parsed))
        {
            const auto again = BytesOf(parsed);
            ASSERT_EQ(again.size(), size);
            ASSERT_EQ(ToHex(again.data(), HeaderSize(parsed)),
                      ToHex(bytes.data(), HeaderSize(parsed)));
        }
    }
}

TEST(FabricFrameCodec, WhatNoSenderMakesIsRefused)
{
    const auto good = BytesOf(MakeWrite(100));
    const size_t bth = RDMA_WIRE_ETHERNET_BYTES + 2 * RDMA_WIRE_IPV6_BYTES + RDMA_WIRE_UDP_BYTES;
    const auto refused = [&](size_t offset, uint8_t value) {
        auto bytes = good;
        bytes[offset] = value;
        FabricFrame parsed;
        return !Parse(bytes, parsed);
    };
    EXPECT_TRUE(refused(bth + 8, 0x10)) << "a TSETH whose ftype is 0";
    EXPECT_TRUE(refused(bth, 0xd8)) << "an endpoint request whose ftype is 0";
    EXPECT_TRUE(refused(bth, 0xc5)) << "an opcode not in use";
    EXPECT_TRUE(refused(bth + 2, 0x00)) << "another partition";
    EXPECT_TRUE(refused(RDMA_WIRE_ETHERNET_BYTES, 0x60)) << "DSCP 0 outside, 4 inside";
}

TEST(FabricFrameCodec, BytesBehindAFrameOfZerosAreRefused)
{
    FabricFrame frame{}; // as a parser has it before it reads the first field
    frame.l3Bytes = 104;
    FabricFrame parsed;
    ASSERT_TRUE(Parse(BytesOf(frame), parsed));
    for (frame.l3Bytes = 105; frame.l3Bytes < 200; ++frame.l3Bytes)
    {
        EXPECT_FALSE(Parse(BytesOf(frame), parsed)) << frame.l3Bytes;
    }
}

TEST(FabricFrameCodec, Ect1IsRefused)
{
    FabricFrame frame = MakeWrite(100);
    frame.encap = FabricEncap::PLAIN;
    SetSizes(frame);
    auto bytes = BytesOf(frame);
    FabricFrame parsed;
    ASSERT_TRUE(Parse(bytes, parsed));
    ASSERT_EQ(bytes[RDMA_WIRE_ETHERNET_BYTES + 1], 0x20) << "ECT(0)";
    bytes[RDMA_WIRE_ETHERNET_BYTES + 1] = 0x10;
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(FabricFrameCodec, EndsInDifferentPlanesAreRefused)
{
    auto bytes = BytesOf(MakeWrite(100));
    const size_t destinationPlane = RDMA_WIRE_ETHERNET_BYTES + RDMA_WIRE_IPV6_BYTES + 24 + 5;
    ASSERT_EQ(bytes[destinationPlane], 5);
    bytes[destinationPlane] = 4;
    FabricFrame parsed;
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(FabricFrameCodec, PfcHasAPauseTimePerEnabledClass)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PFC;
    frame.wireBytes = FABRIC_PFC_WIRE_BYTES;
    frame.AddPfcQuanta(3, 1000);
    frame.AddPfcQuanta(4, 0);
    auto bytes = BytesOf(frame);
    FabricFrame parsed;
    bytes[18 + 2 * 4 + 1] = 7; // time[4]
    ASSERT_TRUE(Parse(bytes, parsed));
    EXPECT_EQ(parsed.pfcClasses, 0x18);
    EXPECT_EQ(parsed.GetPfcQuanta(3), 1000);
    EXPECT_EQ(parsed.GetPfcQuanta(4), 7);
    EXPECT_STREQ(FindFabricFrameDifference(frame, parsed), "pfcQuanta");
    bytes[18 + 2 * 5 + 1] = 7; // time[5] of a class that is not enabled
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(FabricFrameCodec, PacketWithoutRoomForItsIcrcIsRefused)
{
    // all length fields are consistent and 4 B less than in an empty write: a payload of -4 B
    auto bytes = BytesOf(MakeWrite(0));
    bytes.resize(bytes.size() - RDMA_ICRC_BYTES);
    for (const size_t lengthField : {19, 59, 99})
    {
        bytes[lengthField] -= RDMA_ICRC_BYTES;
    }
    FabricFrame parsed;
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(FabricFrameCodec, PacketLongerThanAFrameCanSayIsRefused)
{
    FabricFrame frame = MakeWrite(100);
    auto bytes = BytesOf(frame);
    // the L3 packet of 65500 B fits 16 bits, its line time of 65538 B does not
    const uint32_t payload = 65376;
    const uint32_t udp = RdmaUdpLength(RdmaOpcode::MRC_WRITE_ONLY, payload);
    bytes.resize(RDMA_WIRE_ETHERNET_BYTES + 2 * RDMA_WIRE_IPV6_BYTES + udp);
    const auto put16 = [&](size_t offset, uint32_t value) {
        bytes[offset] = static_cast<uint8_t>(value >> 8);
        bytes[offset + 1] = static_cast<uint8_t>(value);
    };
    put16(18, udp + 40);
    put16(58, udp);
    put16(98, udp);
    FabricFrame parsed;
    ASSERT_EQ(80 + udp, 65500U);
    EXPECT_FALSE(Parse(bytes, parsed));
}

TEST(FrameDifference, IsNamedAfterItsField)
{
    const FabricFrame frame = MakeWrite(100);
    const auto difference = [&](auto change) {
        FabricFrame other = frame;
        change(other);
        const char* name = FindFabricFrameDifference(frame, other);
        return std::string(name ? name : "none");
    };
    EXPECT_EQ(difference([](FabricFrame&) {}), "none");
    EXPECT_EQ(difference([](FabricFrame& f) { f.sidLo ^= 1; }), "sidLo");
    EXPECT_EQ(difference([](FabricFrame& f) { f.entropy ^= 1; }), "entropy");
    EXPECT_EQ(difference([](FabricFrame& f) { f.ecn = FabricEcn::CE; }), "ecn");
    EXPECT_EQ(difference([](FabricFrame& f) { f.pdu.psn ^= 1; }), "psn");
    EXPECT_EQ(difference([](FabricFrame& f) { f.pdu.rtx = true; }), "rtx");
    EXPECT_EQ(difference([](FabricFrame& f) { f.pdu.write.va ^= 1; }), "va");
    EXPECT_EQ(difference([](FabricFrame& f) { f.pdu.opcode = RdmaOpcode::MRC_SACK; }), "opcode");
    EXPECT_EQ(difference([](FabricFrame& f) { f.wireBytes ^= 1; }), "wireBytes");
    EXPECT_EQ(difference([](FabricFrame& f) { f.pdu.timestamp = true; }), "timestamp");
}

TEST(FrameDifference, LooksAtWhatTheOpcodeCarries)
{
    FabricFrame frame = MakeWrite(100);
    const auto difference = [&](auto change) {
        FabricFrame other = frame;
        change(other.pdu);
        const char* name = FindFabricFrameDifference(frame, other);
        return std::string(name ? name : "none");
    };
    EXPECT_EQ(difference([](RdmaPdu& p) { p.write.immediate ^= 1; }), "none");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.write.txTimestamp ^= 1; }), "none");
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_ONLY_IMM;
    frame.pdu.timestamp = true;
    EXPECT_EQ(difference([](RdmaPdu& p) { p.write.immediate ^= 1; }), "immediate");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.write.txTimestamp ^= 1; }), "tx_timestamp");
    frame.pdu = RdmaPdu{};
    frame.pdu.opcode = RdmaOpcode::MRC_NACK;
    EXPECT_EQ(difference([](RdmaPdu& p) { p.nack.hold ^= 1; }), "nack_hold");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.nack.nackPsn ^= 1; }), "nack_psn");
    frame.pdu = RdmaPdu{};
    frame.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
    EXPECT_EQ(difference([](RdmaPdu& p) { p.endpoint.portStatusMask ^= 1; }), "port_status_mask");
    frame.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_RESPONSE;
    EXPECT_EQ(difference([](RdmaPdu& p) { p.endpoint.portStatusMask ^= 1; }), "none");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.endpoint.op = MrcEndpointOp::EV_PROBE; }), "op");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.endpoint.txTimestamp ^= 1; }), "tx_timestamp");
    frame.pdu.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    frame.pdu.ack = {};
    EXPECT_EQ(difference([](RdmaPdu& p) { p.ack.msn ^= 1; }), "msn");
    EXPECT_EQ(difference([](RdmaPdu& p) { p.ack.syndrome ^= 1; }), "syndrome");
}

TEST(CheckFabricFrameOnWire, SenderThatStatesAWrongSizeIsCaught)
{
    FabricFrame frame = MakeWrite(100);
    frame.l3Bytes += 4;
    EXPECT_NE(CheckFabricFrameOnWire(frame, WIRE_FORMAT).find("rejects"), std::string::npos);
    frame = MakeWrite(100);
    frame.wireBytes += 1;
    EXPECT_NE(CheckFabricFrameOnWire(frame, WIRE_FORMAT).find("wireBytes"), std::string::npos);
}

TEST(CheckFabricFrameOnWire, TimestampOfWhatHasNoTsethIsCaught)
{
    FabricFrame frame = FrameBackOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    SetSizes(frame);
    EXPECT_EQ(CheckFabricFrameOnWire(frame, WIRE_FORMAT), "");
    frame.pdu.timestamp = true;
    EXPECT_NE(CheckFabricFrameOnWire(frame, WIRE_FORMAT).find("timestamp"), std::string::npos);
}

TEST(CheckFabricFrameOnWire, FieldWiderThanItsWireFormIsCaught)
{
    FabricFrame frame = MakeWrite(100);
    frame.pdu.psn = 1 << 24;
    EXPECT_NE(CheckFabricFrameOnWire(frame, WIRE_FORMAT).find("psn"), std::string::npos);
}

TEST(CheckFabricFrameOnWire, QueueThatDoesNotFollowFromTheDscpIsCaught)
{
    FabricFrame frame = MakeWrite(100);
    frame.cls = RdmaClass::CONTROL;
    EXPECT_NE(CheckFabricFrameOnWire(frame, WIRE_FORMAT).find("cls"), std::string::npos);
}

TEST(FabricDscps, HaveTheNumbersOfTheReference)
{
    // mrc reference, 6.2
    EXPECT_EQ(static_cast<int>(FabricDscp::NO_TRIM), 0);
    EXPECT_EQ(static_cast<int>(FabricDscp::TRIMMABLE), 4);
    EXPECT_EQ(static_cast<int>(FabricDscp::TRIMMABLE_RETX), 8);
    EXPECT_EQ(static_cast<int>(FabricDscp::TRIMMED), 12);
    EXPECT_EQ(static_cast<int>(FabricDscp::TRIMMED_LASTHOP), 16);
    EXPECT_EQ(static_cast<int>(FabricDscp::CONTROL), 46);
}

TEST(FabricClassOf, FollowsTheTableOfDscps)
{
    EXPECT_EQ(FabricClassOf(FabricDscp::NO_TRIM), RdmaClass::DATA);
    EXPECT_EQ(FabricClassOf(FabricDscp::TRIMMABLE), RdmaClass::DATA);
    EXPECT_EQ(FabricClassOf(FabricDscp::TRIMMABLE_RETX), RdmaClass::DATA);
    EXPECT_EQ(FabricClassOf(FabricDscp::ROCE_DATA), RdmaClass::DATA);
    EXPECT_EQ(FabricClassOf(FabricDscp::ROCE_DATA2), RdmaClass::DATA2);
    EXPECT_EQ(FabricClassOf(FabricDscp::TRIMMED), RdmaClass::CONTROL);
    EXPECT_EQ(FabricClassOf(FabricDscp::TRIMMED_LASTHOP), RdmaClass::CONTROL);
    EXPECT_EQ(FabricClassOf(FabricDscp::CONTROL), RdmaClass::CONTROL);
    EXPECT_EQ(FabricClassOf(FabricDscp::CNP), RdmaClass::CONTROL);
    EXPECT_FALSE(FabricClassOf(static_cast<FabricDscp>(1)));
}
