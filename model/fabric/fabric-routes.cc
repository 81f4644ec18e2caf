/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-routes.h"

#include <algorithm>

namespace ns3
{

namespace
{
/**
 * @param set numbers in ascending order
 * @param number number to insert or remove
 * @param member true: insert it
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
} // namespace

void
FabricPlaneRoutes::SetPort(uint32_t sw, uint32_t port, bool usable)
{
    if (usable)
    {
        m_lost.erase({sw, port});
    }
    else
    {
        m_lost.emplace(sw, port);
    }
    m_known.clear();
}

bool
FabricPlaneRoutes::LeadsTo(uint32_t sw, uint32_t port, uint32_t target) const
{
    if (!m_paths || IsWhole())
    {
        return true;
    }
    const std::optional<uint32_t> peer = m_paths->FindNextSwitch(sw, port);
    if (!peer)
    {
        return true;
    }
    const auto [known, isNew] = m_known.try_emplace({sw, port, target}, true);
    if (isNew)
    {
        const std::vector<uint32_t> hops = m_paths->ListNextHops(*peer, target);
        const bool leads =
            hops.empty() || std::any_of(hops.begin(), hops.end(), [&](uint32_t next) {
                return m_lost.count({*peer, next}) == 0 && LeadsTo(*peer, next, target);
            });
        m_known[{sw, port, target}] = leads;
        return leads;
    }
    return known->second;
}

void
FabricSwitchRoutes::SetPort(uint32_t port, bool usable)
{
    SetMember(m_dead, port, !usable);
}

bool
FabricSwitchRoutes::IsUsable(uint32_t port, uint32_t target) const
{
    return !std::binary_search(m_dead.begin(), m_dead.end(), port) &&
           m_plane.LeadsTo(m_switch, port, target);
}

} // namespace ns3
