/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-bth.h"

namespace ns3
{

namespace
{

// Byte 1. MRC transcriptions exchange SE and M; IBTA's order is used.
constexpr uint8_t BTH_SOLICITED = 0x80;
constexpr uint8_t BTH_MIG_REQ = 0x40;
constexpr uint8_t BTH_PAD_SHIFT = 4;
constexpr uint8_t BTH_PAD_MASK = 0x3;
constexpr uint8_t BTH_VERSION_MASK = 0xf;
// Byte 4.
constexpr uint8_t BTH_FECN = 0x80;
constexpr uint8_t BTH_BECN = 0x40;
// Byte 8.
constexpr uint8_t BTH_ACK_REQUEST = 0x80;
constexpr uint8_t BTH_RTX = 0x20;
constexpr uint8_t BTH_TIMESTAMP = 0x10;
constexpr uint8_t BTH_SELECTIVE = 0x08; // reserved in IBTA's BTH

/// The flag, or 0.
constexpr uint32_t
FlagIf(bool set, uint8_t flag)
{
    return set ? flag : 0;
}

} // namespace

void
WriteRdmaBth(RdmaByteWriter& out, const RdmaBth& header)
{
    out.U8(header.opcode);
    out.U8(FlagIf(header.solicited, BTH_SOLICITED) | FlagIf(header.migReq, BTH_MIG_REQ) |
           (header.padCount & BTH_PAD_MASK) << BTH_PAD_SHIFT);
    out.U16(header.pkey);
    out.U8(FlagIf(header.fecn, BTH_FECN) | FlagIf(header.becn, BTH_BECN));
    out.U24(header.destQpn);
    out.U8(FlagIf(header.ackRequest, BTH_ACK_REQUEST) | FlagIf(header.rtx, BTH_RTX) |
           FlagIf(header.timestamp, BTH_TIMESTAMP) | FlagIf(header.selective, BTH_SELECTIVE));
    out.U24(header.psn);
}

bool
ReadRdmaBth(RdmaByteReader& in, RdmaBth& header)
{
    header.opcode = in.U8();
    const uint8_t flags = in.U8();
    header.solicited = flags & BTH_SOLICITED;
    header.migReq = flags & BTH_MIG_REQ;
    header.padCount = flags >> BTH_PAD_SHIFT & BTH_PAD_MASK;
    header.pkey = in.U16();
    const uint8_t variant = in.U8();
    header.fecn = variant & BTH_FECN;
    header.becn = variant & BTH_BECN;
    header.destQpn = in.U24();
    const uint8_t request = in.U8();
    header.ackRequest = request & BTH_ACK_REQUEST;
    header.rtx = request & BTH_RTX;
    header.timestamp = request & BTH_TIMESTAMP;
    header.selective = request & BTH_SELECTIVE;
    header.psn = in.U24();
    return in.IsOk() && (flags & BTH_VERSION_MASK) == 0;
}

void
WriteRdmaReth(RdmaByteWriter& out, const RdmaReth& header)
{
    out.U64(header.va);
    out.U32(header.rkey);
    out.U32(header.dmaLength);
}

bool
ReadRdmaReth(RdmaByteReader& in, RdmaReth& header)
{
    header.va = in.U64();
    header.rkey = in.U32();
    header.dmaLength = in.U32();
    return in.IsOk();
}

void
WriteRdmaImmDt(RdmaByteWriter& out, const RdmaImmDt& header)
{
    out.U32(header.immediate);
}

bool
ReadRdmaImmDt(RdmaByteReader& in, RdmaImmDt& header)
{
    header.immediate = in.U32();
    return in.IsOk();
}

} // namespace ns3
