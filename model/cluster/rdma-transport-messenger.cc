/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-transport-messenger.h"

#include "rdma-path-faults.h"
#include "rdma-qp-path.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/rdma-psn.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaTransportMessenger");

NS_OBJECT_ENSURE_REGISTERED(RdmaTransportMessenger);

TypeId
RdmaTransportMessenger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaTransportMessenger")
                            .SetParent<RdmaMessenger>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaTransportMessenger>();
    return tid;
}

RdmaProblems
RdmaTransportMessenger::Check(const FabricNetwork& network, const RdmaQpFactory& factory)
{
    RdmaQpContext context;
    context.planes = std::min(network.GetNPlanes(), factory.GetMaxPlanes());
    context.baseRtt = network.GetBaseRtt(factory.GetDataWireBytes(), factory.GetAckWireBytes());
    context.portRateBps = network.GetPortRate();
    for (uint32_t host = 0; host < network.GetNHosts(); ++host)
    {
        for (uint32_t plane = 0; plane < network.GetNPlanes(); ++plane)
        {
            context.portRateBps =
                std::min(context.portRateBps, network.GetNicPortRate(host, plane));
        }
    }
    return factory.Check(context);
}

RdmaProblems
RdmaTransportMessenger::CheckPlanes(uint32_t planes, const RdmaQpFactory& factory)
{
    if (planes <= factory.GetMaxPlanes())
    {
        return {};
    }
    return {{{},
             factory.GetInstanceTypeId().GetName() + " can use " +
                 std::to_string(factory.GetMaxPlanes()) + " plane(s), the network has " +
                 std::to_string(planes)}};
}

void
RdmaTransportMessenger::Setup(std::shared_ptr<RdmaHosts> hosts,
                              Ptr<RdmaQpFactory> factory,
                              uint32_t number,
                              const RdmaPlanes& planes)
{
    AbortOnRdmaProblems(CheckPlanes(planes.count, *factory));
    m_hosts = std::move(hosts);
    m_factory = factory;
    m_number = number;
    m_planes = planes;
    m_baseRtt =
        m_hosts->GetNetwork().GetBaseRtt(factory->GetDataWireBytes(), factory->GetAckWireBytes());
    m_unequalLinks = m_hosts->GetNetwork().GetPathSpread().links;
    for (uint32_t host = 0; host < GetNHosts(); ++host)
    {
        factory->Prepare(*m_hosts->GetNic(host));
    }
}

void
RdmaTransportMessenger::DoDispose()
{
    for (const std::unique_ptr<Connection>& connection : m_connections)
    {
        for (const End& end : *connection)
        {
            m_hosts->GetNic(end.host)->SetListener(end.qpn, nullptr); // the NIC may outlive this
                                                                      // messenger
        }
    }
    m_connections.clear();
    m_hosts = nullptr;
    m_factory = nullptr;
    RdmaMessenger::DoDispose();
}

// Connections.

RdmaTransportMessenger::Connection&
RdmaTransportMessenger::Connect(uint32_t a, uint32_t b, uint32_t qp)
{
    NS_ABORT_MSG_IF(a == b, "host " << a << " cannot connect to itself");
    NS_ABORT_MSG_IF(qp >= RdmaHosts::MAX_QPS_PER_PAIR,
                    "QP " << qp << " between two hosts, at most " << RdmaHosts::MAX_QPS_PER_PAIR);
    const auto next = static_cast<uint32_t>(m_connections.size());
    const auto [place, isNew] = GetHosts().Claim(a, b, qp, {m_number, next});
    NS_ABORT_MSG_IF(place.transport != m_number,
                    "QP " << qp << " of hosts " << a << " and " << b
                          << " belongs to another transport");
    if (isNew)
    {
        m_connections.push_back(MakeConnection(std::min(a, b), std::max(a, b)));
    }
    return *m_connections[place.index];
}

std::unique_ptr<RdmaTransportMessenger::Connection>
RdmaTransportMessenger::MakeConnection(uint32_t a, uint32_t b)
{
    auto connection = std::make_unique<Connection>();
    RdmaQpContext identities[2];
    for (int side = 0; side < 2; ++side)
    {
        End& end = (*connection)[side];
        end.owner = this;
        end.host = side == 0 ? a : b;
        end.qpn = GetHosts().GetNic(end.host)->ReserveQpn();
        const Ptr<UniformRandomVariable> rng = GetHosts().GetRng(end.host);
        identities[side].localQpn = end.qpn;
        identities[side].localPsn = rng->GetInteger(0, RDMA_PSN_MASK);
        // The common derivation of a RoCE source port from a random 20-bit flow label.
        const uint32_t label = rng->GetInteger(0, 0xFFFFF);
        identities[side].udpSourcePort =
            static_cast<uint16_t>(0xC000 | ((label & 0x3FFF) ^ (label >> 14)));
    }
    for (int side = 0; side < 2; ++side)
    {
        identities[side].peerQpn = identities[1 - side].localQpn;
        identities[side].peerPsn = identities[1 - side].localPsn;
        NS_LOG_INFO("host " << (*connection)[side].host << ": QP " << identities[side].localQpn
                            << " to QP " << identities[side].peerQpn << " of host "
                            << (*connection)[1 - side].host);
        AttachEnd((*connection)[side], (*connection)[1 - side].host, identities[side]);
    }
    return connection;
}

RdmaQpContext
RdmaTransportMessenger::MakeContext(uint32_t host) const
{
    const uint64_t rate = GetHosts().GetNetwork().GetNicRate(host, m_planes.count, m_planes.first);
    RdmaQpContext context;
    context.localHost = host;
    context.planes = m_planes.count;
    context.firstPlane = m_planes.first;
    context.portRateBps = rate / m_planes.count;
    context.baseRtt = m_baseRtt;
    context.unequalLinks = m_unequalLinks;
    context.trimming = GetHosts().IsTrimming();
    context.rng = GetHosts().GetRng(host);
    return context;
}

void
RdmaTransportMessenger::AttachEnd(End& end, uint32_t peerHost, const RdmaQpContext& identity)
{
    Fabric& fabric = *GetHosts().GetFabric();
    RdmaNic& nic = *GetHosts().GetNic(end.host);
    RdmaQpContext context = MakeContext(end.host);
    context.localQpn = identity.localQpn;
    context.peerQpn = identity.peerQpn;
    context.localPsn = identity.localPsn;
    context.peerPsn = identity.peerPsn;
    context.udpSourcePort = identity.udpSourcePort;
    context.peerHost = peerHost;
    SetRdmaQpPaths(fabric, *m_factory, peerHost, context);
    m_factory->Attach(nic, context, MakeRdmaQpRoute(fabric, *m_factory, end.host, peerHost));
    nic.SetListener(end.qpn, &end);
}

const RdmaTransportMessenger::End*
RdmaTransportMessenger::FindEnd(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const std::optional<RdmaHosts::Place> place = GetHosts().Find(src, dst, qp);
    if (!place || place->transport != m_number)
    {
        return nullptr;
    }
    const Connection& connection = *m_connections[place->index];
    return &connection[GetSide(connection, src)];
}

const RdmaTransport*
RdmaTransportMessenger::FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const End* end = FindEnd(src, dst, qp);
    return end ? &GetHosts().GetNic(src)->GetTransport(end->qpn) : nullptr;
}

std::array<const RdmaTransport*, 2>
RdmaTransportMessenger::GetEnds(uint32_t connection) const
{
    const Connection& ends = *m_connections.at(connection);
    return {&GetHosts().GetNic(ends[0].host)->GetTransport(ends[0].qpn),
            &GetHosts().GetNic(ends[1].host)->GetTransport(ends[1].qpn)};
}

// Messages.

RdmaTransportMessenger::Ends
RdmaTransportMessenger::FindEnds(uint32_t src, uint32_t dst, uint32_t qp)
{
    NS_ABORT_MSG_IF(src >= GetNHosts() || dst >= GetNHosts(),
                    "a message from host " << src << " to host " << dst << " in a network of "
                                           << GetNHosts() << " hosts");
    Connection& connection = Connect(src, dst, qp);
    const size_t side = GetSide(connection, src);
    return {connection[side], connection[1 - side]};
}

void
RdmaTransportMessenger::Send(uint32_t src,
                             uint32_t dst,
                             uint32_t qp,
                             uint64_t bytes,
                             uint64_t token)
{
    const Ends ends = FindEnds(src, dst, qp);
    ends.Expect(token, true);
    GetHosts().GetNic(src)->PostWrite(ends.from.qpn, bytes);
}

void
RdmaTransportMessenger::SendImmediate(uint32_t src,
                                      uint32_t dst,
                                      uint32_t qp,
                                      uint64_t bytes,
                                      uint64_t token)
{
    const Ends ends = FindEnds(src, dst, qp);
    // Reports that this causes may post messages, which precede this one at both ends.
    GetHosts().GetNic(dst)->PostRecv(ends.to.qpn, 0);
    RdmaNic& nic = *GetHosts().GetNic(src);
    RdmaWorkRequest last;
    last.hasImmediate = true;
    if (bytes > 0 && m_factory->SeparatesImmediates())
    {
        ends.Expect(token, false);
        ends.Expect(token, true);
        nic.PostSend(ends.from.qpn, {RdmaWorkRequest{bytes, 0, 0}, last});
        return;
    }
    last.bytes = bytes;
    ends.Expect(token, true);
    nic.PostSend(ends.from.qpn, {last});
}

void
RdmaTransportMessenger::End::OnCompletion(const RdmaCompletion& completion)
{
    if (completion.kind == RdmaCompletion::Kind::RECEIVED)
    {
        return; // its message is also DELIVERED
    }
    const bool delivered = completion.kind == RdmaCompletion::Kind::DELIVERED;
    RdmaRingQueue<Pending>& waiting = delivered ? expected : sent;
    NS_ABORT_MSG_IF(waiting.IsEmpty(),
                    "QP " << qpn << " of host " << host
                          << " completes a message that was not posted");
    const Pending pending = waiting.Front();
    waiting.Pop();
    if (delivered)
    {
        if (pending.last)
        {
            owner->ReportDelivered(pending.token);
        }
        return;
    }
    stats += completion.stats;
    if (pending.last)
    {
        const RdmaMessageStats all = std::exchange(stats, RdmaMessageStats());
        const bool acknowledged = completion.kind == RdmaCompletion::Kind::SENT;
        owner->ReportSent(pending.token, all, acknowledged);
    }
}

void
RdmaTransportMessenger::End::OnEvent(const RdmaEvent& /* event */)
{
    // Messages are notified of an error by the completions that it flushes
}

// Bounds.

uint32_t
RdmaTransportMessenger::GetNHosts() const
{
    return GetHosts().GetN();
}

RdmaTick
RdmaTransportMessenger::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    const uint32_t hosts = GetHosts().GetNetwork().GetNHosts();
    NS_ABORT_MSG_IF(src == dst || src >= hosts || dst >= hosts,
                    "a message from host " << src << " to host " << dst << " in a network of "
                                           << hosts << " hosts");
    return GetRdmaIdealTime(*m_factory, GetHosts().GetNetwork(), m_planes, src, dst, bytes);
}

RdmaTick
RdmaTransportMessenger::GetTimeBesideWord() const
{
    const FabricNetwork& network = GetHosts().GetNetwork();
    const uint64_t bps = network.GetPortRate();
    const uint32_t word = m_factory->GetLargestWireBytes(4);
    const uint32_t headers =
        network.IsCutThrough() ? m_factory->GetDataWireBytes() - m_factory->GetPathMtuBytes() : 0;
    return FabricLineTime(word, bps) - FabricLineTime(word, bps * m_planes.count) +
           FabricLineTime(headers, bps * m_planes.count);
}

double
RdmaTransportMessenger::GetPayloadRateBps() const
{
    const uint64_t rate = GetHosts().GetNetwork().GetPortRate() * m_planes.count;
    return static_cast<double>(rate) * m_factory->GetPathMtuBytes() / m_factory->GetDataWireBytes();
}

// Statistics.

RdmaCounters
RdmaTransportMessenger::SumOwnCounters() const
{
    RdmaCounters sum;
    for (const std::unique_ptr<Connection>& connection : m_connections)
    {
        for (const End& end : *connection)
        {
            sum += GetHosts().GetNic(end.host)->GetTransport(end.qpn).GetCounters();
        }
    }
    return sum;
}

uint64_t
RdmaTransportMessenger::CountOwnErrors() const
{
    uint64_t errors = 0;
    for (const std::unique_ptr<Connection>& connection : m_connections)
    {
        for (const End& end : *connection)
        {
            errors += GetHosts().GetNic(end.host)->GetTransport(end.qpn).IsError();
        }
    }
    return errors;
}

uint64_t
RdmaTransportMessenger::GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const RdmaTransport* receiver = FindTransport(dst, src, qp);
    return receiver ? receiver->GetCounters().bytesDelivered : 0;
}

std::string
RdmaTransportMessenger::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const End* end = FindEnd(src, dst, qp);
    if (!end)
    {
        return {};
    }
    const RdmaTransport& transport = GetHosts().GetNic(src)->GetTransport(end->qpn);
    const std::string state = transport.Describe(GetHosts().GetFabric()->Now());
    if (!transport.IsBusy() && !transport.IsError())
    {
        return state;
    }
    const std::string faults = DescribeRdmaPathFaults(GetHosts(), src, end->qpn, m_planes);
    return faults.empty() ? state : state + "; " + faults;
}

bool
RdmaTransportMessenger::IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const RdmaTransport* transport = FindTransport(src, dst, qp);
    return transport && !transport->NextWakeup().IsMax();
}

} // namespace ns3
