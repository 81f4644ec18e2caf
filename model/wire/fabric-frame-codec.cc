/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-frame-codec.h"

#include "fabric-frame-difference.h"
#include "fabric-packet-codec.h"
#include "fabric-pfc-header.h"
#include "rdma-bth.h"
#include "rdma-byte-io.h"
#include "rdma-extensions.h"
#include "rdma-icrc.h"
#include "rdma-ip-headers.h"
#include "rdma-wire-size.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

namespace ns3
{

namespace
{

/// Size of a buffer for the longest header stack: SRv6 with SRH and a SACK, 174 B.
constexpr size_t MAX_HEADER_BYTES = 256;

/// All headers of a frame, or a PFC frame.
struct HeaderBytes
{
    std::array<uint8_t, MAX_HEADER_BYTES> bytes; ///< from the Ethernet header on
    size_t size;                                 ///< bytes in use
};

/// The rtx bit on the wire: RoCE has none.
bool
RtxOnWire(const RdmaPdu& pdu)
{
    return IsMrc(pdu.opcode) && pdu.rtx;
}

/// The sr bit on the wire: MRC has none.
bool
SelectiveOnWire(const RdmaPdu& pdu)
{
    return !IsMrc(pdu.opcode) && pdu.selective;
}

/// The order of the EV's halves: RoCE has no EV, only a source port.
Srv6EvOrder
EvOrderOf(const RdmaPdu& pdu, const FabricWireFormat& format)
{
    return IsMrc(pdu.opcode) ? format.evOrder : EV_LOW_IN_PORT;
}

/// DSCP with which the frame was sent, before any trimming.
FabricDscp
SentDscp(const FabricFrame& frame)
{
    if (frame.GetTrim() == RdmaTrim::NONE)
    {
        return frame.dscp;
    }
    return RtxOnWire(frame.pdu) ? FabricDscp::TRIMMABLE_RETX : FabricDscp::TRIMMABLE;
}

/// ECN field with which the frame was sent, before any marking.
FabricEcn
SentEcn(const FabricFrame& frame)
{
    return frame.ecn == FabricEcn::CE ? FabricEcn::ECT0 : frame.ecn;
}

/// Write the outer header of an SRv6 packet, and its SRH if it has one.
void
WriteOuterIp(RdmaByteWriter& out,
             RdmaWireIpv6 ip,
             const FabricFrame& frame,
             const Srv6Segments* known)
{
    ip.nextHeader = RDMA_IPV6_NEXT_IPV6;
    ip.payloadLength += RDMA_WIRE_IPV6_BYTES;
    ip.destination = {frame.sidHi, frame.sidLo};
    if (frame.segment == 0)
    {
        WriteRdmaIpv6(out, ip);
        return;
    }
    NS_ASSERT_MSG(known, "a frame has an SRH, but the network has no segments");
    ip.nextHeader = RDMA_IPV6_NEXT_ROUTING;
    ip.payloadLength += RDMA_WIRE_SRH_BYTES;
    WriteRdmaIpv6(out, ip);
    WriteRdmaSrh(out, {RDMA_IPV6_NEXT_IPV6, frame.segmentsLeft, known->Get(frame.segment)});
}

void
WriteIpHeaders(RdmaByteWriter& out, const FabricFrame& frame, const FabricWireFormat& format)
{
    const uint32_t udpLength = RdmaUdpLength(frame.pdu);
    const Srv6EvWire ev = MrcEvToWire(frame.entropy, EvOrderOf(frame.pdu, format));
    RdmaWireIpv6 ip{};
    ip.flowLabel = ev.flowLabel;
    ip.payloadLength = static_cast<uint16_t>(udpLength);
    ip.source = format.addressing.GetAddress(frame.srcHost, frame.plane);
    ip.dscp = static_cast<uint8_t>(frame.dscp);
    ip.ecn = static_cast<uint8_t>(frame.ecn);
    ip.hopLimit = frame.hopLimit;
    if (frame.encap == FabricEncap::SRV6)
    {
        WriteOuterIp(out, ip, frame, format.segments);
        ip.dscp = static_cast<uint8_t>(SentDscp(frame));
        ip.ecn = static_cast<uint8_t>(SentEcn(frame));
        ip.hopLimit = RDMA_IPV6_HOP_LIMIT;
    }
    ip.nextHeader = RDMA_IPV6_NEXT_UDP;
    ip.destination = format.addressing.GetAddress(frame.dstHost, frame.plane);
    WriteRdmaIpv6(out, ip);
    WriteRdmaUdp(out, {ev.sourcePort, format.udpDestPort, static_cast<uint16_t>(udpLength)});
}

/// BTH of a PDU.
RdmaBth
BthOf(const RdmaPdu& pdu)
{
    RdmaBth bth;
    bth.opcode = static_cast<uint8_t>(pdu.opcode);
    bth.padCount = static_cast<uint8_t>(RdmaPadBytes(RdmaPayloadBytes(pdu)));
    bth.becn = pdu.opcode == RdmaOpcode::CNP;
    bth.ackRequest = pdu.ackRequest;
    bth.rtx = RtxOnWire(pdu);
    bth.timestamp = HasRdmaTseth(pdu);
    bth.selective = SelectiveOnWire(pdu);
    bth.destQpn = pdu.destQpn;
    bth.psn = pdu.psn;
    return bth;
}

/// Read BTH and extension headers. The payload's size follows from the UDP length.
bool
ReadPdu(RdmaByteReader& in, uint32_t udpLength, RdmaPdu& pdu)
{
    RdmaBth bth;
    if (!ReadRdmaBth(in, bth))
    {
        return false;
    }
    pdu.opcode = static_cast<RdmaOpcode>(bth.opcode);
    pdu.destQpn = bth.destQpn;
    pdu.psn = bth.psn;
    pdu.ackRequest = bth.ackRequest;
    pdu.rtx = IsMrc(pdu.opcode) && bth.rtx;
    pdu.timestamp = bth.timestamp;
    pdu.selective = bth.selective;
    if (!ReadRdmaExtensions(in, pdu))
    {
        return false;
    }
    const uint32_t unpadded = RdmaUdpLength(pdu) + bth.padCount; // without payload so far
    if (udpLength < unpadded)
    {
        return false;
    }
    if (IsRdmaWrite(pdu.opcode))
    {
        pdu.write.payloadBytes = udpLength - unpadded;
    }
    else if (IsRdmaReadResponse(pdu.opcode))
    {
        pdu.read.payloadBytes = udpLength - unpadded;
    }
    return true;
}

/// Set the fields that follow from the outermost IPv6 header.
bool
TakeOuterHeader(const RdmaWireIpv6& ip, size_t l3Bytes, FabricFrame& frame)
{
    frame.dscp = static_cast<FabricDscp>(ip.dscp);
    frame.ecn = static_cast<FabricEcn>(ip.ecn);
    frame.hopLimit = ip.hopLimit;
    const auto cls = FabricClassOf(frame.dscp);
    const size_t stated = RDMA_WIRE_IPV6_BYTES + ip.payloadLength;
    const bool trimmed = frame.GetTrim() != RdmaTrim::NONE;
    // 1 is ECT(1), which no sender uses here
    if (!cls || ip.ecn == 1 || l3Bytes > stated || (l3Bytes < stated && !trimmed))
    {
        return false;
    }
    if (FabricWireBytes(static_cast<uint32_t>(l3Bytes)) > std::numeric_limits<uint16_t>::max())
    {
        return false; // longer than a frame can hold
    }
    frame.cls = *cls;
    frame.l3Bytes = static_cast<uint16_t>(l3Bytes);
    frame.wireBytes = static_cast<uint16_t>(FabricWireBytes(frame.l3Bytes));
    return true;
}

/// Read the headers between the outer header and the inner packet, and the inner header.
bool
ReadTunnel(RdmaByteReader& in, const FabricWireFormat& format, FabricFrame& frame, RdmaWireIpv6& ip)
{
    frame.sidHi = ip.destination.hi;
    frame.sidLo = ip.destination.lo;
    uint8_t nextHeader = ip.nextHeader;
    if (nextHeader == RDMA_IPV6_NEXT_ROUTING)
    {
        RdmaWireSrh srh;
        if (!ReadRdmaSrh(in, srh) || !format.segments || !format.segments->Find(srh.segment))
        {
            return false;
        }
        frame.segment = *format.segments->Find(srh.segment);
        frame.segmentsLeft = srh.segmentsLeft;
        nextHeader = srh.nextHeader;
    }
    return nextHeader == RDMA_IPV6_NEXT_IPV6 && ReadRdmaIpv6(in, ip);
}

/// Read a packet after the Ethernet header.
bool
ReadPacket(RdmaByteReader& in, const FabricWireFormat& format, FabricFrame& frame)
{
    const size_t l3Bytes = in.GetRemaining();
    RdmaWireIpv6 ip;
    if (!ReadRdmaIpv6(in, ip) || !TakeOuterHeader(ip, l3Bytes, frame))
    {
        return false;
    }
    frame.encap = ip.nextHeader == RDMA_IPV6_NEXT_UDP ? FabricEncap::PLAIN : FabricEncap::SRV6;
    if (frame.encap == FabricEncap::SRV6 && !ReadTunnel(in, format, frame, ip))
    {
        return false;
    }
    RdmaWireUdp udp;
    if (ip.nextHeader != RDMA_IPV6_NEXT_UDP || !ReadRdmaUdp(in, udp) ||
        !ReadPdu(in, udp.length, frame.pdu))
    {
        return false;
    }
    const auto src = format.addressing.FindPort(ip.source);
    const auto dst = format.addressing.FindPort(ip.destination);
    if (!src || !dst)
    {
        return false;
    }
    frame.srcHost = src->host;
    frame.dstHost = dst->host;
    frame.plane = static_cast<uint8_t>(src->plane);
    frame.entropy = WireToMrcEv({udp.sourcePort, ip.flowLabel}, EvOrderOf(frame.pdu, format));
    return true;
}

/// Read a PFC frame after the Ethernet header.
bool
ReadPfcFrame(RdmaByteReader& in, const RdmaWireEthernet& ethernet, FabricFrame& frame)
{
    FabricPfcHeader pfc;
    if (!ReadFabricPfc(in, pfc) || in.GetRemaining() != 0)
    {
        return false;
    }
    frame.encap = FabricEncap::PFC;
    frame.cls = RdmaClass::CONTROL;
    frame.plane = static_cast<uint8_t>(ethernet.source >> 32);
    frame.wireBytes = FABRIC_PFC_WIRE_BYTES;
    frame.pfcClasses = 0;
    for (uint32_t i = 0; i < pfc.quanta.size(); ++i)
    {
        if (pfc.classes >> i & 1)
        {
            frame.AddPfcQuanta(i, pfc.quanta[i]);
        }
    }
    return true;
}

void
WritePfcFrame(RdmaByteWriter& out, const FabricFrame& frame)
{
    FabricPfcHeader pfc;
    pfc.classes = frame.pfcClasses;
    for (uint32_t i = 0; i < pfc.quanta.size(); ++i)
    {
        pfc.quanta[i] = frame.pfcClasses >> i & 1 ? frame.GetPfcQuanta(i) : 0;
    }
    WriteRdmaEthernet(out,
                      {FABRIC_PFC_DESTINATION_MAC,
                       FabricAddressing::GetMac(0, frame.plane),
                       RDMA_ETHER_TYPE_MAC_CONTROL});
    WriteFabricPfc(out, pfc);
}

HeaderBytes
WriteHeaders(const FabricFrame& frame, const FabricWireFormat& format)
{
    HeaderBytes headers;
    RdmaByteWriter out(headers.bytes.data(), headers.bytes.size());
    if (frame.encap == FabricEncap::PFC)
    {
        WritePfcFrame(out, frame);
    }
    else
    {
        WriteRdmaEthernet(out,
                          {FabricAddressing::GetMac(frame.dstHost, frame.plane),
                           FabricAddressing::GetMac(frame.srcHost, frame.plane),
                           RDMA_ETHER_TYPE_IPV6});
        WriteIpHeaders(out, frame, format);
        WriteRdmaBth(out, BthOf(frame.pdu));
        WriteRdmaExtensions(out, frame.pdu);
    }
    NS_ASSERT_MSG(out.IsOk(), "headers longer than " << MAX_HEADER_BYTES << " B");
    headers.size = out.GetSize();
    return headers;
}

/// True if the frame ends with a computed iCRC. A trimmed frame has none.
bool
HasComputedIcrc(const FabricFrame& frame, const FabricWireFormat& format)
{
    return format.icrc && frame.encap != FabricEncap::PFC && frame.GetTrim() == RdmaTrim::NONE;
}

/// The expected iCRC at the end of a frame's bytes.
RdmaIcrc
IcrcOf(const FabricFrame& frame, const uint8_t* bytes, size_t size)
{
    const size_t first = RDMA_WIRE_ETHERNET_BYTES + FabricIpBytes(frame.encap) -
                         RDMA_WIRE_IPV6_BYTES + FabricSrhBytes(frame);
    return ComputeRdmaIcrc(bytes + first, size - first - RDMA_ICRC_BYTES);
}

} // namespace

std::optional<RdmaClass>
FabricClassOf(FabricDscp dscp)
{
    switch (dscp)
    {
    case FabricDscp::NO_TRIM:
    case FabricDscp::TRIMMABLE:
    case FabricDscp::TRIMMABLE_RETX:
    case FabricDscp::ROCE_DATA:
        return RdmaClass::DATA;
    case FabricDscp::ROCE_DATA2:
        return RdmaClass::DATA2;
    case FabricDscp::TRIMMED:
    case FabricDscp::TRIMMED_LASTHOP:
    case FabricDscp::CONTROL:
    case FabricDscp::CNP:
        return RdmaClass::CONTROL;
    }
    return std::nullopt;
}

void
SerializeFabricFrame(const FabricFrame& frame,
                     const FabricWireFormat& format,
                     std::vector<uint8_t>& out)
{
    if (frame.encap == FabricEncap::PACKET)
    {
        SerializeFabricPacketFrame(frame, out);
        return;
    }
    const HeaderBytes headers = WriteHeaders(frame, format);
    const bool pfc = frame.encap == FabricEncap::PFC;
    out.assign(pfc ? FABRIC_PFC_BYTES : RDMA_WIRE_ETHERNET_BYTES + frame.l3Bytes, 0);
    std::copy_n(headers.bytes.begin(), std::min(headers.size, out.size()), out.begin());
    if (HasComputedIcrc(frame, format))
    {
        const RdmaIcrc icrc = IcrcOf(frame, out.data(), out.size());
        std::copy(icrc.begin(), icrc.end(), out.end() - icrc.size());
    }
}

bool
ParseFabricFrame(const uint8_t* bytes,
                 size_t size,
                 const FabricWireFormat& format,
                 FabricFrame& frame)
{
    frame = FabricFrame{};
    RdmaByteReader in(bytes, size);
    RdmaWireEthernet ethernet;
    if (!ReadRdmaEthernet(in, ethernet))
    {
        return false;
    }
    const bool read = ethernet.etherType == RDMA_ETHER_TYPE_MAC_CONTROL
                          ? ReadPfcFrame(in, ethernet, frame)
                          : ReadPacket(in, format, frame);
    if (!read)
    {
        return false;
    }
    // One rule instead of many: bytes that differ from those of the resulting frame are rejected.
    const HeaderBytes headers = WriteHeaders(frame, format);
    if (headers.size > size || !std::equal(bytes, bytes + headers.size, headers.bytes.begin()))
    {
        return false;
    }
    if (!HasComputedIcrc(frame, format))
    {
        return true;
    }
    const RdmaIcrc icrc = IcrcOf(frame, bytes, size);
    return std::equal(icrc.begin(), icrc.end(), bytes + size - icrc.size());
}

std::string
CheckFabricFrameOnWire(const FabricFrame& frame, const FabricWireFormat& format)
{
    if (frame.encap == FabricEncap::PACKET)
    {
        return CheckFabricPacketFrameOnWire(frame, format.addressing);
    }
    std::vector<uint8_t> bytes;
    SerializeFabricFrame(frame, format, bytes);
    FabricFrame parsed;
    const bool ok = ParseFabricFrame(bytes.data(), bytes.size(), format, parsed);
    const char* field = ok ? FindFabricFrameDifference(frame, parsed) : nullptr;
    if (ok && !field)
    {
        return {};
    }
    std::ostringstream out;
    out << "host " << frame.srcHost << " to host " << frame.dstHost << ", plane "
        << static_cast<unsigned>(frame.plane) << ", opcode 0x" << std::hex
        << static_cast<unsigned>(frame.pdu.opcode) << std::dec << ", PSN " << frame.pdu.psn << ", "
        << frame.l3Bytes << " B: ";
    if (ok)
    {
        out << "the field " << field << " changes when the bytes are read back";
    }
    else
    {
        out << "the parser rejects the bytes";
    }
    return out.str();
}

} // namespace ns3
