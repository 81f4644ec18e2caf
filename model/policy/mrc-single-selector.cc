/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-single-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcSingleSelector);

TypeId
MrcSingleSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcSingleSelector")
                            .SetParent<MrcPathSelector>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcSingleSelector>();
    return tid;
}

Ptr<MrcPathSelector>
MrcSingleSelector::Fork() const
{
    return CopyObject(Ptr<const MrcSingleSelector>(this));
}

std::optional<MrcPath>
MrcSingleSelector::GetSendParams(RdmaTick /* now */, uint32_t readyPorts)
{
    if (!IsUsable())
    {
        m_path = DrawPath();
    }
    return m_path && (readyPorts >> m_path->port & 1) ? m_path : std::nullopt;
}

bool
MrcSingleSelector::IsUsable() const
{
    if (!m_path || !(m_table->GetOpenPlanes() >> m_path->port & 1))
    {
        return false;
    }
    const auto place = m_table->FindActive(m_path->ev);
    return place && place->plane == m_path->port; // a controller may have changed its port
}

std::optional<MrcPath>
MrcSingleSelector::DrawPath()
{
    uint32_t planes = m_table->GetOpenPlanes();
    if (!planes)
    {
        return std::nullopt;
    }
    const auto count = static_cast<uint32_t>(__builtin_popcount(planes));
    for (uint32_t passed = m_rng->GetInteger(0, count - 1); passed > 0; --passed)
    {
        planes &= planes - 1;
    }
    const auto plane = static_cast<uint32_t>(__builtin_ctz(planes));
    const uint32_t last = m_table->GetActiveCount(plane) - 1;
    return m_table->GetActivePath(plane, m_rng->GetInteger(0, last));
}

void
MrcSingleSelector::OnSack(RdmaTick /* now */, uint32_t /* ev */, MrcEvVerdict /* verdict */)
{
}

void
MrcSingleSelector::OnNack(RdmaTick /* now */, uint32_t /* ev */, MrcNackReason /* reason */)
{
}

void
MrcSingleSelector::OnLoss(RdmaTick /* now */, uint32_t /* ev */)
{
}

} // namespace ns3
