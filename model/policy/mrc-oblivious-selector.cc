/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-oblivious-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcObliviousSelector);

TypeId
MrcObliviousSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcObliviousSelector")
                            .SetParent<MrcPathSelector>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcObliviousSelector>();
    return tid;
}

Ptr<MrcPathSelector>
MrcObliviousSelector::Fork() const
{
    return CopyObject(Ptr<const MrcObliviousSelector>(this));
}

void
MrcObliviousSelector::DoStart()
{
    m_rotation.Start(m_table->GetPlanes(), m_rng);
}

std::optional<MrcPath>
MrcObliviousSelector::GetSendParams(RdmaTick /* now */, uint32_t readyPorts)
{
    const auto plane = m_rotation.TakePlane(readyPorts & m_table->GetOpenPlanes());
    if (!plane)
    {
        return std::nullopt;
    }
    const uint32_t active = m_table->GetActiveCount(*plane);
    uint32_t position = active;
    while (position >= active)
    {
        position = m_rotation.Step(*plane, active);
    }
    return m_table->GetActivePath(*plane, position);
}

void
MrcObliviousSelector::OnSack(RdmaTick /* now */, uint32_t /* ev */, MrcEvVerdict /* verdict */)
{
}

void
MrcObliviousSelector::OnNack(RdmaTick /* now */, uint32_t /* ev */, MrcNackReason /* reason */)
{
}

void
MrcObliviousSelector::OnLoss(RdmaTick /* now */, uint32_t /* ev */)
{
}

} // namespace ns3
