/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-spray-selector.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcSpraySelector");

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
                          MakeEnumChecker(EQUAL, "equal", BY_EVS, "evs"))
            .AddAttribute(
                "WeakPlaneTurns",
                "No document has this rule: a mark or trim on a plane that has lost paths "
                "makes the plane pass this number of turns to the other planes, at most "
                "16 in all, if it is marked WeakPlaneMarkRatio times as often as they "
                "are. 0: never",
                UintegerValue(2),
                MakeUintegerAccessor(&MrcSpraySelector::m_weakTurns),
                MakeUintegerChecker<uint32_t>(0, MAX_OWED_TURNS))
            .AddAttribute("WeakPlaneMarkRatio",
                          "Smoothed share of marks and trims of a plane that has lost paths, "
                          "divided by the mean of the other planes, from which WeakPlaneTurns "
                          "applies",
                          DoubleValue(2),
                          MakeDoubleAccessor(&MrcSpraySelector::m_weakRatio),
                          MakeDoubleChecker<double>(0, 1000));
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
    const uint32_t open = m_table->GetOpenPlanes();
    const uint32_t planes = readyPorts & open;
    m_owing &= m_table->GetWeakPlanes(); // others owe nothing, and debts end when paths are back
    const uint32_t owing = m_owing & open;
    if (owing != 0 && planes != 0)
    {
        if (const auto path = PayTurn(now, planes, planes & ~owing))
        {
            return path;
        }
        if ((open & ~owing & ~readyPorts) != 0)
        {
            return std::nullopt; // the next of these ports that is ready takes the packet
        }
    }
    if (const auto path = Choose(now, planes))
    {
        return path;
    }
    if (open == 0)
    {
        return m_table->TakeLastResort(now, readyPorts);
    }
    return IsAnyGood() ? std::nullopt : m_table->GetOldestSkip(now, planes);
}

std::optional<MrcPath>
MrcSpraySelector::Choose(RdmaTick now, uint32_t planes)
{
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
    return std::nullopt;
}

// Planes that have lost paths

void
MrcSpraySelector::OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    MrcPathSelector::OnSack(now, ev, verdict);
    if (verdict == MrcEvVerdict::SKIP_ONCE && m_table->GetWeakPlanes() != 0)
    {
        OnMark(ev);
    }
}

void
MrcSpraySelector::OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason)
{
    MrcPathSelector::OnNack(now, ev, reason);
    if (reason == MrcNackReason::TRIMMED && m_table->GetWeakPlanes() != 0)
    {
        OnMark(ev);
    }
}

void
MrcSpraySelector::OnMark(uint32_t ev)
{
    const auto path = m_table->FindPath(ev);
    const uint32_t others = path ? m_table->GetOpenPlanes() & ~(1U << path->port) : 0;
    if (others == 0 || m_weakTurns == 0)
    {
        return;
    }
    uint32_t sum = 0;
    for (uint32_t p = 0; p < m_table->GetPlanes(); ++p)
    {
        sum += others >> p & 1 ? m_table->GetMarkShare(p) : 0;
    }
    const double mean = static_cast<double>(sum) / __builtin_popcount(others);
    if (m_table->GetMarkShare(path->port) >= m_weakRatio * mean)
    {
        const uint32_t bit = 1U << path->port;
        const uint32_t owed = m_owing & bit ? m_owed[path->port] : 0;
        m_owed[path->port] = static_cast<uint8_t>(std::min(owed + m_weakTurns, MAX_OWED_TURNS));
        m_owing |= bit;
        NS_LOG_INFO("plane " << +path->port << " has lost paths and passes " << +m_owed[path->port]
                             << " turns to the others");
    }
}

std::optional<MrcPath>
MrcSpraySelector::PayTurn(RdmaTick now, uint32_t planes, uint32_t lenders)
{
    const uint32_t debtor = m_rotation.GetPlane(planes);
    const auto path = Choose(now, lenders);
    if (path && (m_owing >> debtor & 1) && --m_owed[debtor] == 0)
    {
        m_owing &= ~(1U << debtor);
    }
    return path;
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
