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

/// Most that the ports of a path gain by rounding a frame's line time, ps.
constexpr int64_t FRAME_ROUNDING_PS = 8;
/// A port is at most 1 ps per so many bytes faster than its rate (FabricPort::SetLink), B.
constexpr uint64_t RATE_ROUNDING_BYTES = 1 << 17;

/**
 * @param bytes bytes of line time
 * @param bps line rate, bit/s
 * @return how long they take
 */
Tick
LineTime(uint64_t bytes, uint64_t bps)
{
    return Tick::Ps(static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / bps));
}
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
    for (const Ptr<MrcNic>& nic : m_nics)
    {
        nic->SetCompletionCallback(MrcNic::CompletionCallback()); // it calls this object
    }
    m_nics.clear();
    m_rng.clear();
    m_tokens.clear();
    m_connections.clear();
    m_byKey.clear();
    m_factory = nullptr;
    m_fabric = nullptr;
    m_delivered = DeliveredCallback();
    m_sent = SentCallback();
    RdmaMessenger::DoDispose();
}

void
RdmaCluster::Setup(Ptr<Fabric> fabric,
                   const FabricClosSpec& clos,
                   Ptr<RdmaQpFactory> factory,
                   const std::vector<Ptr<MrcNic>>& nics,
                   bool trimming)
{
    NS_ABORT_MSG_IF(clos.planes > factory->GetMaxPlanes(),
                    factory->GetInstanceTypeId().GetName()
                        << " can use " << factory->GetMaxPlanes() << " plane(s), the network has "
                        << clos.planes);
    m_fabric = fabric;
    m_clos = clos;
    m_factory = factory;
    m_nics = nics;
    m_trimming = trimming;
    m_baseRtt = clos.GetBaseRtt(factory->GetDataWireBytes(), factory->GetAckWireBytes());
    m_tokens.resize(nics.size());
    m_rng.resize(nics.size());
    const MrcNic::CompletionCallback completed = MakeCallback(&RdmaCluster::OnCompletion, this);
    for (const Ptr<MrcNic>& nic : nics)
    {
        nic->SetCompletionCallback(completed);
    }
}

uint64_t
RdmaCluster::KeyOf(uint32_t a, uint32_t b, uint32_t qp)
{
    const uint64_t low = std::min(a, b);
    const uint64_t high = std::max(a, b);
    return (high << 24 | low) << 16 | qp; // 24 bits per host: 16 million
}

const RdmaCluster::Connection&
RdmaCluster::Connect(uint32_t a, uint32_t b, uint32_t qp)
{
    NS_ABORT_MSG_IF(a == b, "host " << a << " cannot connect to itself");
    NS_ABORT_MSG_IF(qp >= MAX_QPS_PER_PAIR, "QP " << qp << " between two hosts, at most 65536");
    const auto [entry, isNew] =
        m_byKey.try_emplace(KeyOf(a, b, qp), static_cast<uint32_t>(m_connections.size()));
    if (!isNew)
    {
        return m_connections[entry->second];
    }
    Connection c{};
    RdmaQpContext ends[2];
    for (int side = 0; side < 2; ++side)
    {
        c.host[side] = side == 0 ? std::min(a, b) : std::max(a, b);
        Ptr<UniformRandomVariable> rng = GetRng(c.host[side]);
        c.qpn[side] = m_nics[c.host[side]]->ReserveQpn();
        MakeTokens(c.host[side], c.qpn[side]);
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
        AttachEnd(c.host[side], c.host[1 - side], ends[side]);
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
RdmaCluster::MakeTokens(uint32_t host, uint32_t qpn)
{
    m_tokens[host].resize(qpn - MrcNic::FIRST_QPN + 1); // others may have taken numbers before it
}

RdmaQpContext
RdmaCluster::MakeContext(uint32_t host)
{
    RdmaQpContext context;
    context.localHost = host;
    context.planes = m_clos.planes;
    context.portRateBps = m_clos.hostRateBps;
    context.baseRtt = m_baseRtt;
    context.trimming = m_trimming;
    context.rng = GetRng(host);
    context.probeBudget = m_nics[host]->GetProbeBudget();
    return context;
}

void
RdmaCluster::AttachEnd(uint32_t host, uint32_t peerHost, const RdmaQpContext& identity)
{
    RdmaQpContext context = MakeContext(host);
    context.localQpn = identity.localQpn;
    context.peerQpn = identity.peerQpn;
    context.localPsn = identity.localPsn;
    context.peerPsn = identity.peerPsn;
    context.udpSourcePort = identity.udpSourcePort;
    context.peerHost = peerHost;
    context.pathsPerPlane = GetRdmaPathsPerPlane(m_clos, host, peerHost);
    RdmaQpRoute route = MakeRdmaQpRoute(m_clos, *m_factory, host, peerHost);
    std::unique_ptr<RdmaTransport> qp = m_factory->Create(context);
    route.profiles = m_factory->AttachProfiles(context, *qp);
    m_nics[host]->AttachQp(context.localQpn, std::move(qp), route);
}

Ptr<MrcQp>
RdmaCluster::CreateQp(uint32_t host, Ptr<MrcEvProfile> evProfile, Ptr<MrcCcProfile> ccProfile)
{
    NS_ABORT_MSG_IF(host >= GetNHosts(),
                    "a QP of host " << host << " in a network of " << GetNHosts() << " hosts");
    const Ptr<const MrcQpFactory> factory = DynamicCast<const MrcQpFactory>(m_factory);
    NS_ABORT_MSG_IF(!factory,
                    "verbs are MRC's; the transport is "
                        << m_factory->GetInstanceTypeId().GetName());
    RdmaQpContext context = MakeContext(host);
    context.localQpn = m_nics[host]->ReserveQpn();
    context.localPsn = GetRng(host)->GetInteger(0, MAX_PSN);
    context.evProfile = evProfile;
    context.ccProfile = ccProfile;
    MakeTokens(host, context.localQpn);
    Ptr<MrcQp> qp = CreateObject<MrcQp>();
    qp->Setup(m_nics[host], m_fabric, m_clos, factory, context);
    return qp;
}

void
RdmaCluster::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    NS_ABORT_MSG_IF(src >= GetNHosts() || dst >= GetNHosts(),
                    "a message from host " << src << " to host " << dst << " in a network of "
                                           << GetNHosts() << " hosts");
    const Connection& c = Connect(src, dst, qp);
    const int side = c.host[0] == src ? 0 : 1;
    const uint32_t qpn = c.qpn[side];
    m_tokens[src][qpn - MrcNic::FIRST_QPN].sent.Push(token);
    m_tokens[dst][c.qpn[1 - side] - MrcNic::FIRST_QPN].expected.Push(token);
    m_nics[src]->PostWrite(qpn, bytes);
}

void
RdmaCluster::OnCompletion(uint32_t host, uint32_t qpn, const RdmaCompletion& completion)
{
    Tokens& tokens = m_tokens[host][qpn - MrcNic::FIRST_QPN];
    const bool delivered = completion.kind == RdmaCompletion::Kind::DELIVERED;
    RdmaRingQueue<uint64_t>& waiting = delivered ? tokens.expected : tokens.sent;
    NS_ABORT_MSG_IF(waiting.IsEmpty(),
                    "QP " << qpn << " of host " << host << " completes a message nobody posted");
    const uint64_t token = waiting.Front();
    waiting.Pop();
    if (delivered && !m_delivered.IsNull())
    {
        m_delivered(token);
    }
    if (!delivered && !m_sent.IsNull())
    {
        m_sent(token, completion.stats, completion.kind == RdmaCompletion::Kind::SENT);
    }
}

uint32_t
RdmaCluster::GetNHosts() const
{
    return static_cast<uint32_t>(m_nics.size());
}

Tick
RdmaCluster::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    const bool local = m_clos.IsLocal(src, dst);
    const uint64_t total = m_factory->GetMessageWireBytes(bytes);
    const uint32_t smallest = m_factory->GetSmallestWireBytes(bytes);
    const uint32_t largest = m_factory->GetLargestWireBytes(bytes);
    const uint64_t rate = m_clos.GetNicRateBps();
    // No port idle until the last byte has left; then the smallest packet travels on.
    Tick ideal = LineTime(total, rate) + m_clos.GetAfterNic(local, smallest);
    // The same for all but the smallest packet, with the largest travelling on.
    ideal = std::max(ideal, LineTime(total - smallest, rate) + m_clos.GetAfterNic(local, largest));
    // The largest packet travels all the way by itself.
    ideal = std::max(ideal, m_clos.GetOneWay(local, largest));
    // At rates whose byte takes no whole number of picoseconds ports are a trifle faster.
    return ideal - Tick::Ps(FRAME_ROUNDING_PS + static_cast<int64_t>(total / RATE_ROUNDING_BYTES));
}

double
RdmaCluster::GetPayloadRateBps() const
{
    return static_cast<double>(m_clos.GetNicRateBps()) * m_factory->GetPathMtuBytes() /
           m_factory->GetDataWireBytes();
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
