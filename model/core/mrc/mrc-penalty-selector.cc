/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-penalty-selector.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcPenaltySelector");

NS_OBJECT_ENSURE_REGISTERED(MrcPenaltySelector);

TypeId
MrcPenaltySelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcPenaltySelector").SetParent<MrcPathSelector>().SetGroupName("Mrc");
    return tid;
}

TypeId
MrcPenaltySelector::AddPenaltyAttributes(TypeId tid)
{
    return tid
        .AddAttribute("MaxPenalty",
                      "Largest penalty of an EV, and that of a silent loss, turns",
                      UintegerValue(15),
                      MakeUintegerAccessor(&MrcPenaltySelector::m_maxPenalty),
                      MakeUintegerChecker<uint32_t>(1, 255))
        .AddAttribute("EcnPenalty",
                      "Penalty for a mark, turns",
                      UintegerValue(1),
                      MakeUintegerAccessor(&MrcPenaltySelector::m_ecnPenalty),
                      MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute("NackPenalty",
                      "Penalty for a NACK that reports a trim, turns",
                      UintegerValue(4),
                      MakeUintegerAccessor(&MrcPenaltySelector::m_nackPenalty),
                      MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute(
            "PunishLasthopTrims",
            "A trim by the switch that faces the receiver adds the same penalty as other trims; "
            "otherwise it counts as a success of the path, which has carried the packet that far",
            BooleanValue(false),
            MakeBooleanAccessor(&MrcPenaltySelector::m_punishLasthop),
            MakeBooleanChecker());
}

void
MrcPenaltySelector::DoStart()
{
    m_rotation.Start(m_table->GetPlanes(), m_rng);
}

std::optional<MrcPath>
MrcPenaltySelector::GetSendParams(RdmaTick /* now */, uint32_t readyPorts)
{
    const auto plane = m_rotation.TakePlane(readyPorts & m_table->GetOpenPlanes());
    return plane ? std::optional<MrcPath>(Choose(*plane)) : std::nullopt;
}

MrcPath
MrcPenaltySelector::Choose(uint32_t plane)
{
    const uint32_t active = m_table->GetActiveCount(plane);
    uint32_t position = active;
    // An EV without a penalty is visited in the next full rotation at the latest.
    for (uint32_t visits = 0; visits < 2 * active;)
    {
        position = m_rotation.Step(plane, active);
        if (position >= active)
        {
            continue;
        }
        uint8_t& penalty = PenaltyAt(plane, position);
        if (penalty == 0)
        {
            break;
        }
        penalty -= visits++ == 0 ? 1 : 0;
    }
    return m_table->GetActivePath(plane, position);
}

uint8_t&
MrcPenaltySelector::PenaltyAt(uint32_t plane, uint32_t position)
{
    std::vector<Mark>& marks = m_marks[plane];
    if (position >= marks.size())
    {
        marks.resize(position + 1);
    }
    Mark& mark = marks[position];
    const uint32_t ev = m_table->GetActiveEv(plane, position);
    if (mark.ev != ev)
    {
        mark = {ev, 0};
    }
    return mark.penalty;
}

uint32_t
MrcPenaltySelector::GetPenalty(uint32_t ev) const
{
    const auto place = m_table->FindActive(ev);
    if (!place || place->position >= m_marks[place->plane].size())
    {
        return 0;
    }
    const Mark& mark = m_marks[place->plane][place->position];
    return mark.ev == ev ? mark.penalty : 0;
}

void
MrcPenaltySelector::Punish(uint32_t ev, uint32_t units)
{
    if (const auto place = m_table->FindActive(ev))
    {
        uint8_t& penalty = PenaltyAt(place->plane, place->position);
        penalty = static_cast<uint8_t>(std::min(penalty + units, m_maxPenalty));
        NS_LOG_LOGIC("EV " << ev << " of plane " << +place->plane << " is omitted " << +penalty
                           << " times");
    }
}

void
MrcPenaltySelector::OnSack(RdmaTick /* now */, uint32_t ev, MrcEvVerdict verdict)
{
    if (verdict == MrcEvVerdict::NONE)
    {
        OnGood(ev);
        return;
    }
    Punish(ev, verdict == MrcEvVerdict::SKIP_ONCE ? m_ecnPenalty : m_maxPenalty);
}

void
MrcPenaltySelector::OnNack(RdmaTick /* now */, uint32_t ev, MrcNackReason reason)
{
    if (reason == MrcNackReason::TRIMMED_LASTHOP && !m_punishLasthop)
    {
        OnGood(ev); // marked or not: a NACK does not show it
    }
    else if (IsTrim(reason))
    {
        Punish(ev, m_nackPenalty);
    }
    // other reasons concern the receiver
}

void
MrcPenaltySelector::OnLoss(RdmaTick /* now */, uint32_t ev)
{
    Punish(ev, m_maxPenalty);
}

void
MrcPenaltySelector::OnGood(uint32_t /* ev */)
{
}

} // namespace ns3
