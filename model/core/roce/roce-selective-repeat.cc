/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-selective-repeat.h"

namespace ns3
{

RoceSelectiveRepeat::RoceSelectiveRepeat(const RoceQpConfig& config,
                                         const RoceSelectiveConfig& selective)
    : m_laterTimeouts(config),
      m_scoreboard(selective, config.sqPsn),
      m_reorder(selective.windowPackets)
{
}

RoceRecoveryFacts
RoceSelectiveRepeat::GetFacts() const
{
    RoceRecoveryFacts facts;
    facts.shortestTimeout = m_scoreboard.GetTimeoutLow();
    facts.windowPackets = m_scoreboard.GetWindowPackets();
    facts.fewPackets = m_scoreboard.GetFewPackets();
    facts.selective = true;
    return facts;
}

RdmaTick
RoceSelectiveRepeat::GetTimeout(RdmaPsnSeq inFlight, uint8_t expiries) const
{
    return expiries == 0 ? m_scoreboard.GetTimeout(inFlight) : m_laterTimeouts.After(expiries - 1);
}

std::optional<RdmaPsnSeq>
RoceSelectiveRepeat::OnGap(const RoceGap& gap, const RoceFlight& flight)
{
    if (gap.received && *gap.received > flight.una && *gap.received < flight.sentEnd)
    {
        m_scoreboard.OnSacked(*gap.received);
    } // otherwise the gap has been closed since
    return std::nullopt;
}

std::optional<RdmaPsnSeq>
RoceSelectiveRepeat::OnTimeout(const RoceFlight& flight)
{
    m_scoreboard.OnTimeout(flight.sentEnd);
    return std::nullopt;
}

void
RoceSelectiveRepeat::OnAcknowledged(RdmaPsnSeq una)
{
    m_scoreboard.OnAcknowledged(una);
}

std::optional<RdmaPsnSeq>
RoceSelectiveRepeat::GetRepeat() const
{
    return m_scoreboard.HasLost() ? std::optional(m_scoreboard.GetLost()) : std::nullopt;
}

void
RoceSelectiveRepeat::OnRepeated()
{
    m_scoreboard.OnRetransmitted();
}

RoceEarly
RoceSelectiveRepeat::OnEarly(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last)
{
    switch (m_reorder.Put(expected, psn, last))
    {
    case RoceReorderBuffer::Verdict::STORED:
        return {RoceEarly::Fate::STORED, RoceEarly::Report::EACH};
    case RoceReorderBuffer::Verdict::DUPLICATE:
        return {RoceEarly::Fate::DUPLICATE, RoceEarly::Report::EACH};
    case RoceReorderBuffer::Verdict::BEYOND:
        break; // the peer violates the window
    }
    return {RoceEarly::Fate::DISCARDED, RoceEarly::Report::NONE};
}

bool
RoceSelectiveRepeat::HasStored() const
{
    return m_reorder.GetStored() > 0;
}

bool
RoceSelectiveRepeat::TakeStored(RdmaPsnSeq& expected)
{
    return m_reorder.Take(expected);
}

} // namespace ns3
