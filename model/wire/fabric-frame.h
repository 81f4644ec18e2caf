/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_H
#define FABRIC_FRAME_H

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFrame: a frame on links and in queues.
 */

namespace ns3
{

class Packet;

/**
 * @ingroup mrc
 * Header stack of a frame (mrc reference, 2.1).
 */
enum class FabricEncap : uint8_t
{
    SRV6,   ///< outer IPv6 to a uSID list, inner IPv6, UDP
    PLAIN,  ///< one IPv6 header, UDP; switches forward by the destination and a hash
    PFC,    ///< IEEE 802.1Qbb MAC control frame, never forwarded
    PACKET, ///< an IPv4 or IPv6 packet of ns-3's stack; forwarded like PLAIN, never trimmed
};

/**
 * @ingroup mrc
 * DSCP values (mrc reference, 6.2; roce reference, 4.1).
 */
enum class FabricDscp : uint8_t
{
    NO_TRIM = 0,
    TRIMMABLE = 4,
    TRIMMABLE_RETX = 8,
    TRIMMED = 12,
    TRIMMED_LASTHOP = 16,
    ROCE_DATA = 26,  ///< priority 3
    ROCE_DATA2 = 34, ///< priority 4
    CONTROL = 46,
    CNP = 48,
};

/// Data classes of a port.
constexpr uint32_t FABRIC_DATA_CLASSES = 2;

/// 802.1p priority of the first data class; that of the second is the next. By custom RoCE has 3.
constexpr uint32_t FABRIC_DATA_PRIORITY = 3;

/**
 * @ingroup mrc
 * @param cls a data class
 * @return its number, 0-based
 */
constexpr uint32_t
FabricDataIndex(RdmaClass cls)
{
    return static_cast<uint32_t>(cls) - static_cast<uint32_t>(RdmaClass::DATA);
}

/**
 * @ingroup mrc
 * @param index number of a data class, 0-based
 * @return the class
 */
constexpr RdmaClass
FabricDataClass(uint32_t index)
{
    return static_cast<RdmaClass>(static_cast<uint32_t>(RdmaClass::DATA) + index);
}

/**
 * @ingroup mrc
 * ECN field of the outer IPv6 header.
 */
enum class FabricEcn : uint8_t
{
    NOT_ECT = 0,
    ECT0 = 2,
    CE = 3,
};

/**
 * @ingroup mrc
 * One frame: the facts from which its bytes follow. model/wire makes the bytes only on demand.
 * Frames are allocated in a FabricFramePool and linked into the FIFO of the port or link that holds
 * them; the holder of the pointer owns the frame.
 *
 * Addresses follow from positions: a host is (T0 group, downlink), and its address in a plane is
 * fd00:0:plane:t0::downlink.
 *
 * A frame of kind PACKET holds a packet of ns-3's stack in place of the PDU, and one reference to
 * it, which FabricFramePool::Free releases. Switches change ECN and hop limit in the frame; the
 * packet's own header is updated when it leaves the fabric, and in bytes when they are made.
 *
 * All fields that a switch needs are in the first cache line, the PDU is in the second.
 */
struct alignas(64) FabricFrame
{
    FabricFrame* next; ///< next in the FIFO that holds the frame
    RdmaTick due;      ///< time at which the far end of the link gets it: its last bit, or if the
                       ///< far end forwards it before (CUT), its headers

    uint64_t sidHi; ///< SRV6: outer destination, bits 127:64 (block and uSIDs 1, 2). PFC: see below
    uint64_t sidLo; ///< SRV6: outer destination, bits 63:0 (uSIDs 3 to 6). PFC: see below

    uint32_t srcHost;     ///< index of the sending host
    uint32_t dstHost;     ///< index of the receiving host
    uint32_t entropy;     ///< MRC: EV in flow label and source port. RoCE: UDP source port.
                          ///< PACKET: hash of protocol, ports and flow label
    uint16_t wireBytes;   ///< line time: frame + FCS + preamble, SFD and gap (20 B), B
    uint16_t l3Bytes;     ///< present size from the outermost IPv6 header on, B
    uint16_t inPort;      ///< switch port by which it came, for PFC accounting
    uint8_t plane;        ///< its plane
    FabricEncap encap;    ///< header stack
    FabricDscp dscp;      ///< DSCP of the outermost header
    FabricEcn ecn;        ///< ECN of the outermost header
    uint8_t hopLimit;     ///< of the outermost header
    RdmaClass cls;        ///< queue class in ports
    uint8_t pfcClasses;   ///< PFC: class-enable vector, low 8 bits; bit i: priority i
    uint8_t segmentsLeft; ///< SRV6 with SRH: segments left, 1 or 0
    uint8_t flags;        ///< see Flag
    uint8_t uses;         ///< counts how often this memory was freed
    uint32_t segment;     ///< SRV6: id of the SRH's segment in Srv6Segments; 0: no SRH

    /// Bits of flags.
    enum Flag : uint8_t
    {
        CUT = 1,     ///< the present link hands it over before its last bit has arrived
        DAMAGED = 2, ///< its end was lost or damaged after a switch had begun to forward it
        WAITED = 4,  ///< a tap has seen that it waits at the present port
    };

    /// The contents after the headers above.
    union {
        RdmaPdu pdu;          ///< SRV6, PLAIN: BTH and the headers after it
        const Packet* packet; ///< PACKET: from the IP header on; the frame holds a reference to it
    };

    /** @return trimming of the payload by a switch, from the DSCP */
    RdmaTrim GetTrim() const
    {
        return dscp == FabricDscp::TRIMMED           ? RdmaTrim::FABRIC
               : dscp == FabricDscp::TRIMMED_LASTHOP ? RdmaTrim::LASTHOP
                                                     : RdmaTrim::NONE;
    }

    /**
     * PFC: the pause times occupy the fields of the outer destination, in the order of the wire.
     * @param priority 802.1p priority, 0 .. 7
     * @return its pause time, 512 bit times; 0 = resume. Undefined if its class is not enabled
     */
    uint16_t GetPfcQuanta(uint32_t priority) const
    {
        return static_cast<uint16_t>((priority < 4 ? sidHi : sidLo) >> (48 - 16 * (priority & 3)));
    }

    /**
     * PFC: pause or resume another priority.
     * @param priority 802.1p priority, 0 .. 7
     * @param quanta pause time, 512 bit times; 0 = resume
     */
    void AddPfcQuanta(uint32_t priority, uint16_t quanta)
    {
        const uint32_t shift = 48 - 16 * (priority & 3);
        uint64_t& half = priority < 4 ? sidHi : sidLo;
        half = (half & ~(uint64_t{0xFFFF} << shift)) | uint64_t{quanta} << shift;
        pfcClasses = static_cast<uint8_t>(pfcClasses | 1U << priority);
    }
};

static_assert(sizeof(FabricFrame) == 128 && offsetof(FabricFrame, pdu) == 64,
              "a frame is two cache lines, and the PDU is the second");
static_assert(std::is_trivially_copyable_v<FabricFrame>, "frames are pooled");

} // namespace ns3

#endif // FABRIC_FRAME_H
