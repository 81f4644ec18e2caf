/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-packet-frame.h"

#include "ns3/fabric-packet-codec.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/node.h"

#include <array>

namespace ns3
{

bool
DescribeFabricPacket(const Packet& packet, const FabricAddressing& addressing, FabricFrame& frame)
{
    std::array<uint8_t, FABRIC_PACKET_FACTS_BYTES> bytes;
    const uint32_t size = packet.CopyData(bytes.data(), bytes.size());
    return ReadFabricPacketFacts(bytes.data(), size, addressing, frame) &&
           frame.l3Bytes == packet.GetSize();
}

Ptr<Packet>
UnpackFabricFrame(const FabricFrame& frame)
{
    Ptr<Packet> packet = frame.packet->Copy();
    const bool marked = frame.ecn == FabricEcn::CE;
    uint8_t first = 0;
    packet->CopyData(&first, sizeof(first));
    if (first >> 4 == 6)
    {
        Ipv6Header header;
        packet->RemoveHeader(header);
        header.SetHopLimit(frame.hopLimit);
        if (marked)
        {
            header.SetEcn(Ipv6Header::ECN_CE);
        }
        packet->AddHeader(header);
        return packet;
    }
    Ipv4Header header;
    packet->RemoveHeader(header);
    header.SetTtl(frame.hopLimit);
    if (marked)
    {
        header.SetEcn(Ipv4Header::ECN_CE);
    }
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    packet->AddHeader(header);
    return packet;
}

} // namespace ns3
