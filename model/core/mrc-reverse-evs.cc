/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reverse-evs.h"

namespace ns3
{

MrcReverseEvs::MrcReverseEvs(MrcEvTable& table, Tick rtt, Ptr<UniformRandomVariable> rng)
    : m_table(table),
      m_rtt(rtt),
      m_rng(rng)
{
}

void
MrcReverseEvs::OnProof(uint32_t ev)
{
    if (const std::optional<MrcPath> path = m_table.FindPath(ev))
    {
        m_evs[path->port] = ev;
        m_proved |= 1U << path->port;
    }
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
    for (uint32_t i = 0; i < m_table.GetPlanes(); ++i)
    {
        const uint32_t p = (plane + i) % m_table.GetPlanes();
        if (IsUsable(p))
        {
            return MrcPath{m_evs[p], static_cast<uint8_t>(p)};
        }
    }
    return m_table.TakeReverse(plane);
}

bool
MrcReverseEvs::IsUsable(uint32_t plane) const
{
    if (!(m_proved & m_table.GetUpPlanes() & 1U << plane))
    {
        return false;
    }
    const auto path = m_table.FindPath(m_evs[plane]);
    if (!path || path->port != plane)
    {
        return false; // replaced, and perhaps given to another port
    }
    const auto state = m_table.GetState(m_evs[plane]);
    return state == MrcEvState::GOOD || state == MrcEvState::SKIP;
}

} // namespace ns3
