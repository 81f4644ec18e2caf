/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requester.h"

#include "mrc-ev.h"

#include "ns3/assert.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// Unit of rcvd_bytes (MRC 1.0, 2.8), B.
constexpr uint64_t RCVD_UNIT_BYTES = 256;
/// PSNs in one SACK bitmap.
constexpr int32_t SACK_BITS = 64;
/// Unit of timestamps (MRC 1.0, 2.6).
constexpr Tick TIMESTAMP_UNIT = Tick::Ns(128);

/**
 * @param psn PSN of a packet
 * @param first PSN of its message's first packet
 * @param end PSN after its message's last packet
 * @return its opcode
 */
RdmaOpcode
GetOpcode(PsnSeq psn, PsnSeq first, PsnSeq end)
{
    if (psn + 1 == end)
    {
        return psn == first ? RdmaOpcode::MRC_WRITE_ONLY : RdmaOpcode::MRC_WRITE_LAST;
    }
    return psn == first ? RdmaOpcode::MRC_WRITE_FIRST : RdmaOpcode::MRC_WRITE_MIDDLE;
}

/**
 * @param reason code of a NACK
 * @return true if it reports a trim
 */
bool
IsTrim(MrcNackReason reason)
{
    return reason == MrcNackReason::TRIMMED || reason == MrcNackReason::TRIMMED_LASTHOP;
}

} // namespace

MrcRequester::MrcRequester(const MrcQpConfig& config,
                           MrcEvTable& table,
                           Ptr<MrcPathSelector> selector,
                           Ptr<MrcCongestionControl> controller,
                           RdmaCounters& counters)
    : m_table(table),
      m_selector(selector),
      m_controller(controller),
      m_counters(counters),
      m_peerQpn(config.peerQpn),
      m_pathMtuBytes(config.pathMtuBytes),
      m_window(config.windowPackets),
      m_sackThresholdBytes(config.sackThresholdBytes),
      m_nominalMtuBytes(MrcNominalBytes(config.pathMtuBytes)),
      m_board(config.sqPsn, config.windowPackets),
      m_detector(config),
      m_postedEnd(config.sqPsn)
{
    RefreshPath();
}

void
MrcRequester::PostSend(const RdmaWorkRequest& wr)
{
    NS_ASSERT_MSG(wr.bytes >= 1, "a message of " << wr.bytes << " B");
    Message message;
    message.firstPsn = m_postedEnd;
    message.endPsn =
        m_postedEnd + static_cast<PsnSeq>((wr.bytes + m_pathMtuBytes - 1) / m_pathMtuBytes);
    message.bytes = wr.bytes;
    message.remoteVa = wr.remoteVa;
    message.rkey = wr.rkey;
    m_messages.Push(message);
    m_postedEnd = message.endPsn;
    m_counters.bytesPosted += wr.bytes;
}

// Receiving.

void
MrcRequester::OnSack(Tick now, const RdmaPdu& pdu)
{
    const MrcSackPdu& sack = pdu.sack;
    const PsnSeq cack = WidenPsn(sack.cackPsn, m_board.GetFirst() - 1);
    if (m_error || cack >= m_board.GetEnd())
    {
        return;
    }
    m_lastFeedback = now;
    std::optional<Tick> rtt;
    if (sack.probe)
    {
        rtt = OnProbeAnswer(now, sack);
    }
    else
    {
        const PsnSeq trigger = cack + sack.ackPsnOffset;
        const MrcTxRecord* r = m_board.FindRecent(trigger);
        if (r != nullptr && IsLatest(*r, pdu.rtx))
        {
            rtt = now - r->sendTime;
        }
        if (sack.m == MrcEvVerdict::SKIP_ONCE && r != nullptr && trigger >= m_board.GetFirst())
        {
            ++GetMessage(*r).stats.ecnMarks;
        }
        m_selector->OnSack(now, sack.entropy, sack.m);
    }
    if (AcknowledgeAll(pdu, cack))
    {
        RestartTail(now);
    }
    ReportSack(now, sack, rtt);
    m_detector.Detect(m_board, GetReportedEnd(sack, cack), m_lost);
    if (!m_lost.empty())
    {
        DeclareLost(now, true);
    }
}

bool
MrcRequester::AcknowledgeAll(const RdmaPdu& pdu, PsnSeq cack)
{
    const MrcSackPdu& sack = pdu.sack;
    const PsnSeq trigger = sack.probe ? -1 : cack + sack.ackPsnOffset;
    bool progress = false;
    const auto acknowledge = [&](PsnSeq psn) {
        const MrcTxRecord& r = m_board.At(psn);
        Acknowledge(psn, r.rtxCount == 0 || (psn == trigger && IsLatest(r, pdu.rtx)));
        progress = true;
    };

    const PsnSeq first = m_board.GetFirst();
    for (PsnSeq psn = first; psn <= cack; ++psn)
    {
        if (m_board.At(psn).state != MrcTxState::ACKED)
        {
            acknowledge(psn);
        }
    }
    if (cack >= first)
    {
        m_board.Advance(cack + 1);
        m_detector.ResetRetries();
    }

    // The window may have moved beyond the base of an old SACK.
    const PsnSeq oldBase = cack + sack.sackOffset;
    const PsnSeq base = std::max(oldBase, m_board.GetFirst());
    const PsnSeq end = m_board.GetEnd();
    if (sack.bitmap != 0 && base < end && base < oldBase + SACK_BITS)
    {
        uint64_t news = (sack.bitmap >> (base - oldBase)) & m_board.GetUnacked(base);
        for (; news != 0; news &= news - 1)
        {
            const PsnSeq psn = base + __builtin_ctzll(news);
            if (psn >= end)
            {
                break;
            }
            acknowledge(psn);
        }
    }
    if (trigger >= m_board.GetFirst() && trigger < end &&
        m_board.At(trigger).state != MrcTxState::ACKED)
    {
        acknowledge(trigger);
    }
    return progress;
}

void
MrcRequester::Acknowledge(PsnSeq psn, bool latest)
{
    const MrcTxRecord& r = m_board.At(psn);
    if (r.state == MrcTxState::LOST)
    {
        m_controller->OnLateAck(r.nominalBytes);
    }
    else if (latest)
    {
        m_detector.OnArrived(m_board, r);
    }
    m_board.OnAcked(psn);
}

PsnSeq
MrcRequester::GetReportedEnd(const MrcSackPdu& sack, PsnSeq cack) const
{
    if (cack + 1 == m_board.GetFirst() && m_board.GetAcked() >= sack.oooCount)
    {
        return m_board.GetEnd();
    }
    return cack + sack.sackOffset + SACK_BITS;
}

void
MrcRequester::ReportSack(Tick now, const MrcSackPdu& sack, std::optional<Tick> rtt)
{
    MrcAckInfo ack;
    // An old SACK brings no new bytes.
    const uint32_t news = (sack.rcvdBytes - m_lastRcvdBytes) & PSN_MASK;
    if (news < PSN_MODULUS / 2)
    {
        ack.newBytes = news * RCVD_UNIT_BYTES;
        m_lastRcvdBytes = sack.rcvdBytes;
    }
    ack.ecn = sack.m == MrcEvVerdict::SKIP_ONCE;
    ack.rtt = rtt;
    ack.penalty = sack.rcvCwndPen;
    ack.restore = sack.restoreCwnd;
    m_counters.ecnEchoes += ack.ecn ? 1 : 0;
    m_controller->OnAck(now, ack);
    RefreshPath();
}

std::optional<Tick>
MrcRequester::OnProbeAnswer(Tick now, const MrcSackPdu& sack)
{
    const auto id = static_cast<uint16_t>(sack.ackPsnOffset);
    for (uint64_t n = m_probes.GetFirst(); n != m_probes.GetEnd(); ++n)
    {
        Probe& probe = m_probes.At(n);
        if (probe.id != id || probe.answered)
        {
            continue;
        }
        probe.answered = true;
        m_detector.OnProbeArrived(probe.lane, probe.order, probe.sendTime);
        m_table.OnProbeSuccess(now, probe.entropy, sack.m);
        RestartTail(now);
        return now - probe.sendTime;
    }
    return std::nullopt;
}

void
MrcRequester::OnNack(Tick now, const RdmaPdu& pdu)
{
    const MrcNackPdu& nack = pdu.nack;
    if (m_error)
    {
        return;
    }
    ++m_counters.nacksReceived;
    if (nack.reason == MrcNackReason::UNEXP_EVENT)
    {
        Fail();
        return;
    }
    m_counters.trimsReceived += IsTrim(nack.reason) ? 1 : 0;
    m_selector->OnNack(now, nack.entropy, nack.reason);
    const PsnSeq psn = WidenPsn(nack.nackPsn, m_board.GetFirst());
    if (psn < m_board.GetFirst() || psn >= m_board.GetEnd())
    {
        return;
    }
    const MrcTxRecord& r = m_board.At(psn);
    GetMessage(r).stats.trims += IsTrim(nack.reason) ? 1 : 0;
    // A NACK on another EV is about an earlier transmission that was given up already.
    if (r.state == MrcTxState::OUTSTANDING && r.entropy == nack.entropy)
    {
        RejectPacket(now, nack, psn);
    }
}

void
MrcRequester::RejectPacket(Tick now, const MrcNackPdu& nack, PsnSeq psn)
{
    const MrcTxRecord& r = m_board.At(psn);
    const bool trim = IsTrim(nack.reason);
    std::optional<Tick> rtt;
    if (r.rtxCount == 0)
    {
        rtt = now - r.sendTime;
    }
    m_board.OnLost(psn, trim);
    if (!trim)
    {
        m_delayed.Push({now + m_baseRtt, psn});
    }
    m_controller->OnNack(now, nack.reason, r.nominalBytes, rtt);
    RefreshPath();
    RestartTail(now);
    if (psn == m_board.GetFirst())
    {
        m_detector.CountRetry(now);
        CheckRetries();
    }
}

void
MrcRequester::RestartTail(Tick now)
{
    m_tailFrom = now;
    m_tailProbing = false;
    m_tailProbeDue = false;
}

void
MrcRequester::RefreshPath()
{
    const Tick baseRtt = m_controller->GetBaseRtt();
    if (baseRtt != m_baseRtt)
    {
        m_baseRtt = baseRtt;
        m_detector.SetPath(baseRtt, m_controller->GetTargetDelay());
    }
}

// Losses.

void
MrcRequester::DeclareLost(Tick now, bool pathFault)
{
    for (const PsnSeq psn : m_lost)
    {
        const MrcTxRecord& r = m_board.At(psn);
        if (r.state != MrcTxState::OUTSTANDING)
        {
            continue; // two rules found it
        }
        m_board.OnLost(psn, true);
        m_controller->OnInferredLoss(now, r.nominalBytes);
        if (pathFault)
        {
            m_selector->OnLoss(now, r.entropy);
        }
    }
    m_lost.clear();
}

void
MrcRequester::OnPortDown(Tick now, uint8_t port)
{
    for (const MrcTxRecord* r = m_board.GetOldest(); r != nullptr; r = m_board.GetNewer(*r))
    {
        if (r->port == port)
        {
            m_lost.push_back(m_board.GetPsn(*r));
        }
    }
    DeclareLost(now, false);
}

void
MrcRequester::ReleaseDelayed(Tick now)
{
    for (; !m_delayed.IsEmpty() && m_delayed.Front().due <= now; m_delayed.Pop())
    {
        const PsnSeq psn = m_delayed.Front().psn;
        if (psn >= m_board.GetFirst() && m_board.At(psn).state == MrcTxState::LOST)
        {
            m_board.OfferRetransmission(psn);
        }
    }
}

void
MrcRequester::OnTimeout(Tick now)
{
    if (m_error)
    {
        return;
    }
    ReleaseDelayed(now);
    OnAckTimer(now);
    if (GetTailDeadline() <= now)
    {
        m_tailProbeDue = true;
    }
    m_evProbeDue = m_table.NextProbe() <= now;
}

void
MrcRequester::OnAckTimer(Tick now)
{
    if (m_detector.GetTimerDeadline(m_board) <= now)
    {
        const PsnSeq oldest = m_board.GetPsn(*m_board.GetOldest());
        if (m_detector.OnTimer(now, m_board, m_lost))
        {
            CountTimeout(oldest);
        }
        DeclareLost(now, true);
    }
    else if (GetBlockedDeadline() <= now)
    {
        m_blockedSince = now;
        m_detector.CountRetry(now);
        CountTimeout(m_board.GetFirst());
    }
    CheckRetries();
}

void
MrcRequester::CountTimeout(PsnSeq psn)
{
    ++m_counters.timeouts;
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::TIMEOUT;
    event.detail = ToWirePsn(psn);
    if (psn < m_board.GetEnd())
    {
        const MrcTxRecord& r = m_board.At(psn);
        ++GetMessage(r).stats.timeouts;
        event.port = r.port;
        event.entropy = r.entropy;
    }
    m_events.Push(event);
}

void
MrcRequester::CheckRetries()
{
    if (m_detector.IsExhausted())
    {
        Fail();
    }
}

void
MrcRequester::Fail()
{
    m_error = true;
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::QP_ERROR;
    event.detail = m_detector.GetRetries();
    m_events.Push(event);
}

// Sending.

RdmaPoll
MrcRequester::PollTransmit(Tick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    if (m_error)
    {
        return RdmaPoll::NOTHING;
    }
    const bool probeDue = m_tailProbeDue || m_table.NextProbe() <= now;
    if (probeDue && PollProbe(now, readyPorts, tx))
    {
        return RdmaPoll::PDU;
    }
    const bool rtx = m_board.HasRetransmission();
    if ((!rtx && !HasNewData()) || !m_controller->CanSend())
    {
        return probeDue && IsPortBusy(readyPorts) ? RdmaPoll::NO_PORT : RdmaPoll::NOTHING;
    }
    const std::optional<uint32_t> ev =
        rtx ? SelectOther(now, readyPorts, m_board.At(m_board.GetRetransmission()).entropy)
            : m_selector->Select(now, readyPorts);
    if (!ev.has_value())
    {
        return OnNoPath(now, readyPorts);
    }
    if (m_board.GetOutstanding() == 0)
    {
        RestartTail(now);
    }
    m_blockedSince = Tick::Max();
    tx.entropy = *ev;
    tx.port = static_cast<uint8_t>(MrcEv::Plane(*ev));
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
    const PsnSeq psn = rtx ? m_board.GetRetransmission() : TakeNewPacket();
    m_board.OnSend(psn, now, tx.entropy, tx.port, rtx);
    m_controller->OnSend(m_board.At(psn).nominalBytes);
    MakeWrite(now, psn, rtx, tx.pdu);
    return RdmaPoll::PDU;
}

PsnSeq
MrcRequester::TakeNewPacket()
{
    const Message& message = m_messages.At(m_sending);
    const uint32_t payload = GetPayload(message, m_board.GetEnd());
    const PsnSeq psn = m_board.Append(m_sending, MrcNominalBytes(payload));
    if (psn + 1 == message.endPsn)
    {
        ++m_sending;
    }
    return psn;
}

uint32_t
MrcRequester::GetPayload(const Message& message, PsnSeq psn) const
{
    if (psn + 1 < message.endPsn)
    {
        return m_pathMtuBytes;
    }
    return static_cast<uint32_t>(message.bytes -
                                 static_cast<uint64_t>(psn - message.firstPsn) * m_pathMtuBytes);
}

void
MrcRequester::MakeWrite(Tick now, PsnSeq psn, bool rtx, RdmaPdu& pdu)
{
    const MrcTxRecord& r = m_board.At(psn);
    Message& message = GetMessage(r);
    ++message.stats.packets;
    ++m_counters.dataPackets;
    if (rtx)
    {
        ++message.stats.retransmits;
        ++m_counters.retransmits;
    }
    pdu.destQpn = m_peerQpn;
    pdu.psn = ToWirePsn(psn);
    pdu.opcode = GetOpcode(psn, message.firstPsn, message.endPsn);
    pdu.ackRequest = rtx || IsAckWanted(now);
    if (pdu.ackRequest)
    {
        m_lastFeedback = now;
    }
    pdu.rtx = rtx;
    RdmaWritePdu& write = pdu.write;
    write.va = message.remoteVa + static_cast<uint64_t>(psn - message.firstPsn) * m_pathMtuBytes;
    write.rkey = message.rkey;
    write.payloadBytes = GetPayload(message, psn);
    write.dmaLength = write.payloadBytes;
    write.msn = static_cast<uint16_t>(r.message);
    write.rqmsn = 0;
}

bool
MrcRequester::IsAckWanted(Tick now) const
{
    if (now - m_lastFeedback >= m_controller->GetBaseRtt())
    {
        return true; // a slow QP would otherwise wait long for the SACK threshold
    }
    const PsnSeq end = m_board.GetEnd();
    if ((end == m_postedEnd && !m_board.HasRetransmission()) ||
        end == m_board.GetFirst() + m_window)
    {
        return true;
    }
    const auto cwnd = static_cast<int64_t>(m_controller->GetCwndBytes());
    return cwnd < m_sackThresholdBytes ||
           cwnd - m_controller->GetInflightBytes() < m_nominalMtuBytes;
}

std::optional<uint32_t>
MrcRequester::SelectOther(Tick now, uint32_t readyPorts, uint32_t avoid)
{
    const std::optional<uint32_t> ev = m_selector->Select(now, readyPorts);
    if (ev != avoid)
    {
        return ev;
    }
    const std::optional<uint32_t> other = m_selector->Select(now, readyPorts);
    return other.has_value() ? other : ev;
}

RdmaPoll
MrcRequester::OnNoPath(Tick now, uint32_t readyPorts)
{
    if (IsPortBusy(readyPorts))
    {
        return RdmaPoll::NO_PORT;
    }
    if (m_blockedSince.IsMax())
    {
        m_blockedSince = now;
    }
    return RdmaPoll::NOTHING;
}

bool
MrcRequester::PollProbe(Tick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    std::optional<uint32_t> ev;
    if (m_tailProbeDue)
    {
        ev = SelectForTailProbe(now, readyPorts);
        if (ev.has_value())
        {
            m_tailProbeDue = false;
            m_tailProbing = true;
            m_tailFrom = now;
        }
    }
    if (!ev.has_value() && m_table.NextProbe() <= now)
    {
        ev = m_table.PollProbe(now, readyPorts);
        m_evProbeDue = m_evProbeDue && m_table.NextProbe() <= now;
    }
    if (!ev.has_value())
    {
        return false;
    }
    MakeProbe(now, *ev, tx);
    return true;
}

std::optional<uint32_t>
MrcRequester::SelectForTailProbe(Tick now, uint32_t readyPorts)
{
    const MrcTxRecord* oldest = m_board.GetOldest();
    if (oldest == nullptr)
    {
        m_tailProbeDue = false;
        return std::nullopt;
    }
    const uint32_t others = m_table.GetOpenPlanes() & ~(1U << oldest->port);
    const std::optional<uint32_t> ev = SelectOther(now, readyPorts & others, oldest->entropy);
    if (ev.has_value() || (others & ~readyPorts) != 0)
    {
        return ev;
    }
    return SelectOther(now, readyPorts, oldest->entropy);
}

void
MrcRequester::MakeProbe(Tick now, uint32_t entropy, RdmaTxPdu& tx)
{
    while (!m_probes.IsEmpty() && (m_probes.Front().answered ||
                                   m_probes.Front().sendTime + m_detector.GetProbeTimeout() <= now))
    {
        m_probes.Pop();
    }
    NS_ASSERT_MSG(m_probes.GetSize() < UINT16_MAX, m_probes.GetSize() << " probes unanswered");
    Probe probe;
    probe.sendTime = now;
    probe.entropy = entropy;
    probe.order = m_board.TakeOrder();
    probe.lane = m_board.GetLane(entropy);
    probe.id = m_nextProbeId++;
    m_probes.Push(probe);
    ++m_counters.probesSent;

    tx.entropy = entropy;
    tx.port = static_cast<uint8_t>(MrcEv::Plane(entropy));
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
    tx.pdu.destQpn = m_peerQpn;
    tx.pdu.psn = 0;
    tx.pdu.opcode = RdmaOpcode::MRC_PROBE;
    tx.pdu.ackRequest = false;
    tx.pdu.rtx = false;
    tx.pdu.probe.probeId = probe.id;
    tx.pdu.probe.txTimestamp = static_cast<uint16_t>(now.GetPs() / TIMESTAMP_UNIT.GetPs());
}

bool
MrcRequester::PollCompletion(RdmaCompletion& completion)
{
    if (m_messages.IsEmpty())
    {
        return false;
    }
    const bool sent = m_messages.Front().endPsn <= m_board.GetFirst();
    if (!sent && !m_error)
    {
        return false;
    }
    completion.kind = sent ? RdmaCompletion::Kind::SENT : RdmaCompletion::Kind::FLUSHED;
    completion.message = m_messages.GetFirst();
    completion.stats = m_messages.Front().stats;
    m_messages.Pop();
    return true;
}

bool
MrcRequester::PollEvent(RdmaEvent& event)
{
    if (m_events.IsEmpty())
    {
        return false;
    }
    event = m_events.Front();
    m_events.Pop();
    return true;
}

// Time.

Tick
MrcRequester::GetTailDeadline() const
{
    if (m_tailProbeDue || m_board.GetOutstanding() == 0)
    {
        return Tick::Max();
    }
    return m_tailFrom + (m_tailProbing ? m_detector.GetProbeTimeout() : m_detector.GetTailDelay());
}

Tick
MrcRequester::GetBlockedDeadline() const
{
    if (m_blockedSince.IsMax() || m_board.GetOutstanding() != 0)
    {
        return Tick::Max();
    }
    return m_blockedSince + m_detector.GetRto();
}

Tick
MrcRequester::NextWakeup() const
{
    if (m_error)
    {
        return Tick::Max();
    }
    Tick next = std::min(m_detector.GetTimerDeadline(m_board), GetTailDeadline());
    next = std::min(next, GetBlockedDeadline());
    if (!m_delayed.IsEmpty())
    {
        next = std::min(next, m_delayed.Front().due);
    }
    return m_evProbeDue ? next : std::min(next, m_table.NextProbe());
}

std::string
MrcRequester::Describe(Tick now) const
{
    std::ostringstream os;
    if (m_error)
    {
        os << "ERROR after " << m_detector.GetRetries() << " time-outs in a row";
        return os.str();
    }
    if (!IsBusy())
    {
        return "idle";
    }
    os << "PSNs " << m_board.GetFirst() << ".." << m_postedEnd - 1 << " not acknowledged, next new "
       << m_board.GetEnd() << "; " << m_board.GetOutstanding() << " outstanding";
    const MrcTxRecord* oldest = m_board.GetOldest();
    if (oldest != nullptr)
    {
        os << " (oldest PSN " << m_board.GetPsn(*oldest) << ", EV 0x" << std::hex << oldest->entropy
           << std::dec << ", plane " << static_cast<uint32_t>(oldest->port) << ", sent "
           << (now - oldest->sendTime).GetNs() / 1e3 << " us ago)";
    }
    os << ", " << m_board.GetRetransmissions() << " to send again; cwnd "
       << m_controller->GetCwndBytes() << " B, in flight " << m_controller->GetInflightBytes()
       << " B; " << m_detector.GetRetries() << " time-outs in a row; waits for ";
    if (!m_controller->CanSend())
    {
        os << "the congestion window";
    }
    else if (!m_blockedSince.IsMax())
    {
        os << "a path: planes up 0x" << std::hex << m_table.GetUpPlanes() << ", open 0x"
           << m_table.GetOpenPlanes() << std::dec;
    }
    else if (m_board.HasRetransmission() || HasNewData())
    {
        os << "a NIC port";
    }
    else if (!m_delayed.IsEmpty())
    {
        os << "the pause after a NACK";
    }
    else if (m_board.GetEnd() != m_postedEnd)
    {
        os << "the PSN window";
    }
    else
    {
        os << "SACKs";
    }
    return os.str();
}

} // namespace ns3
