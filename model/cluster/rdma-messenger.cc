/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-messenger.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaMessenger);

TypeId
RdmaMessenger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaMessenger").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
RdmaMessenger::SendImmediate(uint32_t src,
                             uint32_t dst,
                             uint32_t /* qp */,
                             uint64_t bytes,
                             uint64_t /* token */)
{
    NS_ABORT_MSG("a message of " << bytes << " B with immediate data from host " << src
                                 << " to host " << dst << ": " << GetInstanceTypeId().GetName()
                                 << " has no immediate data; QPs of MRC and RoCE have");
}

RdmaMedium
RdmaMessenger::GetMedium(uint32_t /* src */, uint32_t /* dst */) const
{
    return RdmaMedium::NETWORK;
}

double
RdmaMessenger::GetMediumRateBps(RdmaMedium /* medium */) const
{
    return GetPayloadRateBps();
}

RdmaTick
RdmaMessenger::GetTimeBesideWord() const
{
    return {};
}

RdmaCounters
RdmaMessenger::SumOwnCounters() const
{
    return {};
}

uint64_t
RdmaMessenger::CountOwnErrors() const
{
    return 0;
}

uint64_t
RdmaMessenger::GetDeliveredBytes(uint32_t /* src */, uint32_t /* dst */, uint32_t /* qp */) const
{
    return 0;
}

std::string
RdmaMessenger::Describe(uint32_t /* src */, uint32_t /* dst */, uint32_t /* qp */) const
{
    return {};
}

bool
RdmaMessenger::IsTimerArmed(uint32_t /* src */, uint32_t /* dst */, uint32_t /* qp */) const
{
    return false;
}

void
RdmaMessenger::SetDeliveredCallback(DeliveredCallback cb)
{
    CheckFree();
    m_delivered = cb;
}

void
RdmaMessenger::SetSentCallback(SentCallback cb)
{
    CheckFree();
    m_sent = cb;
}

void
RdmaMessenger::SetOwner(const Object* owner, DeliveredCallback delivered, SentCallback sent)
{
    if (owner != m_owner)
    {
        CheckFree();
    }
    m_owner = owner;
    m_delivered = delivered;
    m_sent = sent;
}

void
RdmaMessenger::CheckFree() const
{
    NS_ABORT_MSG_IF(m_owner,
                    "all messages of this transport belong to the jobs of one RdmaWorkload (or to "
                    "an RdmaServerMessenger), which receives their reports. Add other messages as "
                    "jobs of the same RdmaJobHelper, or send them by another transport "
                    "(RdmaCluster::AddTransport)");
}

void
RdmaMessenger::DoDispose()
{
    m_owner = nullptr;
    m_delivered = DeliveredCallback();
    m_sent = SentCallback();
    Object::DoDispose();
}

void
RdmaMessenger::ReportDelivered(uint64_t token)
{
    if (!m_delivered.IsNull())
    {
        m_delivered(token);
    }
}

void
RdmaMessenger::ReportSent(uint64_t token, const RdmaMessageStats& stats, bool ok)
{
    if (!m_sent.IsNull())
    {
        m_sent(token, stats, ok);
    }
}

} // namespace ns3
