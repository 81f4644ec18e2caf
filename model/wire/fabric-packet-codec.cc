/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-packet-codec.h"

#include "fabric-frame-difference.h"
#include "rdma-byte-io.h"
#include "rdma-ip-headers.h"
#include "rdma-wire-size.h"

#include "ns3/packet.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

/// IPv4 header without options.
constexpr size_t IPV4_BYTES = 20;
/// Offset of the checksum in an IPv4 header.
constexpr size_t IPV4_CHECKSUM_AT = 10;
/// Traffic class value ECT(1), which frames do not distinguish.
constexpr uint8_t ECT1 = 1;

/// Contents of a packet's headers.
struct PacketHeaders
{
    uint8_t trafficClass{0};    ///< DSCP and ECN
    uint8_t hopLimit{0};        ///< TTL or hop limit
    uint8_t protocol{0};        ///< protocol or next header
    bool fragment{false};       ///< a part of a packet, or the first part: its ports are not used
    uint32_t flowLabel{0};      ///< IPv6
    uint32_t l3Bytes{0};        ///< with all headers
    size_t portsAt{IPV4_BYTES}; ///< offset of the ports
    std::optional<FabricAddressing::Port> destination; ///< NIC port of the destination
};

/// IPv4 header.
bool
ReadIpv4Headers(RdmaByteReader& in, PacketHeaders& headers)
{
    constexpr uint16_t FRAGMENT_BITS = 0x3fff; // more fragments, offset
    constexpr uint8_t FIRST_BYTE = 0x45;       // version 4, no options
    const uint8_t first = in.U8();
    headers.trafficClass = in.U8();
    headers.l3Bytes = in.U16();
    in.U16(); // identification
    headers.fragment = (in.U16() & FRAGMENT_BITS) != 0;
    headers.hopLimit = in.U8();
    headers.protocol = in.U8();
    in.U16(); // checksum
    in.U32(); // source
    headers.destination = FabricAddressing::FindPort(in.U32());
    return in.IsOk() && first == FIRST_BYTE && headers.l3Bytes >= IPV4_BYTES;
}

/// IPv6 header.
bool
ReadIpv6Headers(RdmaByteReader& in, const FabricAddressing& addressing, PacketHeaders& headers)
{
    RdmaWireIpv6 ip;
    if (!ReadRdmaIpv6(in, ip))
    {
        return false;
    }
    headers.trafficClass = static_cast<uint8_t>(ip.dscp << 2 | ip.ecn);
    headers.hopLimit = ip.hopLimit;
    headers.protocol = ip.nextHeader;
    headers.flowLabel = ip.flowLabel;
    headers.l3Bytes = RDMA_WIRE_IPV6_BYTES + ip.payloadLength;
    headers.portsAt = RDMA_WIRE_IPV6_BYTES;
    headers.destination = addressing.FindPort(ip.destination);
    return true;
}

/// Hash of the fields that distinguish flows between two hosts.
uint32_t
HashFlow(const PacketHeaders& headers, const uint8_t* bytes, size_t size)
{
    uint32_t ports = 0;
    const bool hasPorts =
        headers.protocol == RDMA_IP_PROTOCOL_TCP || headers.protocol == RDMA_IPV6_NEXT_UDP;
    if (hasPorts && !headers.fragment && size >= headers.portsAt + sizeof(ports))
    {
        ports = RdmaByteReader(bytes + headers.portsAt, sizeof(ports)).U32();
    }
    // Multiply and fold: an odd constant from the fraction of the golden ratio.
    uint64_t x = static_cast<uint64_t>(headers.protocol) << 52 ^
                 static_cast<uint64_t>(headers.flowLabel) << 32 ^ ports;
    x *= 0x9E3779B97F4A7C15ULL;
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ULL;
    return static_cast<uint32_t>(x >> 32);
}

/// Sum of 16-bit words in one's complement, inverted (RFC 1071).
uint16_t
Ipv4Checksum(const uint8_t* header)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < IPV4_BYTES; i += 2)
    {
        sum += static_cast<uint32_t>(header[i] << 8 | header[i + 1]);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<uint16_t>(~(sum + (sum >> 16)));
}

/// Update the header's bytes from the frame.
void
PatchIp(uint8_t* ip, const FabricFrame& frame)
{
    const bool marked = frame.ecn == FabricEcn::CE;
    if (ip[0] >> 4 == 6)
    {
        constexpr size_t HOP_LIMIT_AT = 7;
        constexpr uint8_t CE_BITS = 0x30; // the lower two bits of the traffic class
        ip[1] |= marked ? CE_BITS : 0;
        ip[HOP_LIMIT_AT] = frame.hopLimit;
        return;
    }
    constexpr size_t TTL_AT = 8;
    ip[1] |= marked ? static_cast<uint8_t>(FabricEcn::CE) : 0;
    ip[TTL_AT] = frame.hopLimit;
    ip[IPV4_CHECKSUM_AT] = ip[IPV4_CHECKSUM_AT + 1] = 0;
    const uint16_t checksum = Ipv4Checksum(ip);
    ip[IPV4_CHECKSUM_AT] = static_cast<uint8_t>(checksum >> 8);
    ip[IPV4_CHECKSUM_AT + 1] = static_cast<uint8_t>(checksum);
}

/// Read an Ethernet frame with a packet.
bool
ParsePacketFrame(const std::vector<uint8_t>& bytes,
                 const FabricAddressing& addressing,
                 FabricFrame& frame)
{
    RdmaByteReader in(bytes.data(), bytes.size());
    RdmaWireEthernet ethernet;
    if (!ReadRdmaEthernet(in, ethernet) ||
        !ReadFabricPacketFacts(bytes.data() + RDMA_WIRE_ETHERNET_BYTES,
                               bytes.size() - RDMA_WIRE_ETHERNET_BYTES,
                               addressing,
                               frame))
    {
        return false;
    }
    const uint8_t version = bytes[RDMA_WIRE_ETHERNET_BYTES] >> 4;
    frame.srcHost = static_cast<uint32_t>(ethernet.source);
    return ethernet.etherType == (version == 6 ? RDMA_ETHER_TYPE_IPV6 : RDMA_ETHER_TYPE_IPV4) &&
           ethernet.destination == FabricAddressing::GetMac(frame.dstHost, frame.plane) &&
           ethernet.source == FabricAddressing::GetMac(frame.srcHost, frame.plane);
}

} // namespace

bool
ReadFabricPacketFacts(const uint8_t* bytes,
                      size_t size,
                      const FabricAddressing& addressing,
                      FabricFrame& frame)
{
    RdmaByteReader in(bytes, size);
    PacketHeaders headers;
    const bool ok = size > 0 && (bytes[0] >> 4 == 6 ? ReadIpv6Headers(in, addressing, headers)
                                                    : ReadIpv4Headers(in, headers));
    if (!ok || !headers.destination ||
        FabricWireBytes(headers.l3Bytes) > std::numeric_limits<uint16_t>::max())
    {
        return false;
    }
    const uint8_t ecn = headers.trafficClass & 3;
    frame.encap = FabricEncap::PACKET;
    frame.dstHost = headers.destination->host;
    frame.plane = static_cast<uint8_t>(headers.destination->plane);
    frame.entropy = HashFlow(headers, bytes, size);
    frame.l3Bytes = static_cast<uint16_t>(headers.l3Bytes);
    frame.wireBytes = static_cast<uint16_t>(FabricPaddedWireBytes(headers.l3Bytes));
    frame.dscp = static_cast<FabricDscp>(headers.trafficClass >> 2);
    frame.ecn = ecn == ECT1 ? FabricEcn::ECT0 : static_cast<FabricEcn>(ecn);
    frame.hopLimit = headers.hopLimit;
    return true;
}

void
SerializeFabricPacketFrame(const FabricFrame& frame, std::vector<uint8_t>& out)
{
    const uint32_t payload = std::max<uint32_t>(frame.l3Bytes, RDMA_WIRE_MIN_PAYLOAD_BYTES);
    out.assign(RDMA_WIRE_ETHERNET_BYTES + payload, 0);
    uint8_t* ip = out.data() + RDMA_WIRE_ETHERNET_BYTES;
    frame.packet->CopyData(ip, frame.l3Bytes);
    PatchIp(ip, frame);
    RdmaByteWriter ethernet(out.data(), RDMA_WIRE_ETHERNET_BYTES);
    WriteRdmaEthernet(ethernet,
                      {FabricAddressing::GetMac(frame.dstHost, frame.plane),
                       FabricAddressing::GetMac(frame.srcHost, frame.plane),
                       ip[0] >> 4 == 6 ? RDMA_ETHER_TYPE_IPV6 : RDMA_ETHER_TYPE_IPV4});
}

std::string
CheckFabricPacketFrameOnWire(const FabricFrame& frame, const FabricAddressing& addressing)
{
    std::vector<uint8_t> bytes;
    SerializeFabricPacketFrame(frame, bytes);
    FabricFrame parsed{};
    const bool ok =
        frame.packet->GetSize() == frame.l3Bytes && ParsePacketFrame(bytes, addressing, parsed);
    const char* field = ok ? FindFabricFrameDifference(frame, parsed) : nullptr;
    if (ok && !field)
    {
        return {};
    }
    std::ostringstream out;
    out << "packet of host " << frame.srcHost << " to host " << frame.dstHost << ", plane "
        << static_cast<unsigned>(frame.plane) << ", " << frame.l3Bytes << " B: ";
    if (ok)
    {
        out << "the field " << field << " changes when the bytes are read back";
    }
    else
    {
        out << "the bytes are not those of such a packet";
    }
    return out.str();
}

} // namespace ns3
