/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loss-detector.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcLossDetector");

namespace
{

/// Longest timer (mrc reference, 5.8): 1.024 us x 2^24.
constexpr RdmaTick MAX_RTO = RdmaTick::Ns(1024) * (int64_t{1} << 24);
/// Minimum threshold of rule C when it depends on the window, packets (mrc reference, 5.7).
constexpr uint32_t MIN_OOO_THRESHOLD = 5;
/// A time longer than any simulation, which can be added to a time without overflow.
constexpr RdmaTick FOREVER = RdmaTick::Ps(INT64_MAX / 4);
/// Doublings after which even the shortest timer reaches MAX_RTO.
constexpr uint32_t MAX_DOUBLINGS = 24;

/**
 * @param a number of a transmission
 * @param b number of another one
 * @return true if a was sent before b
 */
bool
IsBefore(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

} // namespace

MrcLossDetector::MrcLossDetector(const MrcQpConfig& config, RdmaTick probeMinTimeout)
    : m_newestArrived(RdmaTick::Ps(INT64_MIN / 2)),
      m_reoWindow(config.lossRules.time ? config.reoWindow : FOREVER),
      m_probeMinTimeout(probeMinTimeout),
      m_rules(config.lossRules),
      m_oooThreshold(config.lossRules.oooThresholdPackets),
      m_mtuBytes(MrcNominalBytes(config.pathMtuBytes)),
      m_tailProbeMinRtts(config.tailProbeMinRtts),
      m_retryLinear(static_cast<uint8_t>(config.retryLinear)),
      m_retryExponential(static_cast<uint8_t>(config.retryExponential)),
      m_silenceRtts(config.ackSilenceRtts),
      m_t0(config.ackTimeout),
      m_lastCounted(m_newestArrived)
{
    UpdateRto();
    // The first window of an incast waits longest, and its senders have no feedback yet.
    const bool isTold = m_rules.trimGracePeriod != 0 && config.peerTrimNack;
    m_gracePeriod = isTold ? std::min(m_t0, config.firstGracePeriod) : RdmaTick{};
}

void
MrcLossDetector::SetPath(RdmaTick baseRtt, RdmaTick targetDelay)
{
    const double leastPs = double{m_tailProbeMinRtts} * static_cast<double>(baseRtt.GetPs());
    m_tailDelay = std::max(baseRtt + targetDelay * 2, RdmaTick::Ps(static_cast<int64_t>(leastPs)));
    m_silence = baseRtt * m_silenceRtts;
    m_probeTimeout = MrcProbeTimeout(baseRtt, targetDelay, m_probeMinTimeout);
}

void
MrcLossDetector::SetWindow(uint64_t cwnd, uint64_t maxCwnd)
{
    const double bytes =
        std::min(m_rules.oooCwndFactor * static_cast<double>(cwnd), static_cast<double>(maxCwnd));
    const auto packets = static_cast<uint32_t>(std::min(bytes / m_mtuBytes, 1e9));
    const uint32_t byWindow = std::max(packets, MIN_OOO_THRESHOLD);
    const uint32_t fixed = m_rules.oooThresholdPackets;
    m_oooThreshold = fixed == 0 ? byWindow : std::min(fixed, byWindow);
}

void
MrcLossDetector::OnProbeArrived(uint16_t lane, uint32_t order, RdmaTick sendTime)
{
    m_newestArrived = std::max(m_newestArrived, sendTime);
    NoteOvertaken(lane, order);
}

void
MrcLossDetector::NoteOvertaken(uint16_t lane, uint32_t order)
{
    if (!m_rules.sameEv)
    {
        return;
    }
    // Few lanes have pending evidence, so a linear search is enough; the last one is the likeliest.
    const auto known = std::find_if(m_overtaken.rbegin(),
                                    m_overtaken.rend(),
                                    [lane](const Overtaken& o) { return o.lane == lane; });
    if (known == m_overtaken.rend())
    {
        m_overtaken.push_back({order, lane});
    }
    else if (IsBefore(known->order, order))
    {
        known->order = order;
    }
}

void
MrcLossDetector::NoteArrived(uint32_t order)
{
    auto at = m_arrived.end();
    while (at != m_arrived.begin() && IsBefore(order, *(at - 1)))
    {
        --at;
    }
    m_arrived.insert(at, order);
}

void
MrcLossDetector::Collect(RdmaTick now,
                         const MrcScoreboard& board,
                         const MrcSackCoverage& coverage,
                         std::vector<RdmaPsnSeq>& lost)
{
    m_graceEnd = RdmaTick::Max();
    const auto isDecided = [&](const Overtaken& o) {
        return !CollectOvertaken(now, board, o, coverage, lost);
    };
    m_overtaken.erase(std::remove_if(m_overtaken.begin(), m_overtaken.end(), isDecided),
                      m_overtaken.end());

    for (const MrcTxRecord* r = board.GetOldest(); r != nullptr && IsTooOld(*r);
         r = board.GetNewer(*r))
    {
        const RdmaPsnSeq psn = board.GetPsn(*r);
        if (coverage.Has(psn))
        {
            NS_LOG_INFO("PSN " << psn << " is lost by rule B: older than the reordering window");
            lost.push_back(psn);
        }
    }
    if (m_oooThreshold != 0)
    {
        CollectByDistance(board, coverage, lost);
    }
}

bool
MrcLossDetector::CollectOvertaken(RdmaTick now,
                                  const MrcScoreboard& board,
                                  const Overtaken& o,
                                  const MrcSackCoverage& coverage,
                                  std::vector<RdmaPsnSeq>& lost)
{
    bool open = false;
    for (const MrcTxRecord* r = board.GetOldestOfLane(o.lane);
         r != nullptr && IsBefore(r->order, o.order);
         r = board.GetNewerOfLane(*r))
    {
        const RdmaPsnSeq psn = board.GetPsn(*r);
        const bool missing = coverage.Has(psn);
        const RdmaTick graceEnd = r->sendTime + m_gracePeriod;
        if (missing && graceEnd <= now)
        {
            NS_LOG_INFO("PSN " << psn << " is lost by rule A: overtaken on EV " << r->entropy);
            lost.push_back(psn);
            continue;
        }
        open = true;
        if (missing)
        {
            m_graceEnd = std::min(m_graceEnd, graceEnd);
        }
    }
    return open;
}

void
MrcLossDetector::CollectByDistance(const MrcScoreboard& board,
                                   const MrcSackCoverage& coverage,
                                   std::vector<RdmaPsnSeq>& lost)
{
    // Transmissions before the oldest outstanding packet are no longer needed.
    const MrcTxRecord* r = board.GetOldest();
    auto later = std::upper_bound(m_arrived.begin(), m_arrived.end(), r->order, IsBefore);
    later = m_arrived.erase(m_arrived.begin(), later);
    while (r != nullptr && m_arrived.end() - later > m_oooThreshold)
    {
        const RdmaPsnSeq psn = board.GetPsn(*r);
        if (coverage.Has(psn))
        {
            NS_LOG_INFO("PSN " << psn << " is lost by rule C: more than " << m_oooThreshold
                               << " later packets have arrived");
            lost.push_back(psn);
        }
        r = board.GetNewer(*r);
        while (r != nullptr && later != m_arrived.end() && IsBefore(*later, r->order))
        {
            ++later;
        }
    }
}

bool
MrcLossDetector::OnTimer(RdmaTick now, const MrcScoreboard& board, std::vector<RdmaPsnSeq>& lost)
{
    const MrcTxRecord* r = board.GetOldest();
    const bool counts =
        r != nullptr && r->sendTime + GetTimer() <= now && r->sendTime >= m_lastCounted;
    for (; r != nullptr && r->sendTime + GetTimer() <= now; r = board.GetNewer(*r))
    {
        NS_LOG_INFO("PSN " << board.GetPsn(*r) << " is lost by the timer");
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
MrcLossDetector::CountRetry(RdmaTick now)
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
    // Compare before multiplying: the longest timers would overflow.
    const int64_t factor = int64_t{1} << doublings;
    m_rto = m_t0 < MAX_RTO / factor ? m_t0 * factor : MAX_RTO;
}

} // namespace ns3
