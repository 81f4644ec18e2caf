/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ADDRESSING_H
#define FABRIC_ADDRESSING_H

#include "srv6-usid.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricAddressing: host index <-> position <-> IPv6 address.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Addresses follow from positions: host h is on downlink h mod hostsPerT0 of T0 group h div
 * hostsPerT0, and its NIC port in a plane is fd00:0:plane:t0::downlink. With rails, host h is NIC h
 * mod rails of server h div rails, hostsPerT0 servers share a row of T0 groups, and each of their
 * NICs is under another T0 group of the row, on the downlink of its server.
 *
 * For packets of ns-3's stack it also has an IPv4 address, 10.0.0.0 + plane x 2^21 + h + 1: eight
 * planes, each a network 10.0.0.0/11, 10.32.0.0/11 and so on, of up to 2^21 - 2 hosts, without the
 * first and the last number, which are the network and broadcast addresses.
 */
struct FabricAddressing
{
    /// A NIC port: a host in one plane.
    struct Port
    {
        uint32_t host;  ///< host index
        uint16_t plane; ///< plane, 0-based
    };

    uint32_t hostsPerT0{1}; ///< NIC ports per T0, at least 1
    uint32_t rails{1};      ///< T0 groups over which the NICs of a server are distributed, at least
                            ///< 1

    /**
     * @param host host index
     * @return its T0 group number
     */
    constexpr uint32_t GetT0(uint32_t host) const
    {
        return rails == 1 ? host / hostsPerT0 : host / rails / hostsPerT0 * rails + host % rails;
    }

    /**
     * @param host host index
     * @return its downlink number on its T0
     */
    constexpr uint32_t GetDownlink(uint32_t host) const
    {
        return rails == 1 ? host % hostsPerT0 : host / rails % hostsPerT0;
    }

    /**
     * @param t0 T0 group number
     * @param downlink downlink number, below hostsPerT0
     * @return the host there, if there are enough hosts
     */
    constexpr uint64_t GetHost(uint64_t t0, uint64_t downlink) const
    {
        return (t0 / rails * hostsPerT0 + downlink) * rails + t0 % rails;
    }

    /// Bits of an IPv6 address that are the same for all ports of a plane.
    static constexpr uint8_t IPV6_PREFIX_BITS = 48;
    /// Bits of an IPv4 address that are the same for all ports of a plane.
    static constexpr uint8_t IPV4_PREFIX_BITS = 11;

    /**
     * @param host host index
     * @param plane plane, 0-based
     * @return MAC address of its NIC port in that plane, 48 bits: 02-plane-host
     */
    static constexpr uint64_t GetMac(uint32_t host, uint8_t plane)
    {
        return uint64_t{0x02} << 40 | static_cast<uint64_t>(plane) << 32 | host;
    }

    /**
     * @param host host index, below 2^21 - 2
     * @param plane plane, 0 .. 7
     * @return IPv4 address of its NIC port in that plane
     */
    static uint32_t GetIpv4(uint32_t host, uint32_t plane);

    /**
     * @param address an IPv4 address
     * @return the NIC port that has it, or nothing if no port can have it
     */
    static std::optional<Port> FindPort(uint32_t address);

    /**
     * @param host host index; its T0 group and downlink must fit 16 bits
     * @param plane plane, 0-based
     * @return address of its NIC port in that plane
     */
    Srv6Carrier GetAddress(uint32_t host, uint16_t plane) const;

    /**
     * @param address an IPv6 address
     * @return the NIC port that has it, or nothing if no port can have it
     */
    std::optional<Port> FindPort(const Srv6Carrier& address) const;
};

} // namespace ns3

#endif // FABRIC_ADDRESSING_H
