/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-endpoint.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/fabric.h"
#include "ns3/log.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcNicEndpoint");

namespace
{

/**
 * @return the endpoint of the NIC
 */
std::unique_ptr<RdmaNicService>
MakeEndpoint(RdmaNic& nic)
{
    return std::make_unique<MrcNicEndpoint>(nic);
}

/**
 * @param plane port, 0-based
 * @param uplinks bits 11:0 of EVs; empty: all
 * @return a filter for each of these sets of EVs of the plane
 */
std::vector<MrcEvFilter>
MakePathFilters(uint32_t plane, const std::vector<uint32_t>& uplinks)
{
    std::vector<MrcEvFilter> filters;
    for (const uint32_t uplink : uplinks)
    {
        filters.push_back({std::nullopt, plane, uplink, std::nullopt});
    }
    if (uplinks.empty())
    {
        filters.push_back({std::nullopt, plane, std::nullopt, std::nullopt});
    }
    return filters;
}

} // namespace

void
MrcNicEndpoint::Enable(RdmaNic& nic)
{
    nic.SetServiceMaker(&MakeEndpoint);
}

MrcNicEndpoint&
MrcNicEndpoint::Of(RdmaNic& nic)
{
    if (!nic.GetService())
    {
        Enable(nic);
    }
    auto* endpoint = dynamic_cast<MrcNicEndpoint*>(nic.GetService());
    NS_ABORT_MSG_IF(!endpoint, "the NIC of host " << nic.GetHost() << " has no service of MRC");
    return *endpoint;
}

MrcNicEndpoint::MrcNicEndpoint(RdmaNic& nic)
    : m_nic(nic)
{
}

MrcEndpoint&
MrcNicEndpoint::GetProtocol()
{
    if (!m_protocol)
    {
        const RdmaTick timeout = ToRdmaTick(m_nic.GetPortStatusTimeout());
        m_protocol = std::make_unique<MrcEndpoint>(m_nic.GetNPorts(), timeout);
    }
    return *m_protocol;
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
    const uint32_t nHosts = m_nic.GetFabric()->GetNetwork()->GetNHosts();
    for (const MrcEvProbe& probe : probes)
    {
        NS_ABORT_MSG_IF(probe.path.port >= m_nic.GetNPorts(),
                        "an EV probe is to leave by port " << probe.path.port + 1U
                                                           << ", but the NIC has ports 1 to "
                                                           << m_nic.GetNPorts());
        NS_ABORT_MSG_IF(probe.peer >= nHosts,
                        "an EV probe from host " << m_nic.GetHost() << " to host " << probe.peer
                                                 << " of " << nHosts);
        CheckEv(probe);
    }
    const RdmaTick now = m_nic.GetFabric()->Now();
    const auto batch = GetProtocol().StartBatch(now, probes, ToRdmaTick(timeout));
    if (!batch.has_value())
    {
        return false;
    }
    m_callbacks[*batch] = cb;
    Serve(now);
    return true;
}

void
MrcNicEndpoint::SendForQp(RdmaTick now, uint32_t qpn, const RdmaTxPdu& tx)
{
    if (tx.pdu.endpoint.op == MrcEndpointOp::PORT_STATUS_UPDATE)
    {
        GetProtocol().Insist(now, GetQp(qpn).peer);
        Serve(now);
        return;
    }
    MrcEvProbe probe;
    probe.peer = GetQp(qpn).peer;
    probe.path = {tx.entropy, tx.port};
    probe.qp = qpn;
    const RdmaTick timeout = ToRdmaTick(m_nic.GetPortStatusTimeout());
    const auto batch = GetProtocol().StartBatch(now, {probe}, timeout);
    if (!batch.has_value())
    {
        return; // no id is free: try again later
    }
    m_callbacks[*batch] = ProbeCallback([this](const MrcEvProbeBatch& done) {
        const MrcEvProbeResult& result = done.results[0];
        if (result.answered)
        {
            MrcPathOwner& qp = *GetQp(*result.probe.qp).it;
            qp.OnEvProbeAnswer(result.probe.path.ev);
        }
    });
    Serve(now);
}

void
MrcNicEndpoint::OnPortsChanged(RdmaTick now)
{
    std::vector<uint32_t> peers;
    for (const Qp& qp : m_qps)
    {
        if (qp.it->HasEndpoint())
        {
            peers.push_back(qp.peer);
        }
    }
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    GetProtocol().SetPorts(now, m_nic.GetUpPorts(), peers);
    Serve(now);
}

void
MrcNicEndpoint::AddQp(uint32_t qpn, MrcPathOwner& qp)
{
    const auto after =
        std::upper_bound(m_qps.begin(), m_qps.end(), qpn, [](uint32_t number, const Qp& other) {
            return number < other.qpn;
        });
    m_qps.insert(after, {qpn, m_nic.GetRoute(qpn).peerHost, &qp});
    if (qp.HasEndpoint())
    {
        AnnounceQp(qpn);
    }
}

void
MrcNicEndpoint::Deny(const MrcEvFilter& filter)
{
    if (m_denials.Add(filter))
    {
        NS_LOG_INFO("host " << m_nic.GetHost() << " denies paths");
        Apply(filter, true);
    }
}

void
MrcNicEndpoint::Allow(const MrcEvFilter& filter)
{
    if (m_denials.Remove(filter))
    {
        NS_LOG_INFO("host " << m_nic.GetHost() << " allows paths");
        Apply(filter, false);
    }
}

void
MrcNicEndpoint::DenyPaths(uint32_t plane, const std::vector<uint32_t>& uplinks)
{
    for (const MrcEvFilter& filter : MakePathFilters(plane, uplinks))
    {
        Deny(filter);
    }
}

void
MrcNicEndpoint::AllowPaths(uint32_t plane, const std::vector<uint32_t>& uplinks)
{
    for (const MrcEvFilter& filter : MakePathFilters(plane, uplinks))
    {
        Allow(filter);
    }
}

void
MrcNicEndpoint::DenyEv(uint32_t peer, uint32_t ev)
{
    Deny({peer, std::nullopt, std::nullopt, ev});
}

void
MrcNicEndpoint::EnableEv(uint32_t peer, uint32_t ev)
{
    Allow({peer, std::nullopt, std::nullopt, ev});
}

void
MrcNicEndpoint::Apply(const MrcEvFilter& filter, bool denied)
{
    const std::vector<Qp> qps = m_qps; // QPs that are attached in the meantime get the state at
                                       // once
    for (const Qp& qp : qps)
    {
        bool changed = false;
        for (const MrcPath& path : qp.it->GetPaths())
        {
            if (filter.Matches(qp.peer, path) && (denied || !m_denials.Matches(qp.peer, path)))
            {
                qp.it->SetDenied(path.ev, denied);
                changed = true;
            }
        }
        if (changed)
        {
            ObeyDenials(qp.qpn); // longer paths may have replaced denied ones
            m_nic.Serve(qp.qpn);
        }
    }
}

void
MrcNicEndpoint::ObeyDenials(uint32_t qpn) const
{
    if (m_denials.IsEmpty())
    {
        return;
    }
    const Qp& qp = GetQp(qpn);
    for (const MrcPath& path : qp.it->GetPaths())
    {
        if (m_denials.Matches(qp.peer, path))
        {
            qp.it->SetDenied(path.ev, true);
        }
    }
}

void
MrcNicEndpoint::AnnounceQp(uint32_t qpn)
{
    ObeyDenials(qpn);
    if (!m_protocol && m_nic.GetUpPorts() == (1U << m_nic.GetNPorts()) - 1)
    {
        return; // there is nothing to report
    }
    const RdmaTick now = m_nic.GetFabric()->Now();
    const Qp& qp = GetQp(qpn);
    const auto known = m_peerPorts.find(qp.peer);
    if (known != m_peerPorts.end())
    {
        qp.it->OnPeerPortStatus(now, known->second);
    }
    GetProtocol().SetPorts(now, m_nic.GetUpPorts(), {});
    GetProtocol().AddPeer(now, qp.peer);
    Serve(now);
}

const std::shared_ptr<MrcProbeBudget>&
MrcNicEndpoint::GetProbeBudget()
{
    if (!m_probeBudget)
    {
        m_probeBudget = std::make_shared<MrcProbeBudget>();
    }
    return m_probeBudget;
}

const std::shared_ptr<MrcTrimSchedule>&
MrcNicEndpoint::GetTrimSchedule()
{
    if (!m_trimSchedule)
    {
        m_trimSchedule = std::make_shared<MrcTrimSchedule>();
    }
    return m_trimSchedule;
}

bool
MrcNicEndpoint::Receive(RdmaTick now, uint32_t port, const FabricFrame& frame)
{
    const RdmaOpcode op = frame.pdu.opcode;
    const bool request = op == RdmaOpcode::MRC_ENDPOINT_REQUEST;
    if (frame.pdu.destQpn != MRC_ENDPOINT_QPN ||
        (!request && op != RdmaOpcode::MRC_ENDPOINT_RESPONSE))
    {
        return false;
    }
    if (request && frame.srcHost != m_nic.GetHost())
    {
        Answer(now, port, frame);
    }
    else
    {
        GetProtocol().OnResponse(now, frame.pdu, static_cast<uint8_t>(port));
    }
    Serve(now);
    return true;
}

void
MrcNicEndpoint::Answer(RdmaTick now, uint32_t port, const FabricFrame& frame)
{
    const RdmaPdu response = GetProtocol().OnRequest(now, frame.srcHost, frame.pdu);
    const Qp* qp = FindQpTo(frame.srcHost);
    const auto path = qp ? qp->it->TakeControlPath(static_cast<uint8_t>(port)) : std::nullopt;
    if (path.has_value())
    {
        Send(now, m_nic.GetRoute(qp->qpn), *path, response);
        return;
    }
    uint32_t uplink = MrcEv::Uplink(frame.entropy);
    uplink &= frame.encap == FabricEncap::SRV6 ? SRV6_MAX_INDEX : uplink;
    MrcEvProbe back;
    back.peer = frame.srcHost;
    back.path = {MrcEv::Pack(port, uplink), static_cast<uint8_t>(port)};
    RdmaQpRoute route = RouteOf(back);
    route.encap = frame.encap;
    if (frame.encap != FabricEncap::SRV6)
    {
        route.paths = nullptr; // switches accept any EV, source routes exist for few
    }
    Send(now, route, back.path, response);
}

void
MrcNicEndpoint::Serve(RdmaTick now)
{
    if (m_serving)
    {
        return; // within a callback: the outer call continues
    }
    m_serving = true;
    bool more = true;
    while (more)
    {
        more = false;
        MrcEndpointRequest request;
        while (GetProtocol().PollRequest(now, request))
        {
            Send(now, request);
        }
        uint32_t silent = 0;
        while (GetProtocol().PollUnreached(silent))
        {
            OnUnreached(now, silent);
            more = true; // there may be another update
        }
        MrcPeerPorts ports;
        while (GetProtocol().PollPeerPorts(ports))
        {
            OnPeerPorts(now, ports);
            more = true; // QPs and observers of the reports may have requested probes
        }
        MrcEvProbeBatch batch;
        while (GetProtocol().PollBatch(batch))
        {
            const auto it = m_callbacks.find(batch.batch);
            const ProbeCallback cb = it->second;
            m_callbacks.erase(it);
            cb(batch);
            more = true; // the callback may have started another batch
        }
    }
    m_serving = false;
    Simulator::Cancel(m_timer);
    const RdmaTick next = GetProtocol().NextWakeup();
    if (!next.IsMax())
    {
        m_timer =
            Simulator::Schedule(m_nic.GetFabric()->GetContext().ToTime(std::max(next, now) - now),
                                &MrcNicEndpoint::OnTimer,
                                this);
    }
}

void
MrcNicEndpoint::OnTimer()
{
    const RdmaTick now = m_nic.GetFabric()->Now();
    GetProtocol().OnTimeout(now);
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
    const Qp* qp = FindQpTo(request.probe.peer);
    if (!qp)
    {
        GetProtocol().RemovePeer(request.probe.peer); // all QPs to it have failed, or were reset
        return;
    }
    const auto path = qp->it->TakeControlPath(request.probe.path.port);
    if (path.has_value())
    {
        Send(now, m_nic.GetRoute(qp->qpn), *path, request.pdu);
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
    NS_LOG_INFO("host " << m_nic.GetHost() << " learns the ports of host " << ports.peer
                        << " that are up: " << ports.upPorts << " (bits)");
    for (uint8_t port = 0; port < m_nic.GetNPorts(); ++port)
    {
        if (changed >> port & 1)
        {
            m_nic.ReportPort(RdmaNicPortEvent{now,
                                              m_nic.GetHost(),
                                              RdmaNicPortEvent::Kind::PEER,
                                              port,
                                              (ports.upPorts >> port & 1) == 1,
                                              ports.peer});
        }
    }
    if (m_nic.GetPortRemapDelay().IsZero())
    {
        RemapPeer(ports.peer);
        return;
    }
    EventId& remapping = m_remapping[ports.peer];
    Simulator::Cancel(remapping);
    remapping = Simulator::Schedule(m_nic.GetPortRemapDelay(),
                                    &MrcNicEndpoint::RemapPeer,
                                    this,
                                    ports.peer);
}

void
MrcNicEndpoint::OnUnreached(RdmaTick now, uint32_t peer)
{
    NS_LOG_INFO("host " << m_nic.GetHost() << ": no answer of host " << peer
                        << " to port status updates");
    const auto isBusy = [peer](const Qp& qp) { return qp.peer == peer && qp.it->IsBusy(); };
    if (std::any_of(m_qps.begin(), m_qps.end(), isBusy))
    {
        GetProtocol().Insist(now, peer);
        return;
    }
    for (const Qp& qp : m_qps)
    {
        if (qp.peer == peer)
        {
            qp.it->RemindOfPorts();
        }
    }
}

void
MrcNicEndpoint::RemapPeer(uint32_t peer)
{
    const RdmaTick now = m_nic.GetFabric()->Now();
    const uint32_t upPorts = m_peerPorts.at(peer);
    const std::vector<Qp> qps = m_qps; // QPs that are attached in the meantime get the state at
                                       // once
    for (const Qp& qp : qps)
    {
        if (qp.peer == peer)
        {
            qp.it->OnPeerPortStatus(now, upPorts);
            m_nic.Serve(qp.qpn);
        }
    }
}

const MrcNicEndpoint::Qp&
MrcNicEndpoint::GetQp(uint32_t qpn) const
{
    const auto qp =
        std::lower_bound(m_qps.begin(), m_qps.end(), qpn, [](const Qp& other, uint32_t number) {
            return other.qpn < number;
        });
    NS_ASSERT_MSG(qp != m_qps.end() && qp->qpn == qpn, "no MRC QP " << qpn);
    return *qp;
}

const MrcNicEndpoint::Qp*
MrcNicEndpoint::FindQpTo(uint32_t peer) const
{
    const auto qp = std::find_if(m_qps.begin(), m_qps.end(), [peer](const Qp& other) {
        return other.peer == peer && other.it->HasEndpoint();
    });
    return qp == m_qps.end() ? nullptr : &*qp;
}

void
MrcNicEndpoint::CheckEv(const MrcEvProbe& probe) const
{
    if (RouteOf(probe).encap != FabricEncap::SRV6)
    {
        return; // switches hash any EV
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
        return m_nic.GetRoute(*probe.qp);
    }
    Fabric& fabric = *m_nic.GetFabric();
    const FabricNetwork* network = fabric.GetNetwork();
    NS_ABORT_MSG_IF(!network, "probes without a QP need a network (Fabric::SetNetwork)");
    const uint32_t own = m_nic.GetHost();
    RdmaQpRoute route;
    if (m_probeEncap)
    {
        route.encap = *m_probeEncap;
    }
    else if (!m_qps.empty())
    {
        route.encap = m_nic.GetRoute(m_qps.front().qpn).encap; // a network has one kind of routing
    }
    switch (probe.target)
    {
    case MrcProbeTarget::PEER:
        route.peerHost = probe.peer;
        route.path = network->GetPathCodec().GetPathTemplate(own, probe.peer);
        route.paths = fabric.GetSourceRoutes(own, probe.peer);
        break;
    case MrcProbeTarget::OWN_T0:
        route.peerHost = own;
        route.path = network->GetPathCodec().GetPathTemplate(own, own);
        route.paths = fabric.GetSourceRoutes(own, own);
        break;
    case MrcProbeTarget::OWN_T1: {
        NS_ABORT_MSG_IF(route.encap != FabricEncap::SRV6,
                        "only source routes lead to a T1 and back: a plain network cannot be "
                        "probed with OWN_T1");
        const auto uplinks = network->GetPathCodec().GetUplinkProbeTemplate(own);
        NS_ABORT_MSG_IF(!uplinks, "OWN_T1 leads to a T1 and back: this network has none");
        route.peerHost = own;
        route.path = *uplinks;
        break;
    }
    }
    return route;
}

} // namespace ns3
