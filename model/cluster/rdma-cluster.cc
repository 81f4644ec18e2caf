/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-cluster.h"

#include "mrc-qp-factory.h"
#include "mrc-qp.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-psn.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaCluster);

TypeId
RdmaCluster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaCluster")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaCluster>();
    return tid;
}

RdmaCluster::RdmaCluster() = default;

RdmaCluster::~RdmaCluster() = default;

void
RdmaCluster::DoDispose()
{
    // In reverse order: a messenger may be around an earlier one, and use it
    for (auto messenger = m_messengers.rbegin(); messenger != m_messengers.rend(); ++messenger)
    {
        (*messenger)->Dispose();
    }
    m_messengers.clear();
    m_transports.clear();
    if (m_hosts)
    {
        Config::UnregisterRootNamespaceObject(GetFabric());
    }
    m_hosts = nullptr;
    Object::DoDispose();
}

void
RdmaCluster::Setup(Ptr<Fabric> fabric,
                   Ptr<RdmaQpFactory> factory,
                   const std::vector<Ptr<RdmaNic>>& nics,
                   bool trimming)
{
    m_hosts = std::make_shared<RdmaHosts>(fabric, nics, trimming);
    AddTransport(factory, RdmaPlanes{GetNetwork().GetNPlanes(), 0});
}

Ptr<RdmaTransportMessenger>
RdmaCluster::AddTransport(Ptr<RdmaQpFactory> factory, uint32_t plane)
{
    const uint32_t all = GetNetwork().GetNPlanes();
    const uint32_t planes =
        std::min(all, RdmaNotNull(factory, "the factory of a transport")->GetMaxPlanes());
    NS_ABORT_MSG_IF(plane + planes > all,
                    "a transport on " << planes << " plane(s) from plane " << plane
                                      << " on, in a network of " << all);
    return AddTransport(factory, RdmaPlanes{planes, plane});
}

Ptr<RdmaTransportMessenger>
RdmaCluster::AddTransport(Ptr<RdmaQpFactory> factory, const RdmaPlanes& planes)
{
    const auto number = static_cast<uint32_t>(m_transports.size());
    const auto transport = CreateObject<RdmaTransportMessenger>();
    transport->Setup(m_hosts, factory, number, planes);
    m_transports.push_back(transport);
    m_messengers.push_back(transport);
    return transport;
}

void
RdmaCluster::AddMessenger(Ptr<RdmaMessenger> messenger)
{
    RdmaNotNull(messenger, "the messenger of a cluster");
    const auto& known = GetMessengers();
    NS_ABORT_MSG_IF(std::find(known.begin(), known.end(), messenger) != known.end(),
                    "the cluster has this messenger already");
    m_messengers.push_back(messenger);
}

Ptr<MrcQp>
RdmaCluster::CreateQp(uint32_t host, Ptr<MrcEvProfile> evProfile, Ptr<MrcCcProfile> ccProfile)
{
    NS_ABORT_MSG_IF(host >= GetNHosts(),
                    "a QP of host " << host << " in a network of " << GetNHosts() << " hosts");
    const auto& factory = GetTransport()->GetFactory();
    const auto mrc = DynamicCast<const MrcQpFactory>(factory);
    NS_ABORT_MSG_IF(!mrc,
                    "only MRC has verbs; the transport is "
                        << factory->GetInstanceTypeId().GetName());
    MrcQpContext context = mrc->MakeContext(*GetNic(host), GetTransport()->MakeContext(host));
    context.localQpn = GetNic(host)->ReserveQpn();
    context.localPsn = GetHosts().GetRng(host)->GetInteger(0, RDMA_PSN_MASK);
    context.evProfile = evProfile;
    context.ccProfile = ccProfile;
    Ptr<MrcQp> qp = CreateObject<MrcQp>();
    qp->Setup(GetNic(host), GetFabric(), mrc, context);
    return qp;
}

// The first transport.

void
RdmaCluster::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    GetTransport()->CheckFree();
    GetTransport()->Send(src, dst, qp, bytes, token);
}

void
RdmaCluster::SetDeliveredCallback(RdmaMessenger::DeliveredCallback cb)
{
    GetTransport()->SetDeliveredCallback(cb);
}

void
RdmaCluster::SetSentCallback(RdmaMessenger::SentCallback cb)
{
    GetTransport()->SetSentCallback(cb);
}

RdmaTick
RdmaCluster::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    return GetTransport()->GetIdealTime(src, dst, bytes);
}

double
RdmaCluster::GetPayloadRateBps() const
{
    return GetTransport()->GetPayloadRateBps();
}

RdmaTick
RdmaCluster::GetBaseRtt() const
{
    return GetTransport()->GetBaseRtt();
}

// All transports.

const RdmaTransport*
RdmaCluster::FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const std::optional<RdmaHosts::Place> place = GetHosts().Find(src, dst, qp);
    return place ? m_transports[place->transport]->FindTransport(src, dst, qp) : nullptr;
}

std::string
RdmaCluster::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const std::optional<RdmaHosts::Place> place = GetHosts().Find(src, dst, qp);
    return place ? m_transports[place->transport]->Describe(src, dst, qp) : std::string();
}

RdmaCounters
RdmaCluster::SumCounters() const
{
    RdmaCounters sum;
    for (const Ptr<RdmaMessenger>& messenger : GetMessengers())
    {
        sum += messenger->SumOwnCounters();
    }
    return sum;
}

uint64_t
RdmaCluster::CountErrors() const
{
    uint64_t errors = 0;
    for (const Ptr<RdmaMessenger>& messenger : GetMessengers())
    {
        errors += messenger->CountOwnErrors();
    }
    return errors;
}

int64_t
RdmaCluster::AssignStreams(int64_t stream)
{
    return GetHosts().AssignStreams(stream);
}

} // namespace ns3
