/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_WIRE_SIZE_H
#define RDMA_WIRE_SIZE_H

#include "fabric-frame.h"

#include "ns3/rdma-pdu.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * How long headers, packets and frames are (MRC 1.0, 2.1 and 2.12; RoCE reference, 1.2 and 2.1).
 * Sizes are in bytes throughout.
 */

namespace ns3
{

/// Ethernet header: destination, source, EtherType.
constexpr uint32_t RDMA_WIRE_ETHERNET_BYTES = 14;
/// Ethernet frame check sequence.
constexpr uint32_t RDMA_WIRE_FCS_BYTES = 4;
/// Line time of preamble, start delimiter and inter-frame gap.
constexpr uint32_t RDMA_WIRE_GAP_BYTES = 20;
/// What a frame occupies on the line besides its L3 packet.
constexpr uint32_t RDMA_WIRE_FRAMING_BYTES =
    RDMA_WIRE_ETHERNET_BYTES + RDMA_WIRE_FCS_BYTES + RDMA_WIRE_GAP_BYTES;
/// What an Ethernet frame carries at least: shorter packets are padded to it.
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
/// RDMA extended transport header.
constexpr uint32_t RDMA_RETH_BYTES = 16;
/// ACK extended transport header, of RC and of MRC's Transport ACK.
constexpr uint32_t RDMA_AETH_BYTES = 4;
/// The word behind the AETH of a NAK of a QP with selective repeat: the PSN that drew it.
constexpr uint32_t ROCE_TRIGGER_BYTES = 4;
/// AtomicAckETH.
constexpr uint32_t RDMA_ATOMIC_ACK_BYTES = 8;
/// Reserved part of a CNP.
constexpr uint32_t ROCE_CNP_BYTES = 16;
/// METH: message numbers of an MRC write.
constexpr uint32_t MRC_METH_BYTES = 4;
/// TSETH: optional timestamp of an MRC write.
constexpr uint32_t MRC_TSETH_BYTES = 4;
/// SETH without CC_STATE.
constexpr uint32_t MRC_SETH_BYTES = 28;
/// CC_STATE, follows SETH.
constexpr uint32_t MRC_CC_STATE_BYTES = 8;
/// NETH.
constexpr uint32_t MRC_NETH_BYTES = 20;
/// PETH.
constexpr uint32_t MRC_PETH_BYTES = 16;
/// ERTH.
constexpr uint32_t MRC_ERTH_BYTES = 16;
/// EETH: as long as SETH and CC_STATE.
constexpr uint32_t MRC_EETH_BYTES = MRC_SETH_BYTES + MRC_CC_STATE_BYTES;
/// Immediate data.
constexpr uint32_t RDMA_IMMDT_BYTES = 4;
/// L3 size of a trimmed packet without SRH: behind SRv6 it keeps the headers of every write
/// (MRC 1.0, 6.1).
constexpr uint32_t FABRIC_TRIM_L3_BYTES = 128;
/// PFC frame without FCS.
constexpr uint32_t FABRIC_PFC_BYTES = 60;
/// Line time of a PFC frame.
constexpr uint32_t FABRIC_PFC_WIRE_BYTES =
    FABRIC_PFC_BYTES + RDMA_WIRE_FCS_BYTES + RDMA_WIRE_GAP_BYTES;

/**
 * @ingroup mrc
 * @param op opcode
 * @return size of the headers between BTH and payload, without a TSETH and without what selective
 * repeat adds; 0 for an opcode not in use
 */
constexpr uint32_t
RdmaExtensionBytes(RdmaOpcode op)
{
    switch (op)
    {
    case RdmaOpcode::MRC_WRITE_FIRST:
    case RdmaOpcode::MRC_WRITE_MIDDLE:
    case RdmaOpcode::MRC_WRITE_LAST:
    case RdmaOpcode::MRC_WRITE_ONLY:
        return MRC_METH_BYTES + RDMA_RETH_BYTES;
    case RdmaOpcode::MRC_WRITE_LAST_IMM:
    case RdmaOpcode::MRC_WRITE_ONLY_IMM:
        return MRC_METH_BYTES + RDMA_RETH_BYTES + RDMA_IMMDT_BYTES;
    case RdmaOpcode::MRC_ENDPOINT_REQUEST:
        return MRC_ERTH_BYTES;
    case RdmaOpcode::MRC_ENDPOINT_RESPONSE:
        return MRC_EETH_BYTES;
    case RdmaOpcode::MRC_SACK:
        return MRC_SETH_BYTES + MRC_CC_STATE_BYTES;
    case RdmaOpcode::MRC_NACK:
        return MRC_NETH_BYTES;
    case RdmaOpcode::MRC_PROBE:
        return MRC_PETH_BYTES;
    case RdmaOpcode::RC_WRITE_FIRST:
    case RdmaOpcode::RC_WRITE_ONLY:
    case RdmaOpcode::RC_READ_REQUEST:
        return RDMA_RETH_BYTES;
    case RdmaOpcode::RC_WRITE_ONLY_IMM:
        return RDMA_RETH_BYTES + RDMA_IMMDT_BYTES;
    case RdmaOpcode::RC_SEND_LAST_IMM:
    case RdmaOpcode::RC_SEND_ONLY_IMM:
    case RdmaOpcode::RC_WRITE_LAST_IMM:
        return RDMA_IMMDT_BYTES;
    case RdmaOpcode::RC_READ_RESPONSE_FIRST:
    case RdmaOpcode::RC_READ_RESPONSE_LAST:
    case RdmaOpcode::RC_READ_RESPONSE_ONLY:
    case RdmaOpcode::RC_ACK:
    case RdmaOpcode::MRC_TRANSPORT_ACK:
        return RDMA_AETH_BYTES;
    case RdmaOpcode::RC_ATOMIC_ACK:
        return RDMA_AETH_BYTES + RDMA_ATOMIC_ACK_BYTES;
    case RdmaOpcode::CNP:
        return ROCE_CNP_BYTES;
    case RdmaOpcode::RC_SEND_FIRST:
    case RdmaOpcode::RC_SEND_MIDDLE:
    case RdmaOpcode::RC_SEND_LAST:
    case RdmaOpcode::RC_SEND_ONLY:
    case RdmaOpcode::RC_WRITE_MIDDLE:
    case RdmaOpcode::RC_WRITE_LAST:
    case RdmaOpcode::RC_READ_RESPONSE_MIDDLE:
        return 0;
    }
    return 0;
}

/**
 * @ingroup mrc
 * @param payload payload
 * @return bytes that fill it up to a multiple of 4 (BTH pad count)
 */
constexpr uint32_t
RdmaPadBytes(uint32_t payload)
{
    return (4 - payload % 4) % 4;
}

/**
 * @ingroup mrc
 * @param op opcode
 * @param payload payload before padding, 0 unless a write
 * @return value of the UDP length field: UDP header to iCRC
 */
constexpr uint32_t
RdmaUdpLength(RdmaOpcode op, uint32_t payload)
{
    return RDMA_WIRE_UDP_BYTES + RDMA_BTH_BYTES + RdmaExtensionBytes(op) + payload +
           RdmaPadBytes(payload) + RDMA_ICRC_BYTES;
}

/**
 * @ingroup mrc
 * The size that congestion control counts, the same in every encapsulation (MRC 1.0, 8.2).
 * @param op opcode
 * @param payload payload before padding, 0 unless a write
 * @return nominal_pktsize
 */
constexpr uint32_t
RdmaNominalBytes(RdmaOpcode op, uint32_t payload)
{
    return RdmaUdpLength(op, payload) + RDMA_WIRE_IPV6_BYTES;
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @return size of the IPv6 headers in front of UDP
 */
constexpr uint32_t
FabricIpBytes(FabricEncap encap)
{
    return encap == FabricEncap::SRV6 ? 2 * RDMA_WIRE_IPV6_BYTES : RDMA_WIRE_IPV6_BYTES;
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @param op opcode
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
 * @param l3Bytes size of a packet that may be shorter than what an Ethernet frame must carry
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
 * @param frame a frame
 * @return its size in memory and on the wire, without preamble and gap, B
 */
inline uint32_t
FabricQueueBytes(const FabricFrame& frame)
{
    return frame.wireBytes - RDMA_WIRE_GAP_BYTES;
}

/**
 * @ingroup mrc
 * @param pdu a PDU
 * @return its payload before padding, 0 for those that carry none
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
 * @param pdu a PDU
 * @return true if it has a TSETH: MRC writes with BTH.ts
 */
inline bool
HasRdmaTseth(const RdmaPdu& pdu)
{
    return pdu.timestamp && IsMrc(pdu.opcode) && IsRdmaWrite(pdu.opcode);
}

/**
 * @ingroup mrc
 * @param pdu a PDU
 * @return true if the AETH is followed by the PSN that drew the NAK
 */
inline bool
HasRdmaTrigger(const RdmaPdu& pdu)
{
    return pdu.selective && pdu.opcode == RdmaOpcode::RC_ACK &&
           pdu.ack.syndrome == RDMA_SYNDROME_NAK_SEQUENCE;
}

/**
 * @ingroup mrc
 * @param pdu a PDU of a QP with selective repeat
 * @return what that adds to its headers: a RETH in every write packet, the trigger of a NAK
 */
inline uint32_t
RoceSelectiveBytes(const RdmaPdu& pdu)
{
    if (HasRdmaTrigger(pdu))
    {
        return ROCE_TRIGGER_BYTES;
    }
    return HasRdmaReth(pdu.opcode, true) && !HasRdmaReth(pdu.opcode, false) ? RDMA_RETH_BYTES : 0;
}

/**
 * @ingroup mrc
 * @param pdu a PDU
 * @return value of the UDP length field, with all that its flags add
 */
inline uint32_t
RdmaUdpLength(const RdmaPdu& pdu)
{
    return RdmaUdpLength(pdu.opcode, RdmaPayloadBytes(pdu)) +
           (HasRdmaTseth(pdu) ? MRC_TSETH_BYTES : 0) +
           (pdu.selective ? RoceSelectiveBytes(pdu) : 0);
}

/**
 * @ingroup mrc
 * @param pdu a PDU
 * @return its nominal_pktsize
 */
inline uint32_t
RdmaNominalBytes(const RdmaPdu& pdu)
{
    return RdmaUdpLength(pdu) + RDMA_WIRE_IPV6_BYTES;
}

/**
 * @ingroup mrc
 * @param encap SRV6 or PLAIN
 * @param pdu a PDU
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
 * @return size of its L3 packet after trimming: an SRH is kept besides what others keep
 */
inline uint32_t
FabricTrimL3Bytes(const FabricFrame& frame)
{
    return FABRIC_TRIM_L3_BYTES + FabricSrhBytes(frame);
}

} // namespace ns3

#endif // RDMA_WIRE_SIZE_H
