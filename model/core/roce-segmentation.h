/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SEGMENTATION_H
#define ROCE_SEGMENTATION_H

#include "rdma-pdu.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * How a message becomes the packets of an RC write.
 *
 * Everything follows from the length, the path MTU and the index of the packet, so neither end
 * stores anything per packet.
 */

namespace ns3
{

/// Longest message, B. RC proper stops at 2^31; workloads may ask for more (see RoceRequester).
constexpr uint64_t ROCE_MAX_MESSAGE_BYTES = uint64_t{1} << 40;

/// Line time of a data packet without RETH beyond its padded payload, B: preamble and gap 20,
/// Ethernet 14, IPv6 40, UDP 8, BTH 12, iCRC 4, FCS 4 (RoCE reference, 1.2).
constexpr uint32_t ROCE_OVERHEAD_BYTES = 102;
/// The same with RETH, 16 B more: First and Only.
constexpr uint32_t ROCE_OVERHEAD_RETH_BYTES = 118;

/**
 * @ingroup mrc
 * One packet of a message.
 */
struct RoceSegment
{
    RdmaOpcode opcode;     ///< First, Middle, Last or Only
    uint32_t payloadBytes; ///< payload before padding, B

    /** @return true if the packet carries a RETH */
    constexpr bool HasReth() const
    {
        return opcode == RdmaOpcode::RC_WRITE_FIRST || opcode == RdmaOpcode::RC_WRITE_ONLY;
    }

    /** @return line time: the frame with its payload padded to 4 B, FCS, preamble and gap, B */
    constexpr uint32_t GetWireBytes() const
    {
        return ((payloadBytes + 3) & ~3U) +
               (HasReth() ? ROCE_OVERHEAD_RETH_BYTES : ROCE_OVERHEAD_BYTES);
    }
};

/**
 * @ingroup mrc
 * @param bytes message length, at least 1 B
 * @param pathMtuBytes path MTU, B
 * @return number of packets of the message
 */
constexpr uint64_t
RoceCountPackets(uint64_t bytes, uint32_t pathMtuBytes)
{
    return (bytes + pathMtuBytes - 1) / pathMtuBytes;
}

/**
 * @ingroup mrc
 * @param bytes message length, at least 1 B
 * @param packets RoceCountPackets() of the message
 * @param pathMtuBytes path MTU, B
 * @param index which packet of the message, 0 .. packets - 1
 * @return that packet
 */
constexpr RoceSegment
RoceSegmentAt(uint64_t bytes, uint64_t packets, uint32_t pathMtuBytes, uint64_t index)
{
    const bool first = index == 0;
    if (index + 1 == packets)
    {
        return {first ? RdmaOpcode::RC_WRITE_ONLY : RdmaOpcode::RC_WRITE_LAST,
                static_cast<uint32_t>(bytes - index * pathMtuBytes)};
    }
    return {first ? RdmaOpcode::RC_WRITE_FIRST : RdmaOpcode::RC_WRITE_MIDDLE, pathMtuBytes};
}

} // namespace ns3

#endif // ROCE_SEGMENTATION_H
