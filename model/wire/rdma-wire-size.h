/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_WIRE_SIZE_H
#define RDMA_WIRE_SIZE_H

#include "fabric-frame.h"
#include "rdma-pdu-layout.h"

#include "ns3/rdma-pdu.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Sizes of headers, packets and frames (mrc reference, 2.1 and 2.12; roce reference, 1.2 and 2.1).
 * Sizes are in bytes throughout. Those of headers after the BTH are in rdma-pdu-layout.h.
 */

namespace ns3
{

/// Ethernet header: destination, source, EtherType.
constexpr uint32_t RDMA_WIRE_ETHERNET_BYTES = 14;
/// Ethernet frame check sequence.
constexpr uint32_t RDMA_WIRE_FCS_BYTES = 4;
/// Line time of preamble, start delimiter and inter-frame gap.
constexpr uint32_t RDMA_WIRE_GAP_BYTES = 20;
/// Line time of a frame besides its L3 packet.
constexpr uint32_t RDMA_WIRE_FRAMING_BYTES =
    RDMA_WIRE_ETHERNET_BYTES + RDMA_WIRE_FCS_BYTES + RDMA_WIRE_GAP_BYTES;
/// Minimum payload of an Ethernet frame: shorter packets are padded to it.
constexpr uint32_t RDMA_WIRE_MIN_PAYLOAD_BYTES = 46;
/// IPv6 header, outer or inner.
constexpr uint32_t RDMA_WIRE_IPV6_BYTES = 40;
/// UDP header.
constexpr uint32_t RDMA_WIRE_UDP_BYTES = 8;
/// Segment routing header with one segment.
constexpr uint32_t RDMA_WIRE_SRH_BYTES = 24;
/// Invariant CRC at the end of every RDMA packet.
constexpr uint32_t RDMA_ICRC_BYTES = 4;
/// Base transport header.
constexpr uint32_t RDMA_BTH_BYTES = 12;
/// L3 size of a trimmed packet without SRH: with SRv6 it keeps the headers of every write (mrc
/// reference, 6.1).
constexpr uint32_t FABRIC_TRIM_L3_BYTES = 128;
/// PFC frame without FCS.
constexpr uint32_t FABRIC_PFC_BYTES = 60;
/// Line time of a PFC frame.
constexpr uint32_t FABRIC_PFC_WIRE_BYTES =
    FABRIC_PFC_BYTES + RDMA_WIRE_FCS_BYTES + RDMA_WIRE_GAP_BYTES;

/**
 * @ingroup mrc
 * @return size of the headers between BTH and payload, without TSETH and without the headers of
 * selective repeat; 0 for an opcode not in use
 */
constexpr uint32_t
RdmaExtensionBytes(RdmaOpcode op)
{
    return RDMA_LAYOUT_BYTES[static_cast<uint8_t>(op)].always;
}

/**
 * @ingroup mrc
 * @return bytes that fill it up to a multiple of 4 (BTH pad count)
 */
constexpr uint32_t
RdmaPadBytes(uint32_t payload)
{
    return (4 - payload % 4) % 4;
}

/**
 * @ingroup mrc
 * @param extensionBytes headers between BTH and payload, B
 * @param payload payload before padding, B
 * @return value of the UDP length field: UDP header to iCRC
 */
constexpr uint32_t
RdmaUdpLength(uint32_t extensionBytes, uint32_t payload)
{
    return RDMA_WIRE_UDP_BYTES + RDMA_BTH_BYTES + extensionBytes + payload + RdmaPadBytes(payload) +
           RDMA_ICRC_BYTES;
}

/**
 * @ingroup mrc
 * @param payload payload before padding, 0 unless a write
 * @return value of the UDP length field: UDP header to iCRC
 */
constexpr uint32_t
RdmaUdpLength(RdmaOpcode op, uint32_t payload)
{
    return RdmaUdpLength(RdmaExtensionBytes(op), payload);
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @return size of the IPv6 headers before UDP
 */
constexpr uint32_t
FabricIpBytes(FabricEncap encap)
{
    return encap == FabricEncap::SRV6 ? 2 * RDMA_WIRE_IPV6_BYTES : RDMA_WIRE_IPV6_BYTES;
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @param payload payload before padding, 0 unless a write
 * @return size from the outermost IPv6 header to the iCRC
 */
constexpr uint32_t
FabricL3Bytes(FabricEncap encap, RdmaOpcode op, uint32_t payload)
{
    return FabricIpBytes(encap) + RdmaUdpLength(op, payload);
}

/**
 * @ingroup mrc
 * @param l3Bytes size of the L3 packet
 * @return line time of its frame: with Ethernet header, FCS, preamble and gap
 */
constexpr uint32_t
FabricWireBytes(uint32_t l3Bytes)
{
    return l3Bytes + RDMA_WIRE_FRAMING_BYTES;
}

/**
 * @ingroup mrc
 * @param l3Bytes size of a packet that may be shorter than the minimum payload of an Ethernet frame
 * @return line time of its frame: padded to 64 B with header and FCS, with preamble and gap
 */
constexpr uint32_t
FabricPaddedWireBytes(uint32_t l3Bytes)
{
    return FabricWireBytes(l3Bytes < RDMA_WIRE_MIN_PAYLOAD_BYTES ? RDMA_WIRE_MIN_PAYLOAD_BYTES
                                                                 : l3Bytes);
}

/**
 * @ingroup mrc
 * @return its size in memory and on the wire, without preamble and gap, B
 */
inline uint32_t
FabricQueueBytes(const FabricFrame& frame)
{
    return frame.wireBytes - RDMA_WIRE_GAP_BYTES;
}

/**
 * @ingroup mrc
 * @return its payload before padding, 0 if it has none
 */
inline uint32_t
RdmaPayloadBytes(const RdmaPdu& pdu)
{
    if (IsRdmaWrite(pdu.opcode))
    {
        return pdu.write.payloadBytes;
    }
    return IsRdmaReadResponse(pdu.opcode) ? pdu.read.payloadBytes : 0;
}

/**
 * @ingroup mrc
 * @return true if it has a TSETH: MRC writes with BTH.ts
 */
inline bool
HasRdmaTseth(const RdmaPdu& pdu)
{
    return pdu.timestamp && RDMA_LAYOUT_BYTES[static_cast<uint8_t>(pdu.opcode)].timestamp != 0;
}

/**
 * @ingroup mrc
 * @return size of the headers between BTH and payload, with those that its flags add
 */
inline uint32_t
RdmaExtensionBytes(const RdmaPdu& pdu)
{
    const RdmaLayoutBytes& bytes = RDMA_LAYOUT_BYTES[static_cast<uint8_t>(pdu.opcode)];
    uint32_t sum = bytes.always + (pdu.timestamp ? bytes.timestamp : 0);
    if (pdu.selective)
    {
        sum += bytes.selective;
        if (bytes.selectiveNak != 0 && HasRdmaPresence(pdu, RdmaPresence::SELECTIVE_NAK))
        {
            sum += bytes.selectiveNak;
        }
    }
    return sum;
}

/**
 * @ingroup mrc
 * @return value of the UDP length field, with the headers that its flags add
 */
inline uint32_t
RdmaUdpLength(const RdmaPdu& pdu)
{
    return RdmaUdpLength(RdmaExtensionBytes(pdu), RdmaPayloadBytes(pdu));
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @return size of its L3 packet, untrimmed and without SRH
 */
inline uint32_t
FabricL3Bytes(FabricEncap encap, const RdmaPdu& pdu)
{
    return FabricIpBytes(encap) + RdmaUdpLength(pdu);
}

/**
 * @ingroup mrc
 * @param frame a frame that is not PFC
 * @return size of its SRH, 0 if it has none
 */
inline uint32_t
FabricSrhBytes(const FabricFrame& frame)
{
    return frame.encap == FabricEncap::SRV6 && frame.segment != 0 ? RDMA_WIRE_SRH_BYTES : 0;
}

/**
 * @ingroup mrc
 * @param frame a frame that is not PFC
 * @return size of its L3 packet, untrimmed
 */
inline uint32_t
FabricL3Bytes(const FabricFrame& frame)
{
    return FabricL3Bytes(frame.encap, frame.pdu) + FabricSrhBytes(frame);
}

/**
 * @ingroup mrc
 * @param frame a frame that is not PFC
 * @return size of its L3 packet after trimming: an SRH is kept in addition
 */
inline uint32_t
FabricTrimL3Bytes(const FabricFrame& frame)
{
    return FABRIC_TRIM_L3_BYTES + FabricSrhBytes(frame);
}

} // namespace ns3

#endif // RDMA_WIRE_SIZE_H
