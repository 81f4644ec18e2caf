/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-spray-selector.h"

#include "ns3/enum.h"
#include "ns3/rdma-enum-accessor.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcSpraySelector);

TypeId
MrcSpraySelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcSpraySelector")
            .SetParent<MrcPathSelector>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcSpraySelector>()
            .AddAttribute("PlaneTurns",
                          "equal: planes take turns, so all carry the same load, for any states of "
                          "their EVs. evs: a plane is drawn for every packet, in proportion to its "
                          "active EVs, as in one rotation over all EVs (mrc reference, 3.6)",
                          EnumValue(EQUAL),
                          RdmaEnumAccessor<PlaneTurns>(&MrcSpraySelector::m_planeTurns),
                          MakeEnumChecker(EQUAL, "equal", BY_EVS, "evs"));
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
        const uint32_t plane =
            m_planeTurns == EQUAL ? m_rotation.GetPlane(planes) : DrawPlane(planes);
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
    // A GOOD EV is found in the next full rotation at the latest. If there is none, the turns of
    // one rotation are skipped, which may make an EV GOOD.
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

uint32_t
MrcSpraySelector::DrawPlane(uint32_t planes) const
{
    uint32_t all = 0;
    for (uint32_t p = 0; p < m_table->GetPlanes(); ++p)
    {
        all += planes >> p & 1 ? m_table->GetActiveCount(p) : 0;
    }
    uint32_t drawn = m_rng->GetInteger(0, all - 1); // an open plane has an active EV
    for (uint32_t p = 0;; ++p)
    {
        const uint32_t active = planes >> p & 1 ? m_table->GetActiveCount(p) : 0;
        if (drawn < active)
        {
            return p;
        }
        drawn -= active;
    }
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
