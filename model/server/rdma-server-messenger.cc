/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-server-messenger.h"

#include "ns3/abort.h"

#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaServerMessenger);

TypeId
RdmaServerMessenger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaServerMessenger")
                            .SetParent<RdmaMessenger>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaServerMessenger>();
    return tid;
}

RdmaServerMessenger::RdmaServerMessenger() = default;

RdmaServerMessenger::~RdmaServerMessenger()
{
    if (m_domain)
    {
        m_domain->Forget(this); // it may outlive this messenger
    }
}

void
RdmaServerMessenger::Setup(Ptr<RdmaServerDomain> domain, Ptr<RdmaMessenger> inner)
{
    m_domain = domain;
    m_inner = PeekPointer(inner);
    inner->SetOwner(this,
                    MakeCallback(&RdmaServerMessenger::OnMessageDelivered, this),
                    MakeCallback(&RdmaServerMessenger::OnMessageSent, this));
}

void
RdmaServerMessenger::DoDispose()
{
    if (m_domain)
    {
        m_domain->Forget(this);
        m_inner->SetOwner(this, DeliveredCallback(), SentCallback());
    }
    m_domain = nullptr;
    m_inner = nullptr;
    m_connections.clear();
    RdmaMessenger::DoDispose();
}

void
RdmaServerMessenger::OnMessageDelivered(uint64_t token)
{
    ReportDelivered(token);
}

void
RdmaServerMessenger::OnMessageSent(uint64_t token, const RdmaMessageStats& stats, bool ok)
{
    ReportSent(token, stats, ok);
}

void
RdmaServerMessenger::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    if (GetMedium(src, dst) == RdmaMedium::NETWORK)
    {
        m_inner->Send(src, dst, qp, bytes, token);
        return;
    }
    NS_ABORT_MSG_IF(bytes == 0, "a message needs at least 1 B");
    Post({src, dst, qp}, bytes, token);
}

void
RdmaServerMessenger::SendImmediate(uint32_t src,
                                   uint32_t dst,
                                   uint32_t qp,
                                   uint64_t bytes,
                                   uint64_t token)
{
    if (GetMedium(src, dst) == RdmaMedium::NETWORK)
    {
        m_inner->SendImmediate(src, dst, qp, bytes, token);
        return;
    }
    Post({src, dst, qp}, bytes, token);
}

void
RdmaServerMessenger::Post(const Key& key, uint64_t bytes, uint64_t token)
{
    const auto [src, dst, qp] = key;
    NS_ABORT_MSG_IF(src == dst, "host " << src << " cannot send to itself");
    NS_ABORT_MSG_IF(src >= GetNHosts() || dst >= GetNHosts(),
                    "a message from host " << src << " to host " << dst << " in a network of "
                                           << GetNHosts() << " hosts");
    const auto [entry, isNew] = m_connections.try_emplace(key, 0);
    if (isNew)
    {
        entry->second = m_domain->Connect(this, src, dst);
    }
    m_domain->Post(entry->second, bytes, token);
}

uint32_t
RdmaServerMessenger::GetNHosts() const
{
    return m_inner->GetNHosts();
}

RdmaTick
RdmaServerMessenger::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    return GetMedium(src, dst) == RdmaMedium::SERVER ? m_domain->GetIdealTime(bytes)
                                                     : m_inner->GetIdealTime(src, dst, bytes);
}

double
RdmaServerMessenger::GetPayloadRateBps() const
{
    return m_inner->GetPayloadRateBps();
}

RdmaMedium
RdmaServerMessenger::GetMedium(uint32_t src, uint32_t dst) const
{
    return m_domain->IsWithinServer(src, dst) ? RdmaMedium::SERVER : RdmaMedium::NETWORK;
}

double
RdmaServerMessenger::GetMediumRateBps(RdmaMedium medium) const
{
    return medium == RdmaMedium::SERVER ? static_cast<double>(m_domain->GetRateBps())
                                        : m_inner->GetMediumRateBps(medium);
}

RdmaTick
RdmaServerMessenger::GetTimeBesideWord() const
{
    return m_inner->GetTimeBesideWord();
}

RdmaCounters
RdmaServerMessenger::SumOwnCounters() const
{
    RdmaCounters sum;
    for (const auto& [key, number] : m_connections)
    {
        const auto& connection = m_domain->Look(number);
        sum.bytesPosted += connection.bytesPosted;
        sum.bytesDelivered += connection.bytesDelivered;
    }
    return sum;
}

const RdmaServerDomain::Connection*
RdmaServerMessenger::Find(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const auto known = m_connections.find({src, dst, qp});
    return known == m_connections.end() ? nullptr : &m_domain->Look(known->second);
}

uint64_t
RdmaServerMessenger::GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const
{
    if (GetMedium(src, dst) == RdmaMedium::NETWORK)
    {
        return m_inner->GetDeliveredBytes(src, dst, qp);
    }
    const auto* connection = Find(src, dst, qp);
    return connection ? connection->bytesDelivered : 0;
}

std::string
RdmaServerMessenger::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    if (GetMedium(src, dst) == RdmaMedium::NETWORK)
    {
        return m_inner->Describe(src, dst, qp);
    }
    const auto* connection = Find(src, dst, qp);
    std::ostringstream text;
    if (connection)
    {
        text << "links of server " << connection->server << ": "
             << connection->messagesPosted - connection->messagesSent << " messages open, "
             << connection->bytesDelivered << " of " << connection->bytesPosted << " B delivered";
    }
    return text.str();
}

bool
RdmaServerMessenger::IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const
{
    if (GetMedium(src, dst) == RdmaMedium::NETWORK)
    {
        return m_inner->IsTimerArmed(src, dst, qp);
    }
    // A posted message crosses, or waits for one that does
    const auto* connection = Find(src, dst, qp);
    return connection && connection->messagesSent < connection->messagesPosted;
}

} // namespace ns3
