/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-requester.h"

#include "roce-request-packets.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iomanip>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RoceRequester");

namespace
{

/// A packet requests an ACK if the next one would leave at least the shortest time-out / this after
/// the last request. Otherwise the timer of a QP slowed down to a few packets per time-out would
/// expire before the responder has enough packets for an ACK.
constexpr int64_t ACK_REQUESTS_PER_TIMEOUT = 4;

} // namespace

RoceRequester::RoceRequester(const RoceQpConfig& config,
                             Ptr<RoceRateControl> control,
                             RdmaCounters& counters,
                             RoceRecovery& recovery)
    : m_config(config),
      m_counters(counters),
      m_control(control),
      m_una(config.sqPsn),
      m_next(m_una),
      m_sentEnd(m_una),
      m_end(m_una),
      m_ackedEnd(m_una),
      m_recovery(recovery),
      m_facts(recovery.GetFacts()),
      m_window(m_facts.windowPackets)
{
    m_control->Start(config.lineRateBps);
    ReadControl(m_now);
}

void
RoceRequester::Post(RdmaTick now, const RdmaWorkRequest& wr)
{
    NS_ABORT_MSG_IF((wr.bytes == 0 && !wr.hasImmediate) || wr.bytes > ROCE_MAX_MESSAGE_BYTES,
                    "RoCE message of " << wr.bytes << " B: 1 to " << ROCE_MAX_MESSAGE_BYTES
                                       << " B can be sent, and 0 B with immediate data");
    NS_ABORT_MSG_IF(m_facts.selective && wr.operation != RdmaOperation::WRITE,
                    "RoCE with selective repeat carries WRITEs only");
    m_now = now;
    RoceMessage message;
    message.first = m_end;
    message.packets = CountRdmaPackets(wr.bytes, m_config.pathMtuBytes);
    message.wr = wr;
    if (wr.operation == RdmaOperation::READ)
    {
        NS_ABORT_MSG_IF(
            wr.bytes > ROCE_MAX_READ_BYTES || message.packets > ROCE_MAX_OUTSTANDING / 2,
            "RoCE READ of " << wr.bytes << " B: 1 to " << ROCE_MAX_READ_BYTES << " B and "
                            << ROCE_MAX_OUTSTANDING / 2 << " packets can be read at once");
        NS_ABORT_MSG_IF(wr.hasImmediate, "RoCE READ with immediate data: a READ has none");
    }
    m_queue.Append(message);
    m_end = message.GetEnd();
    m_counters.bytesPosted += wr.bytes;
    if (!m_portUp && m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
}

void
RoceRequester::OnAck(RdmaTick now, const RdmaPdu& pdu)
{
    m_now = now;
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_una);
    const uint8_t syndrome = pdu.ack.syndrome;
    if (syndrome >> 5 == 0)
    {
        Acknowledge(now, psn + 1);
    }
    else if (syndrome == RDMA_SYNDROME_NAK_SEQUENCE)
    {
        OnNak(now, psn, pdu);
    }
    else if (syndrome >> 5 == RDMA_SYNDROME_RNR_NAK >> 5)
    {
        OnRnrNak(now, psn, syndrome & 31);
    }
    else if (psn >= m_una && psn < m_sentEnd)
    {
        Acknowledge(now, psn);
        OnFatalNak(syndrome);
    }
}

void
RoceRequester::OnReadResponse(RdmaTick now, const RdmaPdu& pdu)
{
    m_now = now;
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_una);
    const RdmaPsnSeq next =
        m_queue.HasReads() ? std::max(m_una, m_queue.FindRead(m_una).first) : m_sentEnd;
    if (psn < next)
    {
        ++m_counters.rxDuplicates;
        return;
    }
    if (psn > next || psn >= m_sentEnd)
    {
        ++m_counters.rxDiscarded;
        if (psn < m_sentEnd)
        {
            Repair(now, {next, std::nullopt, true});
        }
        return;
    }
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.read.payloadBytes;
    if (m_queue.FindRead(m_una).GetEnd() == psn + 1)
    {
        m_queue.OnReadComplete();
    }
    Advance(now, psn + 1);
    Acknowledge(now, m_ackedEnd); // of requests after the READ
}

void
RoceRequester::Acknowledge(RdmaTick now, RdmaPsnSeq end)
{
    if (end <= m_una || end > m_sentEnd)
    {
        return;
    }
    if (m_queue.HasReads())
    {
        if (end > m_ackedEnd)
        {
            m_ackedEnd = end; // progress, although not of the READ
            m_retries = 0;
            m_rnrRetries = 0;
        }
        end = std::min(end, std::max(m_una, m_queue.FindRead(m_una).first));
        if (end == m_una)
        {
            return;
        }
    }
    Advance(now, end);
}

void
RoceRequester::Advance(RdmaTick now, RdmaPsnSeq end)
{
    m_una = end;
    m_retries = 0;
    m_expiries = 0;
    m_rnrRetries = 0;
    m_next = std::max(m_next, m_una);
    m_queue.SkipTo(m_next);
    m_recovery.OnAcknowledged(m_una);
    m_repeat = m_recovery.GetRepeat();
    RestartTimer(now);
}

void
RoceRequester::OnNak(RdmaTick now, RdmaPsnSeq missing, const RdmaPdu& pdu)
{
    NS_LOG_INFO("QP " << m_config.localQpn << ": NAK, PSN " << missing << " is missing");
    ++m_counters.nacksReceived;
    if (missing < m_sentEnd)
    {
        Acknowledge(now, missing);
    }
    RoceGap gap{missing};
    if (pdu.selective)
    {
        gap.received = WidenRdmaPsn(pdu.ack.triggerPsn, m_una);
    }
    if (missing >= m_una && missing < m_sentEnd)
    {
        const RoceMessage& message = m_queue.Find(missing);
        gap.psns = message.wr.operation == RdmaOperation::READ ? message.GetEnd() - missing : 1;
    }
    Repair(now, gap);
}

void
RoceRequester::Repair(RdmaTick now, const RoceGap& gap)
{
    m_resend = RdmaResend::GAP;
    const auto from = m_recovery.OnGap(gap, {m_una, m_next, m_sentEnd});
    m_repeat = m_recovery.GetRepeat();
    if (from)
    {
        Retry(now, from);
    }
}

void
RoceRequester::OnRnrNak(RdmaTick now, RdmaPsnSeq psn, uint8_t code)
{
    ++m_counters.nacksReceived;
    if (psn < m_una || psn >= m_sentEnd)
    {
        return; // stale: it has been accepted since
    }
    Acknowledge(now, psn);
    if (IsRefused())
    {
        return; // a copy
    }
    if (m_config.rnrRetryCount != ROCE_RNR_RETRY_FOR_EVER &&
        ++m_rnrRetries > m_config.rnrRetryCount)
    {
        Fail(RdmaCompletion::Status::RNR_RETRY_EXCEEDED,
             RdmaFault::RNR_RETRY_EXCEEDED,
             m_config.rnrRetryCount);
        return;
    }
    NS_LOG_INFO("QP " << m_config.localQpn << ": the peer has no receive for PSN " << psn);
    m_resend = RdmaResend::REJECTED;
    const auto from = m_recovery.OnTimeout({psn, m_next, m_sentEnd});
    m_repeat = m_recovery.GetRepeat();
    if (from)
    {
        GoBack(*from);
    }
    m_window = 0;
    m_timerDue = now + RoceRnrTime(code);
}

void
RoceRequester::OnFatalNak(uint8_t syndrome)
{
    ++m_counters.nacksReceived;
    if (syndrome >= RDMA_SYNDROME_NAK_INVALID_REQUEST &&
        syndrome <= RDMA_SYNDROME_NAK_REMOTE_OPERATION) // other syndromes do not exist in RC
    {
        Fail(RdmaCompletion::Status::REMOTE_OPERATION_ERROR,
             RdmaFault::REMOTE_OPERATION_ERROR,
             m_retries);
    }
}

void
RoceRequester::OnCnp(RdmaTick now)
{
    m_now = now;
    ++m_counters.ecnEchoes;
    if (RoceMessage* oldest = m_queue.FindIncomplete(m_una))
    {
        ++oldest->stats.ecnMarks;
    }
    m_control->OnCnp(now);
    ReadControl(now);
}

void
RoceRequester::OnTimeout(RdmaTick now)
{
    m_now = now;
    if (now >= m_controlWakeup)
    {
        m_control->OnTimeout(now);
        ReadControl(now);
    }
    if (now < m_timerDue)
    {
        return;
    }
    if (IsRefused())
    {
        m_window = m_facts.windowPackets;
        RestartTimer(now);
    }
    else
    {
        OnRetransmissionTimeout(now);
    }
}

void
RoceRequester::OnRetransmissionTimeout(RdmaTick now)
{
    NS_LOG_INFO("QP " << m_config.localQpn << ": time-out of PSN " << m_una);
    ++m_counters.timeouts;
    RoceMessage* oldest = m_queue.FindIncomplete(m_una);
    NS_ASSERT_MSG(oldest, "timer without a message, m_una " << m_una << " m_end " << m_end);
    ++oldest->stats.timeouts;
    Report(RdmaEvent::Kind::TIMEOUT, ToWireRdmaPsn(m_una));
    ++m_expiries;
    m_resend = RdmaResend::TIMEOUT;
    const auto from = m_recovery.OnTimeout({m_una, m_next, m_sentEnd});
    m_repeat = m_recovery.GetRepeat();
    Retry(now, from);
}

void
RoceRequester::Retry(RdmaTick now, std::optional<RdmaPsnSeq> from)
{
    if (++m_retries > m_config.retryCount)
    {
        Fail(RdmaCompletion::Status::RETRY_EXCEEDED,
             RdmaFault::RETRY_EXCEEDED,
             m_config.retryCount);
        return;
    }
    if (from)
    {
        GoBack(*from);
    }
    RestartTimer(now);
}

void
RoceRequester::GoBack(RdmaPsnSeq from)
{
    NS_LOG_INFO("QP " << m_config.localQpn << " goes back from PSN " << m_next << " to " << from);
    m_next = from;
    m_queue.GoBackTo(from);
}

void
RoceRequester::Fail(RdmaCompletion::Status cause, RdmaFault fault, uint32_t retries)
{
    NS_LOG_WARN("QP " << m_config.localQpn << " fails after " << retries << " retries");
    m_error = true;
    m_flushStatus = cause;
    m_fault = fault;
    m_timerDue = RdmaTick::Max();
    Report(RdmaEvent::Kind::QP_ERROR, retries, fault);
}

void
RoceRequester::OnPortStatus(RdmaTick now, bool up)
{
    m_now = now;
    m_portUp = up;
    // A running timer keeps its due time: flaps must not postpone a retransmission.
    if (!m_error && (m_timerDue.IsMax() || m_una == m_next))
    {
        RestartTimer(now);
    }
}

void
RoceRequester::RestartTimer(RdmaTick now)
{
    if (IsRefused())
    {
        return; // the timer is in use
    }
    const bool waits = m_una < m_next || (!m_portUp && m_una < m_end);
    m_timerDue = waits && !m_error ? now + m_recovery.GetTimeout(m_next - m_una, m_expiries)
                                   : RdmaTick::Max();
}

RdmaPoll
RoceRequester::Poll(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    m_now = now;
    if (!MaySend() || m_error || !m_pacer.IsReady(now))
    {
        return RdmaPoll::NOTHING;
    }
    if ((readyPorts >> m_config.port & 1) == 0)
    {
        return RdmaPoll::NO_PORT;
    }
    if (m_queue.HasReads() && m_queue.GetCurrent().wr.operation == RdmaOperation::READ)
    {
        if (IsReadHeldBack(m_queue.GetCurrent()))
        {
            return RdmaPoll::NOTHING;
        }
        TransmitRead(now, tx);
        return RdmaPoll::PDU;
    }
    Transmit(now, tx);
    return RdmaPoll::PDU;
}

void
RoceRequester::Transmit(RdmaTick now, RdmaTxPdu& tx)
{
    const bool repeated = m_repeat.has_value();
    const RdmaPsnSeq psn = m_repeat.value_or(m_next);
    RoceMessage& message = repeated ? m_queue.Find(psn) : m_queue.GetCurrent();
    const auto index = static_cast<uint64_t>(psn - message.first);
    const bool last = index + 1 == message.packets;
    const RoceSegment segment =
        RoceSegmentAt(message.wr, message.packets, m_config.pathMtuBytes, index, m_facts.selective);
    m_pacer.OnSent(now, segment.wireBytes);
    MakeRoceWrite(m_config, message, psn, segment, tx);
    tx.pdu.ackRequest = WantsAck(now, last || repeated);
    tx.pdu.selective = m_facts.selective;
    tx.resend = GetResend();
    CountSent(message, last, tx.resend);
    if (m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
    m_control->OnSent(now, segment.wireBytes);
    ReadControl(now);
}

bool
RoceRequester::IsReadHeldBack(const RoceMessage& message) const
{
    return m_queue.CountOutstandingReads(m_una) >= ROCE_MAX_READS ||
           message.GetEnd() - m_una > ROCE_MAX_OUTSTANDING;
}

void
RoceRequester::TransmitRead(RdmaTick now, RdmaTxPdu& tx)
{
    RoceMessage& message = m_queue.GetCurrent();
    MakeRoceReadRequest(m_config, message, m_next, tx);
    tx.resend = GetResend();
    ++message.stats.packets;
    message.stats.retransmits += tx.resend != RdmaResend::NONE;
    m_next = message.GetEnd();
    m_sentEnd = std::max(m_sentEnd, m_next);
    m_queue.Step();
    if (m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
    OnDataSent(now, ROCE_OVERHEAD_RETH_BYTES);
}

void
RoceRequester::OnDataSent(RdmaTick now, uint32_t wireBytes)
{
    m_pacer.OnSent(now, wireBytes);
    m_control->OnSent(now, wireBytes);
    ReadControl(now);
}

void
RoceRequester::CountSent(RoceMessage& message, bool last, RdmaResend resend)
{
    ++message.stats.packets;
    ++m_counters.dataPackets;
    if (resend != RdmaResend::NONE)
    {
        ++message.stats.retransmits;
        ++m_counters.retransmits;
    }
    if (m_repeat)
    {
        m_recovery.OnRepeated();
        m_repeat = m_recovery.GetRepeat();
        return;
    }
    ++m_next;
    m_sentEnd = std::max(m_sentEnd, m_next);
    if (last)
    {
        m_queue.Step();
    }
    const RdmaPsnSeq inFlight = m_next - m_una;
    if (inFlight == RdmaPsnSeq{m_facts.fewPackets} + 1 && m_expiries == 0 && !m_timerDue.IsMax())
    {
        // more than a few packets are in flight now: the running timer becomes the long one
        m_timerDue += m_recovery.GetTimeout(inFlight, 0) - m_recovery.GetTimeout(inFlight - 1, 0);
    }
}

bool
RoceRequester::WantsAck(RdmaTick now, bool last)
{
    if (m_next == m_una)
    {
        m_lastAckRequest = now;
    }
    const RdmaTick interval = m_facts.shortestTimeout / ACK_REQUESTS_PER_TIMEOUT;
    const bool wants = last || m_pacer.GetNext() - m_lastAckRequest >= interval;
    if (wants)
    {
        m_lastAckRequest = now;
    }
    return wants;
}

void
RoceRequester::ReadControl(RdmaTick now)
{
    m_controlWakeup = m_control->NextWakeup();
    const double rate = m_control->GetRateBps();
    if (rate != m_pacer.GetRateBps())
    {
        m_pacer.SetRate(now, rate);
    }
}

bool
RoceRequester::PollCompletion(RdmaCompletion& completion)
{
    if (!HasCompletion())
    {
        return false;
    }
    const RoceMessage& front = m_queue.GetFront();
    const bool sent = front.GetEnd() <= m_una;
    completion = RdmaCompletion{};
    completion.kind = sent ? RdmaCompletion::Kind::SENT : RdmaCompletion::Kind::FLUSHED;
    completion.message = m_queue.GetFrontNumber();
    completion.wrId = front.wr.wrId;
    completion.stats = front.stats;
    if (!sent)
    {
        completion.status = m_flushStatus;
        m_flushStatus = RdmaCompletion::Status::FLUSHED;
    }
    m_queue.PopFront();
    return true;
}

bool
RoceRequester::PollEvent(RdmaEvent& event)
{
    if (m_events.IsEmpty())
    {
        return false;
    }
    event = m_events.Front();
    m_events.Pop();
    return true;
}

RdmaTick
RoceRequester::NextWakeup() const
{
    if (m_error)
    {
        return RdmaTick::Max();
    }
    RdmaTick wakeup = std::min(m_timerDue, m_controlWakeup);
    // When the pacer is ready, only the port delays the packet, and the port will call.
    if (MaySend() && m_pacer.GetNext() > m_now)
    {
        wakeup = std::min(wakeup, m_pacer.GetNext());
    }
    return wakeup;
}

void
RoceRequester::Report(RdmaEvent::Kind kind, uint64_t detail, RdmaFault fault)
{
    RdmaEvent event;
    event.kind = kind;
    event.fault = fault;
    event.port = m_config.port;
    event.entropy = m_config.udpSourcePort;
    event.detail = detail;
    m_events.Push(event);
}

std::string
RoceRequester::DescribeError() const
{
    std::ostringstream os;
    os << "ERROR, PSN 0x" << std::hex << std::setw(6) << std::setfill('0') << ToWireRdmaPsn(m_una)
       << std::dec;
    switch (m_fault)
    {
    case RdmaFault::REMOTE_OPERATION_ERROR:
        os << " rejected by a NAK";
        break;
    case RdmaFault::RNR_RETRY_EXCEEDED:
        os << " refused after " << +m_config.rnrRetryCount << " retries";
        break;
    default:
        os << " without answer after " << +m_config.retryCount << " retries";
        break;
    }
    return os.str();
}

std::string
RoceRequester::Describe(RdmaTick now) const
{
    char line[256];
    if (m_error)
    {
        return DescribeError();
    }
    if (m_una == m_end)
    {
        return "idle";
    }
    const int n = std::snprintf(line,
                                sizeof(line),
                                "oldest PSN 0x%06" PRIx32 ", %" PRId64 " in flight, %" PRId64
                                " to send, rate %.3f Gb/s, retries %u of %u",
                                ToWireRdmaPsn(m_una),
                                m_next - m_una,
                                m_end - m_next,
                                m_pacer.GetRateBps() / 1e9,
                                +m_retries,
                                +m_config.retryCount);
    return std::string(line, static_cast<std::size_t>(n)) + DescribeWaits(now);
}

std::string
RoceRequester::DescribeWaits(RdmaTick now) const
{
    char line[64];
    std::string text = m_portUp ? "" : ", port down";
    if (!m_timerDue.IsMax())
    {
        const char* format =
            IsRefused() ? ", peer has no receive, sends again in %.3f us" : ", timer in %.3f us";
        std::snprintf(line, sizeof(line), format, (m_timerDue - now).GetNs() / 1e3);
        text += line;
    }
    if (m_next < m_end)
    {
        std::snprintf(line,
                      sizeof(line),
                      ", pacing %.3f us",
                      (m_pacer.GetNext() - now).GetNs() / 1e3);
        text += m_pacer.IsReady(now) ? ", waits for its port" : line;
    }
    return text;
}

} // namespace ns3
