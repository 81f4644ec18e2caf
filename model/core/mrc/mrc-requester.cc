/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requester.h"

#include "ns3/log.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcRequester");

MrcRequester::MrcRequester(const MrcQpConfig& config,
                           MrcEvTable& table,
                           Ptr<MrcPathSelector> selector,
                           Ptr<MrcCongestionControl> controller,
                           RdmaCounters& counters,
                           RdmaRingQueue<RdmaEvent>& events)
    : m_table(table),
      m_selector(selector),
      m_controller(controller),
      m_counters(counters),
      m_events(events),
      m_peerQpn(config.peerQpn),
      m_window(config.windowPackets),
      m_maxWindow(config.limits.maxMpr * MRC_MPR_UNIT_PACKETS),
      m_sackThresholdBytes(config.sackThresholdBytes),
      m_nominalMtuBytes(MrcNominalBytes(config.pathMtuBytes, config.timestamps)),
      m_timestamps(config.timestamps),
      m_trimmable(config.peerTrimNack),
      m_transportAck(config.transportAck),
      m_dynamicMpr(config.dynamicMpr),
      m_queue(config.sqPsn, config.pathMtuBytes, config.maxWimm),
      m_board(config.sqPsn, config.windowPackets),
      m_detector(config, table.GetProbeMinTimeout()),
      m_feedback({m_board, m_detector, m_queue, selector, controller, counters}, config),
      m_probes(config.peerQpn, m_board, m_detector, table, selector),
      m_trimSchedule(config.trimSchedule),
      m_askOnceFromBytes(config.askOnce ? config.askOnceFrom * config.sackThresholdBytes
                                        : UINT32_MAX),
      m_silenceRtts(config.ackSilenceRtts),
      m_confirmed(m_transportAck ? 0 : UINT64_MAX)
{
    m_table.Rest(); // nothing is posted yet
}

void
MrcRequester::PostSend(RdmaTick now, const RdmaWorkRequest& wr)
{
    if (!IsBusy())
    {
        m_table.Resume(now);
    }
    m_queue.Post(wr);
    m_counters.bytesPosted += wr.bytes;
}

// Receiving.

void
MrcRequester::OnSack(RdmaTick now, const RdmaPdu& pdu)
{
    const MrcSackPdu& sack = pdu.sack;
    const RdmaPsnSeq cack = WidenRdmaPsn(sack.cackPsn, m_board.GetFirst() - 1);
    if (cack >= m_board.GetEnd())
    {
        return;
    }
    m_lastFeedback = now;
    if (m_dynamicMpr)
    {
        ReadMpr(sack, cack);
    }
    std::optional<RdmaTick> probeRtt;
    if (sack.probe)
    {
        probeRtt = m_probes.OnAnswer(now, sack);
    }
    if (m_feedback.OnSack(now, pdu, cack, probeRtt, m_lost))
    {
        m_probes.RestartTail(now, [this] { return MayAsk(); });
        RestIfDone();
    }
    if (!m_lost.empty())
    {
        DeclareLost(now, RdmaResend::GAP);
    }
    if (m_queue.HasWimms())
    {
        m_queue.ReleaseWimms(m_board.GetFirst(), m_confirmed);
    }
}

void
MrcRequester::ReadMpr(const MrcSackPdu& sack, RdmaPsnSeq cack)
{
    // SACKs overtake each other: an old one must not overwrite the MPR of a newer one.
    const uint32_t news = (sack.rcvdBytes - m_mprRcvdBytes) & RDMA_PSN_MASK;
    if (sack.mpr == 0 || cack + 1 < m_board.GetFirst() || news >= RDMA_PSN_MODULUS / 2)
    {
        return;
    }
    m_mprRcvdBytes = sack.rcvdBytes;
    m_permittedEnd = GetWindowEnd();
    NS_LOG_LOGIC("QP to " << m_peerQpn << ": MPR " << sack.mpr);
    m_window = std::min(sack.mpr * MRC_MPR_UNIT_PACKETS, m_maxWindow);
}

void
MrcRequester::OnTransportAck(RdmaTick now, const RdmaPdu& pdu)
{
    if (pdu.ack.syndrome != RDMA_SYNDROME_ACK)
    {
        Fail(RdmaCompletion::Status::REMOTE_OPERATION_ERROR, RdmaFault::REMOTE_OPERATION_ERROR);
        return;
    }
    if (!m_transportAck)
    {
        return;
    }
    // The MSN has the width of a PSN.
    const RdmaPsnSeq messages = WidenRdmaPsn(pdu.ack.msn, static_cast<RdmaPsnSeq>(m_confirmed));
    if (messages <= static_cast<RdmaPsnSeq>(m_confirmed) ||
        messages > static_cast<RdmaPsnSeq>(m_queue.GetEndMessage()))
    {
        return;
    }
    m_confirmed = static_cast<uint64_t>(messages);
    m_lastFeedback = now;
    m_detector.ResetRetries();
    m_queue.ReleaseWimms(m_board.GetFirst(), m_confirmed);
    RestIfDone();
}

void
MrcRequester::OnNack(RdmaTick now, const RdmaPdu& pdu)
{
    const MrcNackPdu& nack = pdu.nack;
    ++m_counters.nacksReceived;
    if (nack.reason == MrcNackReason::UNEXP_EVENT)
    {
        Fail(RdmaCompletion::Status::REMOTE_OPERATION_ERROR, RdmaFault::REMOTE_OPERATION_ERROR);
        return;
    }
    const RdmaTick pause = m_feedback.GetBaseRtt();
    const bool trim = IsTrim(nack.reason);
    const bool held = trim && m_trimSchedule && nack.hold != 0;
    const std::optional<RdmaPsnSeq> rejected = m_feedback.OnNack(now, nack, trim && !held);
    if (!rejected.has_value())
    {
        return;
    }
    NS_LOG_INFO("QP to " << m_peerQpn << ": NACK of PSN " << *rejected << ", reason "
                         << static_cast<uint32_t>(nack.reason));
    if (held)
    {
        Hold(now, *rejected, MrcTrimSchedule::Decode(nack.hold));
    }
    else if (!trim)
    {
        Delay({now + pause, *rejected});
    }
    m_probes.UpdateOthers([this] { return MayAsk(); });
    if (*rejected == m_board.GetFirst() && !trim)
    {
        m_detector.CountRetry(now);
        CheckRetries();
    }
}

void
MrcRequester::Delay(const Delayed& delayed)
{
    m_delayed.push_back(delayed);
    std::push_heap(m_delayed.begin(), m_delayed.end());
}

void
MrcRequester::Hold(RdmaTick now, RdmaPsnSeq psn, RdmaTick hold)
{
    Delay({now + hold, psn, true});
    ++m_held;
}

// Losses.

void
MrcRequester::DeclareLost(RdmaTick now, RdmaResend why)
{
    for (const RdmaPsnSeq psn : m_lost)
    {
        const MrcTxRecord& r = m_board.At(psn);
        if (r.state != MrcTxState::OUTSTANDING)
        {
            continue; // found by two rules
        }
        NS_LOG_INFO("QP to " << m_peerQpn << ": PSN " << psn << " is lost on EV " << r.entropy
                             << (why == RdmaResend::PORT_DOWN ? ", its port is down" : ""));
        m_board.OnLost(psn, true, why);
        m_controller->OnInferredLoss(now, r.nominalBytes);
        if (why != RdmaResend::PORT_DOWN)
        {
            ReportLoss(psn, r);
            m_selector->OnLoss(now, r.entropy);
        }
    }
    m_lost.clear();
}

void
MrcRequester::ReportLoss(RdmaPsnSeq psn, const MrcTxRecord& r)
{
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::LOST;
    event.port = r.port;
    event.entropy = r.entropy;
    event.detail = ToWireRdmaPsn(psn);
    m_events.Push(event);
}

void
MrcRequester::OnPortDown(RdmaTick now, uint8_t port)
{
    for (const MrcTxRecord* r = m_board.GetOldest(); r != nullptr; r = m_board.GetNewer(*r))
    {
        if (r->port == port)
        {
            m_lost.push_back(m_board.GetPsn(*r));
        }
    }
    DeclareLost(now, RdmaResend::PORT_DOWN);
}

void
MrcRequester::ReleaseDelayed(RdmaTick now)
{
    for (; !m_delayed.empty() && m_delayed.front().due <= now; m_delayed.pop_back())
    {
        std::pop_heap(m_delayed.begin(), m_delayed.end());
        const RdmaPsnSeq psn = m_delayed.back().psn;
        m_held -= m_delayed.back().held ? 1 : 0;
        if (psn >= m_board.GetFirst() && m_board.At(psn).state == MrcTxState::LOST)
        {
            m_board.OfferRetransmission(psn);
        }
    }
}

void
MrcRequester::OnTimeout(RdmaTick now)
{
    ReleaseDelayed(now);
    if (m_detector.GetGraceEnd() <= now)
    {
        m_feedback.Review(now, m_lost);
        DeclareLost(now, RdmaResend::GAP);
    }
    OnAckTimer(now);
    m_probes.OnTimeout(now);
}

RdmaTick
MrcRequester::GetAckDeadline() const
{
    if (const MrcTxRecord* oldest = m_board.GetOldest())
    {
        const RdmaTick timer = m_detector.GetTimerDeadline(m_board);
        if (!m_detector.IsTrimming() || timer.IsMax())
        {
            return timer;
        }
        // The timer follows the delay of trim reports, also downwards: a packet that expires
        // therefore is probed for first.
        constexpr int64_t MOST = 4;
        const RdmaTick last = oldest->sendTime + (timer - oldest->sendTime) * MOST;
        return std::max(timer, std::min(m_probes.GetTailHope(), last));
    }
    if (IsBlocked())
    {
        return m_blockedSince + m_detector.GetRto();
    }
    return IsConfirmationMissing()
               ? std::max(m_lastFeedback, m_confirmationSought) + m_detector.GetRto()
               : RdmaTick::Max();
}

void
MrcRequester::OnAckTimer(RdmaTick now)
{
    if (GetAckDeadline() > now)
    {
        return;
    }
    if (const MrcTxRecord* oldest = m_board.GetOldest())
    {
        const RdmaPsnSeq psn = m_board.GetPsn(*oldest);
        if (m_detector.OnTimer(now, m_board, m_lost))
        {
            CountTimeout(psn);
        }
        DeclareLost(now, RdmaResend::TIMEOUT);
        if (!m_blockedSince.IsMax())
        {
            m_blockedSince = now; // packets in flight count as lost only now
        }
    }
    else
    {
        if (IsBlocked())
        {
            m_blockedSince = now;
        }
        else
        {
            m_confirmationSought = now;
            m_probes.Ask();
        }
        m_detector.CountRetry(now);
        CountTimeout(m_board.GetFirst());
    }
    CheckRetries();
}

void
MrcRequester::CountTimeout(RdmaPsnSeq psn)
{
    NS_LOG_INFO("QP to " << m_peerQpn << ": time-out of PSN " << psn << ", "
                         << m_detector.GetRetries() << " in a row");
    ++m_counters.timeouts;
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::TIMEOUT;
    event.detail = ToWireRdmaPsn(psn);
    if (psn < m_board.GetEnd())
    {
        const MrcTxRecord& r = m_board.At(psn);
        ++m_queue.GetStats(r.message).timeouts;
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
        Fail(RdmaCompletion::Status::RETRY_EXCEEDED, RdmaFault::RETRY_EXCEEDED);
    }
}

void
MrcRequester::Fail(RdmaCompletion::Status cause, RdmaFault fault)
{
    NS_LOG_WARN("QP to " << m_peerQpn << " fails after " << m_detector.GetRetries()
                         << " time-outs in a row");
    m_error = true;
    m_cause = cause;
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::QP_ERROR;
    event.fault = fault;
    event.detail = m_detector.GetRetries();
    m_events.Push(event);
}

void
MrcRequester::Abort()
{
    m_error = true;
    // No answers are expected any more, and other QPs may share the window.
    while (const MrcTxRecord* r = m_board.GetOldest())
    {
        m_controller->OnNack(RdmaTick(), MrcNackReason::UNEXP_EVENT, r->nominalBytes, std::nullopt);
        m_board.OnLost(m_board.GetPsn(*r), false);
    }
}

bool
MrcRequester::PollFlushed(RdmaCompletion& completion)
{
    return m_queue.PollCompletion(m_board.GetFirst(), m_confirmed, completion) ||
           m_queue.PollFlushed(m_cause, completion);
}

MrcSchedulerState
MrcRequester::GetSchedulerState() const
{
    const bool rtx = m_board.HasRetransmission();
    const bool fresh = m_board.GetEnd() != m_queue.GetEnd();
    const auto window = static_cast<uint32_t>(m_board.GetEnd() - m_board.GetFirst());
    const bool lost = window != m_board.GetAcked() + m_board.GetOutstanding();
    if (m_error || (!fresh && !lost))
    {
        const bool flight = !m_error && m_board.GetOutstanding() != 0;
        return flight ? MrcSchedulerState::PENDING : MrcSchedulerState::IDLE;
    }
    return HasNext(rtx) && IsWindowOpen(rtx) ? MrcSchedulerState::READY : MrcSchedulerState::ACTIVE;
}

// Sending.

RdmaPoll
MrcRequester::PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    const bool probeDue = m_probes.IsDue(now);
    if (probeDue && m_probes.Poll(now, readyPorts, tx))
    {
        ++m_counters.probesSent;
        return RdmaPoll::PDU;
    }
    const bool rtx = m_board.HasRetransmission();
    if (!HasNext(rtx) || !IsWindowOpen(rtx))
    {
        m_blockedSince = RdmaTick::Max();
        return probeDue && IsPortBusy(readyPorts) ? RdmaPoll::NO_PORT : RdmaPoll::NOTHING;
    }
    const std::optional<MrcPath> path =
        rtx ? SelectOther(now, readyPorts, m_board.At(m_board.GetRetransmission()))
            : m_selector->GetSendParams(now, readyPorts);
    if (!path.has_value())
    {
        return OnNoPath(now, readyPorts);
    }
    if (m_board.GetOutstanding() == 0)
    {
        m_lastFeedback = now; // until now there was nothing to report
        m_probes.RestartTail(now, [this] { return MayAsk(); });
    }
    m_blockedSince = RdmaTick::Max();
    tx.entropy = path->ev;
    tx.port = path->port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
    tx.trimmable = m_trimmable;
    const RdmaPsnSeq psn = rtx ? m_board.GetRetransmission() : TakeNewPacket();
    tx.resend = rtx ? static_cast<RdmaResend>(m_board.At(psn).resend) : RdmaResend::NONE;
    m_board.OnSend(psn, now, tx.entropy, tx.port, rtx);
    m_controller->OnSend(m_board.At(psn).nominalBytes);
    MakeWrite(now, psn, rtx, tx.pdu);
    return RdmaPoll::PDU;
}

std::optional<MrcPath>
MrcRequester::SelectOther(RdmaTick now, uint32_t readyPorts, const MrcTxRecord& r)
{
    // Probes also take turns, and avoid the plane of the oldest packet: with two planes it would
    // always be the turn of the packet's own plane, even a dead one, when this packet is sent.
    const uint32_t others = readyPorts & m_table.GetOpenPlanes() & ~(1U << r.port);
    if (r.ambiguous && others != 0)
    {
        if (const auto path = m_selector->GetOtherSendParams(now, others, r.entropy))
        {
            return path;
        }
    }
    return m_selector->GetOtherSendParams(now, readyPorts, r.entropy);
}

RdmaPsnSeq
MrcRequester::TakeNewPacket()
{
    const RdmaPsnSeq psn = m_board.GetEnd();
    const MrcSendQueue::Packet packet = m_queue.Take(psn);
    return m_board.Append(packet.message,
                          MrcNominalBytes(packet.payloadBytes, m_timestamps, packet.immediate));
}

void
MrcRequester::MakeWrite(RdmaTick now, RdmaPsnSeq psn, bool rtx, RdmaPdu& pdu)
{
    const MrcTxRecord& r = m_board.At(psn);
    RdmaMessageStats& stats = m_queue.GetStats(r.message);
    ++stats.packets;
    ++m_counters.dataPackets;
    if (rtx)
    {
        ++stats.retransmits;
        ++m_counters.retransmits;
    }
    pdu.destQpn = m_peerQpn;
    pdu.psn = ToWireRdmaPsn(psn);
    pdu.ackRequest = rtx || IsAckWanted(now, psn);
    if (pdu.ackRequest)
    {
        m_lastFeedback = now;
        m_probes.OnAckAsked(now, psn);
    }
    pdu.rtx = rtx;
    pdu.timestamp = m_timestamps;
    pdu.selective = false;
    if (m_timestamps)
    {
        pdu.write.txTimestamp = MrcTimestamp(now);
    }
    m_queue.Fill(r.message, psn, pdu);
}

bool
MrcRequester::IsAckWanted(RdmaTick now, RdmaPsnSeq psn)
{
    if (now - m_lastFeedback >= m_feedback.GetBaseRtt() * m_silenceRtts)
    {
        return true; // a slow QP would otherwise wait long for the SACK threshold
    }
    const RdmaPsnSeq end = m_board.GetEnd();
    if (end == m_queue.GetSendEnd() || end >= GetWindowEnd())
    {
        return true;
    }
    const auto cwnd = static_cast<int64_t>(m_controller->GetCwndBytes());
    if (cwnd < m_sackThresholdBytes)
    {
        return true;
    }
    if (cwnd >= m_controller->GetInflightBytes() + m_nominalMtuBytes ||
        (cwnd >= m_askOnceFromBytes && m_board.IsOutstanding(m_askedBy)))
    {
        return false;
    }
    m_askedBy = psn;
    return true;
}

RdmaPoll
MrcRequester::OnNoPath(RdmaTick now, uint32_t readyPorts)
{
    if (IsPortBusy(readyPorts))
    {
        return RdmaPoll::NO_PORT;
    }
    if (m_blockedSince.IsMax())
    {
        NS_LOG_INFO("QP to " << m_peerQpn << " has no path: open planes " << m_table.GetOpenPlanes()
                             << " (bits)");
        m_blockedSince = now;
    }
    return RdmaPoll::NOTHING;
}

RdmaTick
MrcRequester::NextWakeup() const
{
    RdmaTick next = std::min(GetAckDeadline(), m_probes.NextWakeup());
    next = std::min(next, m_detector.GetGraceEnd());
    if (!m_delayed.empty())
    {
        next = std::min(next, m_delayed.front().due);
    }
    return next;
}

// Readable text.

std::string
MrcRequester::Describe(RdmaTick now) const
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
    os << "PSNs " << m_board.GetFirst() << ".." << m_queue.GetEnd() - 1
       << " not acknowledged, next new " << m_board.GetEnd() << "; " << m_board.GetOutstanding()
       << " outstanding";
    const MrcTxRecord* oldest = m_board.GetOldest();
    if (oldest != nullptr)
    {
        os << " (oldest PSN " << m_board.GetPsn(*oldest) << ", EV 0x" << std::hex << oldest->entropy
           << std::dec << ", plane " << static_cast<uint32_t>(oldest->port) << ", sent "
           << (now - oldest->sendTime).GetNs() / 1e3 << " us ago)";
    }
    os << ", " << m_board.GetRetransmissions() << " to send again; cwnd "
       << m_controller->GetCwndBytes() << " B, in flight "
       << std::max<int64_t>(m_controller->GetInflightBytes(), 0) // counted in steps of 256 B
       << " B; " << m_detector.GetRetries() << " time-outs in a row; waits for ";
    DescribeWait(os);
    return os.str();
}

void
MrcRequester::DescribeWait(std::ostream& os) const
{
    const bool rtx = m_board.HasRetransmission();
    const bool hasNext = HasNext(rtx);
    if (hasNext && !IsWindowOpen(rtx))
    {
        os << "the congestion window";
    }
    else if (IsBlocked())
    {
        os << "a path: planes up 0x" << std::hex << m_table.GetUpPlanes() << ", open 0x"
           << m_table.GetOpenPlanes() << std::dec;
    }
    else if (hasNext)
    {
        os << "a NIC port";
    }
    else if (!m_delayed.empty())
    {
        os << "the pause after a NACK";
    }
    else if (m_board.GetEnd() != m_queue.GetSendEnd())
    {
        os << "the PSN window";
    }
    else if (m_board.GetEnd() != m_queue.GetEnd())
    {
        os << "WriteImms to complete";
    }
    else if (IsConfirmationMissing())
    {
        os << "a Transport ACK";
    }
    else
    {
        os << "SACKs";
    }
}

} // namespace ns3
