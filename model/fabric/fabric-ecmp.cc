/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ecmp.h"

namespace ns3
{

namespace
{
/**
 * @param x any bits
 * @return the same information, every output bit depending on every input bit
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

FabricEcmpGroup::FabricEcmpGroup(uint32_t uplinks, uint32_t t0s)
    : m_uplinks(uplinks),
      m_t0s(t0s),
      m_deadUplink(uplinks, false)
{
}

void
FabricEcmpGroup::SetUplink(uint32_t uplink, bool usable)
{
    if (m_deadUplink[uplink] == usable)
    {
        m_deadUplink[uplink] = !usable;
        m_avoided += usable ? -1 : 1;
    }
}

void
FabricEcmpGroup::SetRemote(uint32_t uplink, uint32_t dstT0, bool usable)
{
    if (m_deadRemote.empty())
    {
        m_deadRemote.resize(static_cast<size_t>(m_uplinks) * m_t0s, false);
    }
    const size_t i = static_cast<size_t>(uplink) * m_t0s + dstT0;
    if (m_deadRemote[i] == usable)
    {
        m_deadRemote[i] = !usable;
        m_avoided += usable ? -1 : 1;
    }
}

bool
FabricEcmpGroup::IsUsable(uint32_t uplink, uint32_t dstT0) const
{
    return !m_deadUplink[uplink] &&
           (m_deadRemote.empty() || !m_deadRemote[static_cast<size_t>(uplink) * m_t0s + dstT0]);
}

int32_t
FabricEcmpGroup::SelectUsable(uint64_t hash, uint32_t dstT0) const
{
    uint32_t usable = 0;
    for (uint32_t u = 0; u < m_uplinks; ++u)
    {
        usable += IsUsable(u, dstT0);
    }
    if (usable == 0)
    {
        return -1;
    }
    auto left = static_cast<uint32_t>(hash % usable);
    for (uint32_t u = 0;; ++u)
    {
        if (IsUsable(u, dstT0) && left-- == 0)
        {
            return static_cast<int32_t>(u);
        }
    }
}

} // namespace ns3
