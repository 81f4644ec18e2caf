/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-nic-port-status.h"

#include "ns3/simulator.h"

namespace ns3
{

RdmaNicPortStatus::Pending&
RdmaNicPortStatus::GetPending(uint32_t plane)
{
    if (plane >= m_pending.size())
    {
        m_pending.resize(plane + 1);
    }
    return m_pending[plane];
}

void
RdmaNicPortStatus::Refresh(uint32_t plane, bool linkUp)
{
    const uint32_t bit = 1U << plane;
    m_up = linkUp && !IsOff(plane) ? m_up | bit : m_up & ~bit;
}

void
RdmaNicPortStatus::OnLinkChange(uint32_t plane, bool up, Time detect, Time remap)
{
    Refresh(plane, up);
    EventId& detection = GetPending(plane).detection;
    Simulator::Cancel(detection);
    detection = Simulator::Schedule(detect,
                                    &RdmaNicPortStatus::Learn,
                                    this,
                                    plane,
                                    RdmaNicPortEvent::Kind::LINK,
                                    remap);
}

void
RdmaNicPortStatus::SetOff(uint32_t plane, bool off, bool linkUp)
{
    m_off = off ? m_off | 1U << plane : m_off & ~(1U << plane);
    Refresh(plane, linkUp);
    Simulator::Cancel(GetPending(plane).detection);
}

void
RdmaNicPortStatus::Learn(uint32_t plane, RdmaNicPortEvent::Kind kind, Time remap)
{
    const uint32_t bit = 1U << plane;
    const bool up = m_up & bit;
    if (up == !(m_knownDown & bit))
    {
        return;
    }
    m_knownDown ^= bit;
    m_client.OnPortKnown(plane, kind, up);
    EventId& remapping = GetPending(plane).remapping;
    Simulator::Cancel(remapping);
    if (remap.IsZero())
    {
        m_client.OnPortRemapped(plane, up);
    }
    else
    {
        remapping = Simulator::Schedule(remap, &Client::OnPortRemapped, &m_client, plane, up);
    }
    m_client.TellPeers();
}

void
RdmaNicPortStatus::Stop()
{
    for (Pending& pending : m_pending)
    {
        Simulator::Cancel(pending.detection);
        Simulator::Cancel(pending.remapping);
    }
}

} // namespace ns3
