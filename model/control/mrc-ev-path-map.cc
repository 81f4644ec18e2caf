/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-path-map.h"

#include "ns3/assert.h"

namespace ns3
{

void
MrcEvPathMap::Bind(Srv6Segments& segments)
{
    m_segments = &segments;
    for (Route& route : m_routes)
    {
        route.segmentId = route.segment == Srv6Carrier{} ? 0 : m_segments->Intern(route.segment);
    }
}

void
MrcEvPathMap::Add(uint32_t ev, const Srv6Carrier& destination, const Srv6Carrier& segment)
{
    NS_ASSERT_MSG(!Find(ev), "EV " << ev << " has a route");
    const bool srh = segment != Srv6Carrier{};
    m_routes.push_back({destination, segment, srh && m_segments ? m_segments->Intern(segment) : 0});
    m_evs.push_back(ev);
    if (m_index.size() < 2 * m_evs.size())
    {
        m_index.assign(m_index.empty() ? 16 : 2 * m_index.size(), FREE);
        for (uint32_t i = 0; i + 1 < m_evs.size(); ++i)
        {
            m_index[FindPlace(m_evs[i])] = i;
        }
    }
    m_index[FindPlace(ev)] = GetSize() - 1;
}

void
MrcEvPathMap::Clear()
{
    m_routes.clear();
    m_evs.clear();
    m_index.clear();
}

const MrcEvPathMap::Route*
MrcEvPathMap::Find(uint32_t ev) const
{
    if (m_index.empty())
    {
        return nullptr;
    }
    const uint32_t i = m_index[FindPlace(ev)];
    return i == FREE ? nullptr : &m_routes[i];
}

bool
MrcEvPathMap::Find(uint32_t ev, Route& route) const
{
    const Route* found = Find(ev);
    if (found)
    {
        route = *found;
    }
    return found != nullptr;
}

uint32_t
MrcEvPathMap::FindPlace(uint32_t ev) const
{
    const auto mask = static_cast<uint32_t>(m_index.size() - 1);
    uint32_t at = (ev * 0x9E3779B1U >> 8) & mask;
    while (m_index[at] != FREE && m_evs[m_index[at]] != ev)
    {
        at = (at + 1) & mask;
    }
    return at;
}

} // namespace ns3
