/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-frame-codec.h"
#include "ns3/fabric-frame-difference.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

/*
 * Any bytes as a frame; the first byte sets the network's settings. A frame that is accepted gives
 * the same bytes again, except payload, and the same frame when they are read again. With a
 * computed iCRC it is also accepted, and no longer if a bit after its headers changes.
 */

using namespace ns3;

namespace
{

/**
 * Abort unless a condition holds.
 * @param holds the condition
 * @param what the expected property
 * @param detail details
 */
void
Demand(bool holds, const char* what, const std::string& detail = {})
{
    if (!holds)
    {
        std::cerr << what << ": " << detail << "\n";
        std::abort();
    }
}

/// The segments that SRHs may carry.
const Srv6Segments&
Segments()
{
    static const Srv6Segments segments = [] {
        Srv6Segments known;
        known.Intern({0x5f000001a92cb881, 0});
        known.Intern({0x5f00000100010002, 0x0003000400050006});
        return known;
    }();
    return segments;
}

/// Size of all headers before payload, padding and iCRC.
size_t
HeaderSize(FabricFrame frame)
{
    if (frame.encap == FabricEncap::PFC)
    {
        return FABRIC_PFC_BYTES;
    }
    if (IsRdmaWrite(frame.pdu.opcode))
    {
        frame.pdu.write.payloadBytes = 0;
    }
    else if (IsRdmaReadResponse(frame.pdu.opcode))
    {
        frame.pdu.read.payloadBytes = 0;
    }
    return RDMA_WIRE_ETHERNET_BYTES + FabricL3Bytes(frame) - RDMA_ICRC_BYTES;
}

/// An accepted frame in a network that computes iCRCs.
void
CheckIcrc(const FabricFrame& frame, FabricWireFormat format)
{
    format.icrc = true;
    const std::string difference = CheckFabricFrameOnWire(frame, format);
    Demand(difference.empty(), "it survives with iCRC", difference);
    if (frame.encap == FabricEncap::PFC || frame.GetTrim() != RdmaTrim::NONE)
    {
        return;
    }
    std::vector<uint8_t> bytes;
    SerializeFabricFrame(frame, format, bytes);
    FabricFrame parsed;
    for (const size_t offset : {HeaderSize(frame), bytes.size() - 1})
    {
        bytes[offset] ^= 0x10;
        Demand(!ParseFabricFrame(bytes.data(), bytes.size(), format, parsed),
               "a wrong iCRC is detected");
        bytes[offset] ^= 0x10;
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
    {
        return 0;
    }
    const uint8_t options = *data++;
    --size;
    FabricWireFormat format;
    format.addressing.hostsPerT0 = options & 1 ? 256 : 3;
    format.segments = options & 2 ? nullptr : &Segments();
    format.udpDestPort = options & 4 ? 4971 : ROCE_UDP_PORT;
    format.evOrder = options & 8 ? EV_HIGH_IN_PORT : EV_LOW_IN_PORT;

    FabricFrame frame;
    if (!ParseFabricFrame(data, size, format, frame))
    {
        return 0;
    }
    std::vector<uint8_t> expected(data, data + size);
    std::fill(expected.begin() + HeaderSize(frame), expected.end(), 0);
    std::vector<uint8_t> bytes;
    SerializeFabricFrame(frame, format, bytes);
    Demand(bytes == expected, "the bytes are the same again");
    const std::string difference = CheckFabricFrameOnWire(frame, format);
    Demand(difference.empty(), "the frame is the same again", difference);
    CheckIcrc(frame, format);
    return 0;
}
