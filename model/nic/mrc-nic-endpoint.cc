/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-endpoint.h"

#include "rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/fabric.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// No QP.
constexpr uint32_t NONE = ~0U;
} // namespace

MrcNicEndpoint::MrcNicEndpoint(RdmaNic& nic)
    : m_nic(nic),
      m_endpoint(nic.GetNPorts(), RdmaTick::Ps(nic.m_portStatusTimeout.GetPicoSeconds()))
{
}

MrcNicEndpoint::~MrcNicEndpoint()
{
    Simulator::Cancel(m_timer);
    for (auto& [peer, event] : m_remapping)
    {
        Simulator::Cancel(event);
    }
}

bool
MrcNicEndpoint::Probe(const std::vector<MrcEvProbe>& probes, Time timeout, const ProbeCallback& cb)
{
    for (const MrcEvProbe& probe : probes)
    {
        NS_ABORT_MSG_IF(probe.path.port >= m_nic.GetNPorts(),
                        "an EV probe is to leave by port " << probe.path.port + 1U
                                                           << ", but the NIC has ports 1 to "
                                                           << m_nic.GetNPorts());
        CheckEv(probe);
    }
    const RdmaTick now = m_nic.m_fabric->Now();
    const auto batch = m_endpoint.StartBatch(now, probes, RdmaTick::Ps(timeout.GetPicoSeconds()));
    if (!batch.has_value())
    {
        return false;
    }
    m_callbacks[*batch] = cb;
    Serve(now);
    return true;
}

void
MrcNicEndpoint::ProbeForQp(RdmaTick now, uint32_t index, const MrcPath& path)
{
    MrcEvProbe probe;
    probe.peer = m_nic.m_qps[index].route.peerHost;
    probe.path = path;
    probe.qp = index;
    const RdmaTick timeout = RdmaTick::Ps(m_nic.m_portStatusTimeout.GetPicoSeconds());
    const auto batch = m_endpoint.StartBatch(now, {probe}, timeout);
    if (!batch.has_value())
    {
        return; // no id is free: another time
    }
    m_callbacks[*batch] = ProbeCallback([this](const MrcEvProbeBatch& done) {
        const MrcEvProbeResult& result = done.results[0];
        if (result.answered)
        {
            RdmaTransport& qp = *m_nic.m_qps[*result.probe.qp].transport;
            qp.OnEvProbeAnswer(m_nic.m_fabric->Now(), result.probe.path.ev);
        }
    });
    Serve(now);
}

void
MrcNicEndpoint::OnPortsChanged(RdmaTick now)
{
    std::vector<uint32_t> peers;
    for (const RdmaNic::Qp& qp : m_nic.m_qps)
    {
        if (qp.transport && qp.transport->HasEndpoint())
        {
            peers.push_back(qp.route.peerHost);
        }
    }
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    m_endpoint.SetPorts(now, GetUpPorts(), peers);
    Serve(now);
}

void
MrcNicEndpoint::AddQp(RdmaTick now, uint32_t index)
{
    const uint32_t peer = m_nic.m_qps[index].route.peerHost;
    const auto known = m_peerPorts.find(peer);
    if (known != m_peerPorts.end())
    {
        m_nic.m_qps[index].transport->OnPeerPortStatus(now, known->second);
    }
    m_endpoint.SetPorts(now, GetUpPorts(), {});
    m_endpoint.AddPeer(now, peer);
    Serve(now);
}

void
MrcNicEndpoint::Receive(RdmaTick now, uint32_t port, const FabricFrame& frame)
{
    const bool request = frame.pdu.opcode == RdmaOpcode::MRC_ENDPOINT_REQUEST;
    if (!request || frame.srcHost == m_nic.m_host)
    {
        m_endpoint.OnResponse(now, frame.pdu, static_cast<uint8_t>(port));
        Serve(now);
        return;
    }
    const RdmaPdu response = m_endpoint.OnRequest(now, frame.srcHost, frame.pdu);
    const uint32_t index = FindQpTo(frame.srcHost);
    std::optional<MrcPath> path;
    if (index != NONE)
    {
        path = m_nic.m_qps[index].transport->TakeControlPath(static_cast<uint8_t>(port));
    }
    if (path.has_value())
    {
        Send(now, m_nic.m_qps[index].route, *path, response);
    }
    else
    {
        uint32_t uplink = MrcEv::Uplink(frame.entropy);
        uplink &= frame.encap == FabricEncap::SRV6 ? SRV6_MAX_INDEX : uplink;
        MrcEvProbe back;
        back.peer = frame.srcHost;
        back.path = {MrcEv::Pack(port, uplink), static_cast<uint8_t>(port)};
        RdmaQpRoute route = RouteOf(back);
        route.encap = frame.encap;
        Send(now, route, back.path, response);
    }
    Serve(now);
}

void
MrcNicEndpoint::Serve(RdmaTick now)
{
    if (m_serving)
    {
        return; // within a callback: the caller goes on
    }
    m_serving = true;
    bool more = true;
    while (more)
    {
        more = false;
        MrcEndpointRequest request;
        while (m_endpoint.PollRequest(now, request))
        {
            Send(now, request);
        }
        MrcPeerPorts ports;
        while (m_endpoint.PollPeerPorts(ports))
        {
            OnPeerPorts(now, ports);
            more = true; // QPs and observers of the news may have asked for probes
        }
        MrcEvProbeBatch batch;
        while (m_endpoint.PollBatch(batch))
        {
            const auto it = m_callbacks.find(batch.batch);
            const ProbeCallback cb = it->second;
            m_callbacks.erase(it);
            cb(batch);
            more = true; // it may have started another
        }
    }
    m_serving = false;
    Simulator::Cancel(m_timer);
    const RdmaTick next = m_endpoint.NextWakeup();
    if (!next.IsMax())
    {
        m_timer = Simulator::Schedule(m_nic.m_fabric->ToTime(std::max(next, now) - now),
                                      &MrcNicEndpoint::OnTimer,
                                      this);
    }
}

void
MrcNicEndpoint::OnTimer()
{
    const RdmaTick now = m_nic.m_fabric->Now();
    m_endpoint.OnTimeout(now);
    Serve(now);
}

void
MrcNicEndpoint::Send(RdmaTick now, const MrcEndpointRequest& request)
{
    if (request.pdu.endpoint.op == MrcEndpointOp::EV_PROBE)
    {
        Send(now, RouteOf(request.probe), request.probe.path, request.pdu);
        return;
    }
    const uint32_t index = FindQpTo(request.probe.peer);
    if (index == NONE)
    {
        m_endpoint.RemovePeer(request.probe.peer); // all QPs to it have failed, or were reset
        return;
    }
    const auto path = m_nic.m_qps[index].transport->TakeControlPath(request.probe.path.port);
    if (path.has_value())
    {
        Send(now, m_nic.m_qps[index].route, *path, request.pdu);
    }
}

void
MrcNicEndpoint::Send(RdmaTick now,
                     const RdmaQpRoute& route,
                     const MrcPath& path,
                     const RdmaPdu& pdu)
{
    RdmaTxPdu tx;
    tx.pdu = pdu;
    tx.entropy = path.ev;
    tx.port = path.port;
    tx.cls = RdmaClass::CONTROL;
    m_nic.Transmit(now, route, tx);
}

void
MrcNicEndpoint::OnPeerPorts(RdmaTick now, const MrcPeerPorts& ports)
{
    const auto known = m_peerPorts.try_emplace(ports.peer, (1U << m_nic.GetNPorts()) - 1).first;
    const uint32_t changed = known->second ^ ports.upPorts;
    known->second = ports.upPorts;
    for (uint8_t port = 0; port < m_nic.GetNPorts(); ++port)
    {
        if (changed >> port & 1)
        {
            m_nic.m_portTrace(MrcNicPortEvent{now,
                                              m_nic.m_host,
                                              MrcNicPortEvent::Kind::PEER,
                                              port,
                                              (ports.upPorts >> port & 1) == 1,
                                              ports.peer});
        }
    }
    if (m_nic.m_portRemapDelay.IsZero())
    {
        RemapPeer(ports.peer);
        return;
    }
    EventId& remapping = m_remapping[ports.peer];
    Simulator::Cancel(remapping);
    remapping =
        Simulator::Schedule(m_nic.m_portRemapDelay, &MrcNicEndpoint::RemapPeer, this, ports.peer);
}

void
MrcNicEndpoint::RemapPeer(uint32_t peer)
{
    const RdmaTick now = m_nic.m_fabric->Now();
    const uint32_t upPorts = m_peerPorts.at(peer);
    const auto nQps = static_cast<uint32_t>(m_nic.m_qps.size());
    for (uint32_t index = 0; index < nQps; ++index)
    {
        const RdmaNic::Qp& qp = m_nic.m_qps[index];
        if (qp.transport && qp.route.peerHost == peer)
        {
            qp.transport->OnPeerPortStatus(now, upPorts);
            m_nic.Serve(now, index);
        }
    }
}

uint32_t
MrcNicEndpoint::FindQpTo(uint32_t peer) const
{
    for (uint32_t index = 0; index < m_nic.m_qps.size(); ++index)
    {
        const RdmaNic::Qp& qp = m_nic.m_qps[index];
        if (qp.transport && qp.route.peerHost == peer && qp.transport->HasEndpoint())
        {
            return index;
        }
    }
    return NONE;
}

void
MrcNicEndpoint::CheckEv(const MrcEvProbe& probe) const
{
    if (RouteOf(probe).encap != FabricEncap::SRV6)
    {
        return; // switches make of it what they like
    }
    const uint32_t ev = probe.path.ev;
    NS_ABORT_MSG_IF(MrcEv::Plane(ev) != probe.path.port,
                    "an EV probe with EV " << ev << " of port " << MrcEv::Plane(ev) + 1
                                           << " is to leave by port " << probe.path.port + 1U);
    NS_ABORT_MSG_IF(MrcEv::Uplink(ev) > SRV6_MAX_INDEX,
                    "an EV probe with EV " << ev << " names uplink " << MrcEv::Uplink(ev)
                                           << ", but uplinks are 0 to " << SRV6_MAX_INDEX);
}

RdmaQpRoute
MrcNicEndpoint::RouteOf(const MrcEvProbe& probe) const
{
    if (probe.qp.has_value())
    {
        return m_nic.m_qps[*probe.qp].route;
    }
    Fabric& fabric = *m_nic.m_fabric;
    const FabricNetwork* network = fabric.GetNetwork();
    NS_ABORT_MSG_IF(!network, "probes without a QP need a network (Fabric::SetNetwork)");
    const uint32_t own = m_nic.m_host;
    RdmaQpRoute route;
    const auto attached =
        std::find_if(m_nic.m_qps.begin(), m_nic.m_qps.end(), [](const RdmaNic::Qp& qp) {
            return qp.transport != nullptr;
        });
    if (attached != m_nic.m_qps.end())
    {
        route.encap = attached->route.encap; // a network has one kind of routing
    }
    switch (probe.target)
    {
    case MrcProbeTarget::PEER:
        route.peerHost = probe.peer;
        route.path = network->GetPathTemplate(own, probe.peer);
        route.paths = fabric.GetSourceRoutes(own, probe.peer);
        break;
    case MrcProbeTarget::OWN_T0:
        route.peerHost = own;
        route.path = network->GetPathTemplate(own, own);
        route.paths = fabric.GetSourceRoutes(own, own);
        break;
    case MrcProbeTarget::OWN_T1:
        NS_ABORT_MSG_IF(route.encap != FabricEncap::SRV6,
                        "only source routes lead to a T1 and back: a plain network cannot be "
                        "probed with OWN_T1");
        NS_ABORT_MSG_IF(!network->GetUplinkProbeTemplate(own),
                        "OWN_T1 leads to a T1 and back: this network has none");
        route.peerHost = own;
        route.path = *network->GetUplinkProbeTemplate(own);
        break;
    }
    return route;
}

uint32_t
MrcNicEndpoint::GetUpPorts() const
{
    return ((1U << m_nic.GetNPorts()) - 1) & ~m_nic.m_toldDown;
}

} // namespace ns3
