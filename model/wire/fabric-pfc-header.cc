/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-pfc-header.h"

namespace ns3
{

namespace
{

/// MAC control opcode of PFC.
constexpr uint16_t PFC_OPCODE = 0x0101;
/// Fills the frame up to the Ethernet minimum of 64 B with FCS.
constexpr size_t PFC_PADDING_BYTES = 26;

} // namespace

void
WriteFabricPfc(RdmaByteWriter& out, const FabricPfcHeader& header)
{
    out.U16(PFC_OPCODE);
    out.U16(header.classes);
    for (const uint16_t quanta : header.quanta)
    {
        out.U16(quanta);
    }
    out.Zeros(PFC_PADDING_BYTES);
}

bool
ReadFabricPfc(RdmaByteReader& in, FabricPfcHeader& header)
{
    const uint16_t opcode = in.U16();
    header.classes = static_cast<uint8_t>(in.U16()); // the upper half is reserved
    for (uint16_t& quanta : header.quanta)
    {
        quanta = in.U16();
    }
    in.Skip(PFC_PADDING_BYTES);
    return in.IsOk() && opcode == PFC_OPCODE;
}

} // namespace ns3
