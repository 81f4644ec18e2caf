/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-source-routes.h"

#include "ns3/abort.h"
#include "ns3/mrc-ev.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

void
FabricGraphCarriers::Add(const std::vector<uint16_t>& usids)
{
    NS_ABORT_MSG_IF(usids.size() != m_switches || m_switches < 1 ||
                        m_switches >= 2 * SRV6_CARRIER_USIDS,
                    "a path of " << usids.size() << " switches instead of " << m_switches);
    Srv6Carrier head = MakeSrv6Carrier({});
    Srv6Carrier tail = head;
    for (uint32_t place = 0; place < m_switches; ++place)
    {
        PutSrv6Usid(place < SRV6_CARRIER_USIDS ? head : tail,
                    place % SRV6_CARRIER_USIDS,
                    usids[place]);
    }
    m_heads.push_back(head);
    if (HaveSegments())
    {
        m_tails.push_back(tail);
    }
}

Srv6SourceRoute
FabricGraphCarriers::Get(uint32_t path, uint16_t nic) const
{
    Srv6SourceRoute route;
    route.destination = m_heads[path];
    if (HaveSegments())
    {
        route.segment = m_tails[path];
    }
    PutSrv6Usid(HaveSegments() ? route.segment : route.destination,
                m_switches % SRV6_CARRIER_USIDS,
                nic);
    return route;
}

FabricGraphSourceRoutes::FabricGraphSourceRoutes(std::vector<Plane> planes,
                                                 bool toSelf,
                                                 Srv6Segments& segments,
                                                 Longer longer)
    : m_planes(std::move(planes)),
      m_toSelf(toSelf),
      m_segments(segments),
      m_longer(std::move(longer))
{
    for (size_t number = 0; number < m_planes.size(); ++number)
    {
        const Plane& plane = m_planes[number];
        if (!plane.carriers->HaveSegments())
        {
            continue;
        }
        m_segmentIds.resize(m_planes.size());
        for (uint32_t path = 0; path < plane.carriers->GetNPaths(); ++path)
        {
            m_segmentIds[number].push_back(
                segments.Intern(plane.carriers->Get(path, plane.nic).segment));
        }
    }
}

bool
FabricGraphSourceRoutes::Find(uint32_t ev, Srv6SourceRoute& route) const
{
    const uint32_t number = MrcEv::Plane(ev);
    const uint32_t path = m_toSelf ? 0 : MrcEv::Uplink(ev);
    if (number >= m_planes.size())
    {
        return false;
    }
    const Plane& plane = m_planes[number];
    const uint32_t shortest = plane.carriers->GetNPaths();
    if (path >= shortest)
    {
        return FindLonger(number, path - shortest, route);
    }
    route = plane.carriers->Get(path, plane.nic);
    if (plane.carriers->HaveSegments())
    {
        route.segmentId = m_segmentIds[number][path];
    }
    return true;
}

const MrcLongerPaths*
FabricGraphSourceRoutes::GetLongerPaths() const
{
    return m_longer ? this : nullptr;
}

std::vector<uint16_t>
FabricGraphSourceRoutes::ListLonger(uint32_t plane) const
{
    const uint32_t shortest = m_planes[plane].carriers->GetNPaths();
    const auto longer = static_cast<uint32_t>(m_longer(plane)->size());
    std::vector<uint16_t> numbers(std::min(longer, MrcEv::MAX_PATHS - shortest));
    std::iota(numbers.begin(), numbers.end(), static_cast<uint16_t>(shortest));
    return numbers;
}

bool
FabricGraphSourceRoutes::FindLonger(uint32_t plane, uint32_t path, Srv6SourceRoute& route) const
{
    if (!m_longer)
    {
        return false;
    }
    const std::vector<FabricGraphCarriers>& longer = *m_longer(plane);
    if (path >= longer.size())
    {
        return false;
    }
    route = longer[path].Get(0, m_planes[plane].nic);
    if (longer[path].HaveSegments())
    {
        route.segmentId = m_segments.Intern(route.segment);
    }
    return true;
}

} // namespace ns3
