/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SEGMENTATION_H
#define ROCE_SEGMENTATION_H

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The division of a message into the packets of an RC write or SEND.
 *
 * All properties follow from the length, the path MTU and the index of the packet, so neither end
 * stores state per packet.
 */

namespace ns3
{

/// Longest message, B. The limit of RC itself is 2^31; workloads may use longer ones (see
/// RoceRequester).
constexpr uint64_t ROCE_MAX_MESSAGE_BYTES = uint64_t{1} << 40;

/// Longest READ, B: IBTA's longest message, which the RETH can hold.
constexpr uint64_t ROCE_MAX_READ_BYTES = uint64_t{1} << 31;
/// Largest number of outstanding READs per QP, as verbs' max_rd_atomic.
constexpr uint32_t ROCE_MAX_READS = 16;

/// Line time of a data packet without RETH beyond its padded payload, B: preamble and gap 20,
/// Ethernet 14, IPv6 40, UDP 8, BTH 12, iCRC 4, FCS 4 (roce reference, 1.2).
constexpr uint32_t ROCE_OVERHEAD_BYTES = 102;
/// The same with RETH, 16 B more.
constexpr uint32_t ROCE_OVERHEAD_RETH_BYTES = 118;
/// Size of an AETH, in READ responses except Middle, B.
constexpr uint32_t ROCE_OVERHEAD_AETH_BYTES = 4;
/// Size of immediate data, B.
constexpr uint32_t ROCE_OVERHEAD_IMM_BYTES = 4;

/**
 * @ingroup mrc
 * One packet of a message.
 */
struct RoceSegment
{
    RdmaOpcode opcode;     ///< First, Middle, Last or Only
    bool hasReth;          ///< it carries a RETH
    uint32_t payloadBytes; ///< payload before padding, B
    uint32_t wireBytes;    ///< line time: payload padded to 4 B, headers, FCS, preamble and gap, B
};

/**
 * @ingroup mrc
 * @param wr WRITE or SEND, with or without immediate data
 * @param first the packet begins its message
 * @param last the packet ends it
 * @return its opcode
 */
constexpr RdmaOpcode
RoceOpcode(const RdmaWorkRequest& wr, bool first, bool last)
{
    using Op = RdmaOpcode;
    const Op write = last ? (first ? Op::RC_WRITE_ONLY : Op::RC_WRITE_LAST)
                          : (first ? Op::RC_WRITE_FIRST : Op::RC_WRITE_MIDDLE);
    // IBTA's opcode with immediate data follows the one without; SENDs are six below WRITEs
    const int value = static_cast<int>(write) + (last && wr.hasImmediate ? 1 : 0) -
                      (wr.operation == RdmaOperation::SEND ? 6 : 0);
    return static_cast<Op>(value);
}

/**
 * @ingroup mrc
 * @param wr the message: WRITE or SEND
 * @param packets CountRdmaPackets() of the message
 * @param pathMtuBytes payload of a full packet, B
 * @param index index of the packet in the message, 0 .. packets - 1
 * @param selective the QP repeats selectively
 * @return that packet
 */
constexpr RoceSegment
RoceSegmentAt(const RdmaWorkRequest& wr,
              uint64_t packets,
              uint32_t pathMtuBytes,
              uint64_t index,
              bool selective = false)
{
    const bool last = index + 1 == packets;
    const RdmaOpcode opcode = RoceOpcode(wr, index == 0, last);
    const bool reth = HasRdmaReth(opcode, selective);
    const uint32_t payload =
        last ? static_cast<uint32_t>(wr.bytes - index * pathMtuBytes) : pathMtuBytes;
    const uint32_t wire = ((payload + 3) & ~3U) +
                          (reth ? ROCE_OVERHEAD_RETH_BYTES : ROCE_OVERHEAD_BYTES) +
                          (last && wr.hasImmediate ? ROCE_OVERHEAD_IMM_BYTES : 0);
    return {opcode, reth, payload, wire};
}

} // namespace ns3

#endif // ROCE_SEGMENTATION_H
