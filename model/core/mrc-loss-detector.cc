/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loss-detector.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Least time an answer to a probe is awaited (MRC 1.0, 9.4).
constexpr Tick MIN_PROBE_TIMEOUT = Tick::Us(50);
/// No timer is longer (MRC 1.0, 5.8): 1.024 us x 2^24.
constexpr Tick MAX_RTO = Tick::Ns(1024) * (int64_t{1} << 24);
/// Doublings that take even the shortest timer to MAX_RTO.
constexpr uint32_t MAX_DOUBLINGS = 24;

/**
 * @param a number of a transmission
 * @param b number of another one
 * @return true if a was before b
 */
bool
IsBefore(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

} // namespace

MrcLossDetector::MrcLossDetector(const MrcQpConfig& config)
    : m_reoWindowFactor(config.reoWindowFactor),
      m_retryLinear(config.retryLinear),
      m_retryExponential(config.retryExponential),
      m_t0(config.ackTimeout),
      m_newestArrived(Tick::Ps(INT64_MIN / 2)),
      m_lastCounted(m_newestArrived)
{
    UpdateRto();
}

void
MrcLossDetector::SetPath(Tick baseRtt, Tick targetDelay)
{
    m_reoWindow =
        Tick::Ps(static_cast<int64_t>(m_reoWindowFactor * static_cast<double>(baseRtt.GetPs())));
    m_tailDelay = baseRtt + targetDelay * 2;
    m_probeTimeout = std::max(baseRtt * 2 + targetDelay * 4, MIN_PROBE_TIMEOUT);
}

void
MrcLossDetector::OnProbeArrived(uint16_t lane, uint32_t order, Tick sendTime)
{
    m_newestArrived = std::max(m_newestArrived, sendTime);
    NoteOvertaken(lane, order);
}

void
MrcLossDetector::NoteOvertaken(uint16_t lane, uint32_t order)
{
    if (m_overtaken.empty() || m_overtaken.back().lane != lane)
    {
        m_overtaken.push_back({order, lane});
    }
    else if (IsBefore(m_overtaken.back().order, order))
    {
        m_overtaken.back().order = order;
    }
}

void
MrcLossDetector::Collect(const MrcScoreboard& board, PsnSeq limit, std::vector<PsnSeq>& lost) const
{
    // Collects r if it is old enough, and tells whether to look at the next newer one.
    const auto collect = [&](const MrcTxRecord* r, bool oldEnough) {
        if (!oldEnough || board.GetPsn(*r) >= limit)
        {
            return false;
        }
        lost.push_back(board.GetPsn(*r));
        return true;
    };
    for (const Overtaken& o : m_overtaken)
    {
        const MrcTxRecord* r = board.GetOldestOfLane(o.lane);
        while (r != nullptr && collect(r, IsBefore(r->order, o.order)))
        {
            r = board.GetNewerOfLane(*r);
        }
    }

    const MrcTxRecord* r = board.GetOldest();
    while (r != nullptr && collect(r, IsTooOld(*r)))
    {
        r = board.GetNewer(*r);
    }
}

bool
MrcLossDetector::OnTimer(Tick now, const MrcScoreboard& board, std::vector<PsnSeq>& lost)
{
    const MrcTxRecord* r = board.GetOldest();
    const bool counts = r != nullptr && r->sendTime + m_rto <= now && r->sendTime >= m_lastCounted;
    for (; r != nullptr && r->sendTime + m_rto <= now; r = board.GetNewer(*r))
    {
        lost.push_back(board.GetPsn(*r));
    }
    if (counts)
    {
        m_lastCounted = now;
        ++m_retries;
        UpdateRto();
    }
    return counts;
}

void
MrcLossDetector::CountRetry(Tick now)
{
    if (now >= m_lastCounted + m_rto)
    {
        m_lastCounted = now;
        ++m_retries;
        UpdateRto();
    }
}

void
MrcLossDetector::ResetRetries()
{
    if (m_retries != 0)
    {
        m_retries = 0;
        UpdateRto();
    }
}

bool
MrcLossDetector::IsExhausted() const
{
    return m_retryExponential != MRC_RETRY_FOREVER &&
           m_retries > m_retryLinear + m_retryExponential;
}

void
MrcLossDetector::UpdateRto()
{
    const uint32_t doublings =
        m_retries <= m_retryLinear ? 0 : std::min(m_retries - m_retryLinear, MAX_DOUBLINGS);
    m_rto = std::min(m_t0 * (int64_t{1} << doublings), MAX_RTO);
}

} // namespace ns3
