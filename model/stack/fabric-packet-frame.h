/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PACKET_FRAME_H
#define FABRIC_PACKET_FRAME_H

#include "ns3/fabric-addressing.h"
#include "ns3/fabric-frame.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

/**
 * @file
 * @ingroup mrc
 * Conversion of packets of ns-3's stack to frames and back.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param packet a packet from its IP header on
 * @param addressing mapping of addresses to hosts
 * @param frame receives the result of ReadFabricPacketFacts
 * @return false if it is no IPv4 or IPv6 packet to a NIC port
 */
bool DescribeFabricPacket(const Packet& packet,
                          const FabricAddressing& addressing,
                          FabricFrame& frame);

/**
 * @ingroup mrc
 * @param frame a frame of kind PACKET that has crossed the fabric
 * @return its packet with all tags, and a header updated from the frame: hop limit, CE mark, and
 * the checksum of IPv4 if ns-3 computes checksums (ns3::ChecksumEnabled)
 */
Ptr<Packet> UnpackFabricFrame(const FabricFrame& frame);

} // namespace ns3

#endif // FABRIC_PACKET_FRAME_H
