/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-hex.h"

#include "ns3/fabric-pfc-header.h"
#include "ns3/mrc-headers.h"
#include "ns3/rdma-bth.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/roce-headers.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

// Single headers, compared with the vectors of the mrc reference, 4.6, and the tables of both
// references.

namespace
{

/// Bytes that a Write function makes.
std::string
Written(const std::function<void(RdmaByteWriter&)>& write)
{
    std::vector<uint8_t> bytes(256);
    RdmaByteWriter out(bytes.data(), bytes.size());
    write(out);
    EXPECT_TRUE(out.IsOk());
    return ToHex(bytes.data(), out.GetSize());
}

/// Parse bytes given in hexadecimal by a Read function.
template <typename T>
bool
ReadHex(bool (*read)(RdmaByteReader&, T&), const std::string& hex, T& header)
{
    const auto bytes = Hex(hex);
    RdmaByteReader in(bytes.data(), bytes.size());
    return read(in, header);
}

/// Every proper prefix of a valid header is rejected, and the whole is accepted and consumed.
template <typename T>
void
ExpectRefusedAtEveryLength(bool (*read)(RdmaByteReader&, T&), const std::string& hex)
{
    const auto bytes = Hex(hex);
    for (size_t size = 0; size < bytes.size(); ++size)
    {
        // a copy of exactly this size, so that a memory checker detects its end
        const std::vector<uint8_t> prefix(bytes.begin(), bytes.begin() + size);
        RdmaByteReader in(prefix.data(), prefix.size());
        T header{};
        EXPECT_FALSE(read(in, header)) << hex << " cut to " << size << " B";
    }
    RdmaByteReader in(bytes.data(), bytes.size());
    T header{};
    EXPECT_TRUE(read(in, header)) << hex;
    EXPECT_EQ(in.GetRemaining(), 0U) << hex;
}

const char* const OUTER_IPV6 = "61 20 00 00 10 58 29 40 "
                               "fd 00 00 00 00 05 00 07 00 00 00 00 00 00 00 10 "
                               "5f 00 00 01 a8 07 b0 3c a9 2c b8 81 00 00 00 00";
const char* const INNER_IPV6 = "61 20 00 00 10 30 11 40 "
                               "fd 00 00 00 00 05 00 07 00 00 00 00 00 00 00 10 "
                               "fd 00 00 00 00 05 01 2c 00 00 00 00 00 00 00 81";
const char* const UDP = "50 3c 12 b7 10 30 00 00";
const char* const BTH = "ca 00 ff ff 00 00 00 a5 90 00 ff fe";
const char* const METH_BYTES = "00 00 00 07";
const char* const TSETH_BYTES = "12 34 00 01";
const char* const RETH = "00 00 7f 00 00 01 00 00 1a 2b 3c 4d 00 00 10 00";
const char* const SACK = "00 20 00 07 00 00 50 3c 00 00 00 00 00 00 00 04 "
                         "00 00 00 01 00 00 00 00 00 00 00 76 "
                         "12 34 00 05 00 00 00 a4";
const char* const NETH = "00 00 01 00 00 00 50 3c 00 00 00 00 00 00 00 08 20 00 12 34";
const char* const PETH = "00 00 00 00 00 42 00 00 00 00 00 00 be ef 00 01";
const char* const ERTH_PROBE = "00 01 00 00 00 00 00 00 00 00 00 00 be ef 00 01";
const char* const ERTH_STATUS = "00 00 00 00 00 00 01 de 00 00 00 00 be ef 00 01";
const char* const PFC = "01 01 00 08 00 00 00 00 00 00 ff ff 00 00 00 00 00 00 00 00 "
                        "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                        "00 00";

/// SACK of vector V7.
MrcSackPdu
SackOfV7()
{
    MrcSackPdu sack{};
    sack.bitmap = 0x76;
    sack.entropy = 0x503c;
    sack.cackPsn = 4;
    sack.rcvdBytes = 164;
    sack.ackPsnOffset = 7;
    sack.sackOffset = 1;
    sack.txTimestamp = 0x1234;
    sack.oooCount = 5;
    sack.m = MrcEvVerdict::SKIP_ONCE;
    return sack;
}

} // namespace

TEST(WireVectors, V6HeaderStackOfAWriteWithTimestamp)
{
    RdmaBth bth;
    bth.opcode = 0xca;
    bth.ackRequest = true;
    bth.timestamp = true;
    bth.destQpn = 0xa5;
    bth.psn = 0xfffe;
    const Srv6Carrier src = *Srv6AddressFromString("fd00:0:5:7::10");
    const Srv6Carrier dst = *Srv6AddressFromString("fd00:0:5:12c::81");
    const Srv6Carrier path = ApplyMrcEv(MakeSrv6CrossT1Template(7, 300, 129), 0x503c);
    const std::string stack = Written([&](RdmaByteWriter& out) {
        WriteRdmaIpv6(out, {4, 2, RDMA_IPV6_NEXT_IPV6, 64, 0, 4184, src, path});
        WriteRdmaIpv6(out, {4, 2, RDMA_IPV6_NEXT_UDP, 64, 0, 4144, src, dst});
        WriteRdmaUdp(out, {0x503c, ROCE_UDP_PORT, 4144});
        WriteRdmaBth(out, bth);
        WriteMrcMeth(out, {0, 7});
        WriteMrcTseth(out, {0x1234});
        WriteRdmaReth(out, {0x00007f0000010000, 0x1a2b3c4d, 4096});
    });
    const std::string blank = " ";
    EXPECT_EQ(stack,
              OUTER_IPV6 + blank + INNER_IPV6 + blank + UDP + blank + BTH + blank + METH_BYTES +
                  blank + TSETH_BYTES + blank + RETH);
    EXPECT_EQ(Hex(stack).size(), 124U);
}

TEST(WireVectors, V6ReadsBack)
{
    RdmaWireIpv6 outer;
    ASSERT_TRUE(ReadHex(ReadRdmaIpv6, OUTER_IPV6, outer));
    EXPECT_EQ(outer.dscp, 4);
    EXPECT_EQ(outer.ecn, 2);
    EXPECT_EQ(outer.flowLabel, 0U);
    EXPECT_EQ(outer.payloadLength, 4184);
    EXPECT_EQ(outer.nextHeader, 41);
    EXPECT_EQ(outer.hopLimit, 64);
    EXPECT_EQ(outer.source, *Srv6AddressFromString("fd00:0:5:7::10"));
    EXPECT_EQ(outer.destination, *Srv6AddressFromString("5f00:1:a807:b03c:a92c:b881::"));

    RdmaWireUdp udp;
    ASSERT_TRUE(ReadHex(ReadRdmaUdp, UDP, udp));
    EXPECT_EQ(udp.sourcePort, 0x503c);
    EXPECT_EQ(udp.destinationPort, 4791);
    EXPECT_EQ(udp.length, 4144);

    RdmaBth bth;
    ASSERT_TRUE(ReadHex(ReadRdmaBth, BTH, bth));
    EXPECT_EQ(bth.opcode, 0xca);
    EXPECT_TRUE(bth.ackRequest);
    EXPECT_TRUE(bth.timestamp);
    EXPECT_FALSE(bth.rtx || bth.solicited || bth.migReq || bth.fecn || bth.becn);
    EXPECT_EQ(bth.padCount, 0);
    EXPECT_EQ(bth.pkey, 0xffff);
    EXPECT_EQ(bth.destQpn, 0xa5U);
    EXPECT_EQ(bth.psn, 0xfffeU);

    MrcMeth meth;
    ASSERT_TRUE(ReadHex(ReadMrcMeth, METH_BYTES, meth));
    EXPECT_EQ(meth.rqmsn, 0);
    EXPECT_EQ(meth.msn, 7);

    MrcTseth tseth;
    ASSERT_TRUE(ReadHex(ReadMrcTseth, TSETH_BYTES, tseth));
    EXPECT_EQ(tseth.txTimestamp, 0x1234);

    RdmaReth reth;
    ASSERT_TRUE(ReadHex(ReadRdmaReth, RETH, reth));
    EXPECT_EQ(reth.va, 0x00007f0000010000U);
    EXPECT_EQ(reth.rkey, 0x1a2b3c4dU);
    EXPECT_EQ(reth.dmaLength, 4096U);
}

TEST(WireVectors, V7SackReportsTwoHoles)
{
    RdmaBth bth;
    bth.opcode = 0xdc;
    bth.destQpn = 0xb7;
    bth.psn = 4;
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteRdmaBth(out, bth); }),
              "dc 00 ff ff 00 00 00 b7 00 00 00 04");
    EXPECT_EQ(Written([](RdmaByteWriter& out) { WriteMrcSack(out, SackOfV7()); }), SACK);
}

TEST(WireVectors, V7ReadsBack)
{
    MrcSackPdu sack;
    ASSERT_TRUE(ReadHex(ReadMrcSack, SACK, sack));
    EXPECT_EQ(sack.bitmap, 0x76U);
    EXPECT_EQ(sack.entropy, 0x503cU);
    EXPECT_EQ(sack.cackPsn, 4U);
    EXPECT_EQ(sack.rcvdBytes, 164U);
    EXPECT_EQ(sack.ackPsnOffset, 7);
    EXPECT_EQ(sack.sackOffset, 1);
    EXPECT_EQ(sack.txTimestamp, 0x1234);
    EXPECT_EQ(sack.oooCount, 5);
    EXPECT_EQ(sack.m, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(sack.mpr, 0);
    EXPECT_EQ(sack.rcvCwndPen, 0);
    EXPECT_FALSE(sack.probe);
    EXPECT_FALSE(sack.restoreCwnd);
}

TEST(WireVectors, V8NackOfATrimmedPacket)
{
    MrcNackPdu nack{0x503c, 8, 0x1234, MrcNackReason::TRIMMED, 0};
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteMrcNack(out, nack); }), NETH);
    nack = {};
    nack.hold = 7;
    ASSERT_TRUE(ReadHex(ReadMrcNack, NETH, nack));
    EXPECT_EQ(nack.entropy, 0x503cU);
    EXPECT_EQ(nack.nackPsn, 8U);
    EXPECT_EQ(nack.txTimestamp, 0x1234);
    EXPECT_EQ(nack.reason, MrcNackReason::TRIMMED);
    EXPECT_EQ(nack.hold, 0) << "none given";
}

TEST(WireVectors, TheHoldOfANackIsWhereUetHasItsSpdcid)
{
    const std::string neth = "00 00 01 00 00 00 50 3c ab cd 00 00 00 00 00 08 20 00 12 34";
    MrcNackPdu nack{0x503c, 8, 0x1234, MrcNackReason::TRIMMED, 0xabcd};
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteMrcNack(out, nack); }), neth);
    nack = {};
    ASSERT_TRUE(ReadHex(ReadMrcNack, neth, nack));
    EXPECT_EQ(nack.hold, 0xabcd);
    EXPECT_EQ(nack.nackPsn, 8U);
    EXPECT_EQ(nack.txTimestamp, 0x1234);
}

TEST(WireVectors, V8ReliabilityProbe)
{
    MrcProbePdu probe{0x42, 0xbeef};
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteMrcProbe(out, probe); }), PETH);
    probe = {};
    ASSERT_TRUE(ReadHex(ReadMrcProbe, PETH, probe));
    EXPECT_EQ(probe.probeId, 0x42);
    EXPECT_EQ(probe.txTimestamp, 0xbeef);
}

TEST(WireVectors, V8EndpointRequests)
{
    const auto written = [](const MrcEndpointPdu& erth) {
        return Written([&](RdmaByteWriter& out) { WriteMrcErth(out, erth); });
    };
    EXPECT_EQ(written({0, 0xbeef, MrcEndpointOp::EV_PROBE}), ERTH_PROBE);
    EXPECT_EQ(written({0x1de, 0xbeef, MrcEndpointOp::PORT_STATUS_UPDATE}), ERTH_STATUS);

    MrcEndpointPdu erth;
    ASSERT_TRUE(ReadHex(ReadMrcErth, ERTH_PROBE, erth));
    EXPECT_EQ(erth.op, MrcEndpointOp::EV_PROBE);
    ASSERT_TRUE(ReadHex(ReadMrcErth, ERTH_STATUS, erth));
    EXPECT_EQ(erth.op, MrcEndpointOp::PORT_STATUS_UPDATE);
    EXPECT_EQ(erth.portStatusMask, 0x1deU);
    EXPECT_EQ(erth.txTimestamp, 0xbeef);
}

TEST(WireHeaders, TruncatedHeadersAreRefusedAtEveryLength)
{
    ExpectRefusedAtEveryLength(ReadRdmaIpv6, OUTER_IPV6);
    ExpectRefusedAtEveryLength(ReadRdmaUdp, UDP);
    ExpectRefusedAtEveryLength(ReadRdmaBth, BTH);
    ExpectRefusedAtEveryLength(ReadMrcMeth, METH_BYTES);
    ExpectRefusedAtEveryLength(ReadMrcTseth, TSETH_BYTES);
    ExpectRefusedAtEveryLength(ReadRdmaReth, RETH);
    ExpectRefusedAtEveryLength(ReadMrcSack, SACK);
    ExpectRefusedAtEveryLength(ReadMrcNack, NETH);
    ExpectRefusedAtEveryLength(ReadMrcProbe, PETH);
    ExpectRefusedAtEveryLength(ReadMrcErth, ERTH_PROBE);
    ExpectRefusedAtEveryLength(ReadMrcEeth, SACK); // of the same length, with operation 0
    ExpectRefusedAtEveryLength(ReadRdmaImmDt, "c0 ff ee 01");
    ExpectRefusedAtEveryLength(ReadRoceAeth, "1f 00 00 07");
    ExpectRefusedAtEveryLength(ReadFabricPfc, PFC);
    ExpectRefusedAtEveryLength(ReadRdmaEthernet, "02 00 00 00 00 01 02 00 00 00 00 02 86 dd");
}

TEST(WireHeaders, CnpIsSixteenReservedBytes)
{
    const std::string zeros = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";
    EXPECT_EQ(Written(WriteRoceCnp), zeros);
    const auto bytes = Hex(zeros);
    RdmaByteReader whole(bytes.data(), 16);
    EXPECT_TRUE(ReadRoceCnp(whole));
    RdmaByteReader cut(bytes.data(), 15);
    EXPECT_FALSE(ReadRoceCnp(cut));
}

TEST(WireHeaders, EthernetCarriesMacAddressesAndType)
{
    const std::string bytes = "01 80 c2 00 00 01 02 05 00 00 07 10 88 08";
    EXPECT_EQ(Written([](RdmaByteWriter& out) {
                  WriteRdmaEthernet(
                      out,
                      {FABRIC_PFC_DESTINATION_MAC, 0x020500000710, RDMA_ETHER_TYPE_MAC_CONTROL});
              }),
              bytes);
    RdmaWireEthernet ethernet;
    ASSERT_TRUE(ReadHex(ReadRdmaEthernet, bytes, ethernet));
    EXPECT_EQ(ethernet.destination, 0x0180c2000001U);
    EXPECT_EQ(ethernet.source, 0x020500000710U);
    EXPECT_EQ(ethernet.etherType, 0x8808);
}

TEST(WireHeaders, Ipv6TrafficClassAndFlowLabelShareTheFirstWord)
{
    // DSCP 46, CE, flow label 0x5beef: 0110 10111011 0101 1011 1110 1110 1111
    const std::string start = "6b b5 be ef 00 00 11 01";
    const std::string rest = " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
                             " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";
    EXPECT_EQ(Written([](RdmaByteWriter& out) {
                  WriteRdmaIpv6(out, {46, 3, RDMA_IPV6_NEXT_UDP, 1, 0x5beef, 0, {}, {}});
              }),
              start + rest);
    RdmaWireIpv6 ip;
    ASSERT_TRUE(ReadHex(ReadRdmaIpv6, start + rest, ip));
    EXPECT_EQ(ip.dscp, 46);
    EXPECT_EQ(ip.ecn, 3);
    EXPECT_EQ(ip.flowLabel, 0x5beefU);
    EXPECT_EQ(ip.hopLimit, 1);
}

TEST(WireHeaders, EveryFlippedBitOfTheIpVersionIsRefused)
{
    for (int bit = 4; bit < 8; ++bit)
    {
        auto bytes = Hex(OUTER_IPV6);
        bytes[0] ^= 1 << bit;
        RdmaByteReader in(bytes.data(), bytes.size());
        RdmaWireIpv6 ip;
        EXPECT_FALSE(ReadRdmaIpv6(in, ip)) << "bit " << bit;
    }
}

TEST(WireHeaders, UdpShorterThanItselfOrWithChecksumIsRefused)
{
    RdmaWireUdp udp;
    EXPECT_TRUE(ReadHex(ReadRdmaUdp, "50 3c 12 b7 00 08 00 00", udp));
    EXPECT_FALSE(ReadHex(ReadRdmaUdp, "50 3c 12 b7 00 07 00 00", udp));
    EXPECT_FALSE(ReadHex(ReadRdmaUdp, "50 3c 12 b7 00 08 00 01", udp));
}

TEST(WireHeaders, BthFlagsEachHaveTheirBit)
{
    const auto written = [](const std::function<void(RdmaBth&)>& set) {
        RdmaBth bth;
        set(bth);
        const std::string bytes = Written([&](RdmaByteWriter& out) { WriteRdmaBth(out, bth); });
        RdmaBth back;
        EXPECT_TRUE(ReadHex(ReadRdmaBth, bytes, back));
        EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteRdmaBth(out, back); }), bytes);
        return bytes;
    };
    EXPECT_EQ(written([](RdmaBth& b) { b.solicited = true; }),
              "00 80 ff ff 00 00 00 00 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.migReq = true; }), "00 40 ff ff 00 00 00 00 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.padCount = 3; }), "00 30 ff ff 00 00 00 00 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.fecn = true; }), "00 00 ff ff 80 00 00 00 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.becn = true; }), "00 00 ff ff 40 00 00 00 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.ackRequest = true; }),
              "00 00 ff ff 00 00 00 00 80 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.rtx = true; }), "00 00 ff ff 00 00 00 00 20 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.timestamp = true; }),
              "00 00 ff ff 00 00 00 00 10 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.destQpn = 0xfffffe; }),
              "00 00 ff ff 00 ff ff fe 00 00 00 00");
    EXPECT_EQ(written([](RdmaBth& b) { b.psn = 0xfffffe; }), "00 00 ff ff 00 00 00 00 00 ff ff fe");
}

TEST(WireHeaders, BthOfAnotherTransportVersionIsRefused)
{
    for (int bit = 0; bit < 4; ++bit)
    {
        auto bytes = Hex(BTH);
        bytes[1] ^= 1 << bit;
        RdmaByteReader in(bytes.data(), bytes.size());
        RdmaBth bth;
        EXPECT_FALSE(ReadRdmaBth(in, bth)) << "bit " << bit;
    }
}

TEST(WireHeaders, SackWithEveryFieldAtItsLimit)
{
    MrcSackPdu sack{};
    sack.bitmap = 0x8000000000000001;
    sack.entropy = 0xfedcba98;
    sack.cackPsn = 0xfffffe;
    sack.rcvdBytes = 0xfffffd;
    sack.ackPsnOffset = -3;
    sack.sackOffset = 0x7fff;
    sack.txTimestamp = 0xffff;
    sack.oooCount = 0x7fff;
    sack.m = MrcEvVerdict::ALWAYS_SKIP;
    sack.mpr = 255;
    sack.rcvCwndPen = 127;
    sack.probe = true;
    sack.restoreCwnd = true;
    const std::string bytes = "00 42 ff fd fe dc ba 98 00 00 00 00 00 ff ff fe "
                              "00 ff 7f ff 80 00 00 00 00 00 00 01 "
                              "ff ff 7f ff ff ff ff fd";
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteMrcSack(out, sack); }), bytes);
    MrcSackPdu back;
    ASSERT_TRUE(ReadHex(ReadMrcSack, bytes, back));
    EXPECT_EQ(back.ackPsnOffset, -3);
    EXPECT_EQ(back.m, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_TRUE(back.probe);
    EXPECT_TRUE(back.restoreCwnd);
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteMrcSack(out, back); }), bytes);
}

TEST(WireHeaders, SackWithReservedVerdictOrForeignCongestionControlIsRefused)
{
    auto bytes = Hex(SACK);
    MrcSackPdu sack;
    bytes[1] = 0x60;
    RdmaByteReader verdict(bytes.data(), bytes.size());
    EXPECT_FALSE(ReadMrcSack(verdict, sack));
    bytes = Hex(SACK);
    bytes[16] = 0x10;
    RdmaByteReader ccType(bytes.data(), bytes.size());
    EXPECT_FALSE(ReadMrcSack(ccType, sack));
}

TEST(WireHeaders, HeritageFieldsOfAForeignSenderAreIgnored)
{
    auto bytes = Hex(SACK);
    bytes[8] = 0x00; // spdcid = QPN & 0xffff, as some implementations send it
    bytes[9] = 0xb7;
    RdmaByteReader in(bytes.data(), bytes.size());
    MrcSackPdu sack;
    ASSERT_TRUE(ReadMrcSack(in, sack));
    EXPECT_EQ(sack.cackPsn, 4U);
}

TEST(WireHeaders, BitInFrontOfOooCountIsReserved)
{
    constexpr size_t OOO_COUNT_AT = MRC_SETH_BYTES + 2;
    MrcSackPdu sack{};
    sack.oooCount = 0x8003;
    std::vector<uint8_t> bytes(MRC_SETH_BYTES + MRC_CC_STATE_BYTES);
    RdmaByteWriter out(bytes.data(), bytes.size());
    WriteMrcSack(out, sack);
    EXPECT_EQ(bytes[OOO_COUNT_AT], 0) << "not written";
    bytes[OOO_COUNT_AT] = 0x80;
    RdmaByteReader in(bytes.data(), bytes.size());
    ASSERT_TRUE(ReadMrcSack(in, sack));
    EXPECT_EQ(sack.oooCount, 3U) << "not read";
}

TEST(WireHeaders, EveryKnownNackReasonSurvivesAndOthersAreRefused)
{
    const std::vector<int> known{0x01, 0x02, 0x06, 0x07, 0x0a, 0x0b, 0x19};
    for (int reason = 0; reason < 256; ++reason)
    {
        auto bytes = Hex(NETH);
        bytes[2] = static_cast<uint8_t>(reason);
        RdmaByteReader in(bytes.data(), bytes.size());
        MrcNackPdu nack;
        const bool isKnown = std::count(known.begin(), known.end(), reason) == 1;
        EXPECT_EQ(ReadMrcNack(in, nack), isKnown) << "reason " << reason;
        if (isKnown)
        {
            EXPECT_EQ(static_cast<int>(nack.reason), reason);
        }
    }
}

TEST(WireHeaders, WrongTypeFieldsAreRefused)
{
    MrcNackPdu nack;
    EXPECT_FALSE(
        ReadHex(ReadMrcNack, "00 00 01 00 00 00 50 3c 00 00 00 00 00 00 00 08 00 00 12 34", nack))
        << "cc_type of a SACK";
    MrcTseth tseth;
    EXPECT_FALSE(ReadHex(ReadMrcTseth, "12 34 00 00", tseth)) << "ftype 0";
    MrcProbePdu probe;
    EXPECT_FALSE(ReadHex(ReadMrcProbe, "00 00 00 00 00 42 00 00 00 00 00 00 be ef 00 03", probe))
        << "ftype 3";
    MrcEndpointPdu erth;
    EXPECT_FALSE(ReadHex(ReadMrcErth, "00 02 00 00 00 00 00 00 00 00 00 00 be ef 00 01", erth))
        << "operation 2";
}

TEST(WireHeaders, AethCarriesSyndromeAndMessageNumber)
{
    RdmaAckPdu ack{};
    ack.msn = 0x123456;
    ack.syndrome = RDMA_SYNDROME_ACK;
    EXPECT_EQ(Written([&ack](RdmaByteWriter& out) { WriteRoceAeth(out, ack); }), "1f 12 34 56");
    ASSERT_TRUE(ReadHex(ReadRoceAeth, "60 ff ff fe", ack));
    EXPECT_EQ(ack.syndrome, RDMA_SYNDROME_NAK_SEQUENCE);
    EXPECT_EQ(ack.msn, 0xfffffeU);
}

TEST(WireHeaders, PfcPausesClassThree)
{
    FabricPfcHeader pfc;
    pfc.classes = 0x08;
    pfc.quanta[3] = 0xffff;
    EXPECT_EQ(Written([&](RdmaByteWriter& out) { WriteFabricPfc(out, pfc); }), PFC);
    FabricPfcHeader back;
    ASSERT_TRUE(ReadHex(ReadFabricPfc, PFC, back));
    EXPECT_EQ(back.classes, 0x08);
    EXPECT_EQ(back.quanta, pfc.quanta);
}

TEST(WireHeaders, PlainEthernetPauseIsNotPfc)
{
    auto bytes = Hex(PFC);
    bytes[0] = 0x00; // opcode 0x0001 is PAUSE
    RdmaByteReader in(bytes.data(), bytes.size());
    FabricPfcHeader pfc;
    EXPECT_FALSE(ReadFabricPfc(in, pfc));
}
