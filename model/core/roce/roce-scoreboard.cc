/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-scoreboard.h"

#include <algorithm>

namespace ns3
{

RoceScoreboard::RoceScoreboard(const RoceSelectiveConfig& config, RdmaPsnSeq first)
    : m_config(config),
      m_sacked(config.windowPackets),
      m_una(first),
      m_lost(first),
      m_lostEnd(first),
      m_timedOutEnd(first)
{
}

void
RoceScoreboard::OnSacked(RdmaPsnSeq psn)
{
    m_sacked.Set(psn);
    m_lostEnd = std::max(m_lostEnd, psn);
    Seek();
}

void
RoceScoreboard::OnAcknowledged(RdmaPsnSeq una)
{
    for (RdmaPsnSeq psn = m_sacked.FindFirst(m_una, una); psn < una;
         psn = m_sacked.FindFirst(psn + 1, una))
    {
        m_sacked.Clear(psn);
    }
    m_una = una;
    m_lost = std::max(m_lost, una);
    if (m_lost == una && una < m_timedOutEnd)
    {
        m_lostEnd = std::max(m_lostEnd, una + 1);
    }
    Seek();
}

void
RoceScoreboard::OnTimeout(RdmaPsnSeq sentEnd)
{
    m_timedOutEnd = sentEnd;
    m_lost = m_una;
    m_lostEnd = std::max(m_lostEnd, std::min(m_una + 1, sentEnd)); // it may never have been sent
}

void
RoceScoreboard::OnRetransmitted()
{
    ++m_lost;
    Seek();
}

void
RoceScoreboard::Seek()
{
    while (m_lost < m_lostEnd && m_sacked.Test(m_lost))
    {
        ++m_lost;
    }
}

} // namespace ns3
