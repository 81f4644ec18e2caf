/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ecmp.h"

#include <algorithm>

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

/**
 * @param set numbers in ascending order
 * @param number put in or taken out
 * @param member true: put it in
 */
void
SetMember(std::vector<uint32_t>& set, uint32_t number, bool member)
{
    const auto place = std::lower_bound(set.begin(), set.end(), number);
    const bool isMember = place != set.end() && *place == number;
    if (member && !isMember)
    {
        set.insert(place, number);
    }
    else if (!member && isMember)
    {
        set.erase(place);
    }
}

/**
 * @param a numbers in ascending order
 * @param b others
 * @param visit called once for each number that is in either, in ascending order
 */
template <typename F>
void
ForUnion(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, F visit)
{
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end())
    {
        const bool fromA = j == b.end() || (i != a.end() && *i <= *j);
        const uint32_t number = fromA ? *i : *j;
        i += i != a.end() && *i == number;
        j += j != b.end() && *j == number;
        visit(number);
    }
}
} // namespace

uint64_t
FabricFlowHash(uint64_t seed, const FabricFrame* frame)
{
    const uint64_t addresses = static_cast<uint64_t>(frame->srcHost) << 32 | frame->dstHost;
    return Mix(Mix(seed ^ addresses) ^ frame->entropy);
}

void
FabricPlaneRoutes::SetLink(uint32_t t1, uint32_t t0, bool usable)
{
    SetMember(m_lost[t0], t1, !usable);
    if (m_lost[t0].empty())
    {
        m_lost.erase(t0);
    }
}

const std::vector<uint32_t>&
FabricPlaneRoutes::GetLost(uint32_t t0) const
{
    static const std::vector<uint32_t> NONE;
    const auto lost = m_lost.find(t0);
    return lost == m_lost.end() ? NONE : lost->second;
}

FabricEcmpGroup::FabricEcmpGroup(uint32_t uplinks, const FabricPlaneRoutes& routes)
    : m_uplinks(uplinks),
      m_routes(routes)
{
}

void
FabricEcmpGroup::SetUplink(uint32_t uplink, bool usable)
{
    SetMember(m_dead, uplink, !usable);
}

uint32_t
FabricEcmpGroup::CountUsable(uint32_t dstT0) const
{
    uint32_t usable = m_uplinks;
    if (!IsWhole())
    {
        ForUnion(m_dead, m_routes.GetLost(dstT0), [&usable](uint32_t) { --usable; });
    }
    return usable;
}

bool
FabricEcmpGroup::IsUsable(uint32_t uplink, uint32_t dstT0) const
{
    if (IsWhole())
    {
        return true;
    }
    const std::vector<uint32_t>& lost = m_routes.GetLost(dstT0);
    return !std::binary_search(m_dead.begin(), m_dead.end(), uplink) &&
           !std::binary_search(lost.begin(), lost.end(), uplink);
}

int32_t
FabricEcmpGroup::SelectUsable(uint64_t number, uint32_t dstT0) const
{
    const std::vector<uint32_t>& lost = m_routes.GetLost(dstT0);
    const uint32_t usable = CountUsable(dstT0);
    if (usable == 0)
    {
        return -1;
    }
    // The uplink of this rank among the usable ones: each one avoided below it moves it up.
    auto uplink = static_cast<uint32_t>(number % usable);
    ForUnion(m_dead, lost, [&uplink](uint32_t avoided) { uplink += avoided <= uplink; });
    return static_cast<int32_t>(uplink);
}

} // namespace ns3
