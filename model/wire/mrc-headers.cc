/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-headers.h"

#include "rdma-wire-size.h"

namespace ns3
{

namespace
{

/// Last two bytes of a timestamp: tsr, reserved, ftype.
constexpr uint16_t TIMESTAMP_TAIL = 0x0001;
constexpr uint16_t FTYPE_MASK = 0xf;
// SETH byte 1.
constexpr uint8_t SETH_VERDICT_SHIFT = 5;
constexpr uint8_t SETH_VERDICT_MASK = 0x3;
constexpr uint8_t SETH_PROBE = 0x02;
// Byte 16 of SETH and NETH: cc_type in the upper half.
constexpr uint8_t CC_TYPE_SHIFT = 4;
constexpr uint8_t CC_TYPE_NSCC = 0;
constexpr uint8_t CC_TYPE_NACK = 2;
// CC_STATE: reserved bit before ooo_count, restore_cwnd before rcv_cwnd_pen.
constexpr uint16_t OOO_COUNT_MASK = 0x7fff;
constexpr uint8_t RESTORE_CWND = 0x80;
constexpr uint8_t PENALTY_MASK = 0x7f;
/// ERTH and EETH byte 1: operation.
constexpr uint8_t ENDPOINT_OP_MASK = 0x3;

void
WriteTimestamp(RdmaByteWriter& out, uint16_t timestamp)
{
    out.U16(timestamp);
    out.U16(TIMESTAMP_TAIL);
}

bool
ReadTimestamp(RdmaByteReader& in, uint16_t& timestamp)
{
    timestamp = in.U16();
    return (in.U16() & FTYPE_MASK) == TIMESTAMP_TAIL && in.IsOk();
}

/// The first two bytes of ERTH and EETH: type, nxt, reserved, op.
void
WriteEndpointOp(RdmaByteWriter& out, MrcEndpointOp op)
{
    out.U8(0);
    out.U8(static_cast<uint32_t>(op));
}

bool
ReadEndpointOp(RdmaByteReader& in, MrcEndpointOp& op)
{
    in.Skip(1);
    op = static_cast<MrcEndpointOp>(in.U8() & ENDPOINT_OP_MASK);
    return op <= MrcEndpointOp::EV_PROBE;
}

bool
IsKnownReason(MrcNackReason reason)
{
    switch (reason)
    {
    case MrcNackReason::TRIMMED:
    case MrcNackReason::TRIMMED_LASTHOP:
    case MrcNackReason::NO_BITMAP:
    case MrcNackReason::NO_PKT_BUFFER:
    case MrcNackReason::NO_RESOURCE:
    case MrcNackReason::PSN_OOR_WINDOW:
    case MrcNackReason::UNEXP_EVENT:
        return true;
    }
    return false;
}

} // namespace

void
WriteMrcMeth(RdmaByteWriter& out, const MrcMeth& header)
{
    out.U16(header.rqmsn);
    out.U16(header.msn);
}

bool
ReadMrcMeth(RdmaByteReader& in, MrcMeth& header)
{
    header.rqmsn = in.U16();
    header.msn = in.U16();
    return in.IsOk();
}

void
WriteMrcTseth(RdmaByteWriter& out, const MrcTseth& header)
{
    WriteTimestamp(out, header.txTimestamp);
}

bool
ReadMrcTseth(RdmaByteReader& in, MrcTseth& header)
{
    return ReadTimestamp(in, header.txTimestamp);
}

void
WriteMrcSack(RdmaByteWriter& out, const MrcSackPdu& header)
{
    // SETH
    out.U8(0);
    out.U8(static_cast<uint32_t>(header.m) << SETH_VERDICT_SHIFT | (header.probe ? SETH_PROBE : 0));
    out.U16(static_cast<uint16_t>(header.ackPsnOffset));
    out.U32(header.entropy);
    out.Zeros(5); // spdcid, dpdcid, reserved
    out.U24(header.cackPsn);
    out.U8(CC_TYPE_NSCC << CC_TYPE_SHIFT);
    out.U8(header.mpr);
    out.U16(static_cast<uint16_t>(header.sackOffset));
    out.U64(header.bitmap);
    // CC_STATE
    out.U16(header.txTimestamp);
    out.U16(header.oooCount & OOO_COUNT_MASK);
    out.U8((header.restoreCwnd ? RESTORE_CWND : 0) | (header.rcvCwndPen & PENALTY_MASK));
    out.U24(header.rcvdBytes);
}

bool
ReadMrcSack(RdmaByteReader& in, MrcSackPdu& header)
{
    // SETH
    in.Skip(1);
    const uint8_t flags = in.U8();
    const uint8_t verdict = flags >> SETH_VERDICT_SHIFT & SETH_VERDICT_MASK;
    header.m = static_cast<MrcEvVerdict>(verdict);
    header.probe = flags & SETH_PROBE;
    header.ackPsnOffset = static_cast<int16_t>(in.U16());
    header.entropy = in.U32();
    in.Skip(5); // spdcid, dpdcid, reserved
    header.cackPsn = in.U24();
    const uint8_t ccType = in.U8() >> CC_TYPE_SHIFT;
    header.mpr = in.U8();
    header.sackOffset = static_cast<int16_t>(in.U16());
    header.bitmap = in.U64();
    // CC_STATE
    header.txTimestamp = in.U16();
    header.oooCount = in.U16() & OOO_COUNT_MASK;
    const uint8_t penalty = in.U8();
    header.restoreCwnd = penalty & RESTORE_CWND;
    header.rcvCwndPen = penalty & PENALTY_MASK;
    header.rcvdBytes = in.U24();
    return in.IsOk() && verdict <= static_cast<uint8_t>(MrcEvVerdict::ALWAYS_SKIP) &&
           ccType == CC_TYPE_NSCC;
}

void
WriteMrcNack(RdmaByteWriter& out, const MrcNackPdu& header)
{
    out.U16(0);
    out.U8(static_cast<uint32_t>(header.reason));
    out.U8(0); // vendor_info
    out.U32(header.entropy);
    out.U16(header.hold); // spdcid, unused in MRC
    out.Zeros(3);         // dpdcid, reserved
    out.U24(header.nackPsn);
    out.U8(CC_TYPE_NACK << CC_TYPE_SHIFT);
    out.U8(0);
    out.U16(header.txTimestamp);
}

bool
ReadMrcNack(RdmaByteReader& in, MrcNackPdu& header)
{
    in.Skip(2);
    header.reason = static_cast<MrcNackReason>(in.U8());
    in.Skip(1); // vendor_info
    header.entropy = in.U32();
    header.hold = in.U16(); // spdcid, unused in MRC
    in.Skip(3);             // dpdcid, reserved
    header.nackPsn = in.U24();
    const uint8_t ccType = in.U8() >> CC_TYPE_SHIFT;
    in.Skip(1);
    header.txTimestamp = in.U16();
    return in.IsOk() && IsKnownReason(header.reason) && ccType == CC_TYPE_NACK;
}

void
WriteMrcProbe(RdmaByteWriter& out, const MrcProbePdu& header)
{
    out.U32(0); // type, nxt, reserved, vendor_info
    out.U16(header.probeId);
    out.Zeros(6); // reserved, spdcid, dpdcid
    WriteTimestamp(out, header.txTimestamp);
}

bool
ReadMrcProbe(RdmaByteReader& in, MrcProbePdu& header)
{
    in.Skip(4); // type, nxt, reserved, vendor_info
    header.probeId = in.U16();
    in.Skip(6); // reserved, spdcid, dpdcid
    return ReadTimestamp(in, header.txTimestamp);
}

void
WriteMrcErth(RdmaByteWriter& out, const MrcEndpointPdu& header)
{
    WriteEndpointOp(out, header.op);
    out.U16(0); // reserved, vendor_info
    out.U32(header.portStatusMask);
    out.U32(0);
    WriteTimestamp(out, header.txTimestamp);
}

bool
ReadMrcErth(RdmaByteReader& in, MrcEndpointPdu& header)
{
    const bool known = ReadEndpointOp(in, header.op);
    in.Skip(2); // reserved, vendor_info
    header.portStatusMask = in.U32();
    in.Skip(4);
    return ReadTimestamp(in, header.txTimestamp) && known;
}

void
WriteMrcEeth(RdmaByteWriter& out, const MrcEndpointPdu& header)
{
    WriteEndpointOp(out, header.op);
    out.Zeros(MRC_SETH_BYTES - 2); // the timestamp is at its place in CC_STATE
    out.U16(header.txTimestamp);
    out.Zeros(MRC_CC_STATE_BYTES - 2);
}

bool
ReadMrcEeth(RdmaByteReader& in, MrcEndpointPdu& header)
{
    const bool known = ReadEndpointOp(in, header.op);
    in.Skip(MRC_SETH_BYTES - 2);
    header.txTimestamp = in.U16();
    in.Skip(MRC_CC_STATE_BYTES - 2);
    header.portStatusMask = 0;
    return in.IsOk() && known;
}

} // namespace ns3
