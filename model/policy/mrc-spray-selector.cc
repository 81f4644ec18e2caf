/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-spray-selector.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcSpraySelector);

TypeId
MrcSpraySelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcSpraySelector")
                            .SetParent<MrcPathSelector>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcSpraySelector>();
    return tid;
}

Ptr<MrcPathSelector>
MrcSpraySelector::Fork() const
{
    return CopyObject(Ptr<const MrcSpraySelector>(this));
}

void
MrcSpraySelector::DoStart()
{
    m_rotation.Start(m_table->GetPlanes(), m_rng);
}

std::optional<MrcPath>
MrcSpraySelector::GetSendParams(RdmaTick now, uint32_t readyPorts)
{
    uint32_t planes = readyPorts & m_table->GetOpenPlanes();
    while (planes)
    {
        const uint32_t plane = m_rotation.GetPlane(planes);
        if (const auto path = Advance(now, plane))
        {
            m_rotation.EndTurn(plane);
            return path;
        }
        planes &= ~(1U << plane);
    }
    if (m_table->GetOpenPlanes() == 0)
    {
        return m_table->TakeLastResort(now, readyPorts);
    }
    return IsAnyGood() ? std::nullopt
                       : m_table->GetOldestSkip(now, readyPorts & m_table->GetOpenPlanes());
}

std::optional<MrcPath>
MrcSpraySelector::Advance(RdmaTick now, uint32_t plane)
{
    const uint32_t active = m_table->GetActiveCount(plane);
    // A GOOD EV is met in the next full rotation at the latest. Where there is none, one rotation's
    // worth of turns is passed over; that may make an EV GOOD.
    for (uint32_t visits = 0; m_table->GetGoodCount(plane) > 0 ||
                              visits < std::max<uint32_t>(m_rotation.GetSpan(plane), 1);
         ++visits)
    {
        const uint32_t position = m_rotation.Step(plane, active);
        if (position < active && m_table->TakeTurn(now, plane, position))
        {
            return m_table->GetActivePath(plane, position);
        }
    }
    return std::nullopt;
}

bool
MrcSpraySelector::IsAnyGood() const
{
    for (uint32_t p = 0; p < m_table->GetPlanes(); ++p)
    {
        if ((m_table->GetOpenPlanes() >> p & 1) && m_table->GetGoodCount(p) > 0)
        {
            return true;
        }
    }
    return false;
}

} // namespace ns3
