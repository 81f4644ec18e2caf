/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-send-queue.h"

namespace ns3
{

void
RoceSendQueue::SkipTo(RdmaPsnSeq next)
{
    while (m_cursor < m_messages.GetEnd() && m_messages.At(m_cursor).GetEnd() <= next)
    {
        ++m_cursor;
    }
}

void
RoceSendQueue::GoBackTo(RdmaPsnSeq next)
{
    while (m_cursor > m_messages.GetFirst() &&
           (m_cursor == m_messages.GetEnd() || m_messages.At(m_cursor).first > next))
    {
        --m_cursor;
    }
}

RoceMessage&
RoceSendQueue::Find(RdmaPsnSeq psn)
{
    uint64_t n = m_messages.GetFirst();
    while (m_messages.At(n).GetEnd() <= psn)
    {
        ++n;
    }
    return m_messages.At(n);
}

RoceMessage*
RoceSendQueue::FindIncomplete(RdmaPsnSeq una)
{
    for (uint64_t n = m_messages.GetFirst(); n < m_messages.GetEnd(); ++n)
    {
        if (m_messages.At(n).GetEnd() > una)
        {
            return &m_messages.At(n);
        }
    }
    return nullptr;
}

const RoceMessage&
RoceSendQueue::FindRead(RdmaPsnSeq una) const
{
    uint64_t n = m_messages.GetFirst();
    while (m_messages.At(n).wr.operation != RdmaOperation::READ || m_messages.At(n).GetEnd() <= una)
    {
        ++n;
    }
    return m_messages.At(n);
}

uint32_t
RoceSendQueue::CountOutstandingReads(RdmaPsnSeq una) const
{
    uint32_t underWay = 0;
    for (uint64_t n = m_messages.GetFirst(); n < m_cursor; ++n)
    {
        const RoceMessage& message = m_messages.At(n);
        underWay += message.wr.operation == RdmaOperation::READ && message.GetEnd() > una;
    }
    return underWay;
}

} // namespace ns3
