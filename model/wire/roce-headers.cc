/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-headers.h"

#include "rdma-wire-size.h"

namespace ns3
{

void
WriteAeth(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U8(header.syndrome);
    out.U24(header.msn);
}

bool
ReadAeth(RdmaByteReader& in, RdmaAckPdu& header)
{
    header.syndrome = in.U8();
    header.msn = in.U24();
    return in.IsOk();
}

void
WriteTrigger(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U8(0);
    out.U24(header.triggerPsn);
}

bool
ReadTrigger(RdmaByteReader& in, RdmaAckPdu& header)
{
    in.Skip(1);
    header.triggerPsn = in.U24();
    return in.IsOk();
}

void
WriteAtomicAck(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U64(header.originalData);
}

bool
ReadAtomicAck(RdmaByteReader& in, RdmaAckPdu& header)
{
    header.originalData = in.U64();
    return in.IsOk();
}

void
WriteCnp(RdmaByteWriter& out)
{
    out.Zeros(ROCE_CNP_BYTES);
}

bool
ReadCnp(RdmaByteReader& in)
{
    in.Skip(ROCE_CNP_BYTES);
    return in.IsOk();
}

} // namespace ns3
