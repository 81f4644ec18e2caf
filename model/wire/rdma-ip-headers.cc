/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ip-headers.h"

#include "rdma-wire-size.h"

namespace ns3
{

namespace
{

/// Version field of IPv6.
constexpr uint32_t IPV6_VERSION = 6;
/// Routing type of segment routing.
constexpr uint8_t SRH_ROUTING_TYPE = 4;
/// Length field of an SRH with one segment: units of 8 B after the first.
constexpr uint8_t SRH_LENGTH = RDMA_WIRE_SRH_BYTES / 8 - 1;
/// Index of the last segment in a list of one.
constexpr uint8_t SRH_LAST_ENTRY = 0;

/// Append a 48-bit MAC address.
void
WriteMac(RdmaByteWriter& out, uint64_t mac)
{
    out.U16(static_cast<uint32_t>(mac >> 32));
    out.U32(static_cast<uint32_t>(mac));
}

/// Read a 48-bit MAC address.
uint64_t
ReadMac(RdmaByteReader& in)
{
    const uint64_t upper = in.U16();
    return upper << 32 | in.U32();
}

} // namespace

void
WriteRdmaEthernet(RdmaByteWriter& out, const RdmaWireEthernet& header)
{
    WriteMac(out, header.destination);
    WriteMac(out, header.source);
    out.U16(header.etherType);
}

bool
ReadRdmaEthernet(RdmaByteReader& in, RdmaWireEthernet& header)
{
    header.destination = ReadMac(in);
    header.source = ReadMac(in);
    header.etherType = in.U16();
    return in.IsOk();
}

void
WriteRdmaIpv6(RdmaByteWriter& out, const RdmaWireIpv6& header)
{
    const uint32_t trafficClass = (header.dscp & 0x3fU) << 2 | (header.ecn & 0x3U);
    out.U32(IPV6_VERSION << 28 | trafficClass << 20 | (header.flowLabel & 0xfffff));
    out.U16(header.payloadLength);
    out.U8(header.nextHeader);
    out.U8(header.hopLimit);
    out.Address(header.source);
    out.Address(header.destination);
}

bool
ReadRdmaIpv6(RdmaByteReader& in, RdmaWireIpv6& header)
{
    const uint32_t first = in.U32();
    header.dscp = first >> 22 & 0x3f;
    header.ecn = first >> 20 & 0x3;
    header.flowLabel = first & 0xfffff;
    header.payloadLength = in.U16();
    header.nextHeader = in.U8();
    header.hopLimit = in.U8();
    header.source = in.Address();
    header.destination = in.Address();
    return in.IsOk() && first >> 28 == IPV6_VERSION;
}

void
WriteRdmaSrh(RdmaByteWriter& out, const RdmaWireSrh& header)
{
    out.U8(header.nextHeader);
    out.U8(SRH_LENGTH);
    out.U8(SRH_ROUTING_TYPE);
    out.U8(header.segmentsLeft);
    out.U8(SRH_LAST_ENTRY);
    out.Zeros(3); // flags, tag
    out.Address(header.segment);
}

bool
ReadRdmaSrh(RdmaByteReader& in, RdmaWireSrh& header)
{
    header.nextHeader = in.U8();
    const uint8_t length = in.U8();
    const uint8_t type = in.U8();
    header.segmentsLeft = in.U8();
    const uint8_t lastEntry = in.U8();
    in.Skip(3); // flags, tag
    header.segment = in.Address();
    return in.IsOk() && length == SRH_LENGTH && type == SRH_ROUTING_TYPE &&
           lastEntry == SRH_LAST_ENTRY && header.segmentsLeft <= SRH_LAST_ENTRY + 1;
}

void
WriteRdmaUdp(RdmaByteWriter& out, const RdmaWireUdp& header)
{
    out.U16(header.sourcePort);
    out.U16(header.destinationPort);
    out.U16(header.length);
    out.U16(0);
}

bool
ReadRdmaUdp(RdmaByteReader& in, RdmaWireUdp& header)
{
    header.sourcePort = in.U16();
    header.destinationPort = in.U16();
    header.length = in.U16();
    const uint16_t checksum = in.U16();
    return in.IsOk() && header.length >= RDMA_WIRE_UDP_BYTES && checksum == 0;
}

} // namespace ns3
