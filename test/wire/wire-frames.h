/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRE_FRAMES_H
#define WIRE_FRAMES_H

#include "ns3/fabric-frame-codec.h"
#include "ns3/fabric-frame-difference.h"
#include "ns3/rdma-wire-size.h"

/**
 * @file
 * @ingroup mrc-tests
 * Frames as sent by a NIC, for tests of the frame codec.
 */

/// Segments of the SRHs in tests: number 1 is the rest of a path of eight uSIDs.
inline const ns3::Srv6Segments WIRE_SEGMENTS = [] {
    ns3::Srv6Segments segments;
    segments.Intern({0x5f000001a92cb881, 0});
    segments.Intern({0x5f00000100010002, 0x0003000400050006});
    return segments;
}();

/// 256 hosts per T0, as vector V6 needs (mrc reference, 4.6).
inline const ns3::FabricWireFormat WIRE_FORMAT{ns3::FabricAddressing{256}, &WIRE_SEGMENTS};

/**
 * @param frame frame whose PDU and encapsulation are set; receives the sizes that follow
 */
inline void
SetSizes(ns3::FabricFrame& frame)
{
    frame.l3Bytes = static_cast<uint16_t>(ns3::FabricL3Bytes(frame));
    frame.wireBytes = static_cast<uint16_t>(ns3::FabricWireBytes(frame.l3Bytes));
}

/**
 * @param frame frame that is longer than a trimmed one; receives the sizes of a trimmed one
 */
inline void
Trim(ns3::FabricFrame& frame)
{
    frame.l3Bytes = static_cast<uint16_t>(ns3::FabricTrimL3Bytes(frame));
    frame.wireBytes = static_cast<uint16_t>(ns3::FabricWireBytes(frame.l3Bytes));
}

/**
 * @return a MRC packet without PDU on the path of vector V1: plane 5, T0 7 to T0 300, EV 0x503c
 */
inline ns3::FabricFrame
FrameOnV1()
{
    ns3::FabricFrame frame{};
    frame.encap = ns3::FabricEncap::SRV6;
    frame.sidHi = 0x5f000001a807b03c;
    frame.sidLo = 0xa92cb88100000000;
    frame.srcHost = 7 * 256 + 16;
    frame.dstHost = 300 * 256 + 129;
    frame.entropy = 0x503c;
    frame.plane = 5;
    frame.dscp = ns3::FabricDscp::TRIMMABLE;
    frame.ecn = ns3::FabricEcn::ECT0;
    frame.hopLimit = 64;
    frame.cls = ns3::RdmaClass::DATA;
    return frame;
}

/**
 * @return a control packet without PDU on the reverse path: from the host of V1's receiver to its
 * sender
 */
inline ns3::FabricFrame
FrameBackOnV1()
{
    ns3::FabricFrame frame = FrameOnV1();
    frame.sidHi = 0x5f000001a92cb03c;
    frame.sidLo = 0xa807b81000000000;
    frame.srcHost = 300 * 256 + 129;
    frame.dstHost = 7 * 256 + 16;
    frame.dscp = ns3::FabricDscp::CONTROL;
    frame.ecn = ns3::FabricEcn::NOT_ECT;
    frame.cls = ns3::RdmaClass::CONTROL;
    return frame;
}

/**
 * @return a RoCE packet without PDU: host 2 under T0 0 to host 3 under T0 1, source port 0xc123
 */
inline ns3::FabricFrame
RoceFrame()
{
    ns3::FabricFrame frame{};
    frame.encap = ns3::FabricEncap::PLAIN;
    frame.srcHost = 2;
    frame.dstHost = 256 + 3;
    frame.entropy = 0xc123;
    frame.dscp = ns3::FabricDscp::ROCE_DATA;
    frame.ecn = ns3::FabricEcn::ECT0;
    frame.hopLimit = 64;
    frame.cls = ns3::RdmaClass::DATA;
    return frame;
}

/**
 * @param frame a frame
 * @return size of the headers before payload, padding and iCRC
 */
inline size_t
HeaderSize(const ns3::FabricFrame& frame)
{
    if (frame.encap == ns3::FabricEncap::PFC)
    {
        return ns3::FABRIC_PFC_BYTES;
    }
    ns3::RdmaPdu empty = frame.pdu;
    if (ns3::IsRdmaWrite(empty.opcode))
    {
        empty.write.payloadBytes = 0;
    }
    else if (ns3::IsRdmaReadResponse(empty.opcode))
    {
        empty.read.payloadBytes = 0;
    }
    return ns3::RDMA_WIRE_ETHERNET_BYTES + ns3::FabricL3Bytes(frame.encap, empty) +
           ns3::FabricSrhBytes(frame) - ns3::RDMA_ICRC_BYTES;
}

/**
 * @param frame a frame
 * @param format wire format
 * @return its bytes without FCS
 */
inline std::vector<uint8_t>
BytesOf(const ns3::FabricFrame& frame, const ns3::FabricWireFormat& format = WIRE_FORMAT)
{
    std::vector<uint8_t> bytes;
    ns3::SerializeFabricFrame(frame, format, bytes);
    return bytes;
}

/**
 * @param bytes an Ethernet frame without FCS
 * @param frame the frame, written
 * @param format wire format
 * @return false if rejected
 */
inline bool
Parse(const std::vector<uint8_t>& bytes,
      ns3::FabricFrame& frame,
      const ns3::FabricWireFormat& format = WIRE_FORMAT)
{
    return ns3::ParseFabricFrame(bytes.data(), bytes.size(), format, frame);
}

#endif // WIRE_FRAMES_H
