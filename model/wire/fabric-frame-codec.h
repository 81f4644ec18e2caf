/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_CODEC_H
#define FABRIC_FRAME_CODEC_H

#include "fabric-frame.h"
#include "fabric-wire-format.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * FabricFrame <-> the bytes of its Ethernet frame (mrc reference, 2.1; roce reference, 1.2 and
 * 2.1).
 *
 * The bytes range from the Ethernet header to the iCRC, without preamble and FCS, as in a capture
 * file. Payload and padding are zeros and never read, and so is the iCRC unless the network
 * computes it. Of a trimmed frame only the first l3Bytes after the Ethernet header exist; its
 * length fields still have the original size, and it no longer has an iCRC.
 *
 * Values of the bytes besides the frame's fields:
 * - MAC addresses identify the end points, 02-plane-host (32 bits); switches do not change them.
 * - Outer and inner source are the sender's address in the plane, the inner destination the
 *   receiver's. Both flow labels and the source port carry the EV.
 * - With FabricFrame::segment there is an SRH between outer and inner header.
 * - Switches change only the outer header. So the inner DSCP is the one with which the frame was
 *   sent (a trimmed frame was TRIMMABLE, or TRIMMABLE_RETX if rtx is set), the inner ECN is ECT(0)
 *   where the outer became CE, and the inner hop limit stays at 64.
 *
 * Frames of kind PACKET have a separate codec (fabric-packet-codec.h), which SerializeFabricFrame
 * and CheckFabricFrameOnWire use; ParseFabricFrame does not support them.
 *
 * Fields that the bytes do not contain, and that ParseFabricFrame therefore sets to 0: next, due
 * and inPort (state of the frame's owner); va, rkey and dmaLength of RC Middle and Last, which have
 * no RETH; msn, rqmsn, rtx and timestamp of RoCE packets; txTimestamp and immediate of writes
 * without TSETH or ImmDt; portStatusMask of endpoint responses; sidHi and sidLo of frames without
 * SRv6, segmentsLeft of those without SRH; of PFC frames all fields except plane, classes and
 * quanta.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param dscp DSCP of the outermost header
 * @return the class of its queue (mrc reference, 6.2), or nothing for a DSCP not in use
 */
std::optional<RdmaClass> FabricClassOf(FabricDscp dscp);

/**
 * @ingroup mrc
 * @param format common properties of the network's frames
 * @param out its bytes, replaced
 */
void SerializeFabricFrame(const FabricFrame& frame,
                          const FabricWireFormat& format,
                          std::vector<uint8_t>& out);

/**
 * @ingroup mrc
 * The inverse of SerializeFabricFrame. Accepts exactly the byte strings that SerializeFabricFrame
 * makes of some frame (except for payload, padding and an iCRC that is not computed) and never
 * reads outside of them.
 * @param bytes an Ethernet frame without FCS
 * @param size its length, B
 * @param format common properties of the network's frames
 * @param frame the frame, written; unspecified if rejected
 * @return false if the bytes are malformed or contain a value that a FabricFrame cannot hold
 */
bool ParseFabricFrame(const uint8_t* bytes,
                      size_t size,
                      const FabricWireFormat& format,
                      FabricFrame& frame);

/**
 * @ingroup mrc
 * Serialize a frame, parse the bytes and compare.
 * @param format common properties of the network's frames
 * @return an empty string, or the frame that changes in the conversion and the reason
 */
std::string CheckFabricFrameOnWire(const FabricFrame& frame, const FabricWireFormat& format);

} // namespace ns3

#endif // FABRIC_FRAME_CODEC_H
