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
WriteRoceAeth(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U8(header.syndrome);
    out.U24(header.msn);
}

bool
ReadRoceAeth(RdmaByteReader& in, RdmaAckPdu& header)
{
    header.syndrome = in.U8();
    header.msn = in.U24();
    return in.IsOk();
}

void
WriteRoceTrigger(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U8(0);
    out.U24(header.triggerPsn);
}

bool
ReadRoceTrigger(RdmaByteReader& in, RdmaAckPdu& header)
{
    in.Skip(1);
    header.triggerPsn = in.U24();
    return in.IsOk();
}

void
WriteRoceAtomicAck(RdmaByteWriter& out, const RdmaAckPdu& header)
{
    out.U64(header.originalData);
}

bool
ReadRoceAtomicAck(RdmaByteReader& in, RdmaAckPdu& header)
{
    header.originalData = in.U64();
    return in.IsOk();
}

void
WriteRoceCnp(RdmaByteWriter& out)
{
    out.Zeros(ROCE_CNP_BYTES);
}

bool
ReadRoceCnp(RdmaByteReader& in)
{
    in.Skip(ROCE_CNP_BYTES);
    return in.IsOk();
}

} // namespace ns3
