/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-source-routes.h"

#include "ns3/abort.h"
#include "ns3/mrc-ev.h"

#include <utility>

namespace ns3
{

namespace
{
/// A carrier without uSIDs.
constexpr Srv6Carrier EMPTY{uint64_t{SRV6_BLOCK} << 32, 0};

/**
 * @param [in,out] carrier a carrier with nothing in that place
 * @param place place of a uSID, 0 .. 5
 * @param usid the uSID
 */
void
Put(Srv6Carrier& carrier, uint32_t place, uint16_t usid)
{
    if (place < 2)
    {
        carrier.hi |= uint64_t{usid} << 16 * (1 - place);
    }
    else
    {
        carrier.lo |= uint64_t{usid} << 16 * (FabricGraphCarriers::USIDS - 1 - place);
    }
}
} // namespace

void
FabricGraphCarriers::Add(const std::vector<uint16_t>& usids)
{
    NS_ABORT_MSG_IF(usids.size() != m_switches || m_switches < 1 || m_switches >= 2 * USIDS,
                    "a path of " << usids.size() << " switches instead of " << m_switches);
    Srv6Carrier head = EMPTY;
    Srv6Carrier tail = EMPTY;
    for (uint32_t place = 0; place < m_switches; ++place)
    {
        Put(place < USIDS ? head : tail, place % USIDS, usids[place]);
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
    Put(HaveSegments() ? route.segment : route.destination, m_switches % USIDS, nic);
    return route;
}

FabricGraphSourceRoutes::FabricGraphSourceRoutes(std::vector<Plane> planes,
                                                 bool toSelf,
                                                 Srv6Segments& segments)
    : m_planes(std::move(planes)),
      m_toSelf(toSelf)
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
    if (number >= m_planes.size() || path >= m_planes[number].carriers->GetNPaths())
    {
        return false;
    }
    const Plane& plane = m_planes[number];
    route = plane.carriers->Get(path, plane.nic);
    if (plane.carriers->HaveSegments())
    {
        route.segmentId = m_segmentIds[number][path];
    }
    return true;
}

} // namespace ns3
