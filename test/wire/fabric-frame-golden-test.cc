/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-golden.h"

#include <gtest/gtest.h>

using namespace ns3;

// Whole frames, byte for byte. The expected bytes were written by hand from the field tables of the
// references: MAC addresses 02-plane-host, traffic class = DSCP << 2 | ECN, UDP length = 8 + BTH 12
// + extension + padded payload + iCRC 4, outer payload length = UDP length + 40.

namespace
{

/// Ethernet and addresses of RoceFrame and of the reverse direction.
const std::string ROCE_ETHERNET = "02 00 00 00 01 03 02 00 00 00 00 02 86 dd ";
const std::string ROCE_SENDER = "fd 00 00 00 00 00 00 00 00 00 00 00 00 00 00 02 ";
const std::string ROCE_RECEIVER = "fd 00 00 00 00 00 00 01 00 00 00 00 00 00 00 03 ";
const std::string ROCE_BACK_ETHERNET = "02 00 00 00 00 02 02 00 00 00 01 03 86 dd ";

/// A RoCE write of the given kind.
FabricFrame
RoceWrite(RdmaOpcode opcode, uint32_t payload)
{
    FabricFrame frame = RoceFrame();
    frame.pdu.opcode = opcode;
    frame.pdu.destQpn = 0x12;
    frame.pdu.psn = 0x345678;
    frame.pdu.write.va = 0x0000100000002000;
    frame.pdu.write.rkey = 0xcafe0001;
    frame.pdu.write.payloadBytes = payload;
    frame.pdu.write.dmaLength = 0x00100000;
    SetSizes(frame);
    return frame;
}

/// Answer to RoceFrame.
FabricFrame
RoceControl(FabricDscp dscp, RdmaOpcode opcode)
{
    FabricFrame frame = RoceFrame();
    std::swap(frame.srcHost, frame.dstHost);
    frame.dscp = dscp;
    frame.ecn = FabricEcn::NOT_ECT;
    frame.cls = RdmaClass::CONTROL;
    frame.pdu.opcode = opcode;
    frame.pdu.destQpn = 0x13;
    return frame;
}

/**
 * @param hold delay of the packet, 128 ns
 * @return a NACK of a trimmed packet: vector V8, on the reverse path of V1 (mrc reference, 4.6)
 */
FabricFrame
NackBackOnV1(uint16_t hold)
{
    FabricFrame frame = FrameBackOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_NACK;
    frame.pdu.destQpn = 0xb7;
    frame.pdu.psn = 8;
    frame.pdu.nack = {0x503c, 8, 0x1234, MrcNackReason::TRIMMED, hold};
    SetSizes(frame);
    return frame;
}

} // namespace

TEST(GoldenFrame, MrcWriteOnlyIsV6WithoutTimestamp)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_ONLY, 4096);
    frame.pdu.ackRequest = true;
    // UDP length 44 + 4096 = 4140 = 0x102c, outer 0x1054
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 00 00 10 54 29 40 " + V1_SENDER + V1_PATH +
                     "61 20 00 00 10 2c 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 10 2c 00 00 "
                     "ca 00 ff ff 00 00 00 a5 80 00 ff fe "
                     "00 00 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00 " +
                     Zeros(4096) + ICRC);
    EXPECT_EQ(frame.l3Bytes, 4220);
}

TEST(GoldenFrame, MrcWriteFirstWithSaltedEvShowsTheFlowLabel)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_FIRST, 8);
    frame.entropy = 0xbeef503c;
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 be ef 00 5c 29 40 " + V1_SENDER + V1_PATH +
                     "61 20 be ef 00 34 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 34 00 00 "
                     "c6 00 ff ff 00 00 00 a5 00 00 ff fe "
                     "00 00 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 08 " +
                     Zeros(8) + ICRC);
}

TEST(GoldenFrame, MrcWriteMiddleRetransmittedWithOddLength)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_MIDDLE, 5);
    frame.dscp = FabricDscp::TRIMMABLE_RETX;
    frame.pdu.rtx = true;
    frame.pdu.ackRequest = true;
    frame.pdu.write.rqmsn = 0x0102;
    ExpectGolden(frame,
                 V1_ETHERNET + "62 20 00 00 00 5c 29 40 " + V1_SENDER + V1_PATH +
                     "62 20 00 00 00 34 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 34 00 00 "
                     "c7 30 ff ff 00 00 00 a5 a0 00 ff fe "
                     "01 02 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 05 " +
                     Zeros(8) + ICRC);
}

TEST(GoldenFrame, MrcWriteLastMarkedOnItsLastLink)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_LAST, 1);
    frame.sidHi = 0x5f000001b8810000;
    frame.sidLo = 0;
    frame.ecn = FabricEcn::CE;
    frame.hopLimit = 61;
    ExpectGolden(frame,
                 V1_ETHERNET + "61 30 00 00 00 58 29 3d " + V1_SENDER +
                     "5f 00 00 01 b8 81 00 00 00 00 00 00 00 00 00 00 "
                     "61 20 00 00 00 30 11 40 " +
                     V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 30 00 00 "
                     "c8 30 ff ff 00 00 00 a5 00 00 ff fe "
                     "00 00 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 01 " +
                     Zeros(4) + ICRC);
}

TEST(GoldenFrame, MrcWriteWithoutSrv6)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_ONLY, 4);
    frame.encap = FabricEncap::PLAIN;
    SetSizes(frame);
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 00 00 00 30 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 30 00 00 "
                     "ca 00 ff ff 00 00 00 a5 00 00 ff fe "
                     "00 00 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 00 04 " +
                     Zeros(4) + ICRC);
}

TEST(GoldenFrame, TrimmedMrcWriteKeepsItsLengthFields)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_MIDDLE, 4096);
    frame.sidHi = 0x5f000001a92cb881;
    frame.sidLo = 0;
    frame.hopLimit = 62;
    frame.dscp = FabricDscp::TRIMMED;
    frame.cls = RdmaClass::CONTROL;
    frame.l3Bytes = 128;
    frame.wireBytes = 166;
    const std::string hex = V1_ETHERNET + "63 20 00 00 10 54 29 3e " + V1_SENDER +
                            "5f 00 00 01 a9 2c b8 81 00 00 00 00 00 00 00 00 "
                            "61 20 00 00 10 2c 11 40 " +
                            V1_SENDER + V1_RECEIVER +
                            "50 3c 12 b7 10 2c 00 00 "
                            "c7 00 ff ff 00 00 00 a5 00 00 ff fe "
                            "00 00 00 07 "
                            "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00 " +
                            Zeros(8);
    ASSERT_EQ(Hex(hex).size(), 142U);
    ExpectGolden(frame, hex);
}

TEST(GoldenFrame, RetransmissionTrimmedAtTheLastHop)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_ONLY, 256);
    frame.pdu.rtx = true;
    frame.dscp = FabricDscp::TRIMMED_LASTHOP;
    frame.cls = RdmaClass::CONTROL;
    frame.l3Bytes = 128;
    frame.wireBytes = 166;
    // DSCP 16 | ECT(0) = 0x42 outside, DSCP 8 | ECT(0) = 0x22 inside; UDP length 300 = 0x12c
    ExpectGolden(frame,
                 V1_ETHERNET + "64 20 00 00 01 54 29 40 " + V1_SENDER + V1_PATH +
                     "62 20 00 00 01 2c 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 01 2c 00 00 "
                     "ca 00 ff ff 00 00 00 a5 20 00 ff fe "
                     "00 00 00 07 "
                     "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 01 00 " +
                     Zeros(8));
}

TEST(GoldenFrame, MrcSackOfV7)
{
    FabricFrame frame = FrameBackOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_SACK;
    frame.pdu.destQpn = 0xb7;
    frame.pdu.psn = 4;
    frame.pdu.sack = {};
    frame.pdu.sack.bitmap = 0x76;
    frame.pdu.sack.entropy = 0x503c;
    frame.pdu.sack.cackPsn = 4;
    frame.pdu.sack.rcvdBytes = 164;
    frame.pdu.sack.ackPsnOffset = 7;
    frame.pdu.sack.sackOffset = 1;
    frame.pdu.sack.txTimestamp = 0x1234;
    frame.pdu.sack.oooCount = 5;
    frame.pdu.sack.m = MrcEvVerdict::SKIP_ONCE;
    SetSizes(frame);
    // UDP length 60 = 0x3c, outer 100 = 0x64, DSCP 46 = 0xb8
    ExpectGolden(frame,
                 BACK_ETHERNET + "6b 80 00 00 00 64 29 40 " + V1_RECEIVER + BACK_PATH +
                     "6b 80 00 00 00 3c 11 40 " + V1_RECEIVER + V1_SENDER +
                     "50 3c 12 b7 00 3c 00 00 "
                     "dc 00 ff ff 00 00 00 b7 00 00 00 04 "
                     "00 20 00 07 00 00 50 3c 00 00 00 00 00 00 00 04 "
                     "00 00 00 01 00 00 00 00 00 00 00 76 "
                     "12 34 00 05 00 00 00 a4 " +
                     ICRC);
    EXPECT_EQ(frame.l3Bytes, 140);
}

TEST(GoldenFrame, MrcNackOfV8)
{
    ExpectGolden(NackBackOnV1(0),
                 BACK_ETHERNET + "6b 80 00 00 00 54 29 40 " + V1_RECEIVER + BACK_PATH +
                     "6b 80 00 00 00 2c 11 40 " + V1_RECEIVER + V1_SENDER +
                     "50 3c 12 b7 00 2c 00 00 "
                     "dd 00 ff ff 00 00 00 b7 00 00 00 08 "
                     "00 00 01 00 00 00 50 3c 00 00 00 00 00 00 00 08 20 00 12 34 " +
                     ICRC);
}

TEST(GoldenFrame, MrcNackThatTellsWhenToSendAgain)
{
    ExpectGolden(NackBackOnV1(0xabcd),
                 BACK_ETHERNET + "6b 80 00 00 00 54 29 40 " + V1_RECEIVER + BACK_PATH +
                     "6b 80 00 00 00 2c 11 40 " + V1_RECEIVER + V1_SENDER +
                     "50 3c 12 b7 00 2c 00 00 "
                     "dd 00 ff ff 00 00 00 b7 00 00 00 08 "
                     "00 00 01 00 00 00 50 3c ab cd 00 00 00 00 00 08 20 00 12 34 " +
                     ICRC);
}

TEST(GoldenFrame, MrcProbeOfV8RidesInTheDataClass)
{
    FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = RdmaOpcode::MRC_PROBE;
    frame.pdu.destQpn = 0xa5;
    frame.pdu.psn = 0;
    frame.pdu.probe = {0x42, 0xbeef};
    SetSizes(frame);
    ExpectGolden(frame,
                 V1_ETHERNET + "61 20 00 00 00 50 29 40 " + V1_SENDER + V1_PATH +
                     "61 20 00 00 00 28 11 40 " + V1_SENDER + V1_RECEIVER +
                     "50 3c 12 b7 00 28 00 00 "
                     "de 00 ff ff 00 00 00 a5 00 00 00 00 "
                     "00 00 00 00 00 42 00 00 00 00 00 00 be ef 00 01 " +
                     ICRC);
}

TEST(GoldenFrame, RoceWriteFirstHasTheMessageInItsReth)
{
    // DSCP 26 | ECT(0) = 0x6a; UDP length 8 + 12 + 16 + 256 + 4 = 296 = 0x128
    ExpectGolden(RoceWrite(RdmaOpcode::RC_WRITE_FIRST, 256),
                 ROCE_ETHERNET + "66 a0 00 00 01 28 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 01 28 00 00 "
                     "06 00 ff ff 00 00 00 12 00 34 56 78 "
                     "00 00 10 00 00 00 20 00 ca fe 00 01 00 10 00 00 " +
                     Zeros(256) + ICRC);
}

TEST(GoldenFrame, RoceWriteMiddleHasNoReth)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_WRITE_MIDDLE, 256);
    frame.ecn = FabricEcn::CE;
    frame.hopLimit = 62;
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 b0 00 00 01 18 11 3e " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 01 18 00 00 "
                     "07 00 ff ff 00 00 00 12 00 34 56 78 " +
                     Zeros(256) + ICRC);
}

TEST(GoldenFrame, RoceWriteLastAsksForAnAck)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_WRITE_LAST, 3);
    frame.pdu.ackRequest = true;
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 1c 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 1c 00 00 "
                     "08 10 ff ff 00 00 00 12 80 34 56 78 "
                     "00 00 00 00 " +
                     ICRC);
}

TEST(GoldenFrame, RoceWriteOnly)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_WRITE_ONLY, 16);
    frame.pdu.write.dmaLength = 16;
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 38 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 38 00 00 "
                     "0a 00 ff ff 00 00 00 12 00 34 56 78 "
                     "00 00 10 00 00 00 20 00 ca fe 00 01 00 00 00 10 " +
                     Zeros(16) + ICRC);
}

TEST(GoldenFrame, RoceNakOfASequenceError)
{
    FabricFrame frame = RoceControl(FabricDscp::CONTROL, RdmaOpcode::RC_ACK);
    frame.pdu.psn = 0x345678;
    frame.pdu.ack.msn = 0x000102;
    frame.pdu.ack.syndrome = RDMA_SYNDROME_NAK_SEQUENCE;
    SetSizes(frame);
    ExpectGolden(frame,
                 ROCE_BACK_ETHERNET + "6b 80 00 00 00 1c 11 40 " + ROCE_RECEIVER + ROCE_SENDER +
                     "c1 23 12 b7 00 1c 00 00 "
                     "11 00 ff ff 00 00 00 13 00 34 56 78 "
                     "60 00 01 02 " +
                     ICRC);
}

TEST(GoldenFrame, RoceWriteOnlyWithImmediate)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_WRITE_ONLY_IMM, 16);
    frame.pdu.write.dmaLength = 16;
    frame.pdu.write.immediate = 0x01020304;
    // UDP length 8 + 12 + 16 + 4 + 16 + 4 = 60 = 0x3c
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 3c 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 3c 00 00 "
                     "0b 00 ff ff 00 00 00 12 00 34 56 78 "
                     "00 00 10 00 00 00 20 00 ca fe 00 01 00 00 00 10 01 02 03 04 " +
                     Zeros(16) + ICRC);
}

TEST(GoldenFrame, RoceSendMiddleHasNoHeadersOfItsOwn)
{
    ExpectGolden(RoceWrite(RdmaOpcode::RC_SEND_MIDDLE, 256),
                 ROCE_ETHERNET + "66 a0 00 00 01 18 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 01 18 00 00 "
                     "01 00 ff ff 00 00 00 12 00 34 56 78 " +
                     Zeros(256) + ICRC);
}

TEST(GoldenFrame, RoceSendLastWithImmediate)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_SEND_LAST_IMM, 1);
    frame.pdu.ackRequest = true;
    frame.pdu.write.immediate = 0xdeadbeef;
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 20 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 20 00 00 "
                     "03 30 ff ff 00 00 00 12 80 34 56 78 "
                     "de ad be ef 00 00 00 00 " +
                     ICRC);
}

TEST(GoldenFrame, RoceReadRequestNamesTheWholeMessage)
{
    ExpectGolden(RoceWrite(RdmaOpcode::RC_READ_REQUEST, 0),
                 ROCE_ETHERNET + "66 a0 00 00 00 28 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 28 00 00 "
                     "0c 00 ff ff 00 00 00 12 00 34 56 78 "
                     "00 00 10 00 00 00 20 00 ca fe 00 01 00 10 00 00 " +
                     ICRC);
}

TEST(GoldenFrame, RoceReadResponsesHaveAnAethButInTheMiddle)
{
    FabricFrame frame = RoceFrame();
    frame.pdu.opcode = RdmaOpcode::RC_READ_RESPONSE_LAST;
    frame.pdu.destQpn = 0x12;
    frame.pdu.psn = 0x345678;
    frame.pdu.read.payloadBytes = 5;
    frame.pdu.read.msn = 0x000102;
    frame.pdu.read.syndrome = RDMA_SYNDROME_ACK;
    SetSizes(frame);
    // UDP length 8 + 12 + 4 + 8 + 4 = 36 = 0x24
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 24 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 24 00 00 "
                     "0f 30 ff ff 00 00 00 12 00 34 56 78 "
                     "1f 00 01 02 " +
                     Zeros(8) + ICRC);
    frame.pdu.opcode = RdmaOpcode::RC_READ_RESPONSE_MIDDLE;
    SetSizes(frame);
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 00 20 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 00 20 00 00 "
                     "0e 30 ff ff 00 00 00 12 00 34 56 78 " +
                     Zeros(8) + ICRC);
}

TEST(GoldenFrame, RoceAtomicAckCarriesTheOldValue)
{
    FabricFrame frame = RoceControl(FabricDscp::CONTROL, RdmaOpcode::RC_ATOMIC_ACK);
    frame.pdu.psn = 0x345678;
    frame.pdu.ack.msn = 0x000102;
    frame.pdu.ack.syndrome = RDMA_SYNDROME_ACK;
    frame.pdu.ack.originalData = 0x0102030405060708;
    SetSizes(frame);
    ExpectGolden(frame,
                 ROCE_BACK_ETHERNET + "6b 80 00 00 00 24 11 40 " + ROCE_RECEIVER + ROCE_SENDER +
                     "c1 23 12 b7 00 24 00 00 "
                     "12 00 ff ff 00 00 00 13 00 34 56 78 "
                     "1f 00 01 02 01 02 03 04 05 06 07 08 " +
                     ICRC);
}

TEST(GoldenFrame, RoceSelectiveWriteMiddleHasAReth)
{
    FabricFrame frame = RoceWrite(RdmaOpcode::RC_WRITE_MIDDLE, 256);
    frame.pdu.selective = true;
    SetSizes(frame);
    ExpectGolden(frame,
                 ROCE_ETHERNET + "66 a0 00 00 01 28 11 40 " + ROCE_SENDER + ROCE_RECEIVER +
                     "c1 23 12 b7 01 28 00 00 "
                     "07 00 ff ff 00 00 00 12 08 34 56 78 "
                     "00 00 10 00 00 00 20 00 ca fe 00 01 00 10 00 00 " +
                     Zeros(256) + ICRC);
}

TEST(GoldenFrame, RoceSelectiveNakNamesThePacketThatDrewIt)
{
    FabricFrame frame = RoceControl(FabricDscp::CONTROL, RdmaOpcode::RC_ACK);
    frame.pdu.psn = 0x345678;
    frame.pdu.selective = true;
    frame.pdu.ack.msn = 0x000102;
    frame.pdu.ack.syndrome = RDMA_SYNDROME_NAK_SEQUENCE;
    frame.pdu.ack.triggerPsn = 0x34567a;
    SetSizes(frame);
    ExpectGolden(frame,
                 ROCE_BACK_ETHERNET + "6b 80 00 00 00 20 11 40 " + ROCE_RECEIVER + ROCE_SENDER +
                     "c1 23 12 b7 00 20 00 00 "
                     "11 00 ff ff 00 00 00 13 08 34 56 78 "
                     "60 00 01 02 00 34 56 7a " +
                     ICRC);
}

TEST(GoldenFrame, RoceCnpSetsBecn)
{
    FabricFrame frame = RoceControl(FabricDscp::CNP, RdmaOpcode::CNP);
    SetSizes(frame);
    // DSCP 48 = 0xc0, UDP length 8 + 12 + 16 + 4 = 40 = 0x28
    ExpectGolden(frame,
                 ROCE_BACK_ETHERNET + "6c 00 00 00 00 28 11 40 " + ROCE_RECEIVER + ROCE_SENDER +
                     "c1 23 12 b7 00 28 00 00 "
                     "81 00 ff ff 40 00 00 13 00 00 00 00 " +
                     Zeros(16) + ICRC);
}

TEST(GoldenFrame, PfcPauseOfClassThree)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PFC;
    frame.plane = 2;
    frame.wireBytes = 84;
    frame.AddPfcQuanta(3, 0xffff);
    ExpectGolden(frame,
                 "01 80 c2 00 00 01 02 02 00 00 00 00 88 08 01 01 00 08 "
                 "00 00 00 00 00 00 ff ff 00 00 00 00 00 00 00 00 " +
                     Zeros(26));
}

TEST(GoldenFrame, PfcResumeOfTwoClasses)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PFC;
    frame.wireBytes = 84;
    frame.AddPfcQuanta(3, 0);
    frame.AddPfcQuanta(4, 0);
    ExpectGolden(frame, "01 80 c2 00 00 01 02 00 00 00 00 00 88 08 01 01 00 18 " + Zeros(16 + 26));
}

TEST(GoldenFrame, PfcPausesClassFourAndResumesClassThree)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PFC;
    frame.wireBytes = 84;
    frame.AddPfcQuanta(4, 0x1234);
    frame.AddPfcQuanta(3, 0);
    ExpectGolden(frame,
                 "01 80 c2 00 00 01 02 00 00 00 00 00 88 08 01 01 00 18 "
                 "00 00 00 00 00 00 00 00 12 34 00 00 00 00 00 00 " +
                     Zeros(26));
}
