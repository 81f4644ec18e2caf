/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-addressing.h"

#include <limits>

namespace ns3
{

namespace
{

/// Bits 127:96 of every NIC address, fd00:0000.
constexpr uint64_t NIC_PREFIX = 0xfd000000;

} // namespace

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
    const uint64_t host = (address.hi & 0xffff) * hostsPerT0 + address.lo;
    if (host > std::numeric_limits<uint32_t>::max())
    {
        return std::nullopt;
    }
    return Port{static_cast<uint32_t>(host), static_cast<uint16_t>(address.hi >> 16)};
}

} // namespace ns3
