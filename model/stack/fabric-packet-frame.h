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
 * Packets of ns-3's stack into frames and out of them.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param packet a packet from its IP header on
 * @param addressing where hosts are
 * @param frame receives what ReadFabricPacketFacts finds
 * @return false if it is no IPv4 or IPv6 packet to a NIC port
 */
bool DescribeFabricPacket(const Packet& packet,
                          const FabricAddressing& addressing,
                          FabricFrame& frame);

/**
 * @ingroup mrc
 * @param frame a frame of kind PACKET that has crossed the fabric
 * @return its packet with all tags, and a header that says what the frame does: hop limit, CE mark,
 * and the checksum of IPv4 if ns-3 computes checksums (ns3::ChecksumEnabled)
 */
Ptr<Packet> UnpackFabricFrame(const FabricFrame& frame);

} // namespace ns3

#endif // FABRIC_PACKET_FRAME_H
