/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reverse-evs.h"

#include <algorithm>

namespace ns3
{

MrcReverseEvs::MrcReverseEvs(MrcEvTable& table, Tick rtt, Ptr<UniformRandomVariable> rng)
    : m_table(table),
      m_rtt(rtt),
      m_rng(rng)
{
}

void
MrcReverseEvs::Remember(uint32_t ev)
{
    const std::optional<MrcPath> path = m_table.FindPath(ev);
    if (!path)
    {
        return;
    }
    Proofs& p = m_proofs[path->port];
    if (std::find(p.evs.begin(), p.evs.begin() + p.count, ev) != p.evs.begin() + p.count)
    {
        return;
    }
    p.evs[p.next] = ev;
    p.next = (p.next + 1) % Proofs::SIZE;
    p.count = std::min<uint8_t>(p.count + 1, Proofs::SIZE);
}

void
MrcReverseEvs::OnReliabilityProbe(uint32_t plane)
{
    m_proofs[plane].count = 0;
    m_proofs[plane].next = 0;
    m_received = PACKETS_PER_PROBE;
}

std::optional<MrcPath>
MrcReverseEvs::PollProbe()
{
    if (!m_probeDue)
    {
        return std::nullopt;
    }
    m_probeDue = false;
    return m_table.DrawActive(m_rng);
}

std::optional<MrcPath>
MrcReverseEvs::Take(uint32_t plane)
{
    if (plane == ANY_PLANE)
    {
        const std::optional<MrcPath> any = m_table.DrawActive(m_rng);
        return any ? any : m_table.TakeReverse(0);
    }
    for (uint32_t i = 0; i < m_table.GetPlanes(); ++i)
    {
        if (const auto path = TakeProved((plane + i) % m_table.GetPlanes()))
        {
            return path;
        }
    }
    return m_table.TakeReverse(plane);
}

std::optional<MrcPath>
MrcReverseEvs::TakeProved(uint32_t plane)
{
    Proofs& p = m_proofs[plane];
    if (!(m_table.GetUpPlanes() >> plane & 1))
    {
        return std::nullopt;
    }
    for (uint8_t i = 0; i < p.count; ++i)
    {
        p.turn = static_cast<uint8_t>(p.turn + 1 < p.count ? p.turn + 1 : 0);
        const std::optional<MrcEvPlace> place = m_table.FindActive(p.evs[p.turn]);
        if (place && place->plane == plane)
        {
            return MrcPath{p.evs[p.turn], static_cast<uint8_t>(plane)};
        }
    }
    return std::nullopt;
}

} // namespace ns3
