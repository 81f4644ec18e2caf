/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-schedule-progress.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

void
RdmaScheduleProgress::Begin(const RdmaSchedule& schedule, std::vector<uint32_t>& ready)
{
    m_schedule = &schedule;
    m_nLeft = schedule.GetNSends();
    m_missing.resize(m_nLeft);
    m_incomplete.assign(schedule.HasOwnWaits() ? m_nLeft : 0, 0);
    bool timed = false;
    for (uint32_t send = 0; send < m_nLeft; ++send)
    {
        m_missing[send] = schedule.GetNDependencies(send);
        if (m_missing[send] == 0)
        {
            ready.push_back(send);
            timed = timed || schedule.GetStart(send) != RdmaTick();
        }
    }
    if (timed)
    {
        std::stable_sort(ready.begin(), ready.end(), [&schedule](uint32_t a, uint32_t b) {
            return schedule.GetStart(a) < schedule.GetStart(b);
        });
    }
}

void
RdmaScheduleProgress::Post(uint32_t send, uint32_t pieces)
{
    NS_ASSERT_MSG(m_missing[send] == 0, "send " << send << " waits for " << m_missing[send]);
    NS_ASSERT_MSG(pieces > 0, "send " << send << " posted in no pieces");
    m_missing[send] = pieces;
    if (!m_incomplete.empty())
    {
        m_incomplete[send] = pieces;
    }
}

void
RdmaScheduleProgress::Deliver(uint32_t send, std::vector<uint32_t>& ready)
{
    NS_ASSERT_MSG(m_missing[send] > 0, "send " << send << " delivered twice");
    if (--m_missing[send] > 0)
    {
        return;
    }
    --m_nLeft;
    const bool senderWaits =
        m_schedule->HasOwnWaits() && !m_schedule->GetSend(send).IsComputation();
    Release(send, senderWaits ? Waiting::OTHERS : Waiting::ALL, ready);
}

void
RdmaScheduleProgress::Complete(uint32_t send, std::vector<uint32_t>& ready)
{
    if (m_incomplete.empty())
    {
        return; // no send waits for that
    }
    NS_ASSERT_MSG(m_incomplete[send] > 0, "send " << send << " completed twice");
    if (--m_incomplete[send] == 0)
    {
        Release(send, Waiting::SENDER, ready);
    }
}

void
RdmaScheduleProgress::Release(uint32_t send, Waiting waiting, std::vector<uint32_t>& ready)
{
    const uint32_t sender = m_schedule->GetSend(send).src;
    for (const uint32_t dependent : m_schedule->GetDependents(send))
    {
        const bool own = m_schedule->GetSend(dependent).src == sender;
        if (waiting != Waiting::ALL && own != (waiting == Waiting::SENDER))
        {
            continue;
        }
        if (--m_missing[dependent] == 0)
        {
            ready.push_back(dependent);
        }
    }
}

uint32_t
RdmaScheduleProgress::GetNLeft() const
{
    return m_nLeft;
}

} // namespace ns3
