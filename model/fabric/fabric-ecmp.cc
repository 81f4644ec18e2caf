/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ecmp.h"

#include <utility>

namespace ns3
{

namespace
{
/**
 * @param x any bits
 * @return a permutation of them, in which every output bit depends on every input bit
 */
uint64_t
Mix(uint64_t x)
{
    // Two rounds of multiply and fold: odd constants from the fraction of the golden ratio and of
    // the square root of 3.
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ULL;
    x ^= x >> 29;
    x *= 0xBB67AE8584CAA73BULL;
    x ^= x >> 32;
    return x;
}
} // namespace

uint64_t
FabricFlowHash(uint64_t seed, const FabricFrame* frame)
{
    const uint64_t addresses = static_cast<uint64_t>(frame->srcHost) << 32 | frame->dstHost;
    return Mix(Mix(seed ^ addresses) ^ frame->entropy);
}

FabricEcmpGroup::FabricEcmpGroup(const FabricSwitchRoutes& routes, uint32_t first, uint32_t size)
    : m_routes(routes),
      m_first(first),
      m_size(size)
{
}

FabricEcmpGroup::FabricEcmpGroup(const FabricSwitchRoutes& routes, std::vector<uint32_t> ports)
    : m_routes(routes),
      m_ports(std::move(ports)),
      m_size(static_cast<uint32_t>(m_ports.size()))
{
}

uint32_t
FabricEcmpGroup::CountUsable(uint32_t target) const
{
    uint32_t usable = m_size;
    for (uint32_t place = 0; place < m_size && !m_routes.IsWhole(); ++place)
    {
        usable -= !m_routes.IsUsable(GetPort(place), target);
    }
    return usable;
}

bool
FabricEcmpGroup::IsUsable(uint32_t place, uint32_t target) const
{
    return place < m_size && (m_routes.IsWhole() || m_routes.IsUsable(GetPort(place), target));
}

int32_t
FabricEcmpGroup::SelectUsable(uint64_t number, uint32_t target) const
{
    const uint32_t usable = CountUsable(target);
    if (usable == 0)
    {
        return -1;
    }
    // The member of this rank among the usable ones
    auto rank = static_cast<uint32_t>(number % usable);
    uint32_t place = 0;
    while (!m_routes.IsUsable(GetPort(place), target) || rank-- > 0)
    {
        ++place;
    }
    return static_cast<int32_t>(place);
}

} // namespace ns3
