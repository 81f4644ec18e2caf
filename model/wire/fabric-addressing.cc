/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-addressing.h"

#include "ns3/abort.h"

#include <limits>

namespace ns3
{

namespace
{

/// Bits 127:96 of every NIC address, fd00:0000.
constexpr uint64_t NIC_PREFIX = 0xfd000000;

/// 10.0.0.0
constexpr uint32_t IPV4_BASE = 10U << 24;

/// Bits of an IPv4 address that are a host's number within its plane.
constexpr uint32_t IPV4_HOST_BITS = 32 - FabricAddressing::IPV4_PREFIX_BITS;

/// A host number with all bits set is the broadcast address.
constexpr uint32_t IPV4_BROADCAST = (1U << IPV4_HOST_BITS) - 1;

} // namespace

uint32_t
FabricAddressing::GetIpv4(uint32_t host, uint32_t plane)
{
    NS_ABORT_MSG_IF(host >= IPV4_BROADCAST - 1, "host " << host << " has no IPv4 address");
    NS_ABORT_MSG_IF(plane >= 8, "plane " << plane << " has no IPv4 addresses");
    return IPV4_BASE | plane << IPV4_HOST_BITS | (host + 1);
}

std::optional<FabricAddressing::Port>
FabricAddressing::FindPort(uint32_t address)
{
    const uint32_t number = address & IPV4_BROADCAST;
    if (address >> 24 != IPV4_BASE >> 24 || number == 0 || number == IPV4_BROADCAST)
    {
        return std::nullopt;
    }
    return Port{number - 1, static_cast<uint16_t>(address >> IPV4_HOST_BITS & 7)};
}

Srv6Carrier
FabricAddressing::GetAddress(uint32_t host, uint16_t plane) const
{
    const uint64_t t0 = GetT0(host);
    NS_ASSERT_MSG(t0 <= 0xffff, "host " << host << " is in T0 group " << t0 << ", above 65535");
    NS_ASSERT_MSG(GetDownlink(host) <= 0xffff, "host " << host << " has a downlink above 65535");
    return {NIC_PREFIX << 32 | static_cast<uint64_t>(plane) << 16 | t0, GetDownlink(host)};
}

std::optional<FabricAddressing::Port>
FabricAddressing::FindPort(const Srv6Carrier& address) const
{
    if (address.hi >> 32 != NIC_PREFIX || address.lo > 0xffff || address.lo >= hostsPerT0)
    {
        return std::nullopt;
    }
    const uint64_t host = GetHost(address.hi & 0xffff, address.lo);
    if (host > std::numeric_limits<uint32_t>::max())
    {
        return std::nullopt;
    }
    return Port{static_cast<uint32_t>(host), static_cast<uint16_t>(address.hi >> 16)};
}

} // namespace ns3
