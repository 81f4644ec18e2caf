/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-wire-size.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto SRV6 = FabricEncap::SRV6;
constexpr auto PLAIN = FabricEncap::PLAIN;

/// A row of the size table of MRC 1.0, 2.12.
struct Row
{
    RdmaOpcode opcode;  ///< packet
    uint32_t udpLength; ///< UDP length, B
    uint32_t l3Srv6;    ///< L3 size behind SRv6, B
    uint32_t l3Plain;   ///< L3 size, B
    uint32_t wireSrv6;  ///< line time behind SRv6, B
};

} // namespace

TEST(RdmaWireSize, EmptyMrcPacketsAsInTheTable)
{
    const Row rows[] = {
        {RdmaOpcode::MRC_WRITE_FIRST, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_MIDDLE, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_LAST, 44, 124, 84, 162},
        {RdmaOpcode::MRC_WRITE_ONLY, 44, 124, 84, 162},
        {RdmaOpcode::MRC_SACK, 60, 140, 100, 178},
        {RdmaOpcode::MRC_NACK, 44, 124, 84, 162},
        {RdmaOpcode::MRC_PROBE, 40, 120, 80, 158},
    };
    for (const Row& row : rows)
    {
        SCOPED_TRACE(static_cast<int>(row.opcode));
        EXPECT_EQ(RdmaUdpLength(row.opcode, 0), row.udpLength);
        EXPECT_EQ(FabricL3Bytes(SRV6, row.opcode, 0), row.l3Srv6);
        EXPECT_EQ(FabricL3Bytes(PLAIN, row.opcode, 0), row.l3Plain);
        EXPECT_EQ(FabricWireBytes(FabricL3Bytes(SRV6, row.opcode, 0)), row.wireSrv6);
    }
}

TEST(RdmaWireSize, TimestampAddsFourBytesToAWrite)
{
    EXPECT_EQ(RdmaUdpLength(RdmaOpcode::MRC_WRITE_ONLY, 0) + MRC_TSETH_BYTES, 48U);
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
        const uint32_t l3 = FabricL3Bytes(SRV6, RdmaOpcode::MRC_WRITE_MIDDLE, row[0]);
        EXPECT_EQ(l3, row[1]);
        EXPECT_EQ(l3 + WIRE_ETHERNET_BYTES + WIRE_FCS_BYTES, row[2]);
        EXPECT_EQ(FabricWireBytes(l3), row[3]);
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
    EXPECT_EQ(wire(RdmaOpcode::RC_ACK, 0), 106U);
    EXPECT_EQ(wire(RdmaOpcode::CNP, 0), 118U);
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
    EXPECT_EQ(RdmaNominalBytes(RdmaOpcode::MRC_WRITE_MIDDLE, 4096), 4180U);
    EXPECT_EQ(RdmaNominalBytes(RdmaOpcode::MRC_WRITE_MIDDLE, 4096) + MRC_TSETH_BYTES, 4184U);
    EXPECT_EQ(RdmaNominalBytes(RdmaOpcode::MRC_WRITE_ONLY, 4096),
              FabricL3Bytes(PLAIN, RdmaOpcode::MRC_WRITE_ONLY, 4096));
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
    EXPECT_EQ(RdmaNominalBytes(pdu), 1084U);

    pdu.opcode = RdmaOpcode::MRC_SACK;
    pdu.sack.bitmap = 0x76; // shares its bytes with the members of a write
    EXPECT_EQ(RdmaPayloadBytes(pdu), 0U);
    EXPECT_EQ(FabricL3Bytes(SRV6, pdu), 140U);
}

TEST(RdmaWireSize, PfcFrameIsTheEthernetMinimum)
{
    EXPECT_EQ(FABRIC_PFC_BYTES + WIRE_FCS_BYTES, 64U);
    EXPECT_EQ(FABRIC_PFC_WIRE_BYTES, 84U);
}

TEST(RdmaWireSize, TrimmedPacketKeepsEveryHeaderOfAWrite)
{
    EXPECT_EQ(FABRIC_TRIM_L3_BYTES, 128U);
    EXPECT_GE(FABRIC_TRIM_L3_BYTES,
              FabricL3Bytes(SRV6, RdmaOpcode::MRC_WRITE_FIRST, 0) - RDMA_ICRC_BYTES +
                  MRC_TSETH_BYTES);
}
