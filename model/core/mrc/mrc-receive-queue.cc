/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receive-queue.h"

namespace ns3
{

MrcReceiveQueue::MrcReceiveQueue(uint32_t maxStashed)
    : m_stash(1),
      m_mask(0),
      m_maxStashed(maxStashed)
{
}

bool
MrcReceiveQueue::Stash(const RdmaWritePdu& write, uint64_t message)
{
    const auto ahead = static_cast<uint16_t>(write.rqmsn - m_nextRqmsn);
    if (ahead >= m_maxStashed)
    {
        return false;
    }
    while (ahead > m_mask)
    {
        Grow();
    }
    Immediate& place = m_stash[write.rqmsn & m_mask];
    if (place.used)
    {
        return false;
    }
    place = {message, write.immediate, write.payloadBytes, true};
    ++m_stashed;
    return true;
}

void
MrcReceiveQueue::Grow()
{
    std::vector<Immediate> bigger(2 * m_stash.size());
    const auto mask = static_cast<uint32_t>(bigger.size()) - 1;
    for (uint32_t i = 0; i <= m_mask; ++i)
    {
        const auto rqmsn = static_cast<uint16_t>(m_nextRqmsn + i);
        bigger[rqmsn & mask] = m_stash[rqmsn & m_mask];
    }
    m_stash.swap(bigger);
    m_mask = mask;
}

bool
MrcReceiveQueue::Consume(uint64_t bytesBefore)
{
    if (GetPosted() == 0)
    {
        return false;
    }
    Immediate& next = m_stash[m_nextRqmsn & m_mask];
    Complete(next.message, bytesBefore + next.payloadBytes, next.immediate);
    next.used = false;
    --m_stashed;
    ++m_nextRqmsn;
    return true;
}

} // namespace ns3
