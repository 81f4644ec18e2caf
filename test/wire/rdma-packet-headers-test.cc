/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-frame-dice.h"
#include "wire-golden.h"

#include "ns3/ethernet-header.h"
#include "ns3/packet.h"
#include "ns3/rdma-packet-headers.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3;

// The headers as ns3::Header, compared with the bytes of the frame codec.

namespace
{

/// A packet with the given bytes.
Ptr<Packet>
PacketOf(const std::string& hex)
{
    const auto bytes = Hex(hex);
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

/// All bytes of a packet.
std::string
HexOf(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return ToHex(bytes);
}

/// Check all functions of a header: bytes to fields and back, rejection of every shorter packet,
/// its TypeId.
template <typename H>
void
ExpectHeader(const std::string& hex, const std::string& typeId, const std::string& text)
{
    SCOPED_TRACE(typeId);
    const Ptr<Packet> packet = PacketOf(hex + " aa bb");
    H header;
    ASSERT_EQ(packet->RemoveHeader(header), header.GetSerializedSize());
    EXPECT_EQ(HexOf(packet), "aa bb") << "it takes its own bytes and no more";
    packet->AddHeader(header);
    EXPECT_EQ(HexOf(packet), ToHex(Hex(hex + " aa bb")));
    EXPECT_EQ(header.GetInstanceTypeId().GetName(), typeId);
    EXPECT_EQ(header.GetInstanceTypeId(), TypeId::LookupByName(typeId));
    std::ostringstream printed;
    header.Print(printed);
    EXPECT_EQ(printed.str(), text);

    const auto bytes = Hex(hex);
    for (uint32_t size = 0; size < bytes.size(); ++size)
    {
        H cut;
        const Ptr<Packet> prefix = Create<Packet>(bytes.data(), size);
        EXPECT_EQ(prefix->RemoveHeader(cut), 0U) << "cut to " << size << " B";
        EXPECT_EQ(prefix->GetSize(), size) << "and nothing is removed";
    }
}

} // namespace

TEST(PacketHeaders, EachRoundTripsThroughAPacketAndPrintsItself)
{
    ExpectHeader<RdmaBthHeader>("ca 30 ff ff 00 00 00 a5 b0 00 ff fe",
                                "ns3::RdmaBthHeader",
                                "opcode 0xca, QPN 165, PSN 65534, A, rtx, ts, pad 3");
    ExpectHeader<RdmaBthHeader>("81 c0 ff ff c0 00 00 13 00 00 00 00",
                                "ns3::RdmaBthHeader",
                                "opcode 0x81, QPN 19, PSN 0, SE, M, FECN, BECN, pad 0");
    ExpectHeader<RdmaRethHeader>("00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00",
                                 "ns3::RdmaRethHeader",
                                 "va 0x7f0000010000, rkey 0x1a2b3c4d, length 4096");
    ExpectHeader<RdmaImmDtHeader>("c0 ff ee 01", "ns3::RdmaImmDtHeader", "immediate 0xc0ffee01");
    ExpectHeader<RdmaAethHeader>("1f 01 02 03", "ns3::RdmaAethHeader", "syndrome 0x1f, MSN 66051");
    ExpectHeader<MrcMethHeader>("00 02 00 07", "ns3::MrcMethHeader", "RQMSN 2, MSN 7");
    ExpectHeader<MrcTsethHeader>("12 34 00 01", "ns3::MrcTsethHeader", "timestamp 4660");
    ExpectHeader<MrcSethHeader>("00 22 00 07 00 00 50 3c 00 00 00 00 00 00 00 04 "
                                "00 08 00 01 00 00 00 00 00 00 00 76 12 34 00 05 83 00 00 a4",
                                "ns3::MrcSethHeader",
                                "cack_psn 4, trigger 7, offset 1, bitmap 0x76, EV 0x503c, M 1, pr, "
                                "MPR 8, timestamp 4660, ooo 5, penalty 3, r_c, rcvd 164");
    ExpectHeader<MrcNethHeader>("00 00 01 00 00 00 50 3c 00 00 00 00 00 00 00 08 20 00 12 34",
                                "ns3::MrcNethHeader",
                                "reason 0x1, EV 0x503c, nack_psn 8, timestamp 4660");
    ExpectHeader<MrcPethHeader>("00 00 00 00 00 42 00 00 00 00 00 00 be ef 00 01",
                                "ns3::MrcPethHeader",
                                "probe 66, timestamp 48879");
    ExpectHeader<MrcErthHeader>("00 00 00 00 00 00 01 de 00 00 00 00 be ef 00 01",
                                "ns3::MrcErthHeader",
                                "port status, ports 0x1de, timestamp 48879");
    ExpectHeader<MrcEethHeader>("00 01 " + Zeros(26) + "be ef " + Zeros(6),
                                "ns3::MrcEethHeader",
                                "EV probe, ports 0x0, timestamp 48879");
    ExpectHeader<Srv6SrhHeader>("29 02 04 01 00 00 00 00 " + V1_PATH,
                                "ns3::Srv6SrhHeader",
                                "next 41, left 1, segment 5f00:0001:a807:b03c:a92c:b881:0000:0000");
}

TEST(PacketHeaders, RefusedBytesLeavePacketAndHeaderAlone)
{
    const Ptr<Packet> packet = PacketOf("12 34 00 02"); // ftype 2
    MrcTsethHeader tseth(MrcTseth{7});
    EXPECT_EQ(packet->RemoveHeader(tseth), 0U);
    EXPECT_EQ(packet->GetSize(), 4U);
    EXPECT_EQ(tseth.fields.txTimestamp, 7);
}

TEST(PacketHeaders, EndpointOperationsThatDoNotExistAreRefused)
{
    MrcEethHeader eeth;
    for (const int op : {2, 3})
    {
        const Ptr<Packet> packet = PacketOf("00 0" + std::to_string(op) + " " + Zeros(34));
        EXPECT_EQ(packet->RemoveHeader(eeth), 0U) << "operation " << op;
    }
}

TEST(PacketHeaders, StackOfHeadersIsTheFrame)
{
    FabricFrame frame = MrcWrite(RdmaOpcode::MRC_WRITE_LAST_IMM, 0);
    frame.pdu.timestamp = true;
    frame.pdu.write.txTimestamp = 0x1234;
    frame.pdu.write.immediate = 0xc0ffee01;
    frame.segment = 1;
    frame.segmentsLeft = 1;
    SetSizes(frame);

    const auto bytes = BytesOf(frame);
    const Ptr<Packet> packet = Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
    EthernetHeader ethernet;
    packet->RemoveHeader(ethernet);
    EXPECT_EQ(ethernet.GetLengthType(), RDMA_ETHER_TYPE_IPV6);
    packet->RemoveAtStart(RDMA_WIRE_IPV6_BYTES);
    Srv6SrhHeader srh;
    RdmaBthHeader bth;
    MrcMethHeader meth;
    MrcTsethHeader tseth;
    RdmaRethHeader reth;
    RdmaImmDtHeader immDt;
    packet->RemoveHeader(srh);
    packet->RemoveAtStart(RDMA_WIRE_IPV6_BYTES + RDMA_WIRE_UDP_BYTES);
    packet->RemoveHeader(bth);
    packet->RemoveHeader(meth);
    packet->RemoveHeader(tseth);
    packet->RemoveHeader(reth);
    packet->RemoveHeader(immDt);
    EXPECT_EQ(srh.fields.segment, WIRE_SEGMENTS.Get(1));
    EXPECT_EQ(bth.fields.opcode, 0xc9);
    EXPECT_TRUE(bth.fields.timestamp);
    EXPECT_EQ(meth.fields.msn, 7);
    EXPECT_EQ(tseth.fields.txTimestamp, 0x1234);
    EXPECT_EQ(reth.fields.rkey, 0x1a2b3c4dU);
    EXPECT_EQ(immDt.fields.immediate, 0xc0ffee01U);
    EXPECT_EQ(packet->GetSize(), RDMA_ICRC_BYTES);

    packet->AddHeader(immDt);
    packet->AddHeader(reth);
    packet->AddHeader(tseth);
    packet->AddHeader(meth);
    packet->AddHeader(bth);
    const size_t stack = RDMA_WIRE_ETHERNET_BYTES + 2 * RDMA_WIRE_IPV6_BYTES + RDMA_WIRE_SRH_BYTES +
                         RDMA_WIRE_UDP_BYTES;
    EXPECT_EQ(HexOf(packet), ToHex(bytes.data() + stack, bytes.size() - stack));
}

TEST(PacketHeaders, BthAndExtensionOfRandomControlFramesComeBack)
{
    FrameDice dice(21);
    int seen = 0;
    for (int i = 0; i < 6000; ++i)
    {
        const FabricFrame frame = dice.Draw();
        if (frame.encap == FabricEncap::PFC || IsRdmaWrite(frame.pdu.opcode) ||
            RdmaExtensionBytes(frame.pdu) != RdmaExtensionBytes(frame.pdu.opcode))
        {
            continue;
        }
        const auto bytes = BytesOf(frame);
        const Ptr<Packet> packet =
            Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
        packet->RemoveAtStart(RDMA_WIRE_ETHERNET_BYTES + FabricIpBytes(frame.encap) +
                              FabricSrhBytes(frame) + RDMA_WIRE_UDP_BYTES);
        const std::string before = HexOf(packet);
        const auto through = [&](auto extension) {
            RdmaBthHeader bth;
            ASSERT_EQ(packet->RemoveHeader(bth), RDMA_BTH_BYTES);
            ASSERT_EQ(packet->RemoveHeader(extension), extension.GetSerializedSize());
            ASSERT_EQ(packet->GetSize(), RDMA_ICRC_BYTES);
            packet->AddHeader(extension);
            packet->AddHeader(bth);
            ASSERT_EQ(HexOf(packet), before);
            ++seen;
        };
        switch (frame.pdu.opcode)
        {
        case RdmaOpcode::MRC_SACK:
            through(MrcSethHeader());
            break;
        case RdmaOpcode::MRC_NACK:
            through(MrcNethHeader());
            break;
        case RdmaOpcode::MRC_PROBE:
            through(MrcPethHeader());
            break;
        case RdmaOpcode::MRC_ENDPOINT_REQUEST:
            through(MrcErthHeader());
            break;
        case RdmaOpcode::MRC_ENDPOINT_RESPONSE:
            through(MrcEethHeader());
            break;
        case RdmaOpcode::RC_ACK:
        case RdmaOpcode::MRC_TRANSPORT_ACK:
            through(RdmaAethHeader());
            break;
        default:
            break; // CNP: no information after the BTH
        }
    }
    EXPECT_GT(seen, 1000);
}
