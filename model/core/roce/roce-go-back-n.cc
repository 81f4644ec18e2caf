/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-go-back-n.h"

namespace ns3
{

RoceGoBackN::RoceGoBackN(const RoceQpConfig& config)
    : m_timeouts(config),
      m_lastNak(static_cast<RdmaPsnSeq>(config.sqPsn) - 1),
      m_lastResponseGap(m_lastNak)
{
}

RoceRecoveryFacts
RoceGoBackN::GetFacts() const
{
    RoceRecoveryFacts facts;
    facts.shortestTimeout = m_timeouts.GetFirst();
    facts.windowPackets = ROCE_MAX_OUTSTANDING;
    return facts;
}

RdmaTick
RoceGoBackN::GetTimeout(RdmaPsnSeq /* inFlight */, uint8_t expiries) const
{
    return m_timeouts.After(expiries);
}

std::optional<RdmaPsnSeq>
RoceGoBackN::OnGap(const RoceGap& gap, const RoceFlight& flight)
{
    if (gap.missing < flight.una || gap.missing >= flight.sentEnd)
    {
        return std::nullopt; // stale: it has been closed since
    }
    // A responder reports a gap once, on the arrival of a later packet. A second report is a copy,
    // and if no later packet has left since the last rewind, the repair of this gap is still in
    // progress.
    RdmaPsnSeq& last = gap.response ? m_lastResponseGap : m_lastNak;
    const bool repaired = gap.missing == last || flight.next <= gap.missing + gap.psns;
    last = gap.missing;
    return repaired ? std::nullopt : std::optional(gap.missing);
}

std::optional<RdmaPsnSeq>
RoceGoBackN::OnTimeout(const RoceFlight& flight)
{
    return flight.una;
}

RoceEarly
RoceGoBackN::OnEarly(RdmaPsnSeq /* expected */, RdmaPsnSeq /* psn */, bool /* last */)
{
    return {RoceEarly::Fate::DISCARDED, RoceEarly::Report::ONCE};
}

} // namespace ns3
