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
    m_delivered = cb;
}

void
RdmaMessenger::DoDispose()
{
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

void
RdmaMessenger::SetSentCallback(SentCallback cb)
{
    m_sent = cb;
}

} // namespace ns3
