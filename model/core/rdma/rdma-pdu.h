/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PDU_H
#define RDMA_PDU_H

#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * The protocol data units of MRC and RoCEv2 RC as plain structs.
 *
 * Every field holds its value on the wire, in host byte order: PSNs have 24 bits here and are
 * widened by the transports (rdma-psn.h). model/wire converts these structs to bytes and back.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * BTH opcodes in use (RoCEv2 RC: IBTA; mrc reference, 2.1).
 */
enum class RdmaOpcode : uint8_t
{
    RC_SEND_FIRST = 0x00,
    RC_SEND_MIDDLE = 0x01,
    RC_SEND_LAST = 0x02,
    RC_SEND_LAST_IMM = 0x03,
    RC_SEND_ONLY = 0x04,
    RC_SEND_ONLY_IMM = 0x05,
    RC_WRITE_FIRST = 0x06,
    RC_WRITE_MIDDLE = 0x07,
    RC_WRITE_LAST = 0x08,
    RC_WRITE_LAST_IMM = 0x09,
    RC_WRITE_ONLY = 0x0A,
    RC_WRITE_ONLY_IMM = 0x0B,
    RC_READ_REQUEST = 0x0C,
    RC_READ_RESPONSE_FIRST = 0x0D,
    RC_READ_RESPONSE_MIDDLE = 0x0E,
    RC_READ_RESPONSE_LAST = 0x0F,
    RC_READ_RESPONSE_ONLY = 0x10,
    RC_ACK = 0x11,
    RC_ATOMIC_ACK = 0x12,
    CNP = 0x81,
    MRC_WRITE_FIRST = 0xC6,
    MRC_WRITE_MIDDLE = 0xC7,
    MRC_WRITE_LAST = 0xC8,
    MRC_WRITE_LAST_IMM = 0xC9,
    MRC_WRITE_ONLY = 0xCA,
    MRC_WRITE_ONLY_IMM = 0xCB,
    MRC_TRANSPORT_ACK = 0xD1,
    MRC_ENDPOINT_REQUEST = 0xD8,
    MRC_ENDPOINT_RESPONSE = 0xD9,
    MRC_SACK = 0xDC,
    MRC_NACK = 0xDD,
    MRC_PROBE = 0xDE,
};

/**
 * @ingroup mrc
 * Traffic class of a PDU inside switches and NIC ports (mrc reference, 6.4).
 */
enum class RdmaClass : uint8_t
{
    CONTROL = 0, ///< strict priority; never marked, trimmed or paused
    DATA = 1,    ///< marked, trimmed or paused, as configured in the fabric
    DATA2 = 2,   ///< a second data class, which shares ports with the first
};

/**
 * @ingroup mrc
 * Trimming of a frame by a switch; on the wire this is the DSCP (mrc reference, 6.2).
 */
enum class RdmaTrim : uint8_t
{
    NONE = 0,    ///< whole
    FABRIC = 1,  ///< DSCP TRIMMED
    LASTHOP = 2, ///< DSCP TRIMMED_LASTHOP: trimmed by the switch that faces the receiver
};

/**
 * @ingroup mrc
 * NACK reason codes (mrc reference, 5.6).
 */
enum class MrcNackReason : uint8_t
{
    TRIMMED = 0x01,
    TRIMMED_LASTHOP = 0x02,
    NO_BITMAP = 0x06,
    NO_PKT_BUFFER = 0x07,
    NO_RESOURCE = 0x0A,
    PSN_OOR_WINDOW = 0x0B,
    UNEXP_EVENT = 0x19,
};

/**
 * @ingroup mrc
 * @param reason code of a NACK
 * @return true if it reports a trim
 */
constexpr bool
IsTrim(MrcNackReason reason)
{
    return reason == MrcNackReason::TRIMMED || reason == MrcNackReason::TRIMMED_LASTHOP;
}

/**
 * @ingroup mrc
 * M field of a SACK: the responder's verdict on the echoed EV (mrc reference, 2.8).
 */
enum class MrcEvVerdict : uint8_t
{
    NONE = 0,
    SKIP_ONCE = 1,
    ALWAYS_SKIP = 2,
};

/**
 * @ingroup mrc
 * RETH, METH, TSETH, ImmDt and the payload's length: a write packet of either protocol, an RC SEND
 * or an RC READ request.
 */
struct RdmaWritePdu
{
    uint64_t va;           ///< remote address of this packet's first byte (RC: of the message)
    uint32_t rkey;         ///< remote key
    uint32_t dmaLength;    ///< RETH length: MRC this packet's payload, RC the whole message; B
    uint32_t payloadBytes; ///< payload before padding, B
    uint32_t immediate;    ///< ImmDt, of opcodes with immediate only
    uint16_t msn;          ///< METH message sequence number (MRC only)
    uint16_t rqmsn;        ///< METH receive queue message sequence number (MRC only)
    uint16_t txTimestamp;  ///< TSETH, 128 ns units; only if RdmaPdu::timestamp (MRC only)
};

/**
 * @ingroup mrc
 * SETH and CC_STATE (mrc reference, 2.8). Heritage fields that are always 0 are omitted.
 */
struct MrcSackPdu
{
    uint64_t bitmap;      ///< bit i: PSN cackPsn + sackOffset + i has been received
    uint32_t entropy;     ///< EV of the packet that triggered this SACK
    uint32_t cackPsn;     ///< last PSN received in order, 24 bits
    uint32_t rcvdBytes;   ///< accepted bytes in units of 256 B, 24 bits
    int16_t ackPsnOffset; ///< PSN of the trigger - cackPsn; with probe: the probe_id
    int16_t sackOffset;   ///< PSN of bitmap bit 0 - cackPsn
    uint16_t txTimestamp; ///< echo of the trigger's TSETH, 0 if none
    uint16_t oooCount;    ///< packets held above cackPsn, 15 bits, saturating
    MrcEvVerdict m;       ///< verdict on the EV
    uint8_t mpr;          ///< current MPR in units of 128 PSNs, 0 when dynamic MPR is off
    uint8_t rcvCwndPen;   ///< receiver penalty 0..127, 0 = none
    bool probe;           ///< pr: answers a reliability probe
    bool restoreCwnd;     ///< r_c: end of a receiver penalty
};

/**
 * @ingroup mrc
 * NETH (mrc reference, 2.9).
 */
struct MrcNackPdu
{
    uint32_t entropy;     ///< EV of the rejected packet
    uint32_t nackPsn;     ///< PSN of the rejected packet, 24 bits
    uint16_t txTimestamp; ///< echo, 0 if none
    MrcNackReason reason; ///< reason code
    uint16_t hold;        ///< delay before the retransmission (MrcTrimSchedule); 0: none given
};

/**
 * @ingroup mrc
 * PETH (mrc reference, 2.10).
 */
struct MrcProbePdu
{
    uint16_t probeId;     ///< chosen by the requester, not reused while outstanding
    uint16_t txTimestamp; ///< requester's clock, 128 ns units
};

/**
 * @ingroup mrc
 * The operation of an endpoint request.
 */
enum class MrcEndpointOp : uint8_t
{
    PORT_STATUS_UPDATE = 0, ///< the sender reports its ports
    EV_PROBE = 1,           ///< the receiver answers, which tests the path
};

/**
 * @ingroup mrc
 * ERTH of an endpoint request, or EETH of its response (mrc reference, 2.10 and 2.11). The probe_id
 * is in bits 15:0 of the BTH's PSN field.
 */
struct MrcEndpointPdu
{
    uint32_t portStatusMask; ///< bit n: port n (1-based) is reachable; PORT_STATUS_UPDATE requests
    uint16_t txTimestamp;    ///< requester's clock, 128 ns units; the response echoes it
    MrcEndpointOp op;        ///< operation of the request, also in its response
};

/**
 * @ingroup mrc
 * AETH of an RC acknowledge (roce reference, 1.2) or of MRC's Transport ACK (mrc reference, 2.11),
 * and the fields that may follow it.
 */
struct RdmaAckPdu
{
    uint32_t msn;          ///< 24 bits
    uint8_t syndrome;      ///< one of the RDMA_SYNDROME constants
    uint32_t triggerPsn;   ///< NAK of a QP with selective repeat: the packet that triggered it, 24
                           ///< bits
    uint64_t originalData; ///< AtomicAckETH: value before the operation (RC_ATOMIC_ACK)
};

/**
 * @ingroup mrc
 * AETH (absent in Middle) and the payload's length of an RC READ response.
 */
struct RdmaReadPdu
{
    uint32_t payloadBytes; ///< payload before padding, B
    uint32_t msn;          ///< 24 bits
    uint8_t syndrome;      ///< RDMA_SYNDROME_ACK
};

/// AETH syndrome of a plain ACK: no credit based flow control.
constexpr uint8_t RDMA_SYNDROME_ACK = 0x1F;
/// AETH syndrome of RNR NAK with timer code 0; codes 0 to 31 are added.
constexpr uint8_t RDMA_SYNDROME_RNR_NAK = 0x20;
/// AETH syndrome of NAK "PSN sequence error".
constexpr uint8_t RDMA_SYNDROME_NAK_SEQUENCE = 0x60;
/// AETH syndrome of NAK "invalid request".
constexpr uint8_t RDMA_SYNDROME_NAK_INVALID_REQUEST = 0x61;
/// AETH syndrome of NAK "remote operational error".
constexpr uint8_t RDMA_SYNDROME_NAK_REMOTE_OPERATION = 0x63;

/**
 * @ingroup mrc
 * BTH and the headers after it. The opcode determines the valid union member.
 */
struct RdmaPdu
{
    uint32_t destQpn;  ///< destination QP number, 24 bits
    uint32_t psn;      ///< BTH PSN field, 24 bits
    RdmaOpcode opcode; ///< opcode
    bool ackRequest;   ///< BTH A bit
    bool rtx;          ///< BTH rtx bit (MRC): a retransmission, echoed in its SACK
    bool timestamp;    ///< BTH ts bit (MRC): a write has a TSETH
    bool selective;    ///< BTH sr bit (RC, specific to this test bench): the QP repeats
                       ///< selectively; see docs/wire.md

    /// The part after the BTH.
    union {
        RdmaWritePdu write;      ///< IsRdmaWrite() opcodes, RC_READ_REQUEST
        RdmaReadPdu read;        ///< IsRdmaReadResponse() opcodes
        MrcSackPdu sack;         ///< MRC_SACK
        MrcNackPdu nack;         ///< MRC_NACK
        MrcProbePdu probe;       ///< MRC_PROBE
        MrcEndpointPdu endpoint; ///< MRC_ENDPOINT_REQUEST, MRC_ENDPOINT_RESPONSE
        RdmaAckPdu ack;          ///< RC_ACK, RC_ATOMIC_ACK, MRC_TRANSPORT_ACK
    };
};

static_assert(sizeof(RdmaPdu) <= 56, "a PDU shares two cache lines with its frame");
static_assert(std::is_trivially_copyable_v<RdmaPdu>, "frames are pooled and copied");

/**
 * @ingroup mrc
 * @return true if a packet of this kind carries payload to a responder: a write, or an RC SEND
 */
constexpr bool
IsRdmaWrite(RdmaOpcode op)
{
    const auto v = static_cast<uint8_t>(op);
    return v <= 0x0B || (v >= 0xC6 && v <= 0xCB);
}

/**
 * @ingroup mrc
 * @return true if the packet is part of an RC SEND
 */
constexpr bool
IsRdmaSend(RdmaOpcode op)
{
    return static_cast<uint8_t>(op) <= 0x05;
}

/**
 * @ingroup mrc
 * @return true if the packet carries payload to the requester of an RC READ
 */
constexpr bool
IsRdmaReadResponse(RdmaOpcode op)
{
    return op >= RdmaOpcode::RC_READ_RESPONSE_FIRST && op <= RdmaOpcode::RC_READ_RESPONSE_ONLY;
}

/**
 * @ingroup mrc
 * @param op opcode of a write packet
 * @return true if it ends its message
 */
constexpr bool
IsRdmaLastOfMessage(RdmaOpcode op)
{
    // SEND and WRITE Last, Only, with and without Imm; those of MRC have the same low four bits
    return 0xF3C >> (static_cast<uint8_t>(op) & 0xF) & 1;
}

/**
 * @ingroup mrc
 * @return true if the packet carries immediate data
 */
constexpr bool
HasRdmaImmediate(RdmaOpcode op)
{
    // opcodes with Imm: 3, 5, 9 and B in the low four bits
    return IsRdmaWrite(op) && (0xA28 >> (static_cast<uint8_t>(op) & 0xF) & 1);
}

/**
 * @ingroup mrc
 * @param selective the QP repeats selectively: packets are placed in any order
 * @return true if the packet carries a RETH
 */
constexpr bool
HasRdmaReth(RdmaOpcode op, bool selective)
{
    if (static_cast<uint8_t>(op) > 0x0C || IsRdmaSend(op))
    {
        return IsRdmaWrite(op) && !IsRdmaSend(op);
    }
    const bool later = op >= RdmaOpcode::RC_WRITE_MIDDLE && op <= RdmaOpcode::RC_WRITE_LAST_IMM;
    return selective || !later;
}

/**
 * @ingroup mrc
 * @return true for opcodes of MRC, false for those of RoCEv2
 */
constexpr bool
IsMrc(RdmaOpcode op)
{
    return static_cast<uint8_t>(op) >= 0xC0;
}

} // namespace ns3

#endif // RDMA_PDU_H
