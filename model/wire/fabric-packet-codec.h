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
 * IPv4 and IPv6 packets of ns-3's stack <-> the facts that their frames hold, and the frames'
 * bytes.
 *
 * A frame of kind PACKET knows of its packet what switches need: destination, a hash of the flow,
 * DSCP, ECN, hop limit, size. Everything else stays in the packet. ECN and hop limit change on the
 * way; the bytes that are made here have them as they are in the frame, and an IPv4 header checksum
 * that fits. ECT(1) counts as ECT(0) in switches and stays ECT(1) in the packet until it is marked.
 */

namespace ns3
{

/// How much of a packet ReadFabricPacketFacts looks at: IPv6 header and ports, B.
constexpr size_t FABRIC_PACKET_FACTS_BYTES = 44;

/**
 * @ingroup mrc
 * @param bytes a packet from its IP header on; FABRIC_PACKET_FACTS_BYTES of it are enough
 * @param size how many bytes there are
 * @param addressing where hosts are
 * @param frame receives encap, dstHost, plane (of the destination), entropy, l3Bytes, wireBytes,
 * dscp, ecn and hopLimit
 * @return false if this is no IPv4 or IPv6 packet to a NIC port, or is longer than a frame can be
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
 * @param addressing where hosts are
 * @return an empty string, or which frame does not survive its bytes and why
 */
std::string CheckFabricPacketFrameOnWire(const FabricFrame& frame,
                                         const FabricAddressing& addressing);

} // namespace ns3

#endif // FABRIC_PACKET_CODEC_H
