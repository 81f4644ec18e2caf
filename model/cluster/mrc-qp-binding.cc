/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-binding.h"

#include "ns3/fabric.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-nic.h"

#include <utility>

namespace ns3
{

MrcQpBinding::MrcQpBinding(MrcTransport& qp, std::unique_ptr<MrcQpProfiles> profiles)
    : m_qp(qp),
      m_profiles(std::move(profiles))
{
}

void
MrcQpBinding::OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& route)
{
    if (m_profiles && m_profiles->GetEv())
    {
        MrcEvProfile::Attachment& ev = *m_profiles->GetEv();
        route.paths = ev.GetProfile()->GetPaths(nic.GetFabric()->GetContext().GetSegments());
        ev.onChange = [&nic, qpn] { nic.Serve(qpn); };
    }
    m_endpoint = &MrcNicEndpoint::Of(nic);
    m_qpn = qpn;
    m_endpoint->AddQp(qpn, *this);
}

void
MrcQpBinding::OnEvent(const RdmaEvent& event)
{
    if (m_profiles && m_profiles->GetEv())
    {
        m_profiles->GetEv()->GetProfile()->OnQpEvent(event);
    }
    if (event.kind == RdmaEvent::Kind::EV_CHANGED || event.kind == RdmaEvent::Kind::EV_REPLACED)
    {
        m_endpoint->ObeyDenials(m_qpn); // the new EV may be a denied one
    }
}

bool
MrcQpBinding::HasEndpoint() const
{
    return m_qp.HasEndpoint();
}

std::optional<MrcPath>
MrcQpBinding::TakeControlPath(uint8_t port)
{
    return m_qp.TakeControlPath(port);
}

void
MrcQpBinding::OnPeerPortStatus(RdmaTick now, uint32_t upPorts)
{
    m_qp.OnPeerPortStatus(now, upPorts);
}

void
MrcQpBinding::OnEvProbeAnswer(uint32_t ev)
{
    m_qp.OnEvProbeAnswer(ev);
}

bool
MrcQpBinding::IsBusy() const
{
    return m_qp.IsBusy();
}

void
MrcQpBinding::RemindOfPorts()
{
    m_qp.RemindOfPorts();
}

std::vector<MrcPath>
MrcQpBinding::GetPaths() const
{
    std::vector<MrcPath> paths;
    const MrcEvTable* table = m_qp.FindEvTable();
    for (uint8_t plane = 0; table && plane < table->GetPlanes(); ++plane)
    {
        for (const uint32_t ev : table->GetEvs(plane))
        {
            paths.push_back({ev, plane});
        }
    }
    return paths;
}

void
MrcQpBinding::SetDenied(uint32_t ev, bool denied)
{
    MrcEvTable& table = m_qp.EditEvTable();
    if (denied)
    {
        table.Deny(ev);
    }
    else
    {
        table.Enable(ev);
    }
}

} // namespace ns3
