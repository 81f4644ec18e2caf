/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-completion-queue.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcCompletionQueue);

TypeId
MrcCompletionQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcCompletionQueue")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcCompletionQueue>();
    return tid;
}

void
MrcCompletionQueue::DoDispose()
{
    m_notify = NotifyCallback();
    Object::DoDispose();
}

std::optional<MrcWorkCompletion>
MrcCompletionQueue::Poll()
{
    if (m_completions.empty())
    {
        return std::nullopt;
    }
    const MrcWorkCompletion oldest = m_completions.front();
    m_completions.pop_front();
    return oldest;
}

void
MrcCompletionQueue::Push(const MrcWorkCompletion& completion)
{
    m_completions.push_back(completion);
    if (m_completions.size() == 1 && !m_notify.IsNull())
    {
        m_notify();
    }
}

} // namespace ns3
