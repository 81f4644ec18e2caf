/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PACKET_CODEC_H
#define FABRIC_PACKET_CODEC_H

#include "fabric-addressing.h"
#include "fabric-frame.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * IPv4 and IPv6 packets of ns-3's stack <-> the facts in their frames, and the frames' bytes.
 *
 * A frame of kind PACKET holds the facts about its packet that switches need: destination, a hash
 * of the flow, DSCP, ECN, hop limit, size. The rest stays in the packet. Switches change ECN and
 * hop limit in the frame; the bytes made here have the frame's values, and a matching IPv4 header
 * checksum. ECT(1) counts as ECT(0) in switches and stays ECT(1) in the packet until it is marked.
 */

namespace ns3
{

/// Bytes of a packet that ReadFabricPacketFacts reads: IPv6 header and ports, B.
constexpr size_t FABRIC_PACKET_FACTS_BYTES = 44;

/**
 * @ingroup mrc
 * @param bytes a packet from its IP header on; FABRIC_PACKET_FACTS_BYTES of it are enough
 * @param size number of bytes
 * @param addressing addresses of hosts
 * @param frame receives encap, dstHost, plane (of the destination), entropy, l3Bytes, wireBytes,
 * dscp, ecn and hopLimit
 * @return false if this is no IPv4 or IPv6 packet to a NIC port, or is longer than the largest
 * frame
 */
bool ReadFabricPacketFacts(const uint8_t* bytes,
                           size_t size,
                           const FabricAddressing& addressing,
                           FabricFrame& frame);

/**
 * @ingroup mrc
 * @param frame a frame of kind PACKET
 * @param out its bytes from the Ethernet header to the padding, replaced
 */
void SerializeFabricPacketFrame(const FabricFrame& frame, std::vector<uint8_t>& out);

/**
 * @ingroup mrc
 * Make the bytes of a frame of kind PACKET, read the facts back from them and compare.
 * @param addressing addresses of hosts
 * @return an empty string, or the frame that changes in the conversion and the reason
 */
std::string CheckFabricPacketFrameOnWire(const FabricFrame& frame,
                                         const FabricAddressing& addressing);

} // namespace ns3

#endif // FABRIC_PACKET_CODEC_H
