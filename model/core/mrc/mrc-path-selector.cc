/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcPathSelector);

TypeId
MrcPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcPathSelector").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
MrcPathSelector::Start(MrcEvTable& table, Ptr<UniformRandomVariable> rng)
{
    m_table = &table;
    m_rng = rng;
    DoStart();
}

std::optional<MrcPath>
MrcPathSelector::GetOtherSendParams(RdmaTick now, uint32_t readyPorts, uint32_t avoid)
{
    const std::optional<MrcPath> path = GetSendParams(now, readyPorts);
    if (!path.has_value() || path->ev != avoid)
    {
        return path;
    }
    const std::optional<MrcPath> other = GetSendParams(now, readyPorts);
    return other.has_value() ? other : path;
}

void
MrcPathSelector::DoStart()
{
}

std::optional<MrcPath>
MrcPathSelector::FindActivePath(uint32_t plane, uint32_t ev) const
{
    const auto place = m_table->FindActive(ev);
    return place && place->plane == plane
               ? std::optional<MrcPath>(m_table->GetActivePath(plane, place->position))
               : std::nullopt;
}

void
MrcPathSelector::OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    m_table->OnSack(now, ev, verdict);
}

void
MrcPathSelector::OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason)
{
    m_table->OnNack(now, ev, reason);
}

void
MrcPathSelector::OnLoss(RdmaTick now, uint32_t ev)
{
    m_table->OnLoss(now, ev);
}

} // namespace ns3
