/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-cluster.h"

#include "mrc-qp-factory.h"
#include "mrc-qp.h"
#include "rdma-qp-path.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaCluster);

namespace
{
/// Most QPs between two hosts.
constexpr uint32_t MAX_QPS_PER_PAIR = 1 << 16;
/// PSNs have 24 bits.
constexpr uint32_t MAX_PSN = (1 << 24) - 1;
} // namespace

TypeId
RdmaCluster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaCluster")
                            .SetParent<RdmaMessenger>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaCluster>();
    return tid;
}

void
RdmaCluster::DoDispose()
{
    for (const Ptr<RdmaNic>& nic : m_nics)
    {
        nic->SetCompletionCallback(RdmaNic::CompletionCallback()); // it calls this object
    }
    m_nics.clear();
    m_rng.clear();
    m_tokens.clear();
    m_connections.clear();
    m_byKey.clear();
    // The last first: it may be around one that was there before, and speaks to it
    for (auto messenger = m_foreign.rbegin(); messenger != m_foreign.rend(); ++messenger)
    {
        (*messenger)->Dispose();
    }
    m_foreign.clear();
    for (const Ptr<RdmaLaneMessenger>& messenger : m_messengers)
    {
        messenger->Dispose();
    }
    m_messengers.clear();
    m_lanes.clear();
    m_fabric = nullptr;
    RdmaMessenger::DoDispose();
}

void
RdmaCluster::Setup(Ptr<Fabric> fabric,
                   Ptr<RdmaQpFactory> factory,
                   const std::vector<Ptr<RdmaNic>>& nics,
                   bool trimming)
{
    m_fabric = fabric;
    m_network = fabric->GetNetwork();
    m_lanes.emplace_back(factory, *m_network, m_network->GetNPlanes(), 0);
    m_nics = nics;
    m_trimming = trimming;
    m_tokens.resize(nics.size());
    m_rng.resize(nics.size());
    const RdmaNic::CompletionCallback completed = MakeCallback(&RdmaCluster::OnCompletion, this);
    for (const Ptr<RdmaNic>& nic : nics)
    {
        nic->SetCompletionCallback(completed);
    }
}

Ptr<RdmaMessenger>
RdmaCluster::AddTransport(Ptr<RdmaQpFactory> factory, uint32_t plane)
{
    const uint32_t all = m_network->GetNPlanes();
    const uint32_t planes = std::min(all, factory->GetMaxPlanes());
    NS_ABORT_MSG_IF(plane + planes > all,
                    "a transport from plane " << plane << " on in a network of " << all);
    Ptr<RdmaLaneMessenger> messenger = CreateObject<RdmaLaneMessenger>();
    messenger->Setup(this, static_cast<uint32_t>(m_lanes.size()));
    m_lanes.emplace_back(factory, *m_network, planes, plane);
    m_messengers.push_back(messenger);
    return messenger;
}

void
RdmaCluster::AddMessenger(Ptr<RdmaMessenger> messenger)
{
    m_foreign.push_back(messenger);
}

uint64_t
RdmaCluster::KeyOf(uint32_t a, uint32_t b, uint32_t qp)
{
    const uint64_t low = std::min(a, b);
    const uint64_t high = std::max(a, b);
    return (high << 24 | low) << 16 | qp; // 24 bits per host: 16 million
}

const RdmaCluster::Connection&
RdmaCluster::Connect(uint32_t lane, uint32_t a, uint32_t b, uint32_t qp)
{
    NS_ABORT_MSG_IF(a == b, "host " << a << " cannot connect to itself");
    NS_ABORT_MSG_IF(qp >= MAX_QPS_PER_PAIR, "QP " << qp << " between two hosts, at most 65536");
    const auto [entry, isNew] =
        m_byKey.try_emplace(KeyOf(a, b, qp), static_cast<uint32_t>(m_connections.size()));
    if (!isNew)
    {
        NS_ABORT_MSG_IF(m_connections[entry->second].lane != lane,
                        "QP " << qp << " of hosts " << a << " and " << b
                              << " belongs to another transport");
        return m_connections[entry->second];
    }
    Connection c{};
    c.lane = lane;
    RdmaQpContext ends[2];
    for (int side = 0; side < 2; ++side)
    {
        c.host[side] = side == 0 ? std::min(a, b) : std::max(a, b);
        Ptr<UniformRandomVariable> rng = GetRng(c.host[side]);
        c.qpn[side] = m_nics[c.host[side]]->ReserveQpn();
        MakeTokens(c.host[side], c.qpn[side], lane);
        ends[side].localQpn = c.qpn[side];
        ends[side].localPsn = rng->GetInteger(0, MAX_PSN);
        // The usual derivation of a RoCE source port from a random 20-bit flow label.
        const uint32_t label = rng->GetInteger(0, 0xFFFFF);
        ends[side].udpSourcePort =
            static_cast<uint16_t>(0xC000 | ((label & 0x3FFF) ^ (label >> 14)));
    }
    for (int side = 0; side < 2; ++side)
    {
        ends[side].peerQpn = ends[1 - side].localQpn;
        ends[side].peerPsn = ends[1 - side].localPsn;
        AttachEnd(m_lanes[lane], c.host[side], c.host[1 - side], ends[side]);
    }
    m_connections.push_back(c);
    return m_connections.back();
}

Ptr<UniformRandomVariable>
RdmaCluster::GetRng(uint32_t host)
{
    if (!m_rng[host])
    {
        m_rng[host] = CreateObject<UniformRandomVariable>();
        if (m_firstStream)
        {
            m_rng[host]->SetStream(*m_firstStream + host);
        }
    }
    return m_rng[host];
}

void
RdmaCluster::MakeTokens(uint32_t host, uint32_t qpn, uint32_t lane)
{
    m_tokens[host].resize(qpn - RdmaNic::FIRST_QPN + 1); // others may have taken numbers before it
    m_tokens[host].back().lane = lane;
}

RdmaQpContext
RdmaCluster::MakeContext(const RdmaLane& lane, uint32_t host)
{
    RdmaQpContext context;
    context.localHost = host;
    context.planes = lane.GetNPlanes();
    context.firstPlane = lane.GetFirstPlane();
    context.portRateBps =
        m_network->GetNicRate(host, lane.GetNPlanes(), lane.GetFirstPlane()) / lane.GetNPlanes();
    context.baseRtt = lane.GetBaseRtt();
    context.trimming = m_trimming;
    context.rng = GetRng(host);
    context.probeBudget = m_nics[host]->GetProbeBudget();
    context.trimSchedule = m_nics[host]->GetTrimSchedule();
    return context;
}

void
RdmaCluster::AttachEnd(const RdmaLane& lane,
                       uint32_t host,
                       uint32_t peerHost,
                       const RdmaQpContext& identity)
{
    const RdmaQpFactory& factory = *lane.GetFactory();
    RdmaQpContext context = MakeContext(lane, host);
    context.localQpn = identity.localQpn;
    context.peerQpn = identity.peerQpn;
    context.localPsn = identity.localPsn;
    context.peerPsn = identity.peerPsn;
    context.udpSourcePort = identity.udpSourcePort;
    context.peerHost = peerHost;
    SetRdmaQpPaths(*m_fabric, factory, peerHost, context);
    RdmaQpRoute route = MakeRdmaQpRoute(*m_fabric, factory, host, peerHost);
    std::unique_ptr<RdmaTransport> qp = factory.Create(context);
    route.profiles = factory.AttachProfiles(context, *qp);
    m_nics[host]->AttachQp(context.localQpn, std::move(qp), route);
}

Ptr<MrcQp>
RdmaCluster::CreateQp(uint32_t host, Ptr<MrcEvProfile> evProfile, Ptr<MrcCcProfile> ccProfile)
{
    NS_ABORT_MSG_IF(host >= GetNHosts(),
                    "a QP of host " << host << " in a network of " << GetNHosts() << " hosts");
    const Ptr<const MrcQpFactory> factory =
        DynamicCast<const MrcQpFactory>(m_lanes[0].GetFactory());
    NS_ABORT_MSG_IF(!factory,
                    "verbs are MRC's; the transport is "
                        << m_lanes[0].GetFactory()->GetInstanceTypeId().GetName());
    RdmaQpContext context = MakeContext(m_lanes[0], host);
    context.localQpn = m_nics[host]->ReserveQpn();
    context.localPsn = GetRng(host)->GetInteger(0, MAX_PSN);
    context.evProfile = evProfile;
    context.ccProfile = ccProfile;
    MakeTokens(host, context.localQpn, 0);
    Ptr<MrcQp> qp = CreateObject<MrcQp>();
    qp->Setup(m_nics[host], m_fabric, factory, context);
    return qp;
}

void
RdmaCluster::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    SendBy(0, src, dst, qp, bytes, token);
}

void
RdmaCluster::SendBy(uint32_t lane,
                    uint32_t src,
                    uint32_t dst,
                    uint32_t qp,
                    uint64_t bytes,
                    uint64_t token)
{
    NS_ABORT_MSG_IF(src >= GetNHosts() || dst >= GetNHosts(),
                    "a message from host " << src << " to host " << dst << " in a network of "
                                           << GetNHosts() << " hosts");
    const Connection& c = Connect(lane, src, dst, qp);
    const int side = c.host[0] == src ? 0 : 1;
    const uint32_t qpn = c.qpn[side];
    m_tokens[src][qpn - RdmaNic::FIRST_QPN].sent.Push(token);
    m_tokens[dst][c.qpn[1 - side] - RdmaNic::FIRST_QPN].expected.Push(token);
    m_nics[src]->PostWrite(qpn, bytes);
}

void
RdmaCluster::OnCompletion(uint32_t host, uint32_t qpn, const RdmaCompletion& completion)
{
    Tokens& tokens = m_tokens[host][qpn - RdmaNic::FIRST_QPN];
    const bool delivered = completion.kind == RdmaCompletion::Kind::DELIVERED;
    RdmaRingQueue<uint64_t>& waiting = delivered ? tokens.expected : tokens.sent;
    NS_ABORT_MSG_IF(waiting.IsEmpty(),
                    "QP " << qpn << " of host " << host << " completes a message nobody posted");
    const uint64_t token = waiting.Front();
    waiting.Pop();
    RdmaLaneMessenger* messenger =
        tokens.lane == 0 ? nullptr : PeekPointer(m_messengers[tokens.lane - 1]);
    const bool sent = completion.kind == RdmaCompletion::Kind::SENT;
    if (delivered)
    {
        messenger ? messenger->ReportDelivered(token) : ReportDelivered(token);
    }
    else
    {
        messenger ? messenger->ReportSent(token, completion.stats, sent)
                  : ReportSent(token, completion.stats, sent);
    }
}

uint32_t
RdmaCluster::GetNHosts() const
{
    return static_cast<uint32_t>(m_nics.size());
}

RdmaTick
RdmaCluster::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    return m_lanes[0].GetIdealTime(src, dst, bytes);
}

double
RdmaCluster::GetPayloadRateBps() const
{
    return m_lanes[0].GetPayloadRateBps();
}

const RdmaTransport*
RdmaCluster::FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const auto entry = m_byKey.find(KeyOf(src, dst, qp));
    if (qp >= MAX_QPS_PER_PAIR || entry == m_byKey.end())
    {
        return nullptr;
    }
    const Connection& c = m_connections[entry->second];
    return &m_nics[src]->GetTransport(c.qpn[c.host[0] == src ? 0 : 1]);
}

std::string
RdmaCluster::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const RdmaTransport* transport = FindTransport(src, dst, qp);
    return transport ? transport->Describe(m_fabric->Now()) : std::string();
}

bool
RdmaCluster::IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const RdmaTransport* transport = FindTransport(src, dst, qp);
    return transport && !transport->NextWakeup().IsMax();
}

RdmaCounters
RdmaCluster::SumCounters() const
{
    RdmaCounters sum;
    for (const Connection& c : m_connections)
    {
        for (int side = 0; side < 2; ++side)
        {
            sum += m_nics[c.host[side]]->GetTransport(c.qpn[side]).GetCounters();
        }
    }
    for (const Ptr<RdmaMessenger>& messenger : m_foreign)
    {
        sum += messenger->SumOwnCounters();
    }
    return sum;
}

uint64_t
RdmaCluster::CountErrors() const
{
    uint64_t errors = 0;
    for (const Connection& c : m_connections)
    {
        for (int side = 0; side < 2; ++side)
        {
            errors += m_nics[c.host[side]]->GetTransport(c.qpn[side]).IsError();
        }
    }
    for (const Ptr<RdmaMessenger>& messenger : m_foreign)
    {
        errors += messenger->CountOwnErrors();
    }
    return errors;
}

int64_t
RdmaCluster::AssignStreams(int64_t stream)
{
    m_firstStream = stream;
    for (size_t host = 0; host < m_rng.size(); ++host)
    {
        if (m_rng[host])
        {
            m_rng[host]->SetStream(stream + static_cast<int64_t>(host));
        }
    }
    return static_cast<int64_t>(m_rng.size());
}

} // namespace ns3
