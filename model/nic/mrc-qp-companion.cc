/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-companion.h"

#include "mrc-nic-endpoint.h"
#include "rdma-nic.h"

#include "ns3/fabric.h"

#include <utility>

namespace ns3
{

MrcQpCompanion::MrcQpCompanion(MrcTransport& qp, std::unique_ptr<MrcQpProfiles> profiles)
    : m_qp(qp),
      m_profiles(std::move(profiles))
{
}

void
MrcQpCompanion::OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& route)
{
    if (m_profiles && m_profiles->GetEv())
    {
        MrcEvProfile::Attachment& ev = *m_profiles->GetEv();
        route.paths = ev.GetProfile()->GetPaths(nic.GetFabric()->GetSegments());
        ev.onChange = [&nic, qpn] { nic.Serve(qpn); };
    }
    MrcNicEndpoint::Of(nic).AddQp(qpn, *this);
}

void
MrcQpCompanion::OnEvent(const RdmaEvent& event)
{
    if (m_profiles && m_profiles->GetEv())
    {
        m_profiles->GetEv()->GetProfile()->OnQpEvent(event);
    }
}

bool
MrcQpCompanion::HasEndpoint() const
{
    return m_qp.HasEndpoint();
}

std::optional<MrcPath>
MrcQpCompanion::TakeControlPath(uint8_t port)
{
    return m_qp.TakeControlPath(port);
}

void
MrcQpCompanion::OnPeerPortStatus(RdmaTick now, uint32_t upPorts)
{
    m_qp.OnPeerPortStatus(now, upPorts);
}

void
MrcQpCompanion::OnEvProbeAnswer(uint32_t ev)
{
    m_qp.OnEvProbeAnswer(ev);
}

} // namespace ns3
