/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Frames to bytes and back, as for captures and VerifyWire.
 */

#include "ns3/fabric-frame-codec.h"
#include "ns3/rdma-wire-size.h"

#include <benchmark/benchmark.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t HOSTS_PER_T0 = 256; ///< of the network

/**
 * @param payload of the packet, B
 * @return a middle packet of an MRC write with SRv6: plane 5, T0 7 to T0 300
 */
FabricFrame
MakeWrite(uint32_t payload)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::SRV6;
    frame.sidHi = 0x5f00'0001'a807'b03c;
    frame.sidLo = 0xa92c'b881'0000'0000;
    frame.srcHost = 7 * HOSTS_PER_T0 + 16;
    frame.dstHost = 300 * HOSTS_PER_T0 + 129;
    frame.entropy = 0x503c;
    frame.plane = 5;
    frame.dscp = FabricDscp::TRIMMABLE;
    frame.ecn = FabricEcn::ECT0;
    frame.hopLimit = 64;
    frame.cls = RdmaClass::DATA;
    frame.pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
    frame.pdu.write.dmaLength = payload;
    frame.pdu.write.payloadBytes = payload;
    frame.l3Bytes = static_cast<uint16_t>(FabricL3Bytes(frame));
    frame.wireBytes = static_cast<uint16_t>(FabricWireBytes(frame.l3Bytes));
    return frame;
}

/// A write packet becomes bytes, and a frame again.
void
FrameSerializedAndParsed(benchmark::State& state)
{
    const FabricWireFormat format{FabricAddressing{HOSTS_PER_T0}, nullptr};
    const FabricFrame frame = MakeWrite(static_cast<uint32_t>(state.range(0)));
    std::vector<uint8_t> bytes;
    for (auto _ : state)
    {
        SerializeFabricFrame(frame, format, bytes);
        FabricFrame parsed{};
        if (!ParseFabricFrame(bytes.data(), bytes.size(), format, parsed))
        {
            state.SkipWithError("the bytes are rejected");
        }
        benchmark::DoNotOptimize(parsed);
    }
}

BENCHMARK(FrameSerializedAndParsed)->Arg(4)->Arg(4096);

} // namespace
