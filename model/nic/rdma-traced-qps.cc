/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-traced-qps.h"

#include "ns3/rdma-listening-accessor.h"

#include <algorithm>

namespace ns3
{

namespace
{
/**
 * @param context a path with the object that stands for later QPs
 * @param index number of a QP
 * @return the path of this QP
 */
std::string
NameQp(const std::string& context, uint32_t index)
{
    const std::string later = "/QpList/" + std::to_string(RdmaTracedQp::LATER) + "/";
    const size_t at = context.find(later);
    return at == std::string::npos ? context
                                   : context.substr(0, at) + "/QpList/" + std::to_string(index) +
                                         "/" + context.substr(at + later.size());
}
} // namespace

RdmaTracedQps::RdmaTracedQps(Owner& owner)
    : m_owner(owner)
{
}

RdmaTracedQps::~RdmaTracedQps()
{
    for (const auto& [index, qp] : m_qps)
    {
        qp->Detach();
    }
}

const Ptr<RdmaTracedQp>&
RdmaTracedQps::Get(uint32_t index)
{
    const auto [place, isNew] = m_qps.try_emplace(index);
    Ptr<RdmaTracedQp>& qp = place->second;
    if (isNew)
    {
        qp = CreateObject<RdmaTracedQp>();
        qp->Setup(this, index);
        for (const Subscription& one : m_subscriptions)
        {
            const std::string context = NameQp(one.context.value_or(""), index);
            qp->OnConnect(*one.source, one.context ? &context : nullptr, one.callback);
        }
    }
    return qp;
}

const RdmaTransport*
RdmaTracedQps::FindTransport(uint32_t index) const
{
    return m_owner.FindTransport(index);
}

void
RdmaTracedQps::OnAttached(uint32_t index)
{
    if (!m_subscriptions.empty())
    {
        Get(index);
    }
    const auto qp = m_qps.find(index);
    if (qp != m_qps.end() && qp->second->IsWanted())
    {
        OnWanted(index);
    }
}

void
RdmaTracedQps::OnWanted(uint32_t index)
{
    if (const RdmaTransport* transport = FindTransport(index))
    {
        m_owner.Observe(index);
        At(index).Attach(*transport);
    }
}

void
RdmaTracedQps::Subscribe(const TraceSourceAccessor& source,
                         const std::string* context,
                         const CallbackBase& callback)
{
    m_subscriptions.push_back(
        {&source, context ? std::optional<std::string>(*context) : std::nullopt, callback});
}

void
RdmaTracedQps::Unsubscribe(const TraceSourceAccessor& source,
                           const std::string* context,
                           const CallbackBase& callback)
{
    const auto same = [&](const Subscription& one) {
        return PeekPointer(one.source) == &source &&
               one.context.has_value() == (context != nullptr) &&
               (!context || *one.context == *context) &&
               one.callback.GetImpl()->IsEqual(callback.GetImpl());
    };
    m_subscriptions.erase(std::remove_if(m_subscriptions.begin(), m_subscriptions.end(), same),
                          m_subscriptions.end());
}

} // namespace ns3
