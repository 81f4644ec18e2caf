/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-feedback-reader.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Period of a timestamp: 8.39 ms.
constexpr RdmaTick TIMESTAMP_WRAP = MRC_TIMESTAMP_UNIT * (int64_t{1} << 16);
/// A PSN below every window: a SACK without a data packet as trigger.
constexpr RdmaPsnSeq NO_TRIGGER = -1;

} // namespace

MrcFeedbackReader::MrcFeedbackReader(const MrcFeedbackTargets& targets, const MrcQpConfig& config)
    : m_to(targets),
      m_timestamps(config.timestamps),
      m_rttAfterTrims(config.rttAfterTrims),
      m_fullBytes(MrcNominalBytes(config.pathMtuBytes, config.timestamps))
{
    RefreshPath();
}

// SACKs.

bool
MrcFeedbackReader::OnSack(RdmaTick now,
                          const RdmaPdu& pdu,
                          RdmaPsnSeq cack,
                          std::optional<RdmaTick> probeRtt,
                          std::vector<RdmaPsnSeq>& lost)
{
    const MrcSackPdu& sack = pdu.sack;
    const RdmaPsnSeq trigger = sack.probe ? NO_TRIGGER : cack + sack.ackPsnOffset;
    if (m_timestamps && probeRtt)
    {
        probeRtt = ReadEcho(now, sack.txTimestamp, now - *probeRtt);
    }
    MrcAckInfo ack;
    ack.full = false;
    ack.rtt = sack.probe ? probeRtt : ReadTrigger(now, pdu, trigger, ack.full);
    m_lastRtt = ack.rtt.value_or(m_lastRtt);
    const bool news = AcknowledgeAll(pdu, cack, trigger);
    ReportSack(now, sack, ack);
    if (news)
    {
        m_to.detector.OnProgress();
    }
    UpdateCoverage(sack, cack);
    m_to.detector.Detect(now, m_to.board, m_coverage, lost);
    return news;
}

void
MrcFeedbackReader::Review(RdmaTick now, std::vector<RdmaPsnSeq>& lost)
{
    m_to.detector.Detect(now, m_to.board, m_coverage, lost);
}

std::optional<RdmaTick>
MrcFeedbackReader::ReadEcho(RdmaTick now, uint16_t echo, RdmaTick sendTime)
{
    if (now - sendTime >= TIMESTAMP_WRAP)
    {
        return std::nullopt;
    }
    const int64_t wrap = TIMESTAMP_WRAP.GetPs();
    const int64_t elapsed = now.GetPs() % wrap - echo * MRC_TIMESTAMP_UNIT.GetPs();
    return RdmaTick::Ps(elapsed < 0 ? elapsed + wrap : elapsed);
}

std::optional<RdmaTick>
MrcFeedbackReader::ReadTrigger(RdmaTick now, const RdmaPdu& pdu, RdmaPsnSeq trigger, bool& full)
{
    const MrcSackPdu& sack = pdu.sack;
    const MrcTxRecord* r = m_to.board.FindRecent(trigger);
    std::optional<RdmaTick> rtt;
    if (m_timestamps)
    {
        rtt = r != nullptr ? ReadEcho(now, sack.txTimestamp, r->sendTime) : std::nullopt;
    }
    else if (r != nullptr && IsLatest(*r, pdu.rtx))
    {
        rtt = now - r->sendTime;
    }
    full = r != nullptr && r->nominalBytes >= m_fullBytes;
    if (sack.m == MrcEvVerdict::SKIP_ONCE && r != nullptr && trigger >= m_to.board.GetFirst())
    {
        ++m_to.queue.GetStats(r->message).ecnMarks;
    }
    m_to.selector->OnSack(now, sack.entropy, sack.m);
    return rtt;
}

bool
MrcFeedbackReader::AcknowledgeAll(const RdmaPdu& pdu, RdmaPsnSeq cack, RdmaPsnSeq trigger)
{
    const MrcSackPdu& sack = pdu.sack;
    bool progress = false;
    const auto acknowledge = [&](RdmaPsnSeq psn) {
        const MrcTxRecord& r = m_to.board.At(psn);
        Acknowledge(psn, r.rtxCount == 0 || (psn == trigger && IsLatest(r, pdu.rtx)));
        progress = true;
    };

    const RdmaPsnSeq first = m_to.board.GetFirst();
    for (RdmaPsnSeq psn = first; psn <= cack; ++psn)
    {
        if (m_to.board.At(psn).state != MrcTxState::ACKED)
        {
            acknowledge(psn);
        }
    }
    if (cack >= first)
    {
        m_to.board.Advance(cack + 1);
        m_to.detector.ResetRetries();
    }

    // The window may have moved beyond the base of an old SACK.
    const RdmaPsnSeq oldBase = cack + sack.sackOffset;
    const RdmaPsnSeq base = std::max(oldBase, m_to.board.GetFirst());
    const RdmaPsnSeq end = m_to.board.GetEnd();
    if (sack.bitmap != 0 && base < end && base < oldBase + MrcSackCoverage::BITS)
    {
        uint64_t news = (sack.bitmap >> (base - oldBase)) & m_to.board.GetUnacked(base);
        for (; news != 0; news &= news - 1)
        {
            const RdmaPsnSeq psn = base + __builtin_ctzll(news);
            if (psn >= end)
            {
                break;
            }
            acknowledge(psn);
        }
    }
    if (trigger >= m_to.board.GetFirst() && trigger < end &&
        m_to.board.At(trigger).state != MrcTxState::ACKED)
    {
        acknowledge(trigger);
    }
    return progress;
}

void
MrcFeedbackReader::Acknowledge(RdmaPsnSeq psn, bool latest)
{
    const MrcTxRecord& r = m_to.board.At(psn);
    if (r.state == MrcTxState::LOST)
    {
        m_to.controller->OnLateAck(r.nominalBytes);
    }
    else if (latest)
    {
        m_to.detector.OnArrived(m_to.board, r);
    }
    m_to.board.OnAcked(psn);
}

void
MrcFeedbackReader::UpdateCoverage(const MrcSackPdu& sack, RdmaPsnSeq cack)
{
    const RdmaPsnSeq arrived = cack + sack.oooCount;
    if (arrived >= m_coverage.arrived)
    {
        m_coverage.arrived = arrived;
        m_coverage.cack = cack;
        m_coverage.base = cack + sack.sackOffset;
    }
    // Packets reported by older SACKs had arrived before the newest one was sent.
    m_coverage.all = m_to.board.GetFirst() - 1 + m_to.board.GetAcked() >= m_coverage.arrived;
}

void
MrcFeedbackReader::ReportSack(RdmaTick now, const MrcSackPdu& sack, MrcAckInfo ack)
{
    // An old SACK brings no new bytes.
    const uint32_t news = (sack.rcvdBytes - m_lastRcvdBytes) & RDMA_PSN_MASK;
    if (news < RDMA_PSN_MODULUS / 2)
    {
        ack.newBytes = news * MRC_RCVD_UNIT_BYTES;
        m_lastRcvdBytes = sack.rcvdBytes;
    }
    ack.ecn = sack.m == MrcEvVerdict::SKIP_ONCE;
    ack.penalty = sack.rcvCwndPen;
    ack.restore = sack.restoreCwnd;
    m_to.counters.ecnEchoes += ack.ecn ? 1 : 0;
    m_to.controller->OnAck(now, ack);
    RefreshPath();
}

// NACKs.

std::optional<RdmaPsnSeq>
MrcFeedbackReader::OnNack(RdmaTick now, const MrcNackPdu& nack, bool resend)
{
    const bool trim = IsTrim(nack.reason);
    m_to.counters.trimsReceived += trim ? 1 : 0;
    m_to.selector->OnNack(now, nack.entropy, nack.reason);
    const RdmaPsnSeq psn = WidenRdmaPsn(nack.nackPsn, m_to.board.GetFirst());
    if (psn < m_to.board.GetFirst() || psn >= m_to.board.GetEnd())
    {
        return std::nullopt;
    }
    const MrcTxRecord& r = m_to.board.At(psn);
    m_to.queue.GetStats(r.message).trims += trim ? 1 : 0;
    if (r.state != MrcTxState::OUTSTANDING || r.entropy != nack.entropy)
    {
        return std::nullopt; // about an earlier transmission that was already given up
    }
    std::optional<RdmaTick> rtt;
    if (m_timestamps)
    {
        rtt = ReadEcho(now, nack.txTimestamp, r.sendTime);
    }
    else if (r.rtxCount == 0)
    {
        rtt = now - r.sendTime;
    }
    if (trim && !r.doubted)
    {
        m_to.detector.OnTrim(now - r.sendTime);
    }
    m_to.board.OnLost(psn, resend, RdmaResend::REJECTED);
    m_to.controller->OnNack(now, nack.reason, r.nominalBytes, rtt);
    RefreshPath();
    return psn;
}

void
MrcFeedbackReader::RefreshPath()
{
    const RdmaTick baseRtt = m_to.controller->GetBaseRtt();
    if (baseRtt != m_baseRtt)
    {
        m_baseRtt = baseRtt;
        m_to.detector.SetPath(baseRtt, m_to.controller->GetTargetDelay());
    }
    if (m_to.detector.IsWindowWanted())
    {
        m_to.detector.SetWindow(m_to.controller->GetCwndBytes(),
                                m_to.controller->GetMaxCwndBytes());
    }
}

} // namespace ns3
