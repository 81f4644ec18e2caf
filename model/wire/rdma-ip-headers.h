/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_IP_HEADERS_H
#define RDMA_IP_HEADERS_H

#include "rdma-byte-io.h"
#include "srv6-usid.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Ethernet, IPv6, segment routing and UDP headers as structs, and their bytes (mrc reference, 2.2,
 * 2.3 and 4.3).
 *
 * Every Write function appends the header; every Read function returns false, with an unspecified
 * header, if the bytes end early or contradict the header's type.
 */

namespace ns3
{

/// EtherType of IPv4.
constexpr uint16_t RDMA_ETHER_TYPE_IPV4 = 0x0800;
/// EtherType of IPv6.
constexpr uint16_t RDMA_ETHER_TYPE_IPV6 = 0x86dd;
/// EtherType of MAC control, of which PFC is a part.
constexpr uint16_t RDMA_ETHER_TYPE_MAC_CONTROL = 0x8808;
/// IPv6 next header: IPv6 in IPv6.
constexpr uint8_t RDMA_IPV6_NEXT_IPV6 = 41;
/// IPv6 next header: routing header.
constexpr uint8_t RDMA_IPV6_NEXT_ROUTING = 43;
/// IPv4 protocol and IPv6 next header: TCP.
constexpr uint8_t RDMA_IP_PROTOCOL_TCP = 6;
/// IPv6 next header: UDP.
constexpr uint8_t RDMA_IPV6_NEXT_UDP = 17;
/// Hop limit of packets from NICs, outer and inner (mrc reference, 2.2).
constexpr uint8_t RDMA_IPV6_HOP_LIMIT = 64;
/// UDP destination port of RoCEv2 and MRC.
constexpr uint16_t ROCE_UDP_PORT = 4791;

/**
 * @ingroup mrc
 * Ethernet header. MAC addresses are numbers of 48 bits.
 */
struct RdmaWireEthernet
{
    uint64_t destination; ///< destination MAC address, 48 bits
    uint64_t source;      ///< source MAC address, 48 bits
    uint16_t etherType;   ///< EtherType of the payload
};

/**
 * @ingroup mrc
 * IPv6 header.
 */
struct RdmaWireIpv6
{
    uint8_t dscp;            ///< traffic class, upper 6 bits
    uint8_t ecn;             ///< traffic class, lower 2 bits
    uint8_t nextHeader;      ///< type of the next header
    uint8_t hopLimit;        ///< hops left
    uint32_t flowLabel;      ///< 20 bits
    uint16_t payloadLength;  ///< size after this header, B
    Srv6Carrier source;      ///< source address
    Srv6Carrier destination; ///< destination address
};

/**
 * @ingroup mrc
 * Segment routing header with one segment, without flags, tag and TLVs (RFC 8754). It is reduced:
 * only the destination address contains the first carrier, so one segment can be left.
 */
struct RdmaWireSrh
{
    uint8_t nextHeader{RDMA_IPV6_NEXT_IPV6}; ///< type of the next header
    uint8_t segmentsLeft{0};                 ///< 1: the segment is still to be used; 0: it has been
                                             ///< used
    Srv6Carrier segment;                     ///< the carrier after the first one
};

/**
 * @ingroup mrc
 * UDP header. The checksum is 0, as in RoCEv2.
 */
struct RdmaWireUdp
{
    uint16_t sourcePort;      ///< source port
    uint16_t destinationPort; ///< destination port
    uint16_t length;          ///< size of this header and the payload, B
};

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaEthernet(RdmaByteWriter& out, const RdmaWireEthernet& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early
 */
bool ReadRdmaEthernet(RdmaByteReader& in, RdmaWireEthernet& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaIpv6(RdmaByteWriter& out, const RdmaWireIpv6& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early or the version is not 6
 */
bool ReadRdmaIpv6(RdmaByteReader& in, RdmaWireIpv6& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaSrh(RdmaByteWriter& out, const RdmaWireSrh& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early, this is another routing header, or it does not have exactly
 * one segment
 */
bool ReadRdmaSrh(RdmaByteReader& in, RdmaWireSrh& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaUdp(RdmaByteWriter& out, const RdmaWireUdp& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early, the length is below the header's own, or a checksum is set
 */
bool ReadRdmaUdp(RdmaByteReader& in, RdmaWireUdp& header);

} // namespace ns3

#endif // RDMA_IP_HEADERS_H
