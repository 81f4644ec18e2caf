/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_USID_H
#define SRV6_USID_H

#include "ns3/assert.h"
#include "ns3/mrc-ev.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup mrc
 * SRv6 uSID arithmetic: the uSID plan, the path template, an EV's two fields in a packet, and the
 * processing of a carrier by a switch (mrc reference, 3.2 and 4). All functions needed per
 * packet-hop are inline: a few shifts on two 64-bit words.
 */

namespace ns3
{

/// Locator block common to the fabric, 5f00:0001::/32 (bits 127:96 of a carrier).
constexpr uint32_t SRV6_BLOCK = 0x5f000001;
/// Width of the index field of a uSID, bits 10:0.
constexpr uint32_t SRV6_INDEX_BITS = 11;
/// Largest T0 group number, T1 number or downlink number in a uSID.
constexpr uint32_t SRV6_MAX_INDEX = (1U << SRV6_INDEX_BITS) - 1;
/// Width of the type field of a uSID, bits 12:11.
constexpr uint32_t SRV6_TYPE_BITS = 2;
/// Position of the plane field of a uSID, bits 15:13.
constexpr uint32_t SRV6_PLANE_SHIFT = SRV6_INDEX_BITS + SRV6_TYPE_BITS;
/// Largest plane number in a uSID.
constexpr uint32_t SRV6_MAX_PLANE = MrcEv::MAX_PLANES - 1;

static_assert(SRV6_PLANE_SHIFT + 3 == 16 && SRV6_MAX_PLANE == 7, "a uSID has 16 bits");

/**
 * @ingroup mrc
 * Type field of a uSID. Type 0 is never used, so 0x0000 is never a SID but always the end of the
 * carrier.
 */
enum class Srv6UsidType : uint8_t
{
    RESERVED = 0, ///< not a SID
    T0 = 1,       ///< first tier switch; index = T0 group number within its plane
    T1 = 2,       ///< second tier switch; index = its number = the T0 uplink that leads to it
    NIC = 3,      ///< NIC port; index = its downlink number, significant only under its T0
    T2 = 3,       ///< third tier switch; index = its number, significant only next to its T1s
};

/**
 * @ingroup mrc
 * A 128-bit IPv6 address in two words. As the destination of an outer header it is a uSID carrier:
 * 32 bits of block, then six uSIDs of 16 bits, the active one first, 0x0000 ending the list (F3216,
 * mrc reference, 4.1).
 *
 * A template is a carrier of plane 0 and uplink 0: ApplyMrcEv turns it into the carrier of an EV.
 */
struct Srv6Carrier
{
    uint64_t hi{0}; ///< bits 127:64: block, uSID 1 (active), uSID 2
    uint64_t lo{0}; ///< bits 63:0: uSIDs 3 to 6

    /// @cond
    friend constexpr bool operator==(const Srv6Carrier& a, const Srv6Carrier& b)
    {
        return a.hi == b.hi && a.lo == b.lo;
    }

    friend constexpr bool operator!=(const Srv6Carrier& a, const Srv6Carrier& b)
    {
        return !(a == b);
    }

    /// @endcond
};

/// uSIDs in a carrier.
constexpr uint32_t SRV6_CARRIER_USIDS = 6;

/**
 * @ingroup mrc
 * @param [in,out] carrier a carrier whose place is empty
 * @param place place of a uSID, 0 .. SRV6_CARRIER_USIDS - 1; 0 is the active one
 */
constexpr void
PutSrv6Usid(Srv6Carrier& carrier, uint32_t place, uint16_t usid)
{
    if (place < 2)
    {
        carrier.hi |= uint64_t{usid} << 16 * (1 - place);
    }
    else
    {
        carrier.lo |= uint64_t{usid} << 16 * (SRV6_CARRIER_USIDS - 1 - place);
    }
}

/**
 * @ingroup mrc
 * @param usids the uSIDs, at most SRV6_CARRIER_USIDS, the active one first
 * @return a carrier of the fabric's block with these
 */
constexpr Srv6Carrier
MakeSrv6Carrier(std::initializer_list<uint16_t> usids)
{
    Srv6Carrier carrier{uint64_t{SRV6_BLOCK} << 32, 0};
    uint32_t place = 0;
    for (const uint16_t usid : usids)
    {
        PutSrv6Usid(carrier, place++, usid);
    }
    return carrier;
}

/**
 * @ingroup mrc
 * @param plane plane, 0 .. SRV6_MAX_PLANE
 * @param type element that the SID names
 * @param index number of the switch or downlink, 0 .. SRV6_MAX_INDEX
 * @return the uSID (mrc reference, 4.4)
 */
inline uint16_t
MakeSrv6Usid(uint32_t plane, Srv6UsidType type, uint32_t index)
{
    NS_ASSERT_MSG(plane <= SRV6_MAX_PLANE, "plane " << plane << " does not fit a uSID");
    NS_ASSERT_MSG(index <= SRV6_MAX_INDEX, "index " << index << " does not fit a uSID");
    return static_cast<uint16_t>(plane << SRV6_PLANE_SHIFT |
                                 static_cast<uint32_t>(type) << SRV6_INDEX_BITS | index);
}

/**
 * @ingroup mrc
 * @return its plane
 */
constexpr uint32_t
GetSrv6UsidPlane(uint16_t usid)
{
    return usid >> SRV6_PLANE_SHIFT;
}

/**
 * @ingroup mrc
 * @return type of the element that it names
 */
constexpr Srv6UsidType
GetSrv6UsidType(uint16_t usid)
{
    return static_cast<Srv6UsidType>(usid >> SRV6_INDEX_BITS & ((1U << SRV6_TYPE_BITS) - 1));
}

/**
 * @ingroup mrc
 * @return the number of the switch or downlink
 */
constexpr uint32_t
GetSrv6UsidIndex(uint16_t usid)
{
    return usid & SRV6_MAX_INDEX;
}

/**
 * @ingroup mrc
 * Placement of the halves of an EV; sources contradict each other (mrc reference, 3.2). A plain
 * enumeration because it is an attribute, ns3::Fabric::Srv6EvOrder.
 */
enum Srv6EvOrder : uint8_t
{
    EV_LOW_IN_PORT = 0,  ///< bits 15:0 in the UDP source port, bits 31:16 in the flow label
    EV_HIGH_IN_PORT = 1, ///< the opposite order
};

/**
 * @ingroup mrc
 * The two fields of an EV in a packet (mrc reference, 3.2).
 */
struct Srv6EvWire
{
    uint16_t sourcePort; ///< UDP source port: one half of the EV
    uint32_t flowLabel;  ///< IPv6 flow label, 20 bits: the other half, upper 4 bits 0
};

/**
 * @ingroup mrc
 * @param ev entropy value, or for RoCE the UDP source port
 * @param order placement of the halves; for RoCE the default
 * @return values of UDP source port and flow label
 */
constexpr Srv6EvWire
MrcEvToWire(uint32_t ev, Srv6EvOrder order = EV_LOW_IN_PORT)
{
    return order == EV_LOW_IN_PORT ? Srv6EvWire{static_cast<uint16_t>(ev), ev >> 16}
                                   : Srv6EvWire{static_cast<uint16_t>(ev >> 16), ev & 0xffff};
}

/**
 * @ingroup mrc
 * @param wire UDP source port and flow label as received
 * @param order placement of the halves
 * @return the entropy value
 */
constexpr uint32_t
WireToMrcEv(Srv6EvWire wire, Srv6EvOrder order = EV_LOW_IN_PORT)
{
    const uint32_t label = wire.flowLabel & 0xffff;
    return order == EV_LOW_IN_PORT ? label << 16 | wire.sourcePort
                                   : static_cast<uint32_t>(wire.sourcePort) << 16 | label;
}

/**
 * @ingroup mrc
 * The template of a path across a T1: block | T0(src) | T1 | T0(dst) | NIC. With srcT0 == dstT0 and
 * the sender's own downlink it is the T1 self-probe.
 * @param srcT0 T0 group of the sender
 * @param dstT0 T0 group of the receiver
 * @param downlink downlink number of the receiver on its T0
 * @param firstT1 number of the T1 at uplink 0
 * @return the carrier for plane 0, uplink 0
 */
Srv6Carrier MakeSrv6CrossT1Template(uint32_t srcT0,
                                    uint32_t dstT0,
                                    uint32_t downlink,
                                    uint32_t firstT1 = 0);

/**
 * @ingroup mrc
 * The template of a path under one T0: block | T0 | NIC. With the sender's own downlink it is the
 * T0 self-probe.
 * @param t0 T0 group of both ends
 * @param downlink downlink number of the receiver
 * @return the carrier for plane 0
 */
Srv6Carrier MakeSrv6LocalTemplate(uint32_t t0, uint32_t downlink);

/**
 * @ingroup mrc
 * The template of the shortest path between two hosts.
 * @param srcT0 T0 group of the sender
 * @param dstT0 T0 group of the receiver
 * @param downlink downlink number of the receiver on its T0
 * @param firstT1 number of the T1 at uplink 0
 * @return the carrier for plane 0, uplink 0
 */
Srv6Carrier MakeSrv6PathTemplate(uint32_t srcT0,
                                 uint32_t dstT0,
                                 uint32_t downlink,
                                 uint32_t firstT1 = 0);

/**
 * @ingroup mrc
 * Specialize a template for one packet (mrc reference, 4.5): the plane goes into every uSID by OR,
 * the uplink is added to the T1's index, which is 0 in the template except in pods. A template
 * without a third uSID is T0-local: it has no T1 and the EV's uplink is ignored.
 * @param path a template from one of the functions above
 * @param ev entropy value
 * @return outer destination address of the packet
 */
inline Srv6Carrier
ApplyMrcEv(const Srv6Carrier& path, uint32_t ev)
{
    NS_ASSERT_MSG(MrcEv::Plane(ev) <= SRV6_MAX_PLANE, "EV " << ev << " names a plane above 7");
    NS_ASSERT_MSG(path.lo == 0 || MrcEv::Uplink(ev) <= SRV6_MAX_INDEX,
                  "EV " << ev << " names an uplink above " << SRV6_MAX_INDEX);
    const uint64_t plane = static_cast<uint64_t>(MrcEv::Plane(ev)) << SRV6_PLANE_SHIFT;
    const uint64_t pair = plane << 16 | plane; // two neighboring uSIDs
    if (path.lo == 0)
    {
        return {path.hi | pair, 0};
    }
    return {(path.hi | pair) + MrcEv::Uplink(ev), path.lo | pair << 32};
}

/**
 * @ingroup mrc
 * @param hi upper word of a carrier
 * @return true if its locator block is the fabric's
 */
constexpr bool
IsSrv6Block(uint64_t hi)
{
    return hi >> 32 == SRV6_BLOCK;
}

/**
 * @ingroup mrc
 * @param hi upper word of a carrier
 * @return its active uSID
 */
constexpr uint16_t
GetActiveSrv6Usid(uint64_t hi)
{
    return static_cast<uint16_t>(hi >> 16);
}

/**
 * @ingroup mrc
 * @param hi upper word of a carrier
 * @param lo lower word
 * @return true if uSIDs follow the active one (bits 79:0 are not all zero)
 */
constexpr bool
HasSrv6Argument(uint64_t hi, uint64_t lo)
{
    return ((hi & 0xffff) | lo) != 0;
}

/**
 * @ingroup mrc
 * The uN behavior: consume the active uSID, shift the others up by 16 bits, fill with zeros (mrc
 * reference, 4.2). The caller has checked that there is an argument.
 * @param hi upper word of the carrier, changed
 * @param lo lower word, changed
 */
constexpr void
ShiftSrv6Usid(uint64_t& hi, uint64_t& lo)
{
    hi = (hi & 0xffffffff00000000) | (hi & 0xffff) << 16 | lo >> 48;
    lo <<= 16;
}

/**
 * @ingroup mrc
 * The decapsulation check of a NIC port: the block, its own uSID, and no further uSID (mrc
 * reference, 4.3).
 * @param hi upper word of the carrier
 * @param lo lower word
 * @param own uSID of the port
 * @return true if the packet ends here
 */
constexpr bool
EndsAtSrv6Usid(uint64_t hi, uint64_t lo, uint16_t own)
{
    return lo == 0 && hi == (static_cast<uint64_t>(SRV6_BLOCK) << 32 | uint64_t{own} << 16);
}

/**
 * @ingroup mrc
 * @param bytes its 16 bytes in network order, written
 */
void Srv6AddressToBytes(const Srv6Carrier& address, uint8_t bytes[16]);

/**
 * @ingroup mrc
 * @param bytes 16 bytes in network order
 */
Srv6Carrier Srv6AddressFromBytes(const uint8_t bytes[16]);

/**
 * @ingroup mrc
 * @return eight groups of four hexadecimal digits, not shortened, so that uSIDs are aligned
 */
std::string Srv6AddressToString(const Srv6Carrier& address);

/**
 * @ingroup mrc
 * @param text an IPv6 address in any common notation
 * @return the address, or nothing if the text is not one
 */
std::optional<Srv6Carrier> Srv6AddressFromString(const std::string& text);

} // namespace ns3

#endif // SRV6_USID_H
