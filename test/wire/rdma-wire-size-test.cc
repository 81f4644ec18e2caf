/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-qp-parameters.h"
#include "ns3/rdma-wire-size.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto SRV6 = FabricEncap::SRV6;
constexpr auto PLAIN = FabricEncap::PLAIN;

/// A row of the size table of the mrc reference, 2.12.
struct Row
{
    RdmaOpcode opcode;  ///< packet
    bool timestamp;     ///< with TSETH
    uint32_t udpLength; ///< UDP length, B
    uint32_t l3Srv6;    ///< L3 size with SRv6, B
    uint32_t l3Plain;   ///< L3 size, B
    uint32_t wireSrv6;  ///< line time with SRv6, B
};

/// A frame with a PDU of the given kind, without payload.
FabricFrame
EmptyFrame(RdmaOpcode opcode, bool timestamp)
{
    FabricFrame frame{};
    frame.pdu.opcode = opcode;
    frame.pdu.timestamp = timestamp;
    return frame;
}

} // namespace

TEST(RdmaWireSize, EmptyMrcPacketsAsInTheTable)
{
    const Row rows[] = {
        {RdmaOpcode::MRC_WRITE_FIRST, false, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_MIDDLE, false, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_LAST, false, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_ONLY, false, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_FIRST, true, 48, 128, 88, 166},
        {RdmaOpcode::MRC_WRITE_MIDDLE, true, 48, 128, 88, 166},
        {RdmaOpcode::MRC_WRITE_LAST, true, 48, 128, 88, 166},
        {RdmaOpcode::MRC_WRITE_ONLY, true, 48, 128, 88, 166},
        {RdmaOpcode::MRC_WRITE_LAST_IMM, true, 52, 132, 92, 170},
        {RdmaOpcode::MRC_WRITE_ONLY_IMM, true, 52, 132, 92, 170},
        {RdmaOpcode::MRC_SACK, false, 60, 140, 100, 178},
        {RdmaOpcode::MRC_ENDPOINT_RESPONSE, false, 60, 140, 100, 178},
        {RdmaOpcode::MRC_NACK, false, 44, 124, 84, 162},
        {RdmaOpcode::MRC_PROBE, false, 40, 120, 80, 158},
        {RdmaOpcode::MRC_ENDPOINT_REQUEST, false, 40, 120, 80, 158},
        {RdmaOpcode::MRC_TRANSPORT_ACK, false, 28, 108, 68, 146},
    };
    for (const Row& row : rows)
    {
        SCOPED_TRACE(static_cast<int>(row.opcode));
        const RdmaPdu pdu = EmptyFrame(row.opcode, row.timestamp).pdu;
        EXPECT_EQ(RdmaUdpLength(pdu), row.udpLength);
        EXPECT_EQ(FabricL3Bytes(SRV6, pdu), row.l3Srv6);
        EXPECT_EQ(FabricL3Bytes(PLAIN, pdu), row.l3Plain);
        EXPECT_EQ(FabricWireBytes(FabricL3Bytes(SRV6, pdu)), row.wireSrv6);
    }
}

TEST(RdmaWireSize, OnlyMrcWritesHaveATseth)
{
    EXPECT_TRUE(HasRdmaTseth(EmptyFrame(RdmaOpcode::MRC_WRITE_LAST_IMM, true).pdu));
    EXPECT_FALSE(HasRdmaTseth(EmptyFrame(RdmaOpcode::MRC_WRITE_LAST_IMM, false).pdu));
    EXPECT_FALSE(HasRdmaTseth(EmptyFrame(RdmaOpcode::RC_WRITE_ONLY, true).pdu));
    EXPECT_FALSE(HasRdmaTseth(EmptyFrame(RdmaOpcode::MRC_PROBE, true).pdu)) << "its PETH has one";
}

TEST(RdmaWireSize, SrhAddsTwentyFourBytesBehindSrv6)
{
    FabricFrame frame = EmptyFrame(RdmaOpcode::MRC_WRITE_ONLY, false);
    frame.segment = 7;
    EXPECT_EQ(FabricSrhBytes(frame), 24U);
    EXPECT_EQ(FabricL3Bytes(frame), 124U + 24);
    EXPECT_EQ(FabricTrimL3Bytes(frame), 128U + 24);
    frame.encap = PLAIN;
    EXPECT_EQ(FabricL3Bytes(frame), 84U);
    EXPECT_EQ(FabricTrimL3Bytes(frame), 128U);
    frame.encap = SRV6;
    frame.segment = 0;
    EXPECT_EQ(FabricL3Bytes(frame), 124U);
}

TEST(RdmaWireSize, FullMrcWritesAsInTheTable)
{
    const uint32_t rows[][4] = {
        // payload, L3, frame with FCS, wire
        {1024, 1148, 1166, 1186},
        {2048, 2172, 2190, 2210},
        {4096, 4220, 4238, 4258},
        {8192, 8316, 8334, 8354},
    };
    for (const auto& row : rows)
    {
        FabricFrame frame = EmptyFrame(RdmaOpcode::MRC_WRITE_MIDDLE, false);
        frame.pdu.write.payloadBytes = row[0];
        for (const uint32_t tseth : {0, 4})
        {
            frame.pdu.timestamp = tseth != 0;
            const uint32_t l3 = FabricL3Bytes(frame);
            EXPECT_EQ(l3, row[1] + tseth);
            EXPECT_EQ(l3 + RDMA_WIRE_ETHERNET_BYTES + RDMA_WIRE_FCS_BYTES, row[2] + tseth);
            EXPECT_EQ(FabricWireBytes(l3), row[3] + tseth);
        }
    }
}

TEST(RdmaWireSize, RocePacketsOverIpv6AsInTheTable)
{
    const auto wire = [](RdmaOpcode op, uint32_t payload) {
        return FabricWireBytes(FabricL3Bytes(PLAIN, op, payload));
    };
    for (const uint32_t p : {4U, 1024U, 4096U})
    {
        EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_MIDDLE, p), p + 102);
        EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_LAST, p), p + 102);
        EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_FIRST, p), p + 118);
        EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_ONLY, p), p + 118);
    }
    EXPECT_EQ(wire(RdmaOpcode::RC_SEND_FIRST, 4096), 4096U + 102);
    EXPECT_EQ(wire(RdmaOpcode::RC_SEND_ONLY_IMM, 4096), 4096U + 106);
    EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_LAST_IMM, 4096), 4096U + 106);
    EXPECT_EQ(wire(RdmaOpcode::RC_WRITE_ONLY_IMM, 4096), 4096U + 122);
    EXPECT_EQ(wire(RdmaOpcode::RC_READ_REQUEST, 0), 118U);
    EXPECT_EQ(wire(RdmaOpcode::RC_READ_RESPONSE_FIRST, 4096), 4096U + 106);
    EXPECT_EQ(wire(RdmaOpcode::RC_READ_RESPONSE_MIDDLE, 4096), 4096U + 102);
    EXPECT_EQ(wire(RdmaOpcode::RC_ATOMIC_ACK, 0), 114U);
    EXPECT_EQ(wire(RdmaOpcode::RC_ACK, 0), 106U);
    EXPECT_EQ(wire(RdmaOpcode::CNP, 0), 118U);
}

TEST(RdmaWireSize, SelectiveRepeatAddsARethToEveryWriteAndAWordToNaks)
{
    RdmaPdu pdu{};
    pdu.selective = true;
    pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    EXPECT_EQ(RdmaUdpLength(pdu), 40U);
    pdu.opcode = RdmaOpcode::RC_WRITE_LAST_IMM;
    EXPECT_EQ(RdmaUdpLength(pdu), 44U);
    pdu.opcode = RdmaOpcode::RC_WRITE_ONLY;
    EXPECT_EQ(RdmaUdpLength(pdu), 40U) << "always has one";
    pdu.opcode = RdmaOpcode::RC_ACK;
    pdu.ack = {};
    pdu.ack.syndrome = RDMA_SYNDROME_ACK;
    EXPECT_EQ(RdmaUdpLength(pdu), 28U);
    pdu.ack.syndrome = RDMA_SYNDROME_NAK_SEQUENCE;
    EXPECT_EQ(RdmaUdpLength(pdu), 32U);
    pdu.selective = false;
    EXPECT_EQ(RdmaUdpLength(pdu), 28U);
}

TEST(RdmaWireSize, EfficiencyOfMrcPacketsAsInTheTable)
{
    const double rows[][5] = {
        // payload, share of the wire without and with TSETH, rates at 800 Gb/s in Gb/s
        {1024, 0.863, 0.861, 690.7, 688.4},
        {2048, 0.927, 0.925, 741.4, 740.0},
        {4096, 0.962, 0.961, 769.6, 768.8},
        {8192, 0.981, 0.980, 784.5, 784.1},
    };
    for (const auto& row : rows)
    {
        FabricFrame frame = EmptyFrame(RdmaOpcode::MRC_WRITE_MIDDLE, false);
        frame.pdu.write.payloadBytes = static_cast<uint32_t>(row[0]);
        for (const int tseth : {0, 1})
        {
            frame.pdu.timestamp = tseth != 0;
            const double share = row[0] / FabricWireBytes(FabricL3Bytes(frame));
            EXPECT_NEAR(share, row[1 + tseth], 0.0005);
            EXPECT_NEAR(800 * share, row[3 + tseth], 0.05);
        }
    }
}

TEST(RdmaWireSize, EfficiencyOfFullPackets)
{
    const double mrc = FabricWireBytes(FabricL3Bytes(SRV6, RdmaOpcode::MRC_WRITE_MIDDLE, 4096));
    const double roce = FabricWireBytes(FabricL3Bytes(PLAIN, RdmaOpcode::RC_WRITE_MIDDLE, 4096));
    EXPECT_NEAR(4096 / mrc, 0.962, 0.0005);
    EXPECT_NEAR(4096 / roce, 0.976, 0.0005);
}

TEST(RdmaWireSize, NominalSizeIgnoresTheEncapsulation)
{
    EXPECT_EQ(MrcNominalBytes(4096), FabricL3Bytes(PLAIN, RdmaOpcode::MRC_WRITE_ONLY, 4096));
    FabricFrame frame = EmptyFrame(RdmaOpcode::MRC_WRITE_MIDDLE, true);
    frame.pdu.write.payloadBytes = 4096;
    EXPECT_EQ(MrcNominalBytes(4096, true), FabricL3Bytes(PLAIN, frame.pdu));
}

TEST(RdmaWireSize, PayloadIsPaddedToFourBytes)
{
    EXPECT_EQ(RdmaPadBytes(0), 0U);
    EXPECT_EQ(RdmaPadBytes(1), 3U);
    EXPECT_EQ(RdmaPadBytes(2), 2U);
    EXPECT_EQ(RdmaPadBytes(3), 1U);
    EXPECT_EQ(RdmaPadBytes(4), 0U);
    EXPECT_EQ(RdmaUdpLength(RdmaOpcode::MRC_WRITE_LAST, 1), 48U);
    EXPECT_EQ(RdmaUdpLength(RdmaOpcode::MRC_WRITE_LAST, 4), 48U);
    EXPECT_EQ(RdmaUdpLength(RdmaOpcode::MRC_WRITE_LAST, 5), 52U);
}

TEST(RdmaWireSize, PduBringsItsOwnPayload)
{
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_WRITE_LAST;
    pdu.write.payloadBytes = 1000;
    EXPECT_EQ(RdmaPayloadBytes(pdu), 1000U);
    EXPECT_EQ(FabricL3Bytes(SRV6, pdu), 1124U);
    EXPECT_EQ(FabricL3Bytes(PLAIN, pdu), 1084U);

    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.bitmap = 0x76; // overlaps the members of a write
    EXPECT_EQ(RdmaPayloadBytes(pdu), 0U);
    EXPECT_EQ(FabricL3Bytes(SRV6, pdu), 140U);
}

TEST(RdmaWireSize, PfcFrameIsTheEthernetMinimum)
{
    EXPECT_EQ(FABRIC_PFC_BYTES + RDMA_WIRE_FCS_BYTES, 64U);
    EXPECT_EQ(FABRIC_PFC_WIRE_BYTES, 84U);
}

TEST(RdmaWireSize, TrimmedPacketKeepsEveryHeaderOfEveryWrite)
{
    for (const uint32_t segment : {0, 1})
    {
        FabricFrame frame = EmptyFrame(RdmaOpcode::MRC_WRITE_LAST_IMM, true);
        frame.segment = segment;
        EXPECT_EQ(FabricTrimL3Bytes(frame), FabricL3Bytes(frame) - RDMA_ICRC_BYTES);
    }
}
