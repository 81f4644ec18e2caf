/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-pfc-header.h"
#include "ns3/packet.h"
#include "ns3/rdma-packet-headers.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

/*
 * Any bytes as any header: the first byte selects which. A header that is too short is rejected.
 * One that is accepted writes the bytes it was read from, except for unused bits, which become 0.
 * The ns3::Header around it gives the same results.
 */

using namespace ns3;

namespace
{

/**
 * Abort unless a condition holds.
 * @param holds the condition
 * @param what the expected property
 */
void
Demand(bool holds, const char* what)
{
    if (!holds)
    {
        std::cerr << what << "\n";
        std::abort();
    }
}

using Bytes = std::vector<uint8_t>;

/// Byte offsets and the bits there that a header does not use.
using Ignored = std::vector<std::pair<size_t, uint8_t>>;

/// Bytes from first to last, with all bits.
Ignored
Whole(size_t first, size_t last, Ignored others = {})
{
    for (size_t i = first; i <= last; ++i)
    {
        others.emplace_back(i, 0xff);
    }
    return others;
}

/// The header's bytes with the ignored bits cleared.
Bytes
Meaning(const uint8_t* data, size_t size, const Ignored& ignored)
{
    Bytes bytes(data, data + size);
    for (const auto& [offset, bits] : ignored)
    {
        bytes[offset] &= static_cast<uint8_t>(~bits);
    }
    return bytes;
}

/// Check one header of a fixed size; returns whether it was accepted.
template <typename F>
bool
CheckHeader(const uint8_t* data,
            size_t size,
            size_t bytes,
            bool (*read)(RdmaByteReader&, F&),
            void (*write)(RdmaByteWriter&, const F&),
            const Ignored& ignored)
{
    RdmaByteReader in(data, size);
    F header{};
    if (!read(in, header))
    {
        return false;
    }
    Demand(size >= bytes && in.GetSize() == bytes, "a header takes its own size");
    Bytes written(bytes);
    RdmaByteWriter out(written.data(), written.size());
    write(out, header);
    Demand(out.IsOk() && out.GetSize() == bytes, "a header writes its own size");
    Demand(written == Meaning(data, bytes, ignored), "a header writes what it read");
    return true;
}

/// Check the same header as an ns3::Header: it accepts the same and writes the same.
template <typename H>
void
CheckPacket(const uint8_t* data, size_t size, bool accepted, const Ignored& ignored)
{
    const Ptr<Packet> packet = Create<Packet>(data, static_cast<uint32_t>(size));
    H header;
    const uint32_t bytes = header.GetSerializedSize();
    const uint32_t taken = packet->RemoveHeader(header);
    Demand(taken == (accepted ? bytes : 0), "the ns3::Header accepts what the reader accepts");
    Demand(packet->GetSize() + taken == size, "it takes its own bytes and no more");
    if (accepted)
    {
        packet->AddHeader(header);
        Bytes written(bytes);
        packet->CopyData(written.data(), bytes);
        Demand(written == Meaning(data, bytes, ignored), "the ns3::Header writes what it read");
    }
}

/// Check a header, and its ns3::Header.
template <typename H, typename F>
void
CheckBoth(const uint8_t* data,
          size_t size,
          bool (*read)(RdmaByteReader&, F&),
          void (*write)(RdmaByteWriter&, const F&),
          const Ignored& ignored = {})
{
    const bool ok = CheckHeader(data, size, H().GetSerializedSize(), read, write, ignored);
    CheckPacket<H>(data, size, ok, ignored);
}

/// CNPs have no struct.
void
CheckCnp(const uint8_t* data, size_t size)
{
    RdmaByteReader in(data, size);
    Demand(ReadRoceCnp(in) == (size >= ROCE_CNP_BYTES), "a CNP is any 16 bytes");
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
    {
        return 0;
    }
    const uint8_t choice = *data++;
    --size;
    switch (choice % 17)
    {
    case 0:
        CheckHeader(data, size, RDMA_WIRE_ETHERNET_BYTES, ReadRdmaEthernet, WriteRdmaEthernet, {});
        break;
    case 1:
        CheckHeader(data, size, RDMA_WIRE_IPV6_BYTES, ReadRdmaIpv6, WriteRdmaIpv6, {});
        break;
    case 2:
        CheckHeader(data, size, RDMA_WIRE_UDP_BYTES, ReadRdmaUdp, WriteRdmaUdp, {});
        break;
    case 3:
        CheckBoth<Srv6SrhHeader>(data, size, ReadRdmaSrh, WriteRdmaSrh, Whole(5, 7));
        break;
    case 4:
        CheckBoth<RdmaBthHeader>(data, size, ReadRdmaBth, WriteRdmaBth, {{4, 0x3f}, {8, 0x47}});
        break;
    case 5:
        CheckBoth<RdmaRethHeader>(data, size, ReadRdmaReth, WriteRdmaReth);
        break;
    case 6:
        CheckBoth<RdmaImmDtHeader>(data, size, ReadRdmaImmDt, WriteRdmaImmDt);
        break;
    case 7:
        CheckBoth<RdmaAethHeader>(data, size, ReadRoceAeth, WriteRoceAeth);
        break;
    case 8:
        CheckBoth<MrcMethHeader>(data, size, ReadMrcMeth, WriteMrcMeth);
        break;
    case 9:
        CheckBoth<MrcTsethHeader>(data, size, ReadMrcTseth, WriteMrcTseth, {{2, 0xff}, {3, 0xf0}});
        break;
    case 10:
        CheckBoth<MrcSethHeader>(data,
                                 size,
                                 ReadMrcSack,
                                 WriteMrcSack,
                                 Whole(8, 12, {{0, 0xff}, {1, 0x9d}, {16, 0x0f}, {30, 0x80}}));
        break;
    case 11:
        CheckBoth<MrcNethHeader>(data,
                                 size,
                                 ReadMrcNack,
                                 WriteMrcNack,
                                 Whole(10, 12, Whole(0, 1, {{3, 0xff}, {16, 0x0f}, {17, 0xff}})));
        break;
    case 12:
        CheckBoth<MrcPethHeader>(data,
                                 size,
                                 ReadMrcProbe,
                                 WriteMrcProbe,
                                 Whole(0, 3, Whole(6, 11, {{14, 0xff}, {15, 0xf0}})));
        break;
    case 13:
        CheckBoth<MrcErthHeader>(
            data,
            size,
            ReadMrcErth,
            WriteMrcErth,
            Whole(2, 3, Whole(8, 11, {{0, 0xff}, {1, 0xfc}, {14, 0xff}, {15, 0xf0}})));
        break;
    case 14:
        CheckBoth<MrcEethHeader>(data,
                                 size,
                                 ReadMrcEeth,
                                 WriteMrcEeth,
                                 Whole(2, 27, Whole(30, 35, {{0, 0xff}, {1, 0xfc}})));
        break;
    case 15:
        CheckHeader(data,
                    size,
                    FABRIC_PFC_BYTES - RDMA_WIRE_ETHERNET_BYTES,
                    ReadFabricPfc,
                    WriteFabricPfc,
                    Whole(20, 45, {{2, 0xff}}));
        break;
    default:
        CheckCnp(data, size);
        CheckHeader(data, size, ROCE_TRIGGER_BYTES, ReadRoceTrigger, WriteRoceTrigger, {{0, 0xff}});
        CheckHeader(data, size, RDMA_ATOMIC_ACK_BYTES, ReadRoceAtomicAck, WriteRoceAtomicAck, {});
    }
    return 0;
}
