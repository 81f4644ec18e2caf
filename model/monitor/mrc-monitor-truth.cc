/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-truth.h"

#include "ns3/callback.h"
#include "ns3/fabric-port.h"
#include "ns3/fabric-switch.h"

namespace ns3
{

MrcMonitorTruth::MrcMonitorTruth(const MrcMonitorMap& map)
    : m_map(map)
{
}

void
MrcMonitorTruth::Watch(Fabric& fabric)
{
    const Ptr<MrcMonitorTruth> self(this);
    const Callback<void, const FabricFaultChange&> hear(
        [self](const FabricFaultChange& change) { self->OnFaultChange(change); });
    fabric.TraceConnectWithoutContext("Fault", hear);
}

bool
MrcMonitorTruth::IsPartOfASwitch(const FabricFaultChange& change, uint32_t link) const
{
    const FabricLink at = m_map.GetNetwork().GetLink(link);
    for (const FabricLinkEnd& end : {at.lower, at.upper})
    {
        const auto silent = end.isHost ? m_silent.end() : m_silent.find(end.node);
        if (silent != m_silent.end() && silent->second == change.time)
        {
            return true;
        }
    }
    return false;
}

void
MrcMonitorTruth::OnFaultChange(const FabricFaultChange& change)
{
    if (!change.begins)
    {
        const auto open = m_open.find(change.id);
        if (open != m_open.end())
        {
            m_faults[open->second].end = change.time;
            m_open.erase(open);
        }
        return;
    }
    uint32_t element = 0;
    if (change.kind == FabricFaultKind::SILENT)
    {
        const auto number = m_map.GetNetwork().FindSwitch(change.sw->GetPosition());
        m_silent[number.value()] = change.time;
        element = m_map.GetSwitchElement(number.value());
    }
    else if (change.kind == FabricFaultKind::DARK || change.kind == FabricFaultKind::LOSS)
    {
        const uint32_t link = FabricNetwork::GetLinkOf(change.port->id);
        if (change.kind == FabricFaultKind::DARK && IsPartOfASwitch(change, link))
        {
            return;
        }
        element = MrcMonitorMap::GetLinkElement(link);
    }
    else
    {
        return;
    }
    m_open[change.id] = m_faults.size();
    m_faults.push_back({element, change.time, std::nullopt});
}

} // namespace ns3
