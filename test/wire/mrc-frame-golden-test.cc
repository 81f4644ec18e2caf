/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-golden.h"

#include <gtest/gtest.h>

using namespace ns3;

// Frames that fabric-frame-golden-test.cc does not cover: TSETH, ImmDt, Transport ACK, endpoint
// operations, SRH, and the options of the wire format. The bytes were written by hand in the same
// way.

namespace
{

/// Headers of a write after the BTH, without and with TSETH.
const std::string METH = "00 00 00 07 ";
const std::string TSETH = "12 34 00 01 ";
const std::string RETH_OF_8 = "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 08 ";
const std::string IMMDT = "c0 ff ee 01 ";

/// BTH of the writes below: QPN 0xa5, PSN 0xfffe.
std::string
WriteBthHex(const std::string& opcode, bool timestamp)
{
    return opcode + " 00 ff ff 00 00 00 a5 " + (timestamp ? "10" : "00") + " 00 ff fe ";
}

/// From Ethernet to UDP on the path of vector V1 (mrc reference, 4.6), as first sent.
std::string
StackOnV1(const std::string& outerLength, const std::string& udpLength)
{
    return V1_ETHERNET + "61 20 00 00 " + outerLength + " 29 40 " + V1_SENDER + V1_PATH +
           "61 20 00 00 " + udpLength + " 11 40 " + V1_SENDER + V1_RECEIVER + "50 3c 12 b7 " +
           udpLength + " 00 00 ";
}

/// From Ethernet to UDP on the reverse path, in the control class.
std::string
StackBack(const std::string& outerLength, const std::string& udpLength)
{
    return BACK_ETHERNET + "6b 80 00 00 " + outerLength + " 29 40 " + V1_RECEIVER + BACK_PATH +
           "6b 80 00 00 " + udpLength + " 11 40 " + V1_RECEIVER + V1_SENDER + "50 3c 12 b7 " +
           udpLength + " 00 00 ";
}

/// A write of 8 B on the path of V1 with every optional field set.
FabricFrame
Write8(RdmaOpcode opcode, bool timestamp)
{
    FabricFrame frame = MrcWrite(opcode, 8);
    frame.pdu.timestamp = timestamp;
    frame.pdu.write.txTimestamp = 0x1234;
    frame.pdu.write.immediate = 0xc0ffee01;
    SetSizes(frame);
    return frame;
}

/// A control PDU on the reverse path.
FabricFrame
ControlFrame(RdmaOpcode opcode, uint32_t psn)
{
    FabricFrame frame = FrameBackOnV1();
    frame.pdu.opcode = opcode;
    frame.pdu.destQpn = 0xb7;
    frame.pdu.psn = psn;
    return frame;
}

/// Write8 with an SRH, on the first part of its path.
FabricFrame
WriteWithSrh()
{
    FabricFrame frame = Write8(RdmaOpcode::MRC_WRITE_ONLY, true);
    frame.sidLo = 0x0001000200030004;
    frame.segment = 1;
    frame.segmentsLeft = 1;
    SetSizes(frame);
    return frame;
}

/// The inner packet of WriteWithSrh up to the UDP length.
const std::string SRH_INNER =
    "61 20 00 00 00 38 11 40 " + V1_SENDER + V1_RECEIVER + "50 3c 12 b7 00 38 00 00 ";

} // namespace

TEST(GoldenFrame, V6IsAFullWriteWithTimestamp)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_ONLY, 4096);
    frame.pdu.ackRequest = true;
    frame.pdu.timestamp = true;
    frame.pdu.write.txTimestamp = 0x1234;
    SetSizes(frame);
    ExpectGolden(frame,
                 V1_ETHERNET +
                     "61 20 00 00 10 58 29 40 "
                     "fd 00 00 00 00 05 00 07 00 00 00 00 00 00 00 10 "
                     "5f 00 00 01 a8 07 b0 3c a9 2c b8 81 00 00 00 00 "
                     "61 20 00 00 10 30 11 40 "
                     "fd 00 00 00 00 05 00 07 00 00 00 00 00 00 00 10 "
                     "fd 00 00 00 00 05 01 2c 00 00 00 00 00 00 00 81 "
                     "50 3c 12 b7 10 30 00 00 "
                     "ca 00 ff ff 00 00 00 a5 90 00 ff fe "
                     "00 00 00 07 "
                     "12 34 00 01 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00 " +
                     Zeros(4096) + ICRC);
    EXPECT_EQ(frame.l3Bytes, 4224);
    EXPECT_EQ(frame.wireBytes, 4262);
    EXPECT_EQ(HeaderSize(frame), RDMA_WIRE_ETHERNET_BYTES + 124);
}

TEST(GoldenFrame, EveryMrcWriteWithAndWithoutTimestamp)
{
    const std::pair<RdmaOpcode, std::string> opcodes[] = {{RdmaOpcode::MRC_WRITE_FIRST, "c6"},
                                                          {RdmaOpcode::MRC_WRITE_MIDDLE, "c7"},
                                                          {RdmaOpcode::MRC_WRITE_LAST, "c8"},
                                                          {RdmaOpcode::MRC_WRITE_ONLY, "ca"}};
    for (const auto& [opcode, hex] : opcodes)
    {
        SCOPED_TRACE(hex);
        // UDP length 44 + 8 = 0x34, with TSETH 0x38; outer length 40 more
        ExpectGolden(Write8(opcode, false),
                     StackOnV1("00 5c", "00 34") + WriteBthHex(hex, false) + METH + RETH_OF_8 +
                         Zeros(8) + ICRC);
        ExpectGolden(Write8(opcode, true),
                     StackOnV1("00 60", "00 38") + WriteBthHex(hex, true) + METH + TSETH +
                         RETH_OF_8 + Zeros(8) + ICRC);
    }
}

TEST(GoldenFrame, MrcWritesWithImmediateCarryItBehindTheReth)
{
    const std::pair<RdmaOpcode, std::string> opcodes[] = {{RdmaOpcode::MRC_WRITE_LAST_IMM, "c9"},
                                                          {RdmaOpcode::MRC_WRITE_ONLY_IMM, "cb"}};
    for (const auto& [opcode, hex] : opcodes)
    {
        SCOPED_TRACE(hex);
        FabricFrame frame = Write8(opcode, false);
        frame.pdu.write.rqmsn = 0x0102;
        ExpectGolden(frame,
                     StackOnV1("00 60", "00 38") + WriteBthHex(hex, false) + "01 02 00 07 " +
                         RETH_OF_8 + IMMDT + Zeros(8) + ICRC);
        ExpectGolden(Write8(opcode, true),
                     StackOnV1("00 64", "00 3c") + WriteBthHex(hex, true) + METH + TSETH +
                         RETH_OF_8 + IMMDT + Zeros(8) + ICRC);
    }
}

TEST(GoldenFrame, ImmediateOfAnEmptyWrite)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_ONLY_IMM, 0);
    frame.pdu.timestamp = true;
    frame.pdu.write.txTimestamp = 0x1234;
    frame.pdu.write.immediate = 0xc0ffee01;
    SetSizes(frame);
    ExpectGolden(frame,
                 StackOnV1("00 5c", "00 34") + WriteBthHex("cb", true) + METH + TSETH +
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 00 " + IMMDT + ICRC);
    EXPECT_EQ(frame.l3Bytes, 132);
}

TEST(GoldenFrame, MrcTransportAck)
{
    FabricFrame frame = ControlFrame(RdmaOpcode::MRC_TRANSPORT_ACK, 0x345678);
    frame.pdu.ack = {0x010203, RDMA_SYNDROME_ACK, 0, 0};
    SetSizes(frame);
    ExpectGolden(frame,
                 StackBack("00 44", "00 1c") + "d1 00 ff ff 00 00 00 b7 00 34 56 78 " +
                     "1f 01 02 03 " + ICRC);
    EXPECT_EQ(frame.wireBytes, 146);
}

TEST(GoldenFrame, EndpointRequestOfV8ProbesAPath)
{
    FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
    frame.pdu.destQpn = 2;
    frame.pdu.psn = 0x0042; // probe_id
    frame.pdu.endpoint = {0, 0xbeef, MrcEndpointOp::EV_PROBE};
    SetSizes(frame);
    ExpectGolden(frame,
                 StackOnV1("00 50", "00 28") + "d8 00 ff ff 00 00 00 02 00 00 00 42 " +
                     "00 01 00 00 00 00 00 00 00 00 00 00 be ef 00 01 " + ICRC);
    EXPECT_EQ(frame.wireBytes, 158);
}

TEST(GoldenFrame, EndpointRequestOfV8TellsThatPortFiveIsDown)
{
    FabricFrame frame = ControlFrame(RdmaOpcode::MRC_ENDPOINT_REQUEST, 0xffff);
    frame.pdu.destQpn = 2;
    frame.pdu.endpoint = {0x1de, 0xbeef, MrcEndpointOp::PORT_STATUS_UPDATE};
    SetSizes(frame);
    ExpectGolden(frame,
                 StackBack("00 50", "00 28") + "d8 00 ff ff 00 00 00 02 00 00 ff ff " +
                     "00 00 00 00 00 00 01 de 00 00 00 00 be ef 00 01 " + ICRC);
}

TEST(GoldenFrame, EndpointResponseHasItsTimestampWhereASackHasIt)
{
    FabricFrame frame = ControlFrame(RdmaOpcode::MRC_ENDPOINT_RESPONSE, 0x0042);
    frame.pdu.destQpn = 2;
    frame.pdu.endpoint = {0, 0xbeef, MrcEndpointOp::EV_PROBE};
    SetSizes(frame);
    ExpectGolden(frame,
                 StackBack("00 64", "00 3c") + "d9 00 ff ff 00 00 00 02 00 00 00 42 " + "00 01 " +
                     Zeros(26) + "be ef " + Zeros(6) + ICRC);
    EXPECT_EQ(frame.wireBytes, 178);
}

TEST(GoldenFrame, ResponseToAPortStatusUpdate)
{
    FabricFrame frame = ControlFrame(RdmaOpcode::MRC_ENDPOINT_RESPONSE, 0xfffe);
    frame.pdu.destQpn = 2;
    frame.pdu.endpoint = {0, 0x0001, MrcEndpointOp::PORT_STATUS_UPDATE};
    SetSizes(frame);
    ExpectGolden(frame,
                 StackBack("00 64", "00 3c") + "d9 00 ff ff 00 00 00 02 00 00 ff fe " + Zeros(28) +
                     "00 01 " + Zeros(6) + ICRC);
}

TEST(GoldenFrame, SrhStandsBetweenTheHeadersWithItsSegmentLeft)
{
    // outer length 56 + 40 + 24 = 120 = 0x78, next header 43 = 0x2b
    const std::string hex = V1_ETHERNET + "61 20 00 00 00 78 2b 40 " + V1_SENDER +
                            "5f 00 00 01 a8 07 b0 3c 00 01 00 02 00 03 00 04 "
                            "29 02 04 01 00 00 00 00 "
                            "5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00 " +
                            SRH_INNER + WriteBthHex("ca", true) + METH + TSETH + RETH_OF_8 +
                            Zeros(8) + ICRC;
    ExpectGolden(WriteWithSrh(), hex);
    EXPECT_EQ(WriteWithSrh().l3Bytes, 160);
}

TEST(GoldenFrame, UsedSrhStaysWithNothingLeft)
{
    FabricFrame frame = WriteWithSrh();
    frame.sidHi = 0x5f000001a92cb881;
    frame.sidLo = 0;
    frame.segmentsLeft = 0;
    frame.hopLimit = 57;
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 00 00 00 78 2b 39 " + V1_SENDER +
                     "5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00 "
                     "29 02 04 00 00 00 00 00 "
                     "5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00 " +
                     SRH_INNER + WriteBthHex("ca", true) + METH + TSETH + RETH_OF_8 + Zeros(8) +
                     ICRC);
}

TEST(GoldenFrame, TrimmedWriteKeepsItsSrhAndAllItsHeaders)
{
    FabricFrame frame = WriteWithSrh();
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_LAST_IMM;
    frame.pdu.write.payloadBytes = 4096;
    frame.pdu.write.dmaLength = 4096;
    SetSizes(frame);
    frame.dscp = FabricDscp::TRIMMED;
    frame.cls = RdmaClass::CONTROL;
    Trim(frame);
    // UDP length 52 + 4096 = 0x1034, outer 0x1034 + 64 = 0x1074
    const std::string hex = V1_ETHERNET + "63 20 00 00 10 74 2b 40 " + V1_SENDER +
                            "5f 00 00 01 a8 07 b0 3c 00 01 00 02 00 03 00 04 "
                            "29 02 04 01 00 00 00 00 "
                            "5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00 "
                            "61 20 00 00 10 34 11 40 " +
                            V1_SENDER + V1_RECEIVER + "50 3c 12 b7 10 34 00 00 " +
                            WriteBthHex("c9", true) + METH + TSETH +
                            "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00 " + IMMDT;
    ASSERT_EQ(Hex(hex).size(), RDMA_WIRE_ETHERNET_BYTES + 152);
    ExpectGolden(frame, hex);
}

TEST(GoldenFrame, PlainStackCarriesTheSameBytesFromUdpOn)
{
    FabricFrame frame = Write8(RdmaOpcode::MRC_WRITE_ONLY_IMM, true);
    frame.encap = FabricEncap::PLAIN;
    frame.entropy = 0xbeef503c;
    SetSizes(frame);
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 be ef 00 3c 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 3c 00 00 " + WriteBthHex("cb", true) + METH + TSETH +
                     RETH_OF_8 + IMMDT + Zeros(8) + ICRC);
}

TEST(GoldenFrame, PlainSack)
{
    FabricFrame frame = ControlFrame(RdmaOpcode::MRC_SACK, 4);
    frame.encap = FabricEncap::PLAIN;
    frame.pdu.rtx = true;
    frame.pdu.sack = {};
    frame.pdu.sack.cackPsn = 4;
    frame.pdu.sack.probe = true;
    frame.pdu.sack.ackPsnOffset = 0x42;
    SetSizes(frame);
    ExpectGolden(frame,
                 BACK_ETHERNET + "6b 80 00 00 00 3c 11 40 " + V1_RECEIVER + V1_SENDER +
                     "50 3c 12 b7 00 3c 00 00 dc 00 ff ff 00 00 00 b7 20 00 00 04 "
                     "00 02 00 42 00 00 00 00 00 00 00 00 00 00 00 04 " +
                     Zeros(20) + ICRC);
    EXPECT_EQ(frame.l3Bytes, 100);
}

TEST(GoldenFrame, OtherUdpPort)
{
    FabricWireFormat format = WIRE_FORMAT;
    format.udpDestPort = 4971;
    const FabricFrame frame = Write8(RdmaOpcode::MRC_WRITE_ONLY, false);
    auto bytes = BytesOf(frame);
    bytes[RDMA_WIRE_ETHERNET_BYTES + 80 + 2] = 0x13;
    bytes[RDMA_WIRE_ETHERNET_BYTES + 80 + 3] = 0x6b;
    ExpectGolden(frame, ToHex(bytes), format);
    FabricFrame parsed;
    EXPECT_FALSE(Parse(bytes, parsed)) << "not a packet of the default port's network";
}

TEST(GoldenFrame, OtherEvOrderExchangesPortAndLabelOfMrcOnly)
{
    FabricWireFormat format = WIRE_FORMAT;
    format.evOrder = EV_HIGH_IN_PORT;
    FabricFrame frame = Write8(RdmaOpcode::MRC_WRITE_ONLY, false);
    frame.entropy = 0xbeef503c;
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 50 3c 00 5c 29 40 " + V1_SENDER + V1_PATH +
                     "61 20 50 3c 00 34 11 40 " + V1_SENDER + V1_RECEIVER +
                     "be ef 12 b7 00 34 00 00 " + WriteBthHex("ca", false) + METH + RETH_OF_8 +
                     Zeros(8) + ICRC,
                 format);
    frame = RoceFrame();
    frame.pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    frame.pdu.write.payloadBytes = 4;
    SetSizes(frame);
    ExpectGolden(frame, ToHex(BytesOf(frame)), format);
}

TEST(GoldenFrame, ComputedIcrcEndsTheFrame)
{
    FabricWireFormat format = WIRE_FORMAT;
    format.icrc = true;
    // zlib's CRC-32 over eight ff and the masked inner packet, low byte first
    const std::string hex =
        StackOnV1("00 5c", "00 34") + WriteBthHex("ca", false) + METH + RETH_OF_8 + Zeros(8);
    FabricFrame frame = Write8(RdmaOpcode::MRC_WRITE_ONLY, false);
    ExpectGolden(frame, hex + "20 4d c2 b7", format);
    frame.encap = FabricEncap::PLAIN;
    SetSizes(frame);
    const auto plain = BytesOf(frame, format);
    EXPECT_EQ(ToHex(plain.data() + plain.size() - 4, 4), "20 4d c2 b7") << "same inner packet";
}
