/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-requester.h"

#include "roce-segmentation.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <limits>

namespace ns3
{

namespace
{

/// Packets that may be outstanding: with half of the PSN circle, old and new cannot be told apart.
constexpr RdmaPsnSeq MAX_OUTSTANDING = RDMA_PSN_MODULUS / 2 - 1;

/// A packet asks for an ACK if the next one would leave a retransmission timeout / this after the
/// last that did. A QP slowed down to a few packets per timeout would otherwise outwait the
/// responder's coalescing.
constexpr int64_t ACK_REQUESTS_PER_TIMEOUT = 4;

} // namespace

RoceRequester::RoceRequester(const RoceQpConfig& config,
                             Ptr<RoceRateControl> control,
                             RdmaCounters& counters,
                             const RoceSelectiveConfig* selective)
    : m_config(config),
      m_counters(counters),
      m_control(control),
      m_una(config.sqPsn),
      m_next(m_una),
      m_sentEnd(m_una),
      m_end(m_una),
      m_lastNak(m_una - 1),
      m_lastReadGap(m_una - 1),
      m_ackedEnd(m_una)
{
    if (selective)
    {
        m_scoreboard = std::make_unique<RoceScoreboard>(*selective, m_una);
    }
    m_window = GetWindow();
    m_control->Start(config.lineRateBps);
    ReadControl(m_now);
}

void
RoceRequester::Post(RdmaTick now, const RdmaWorkRequest& wr)
{
    NS_ABORT_MSG_IF(wr.bytes == 0 || wr.bytes > ROCE_MAX_MESSAGE_BYTES,
                    "RoCE message of " << wr.bytes << " B: 1 to " << ROCE_MAX_MESSAGE_BYTES
                                       << " B can be sent");
    NS_ABORT_MSG_IF(m_scoreboard && (wr.operation != RdmaOperation::WRITE || wr.hasImmediate),
                    "RoCE with selective repeat carries WRITEs without immediate data only");
    m_now = now;
    Message message;
    message.first = m_end;
    message.packets = RoceCountPackets(wr.bytes, m_config.pathMtuBytes);
    message.wr = wr;
    if (wr.operation == RdmaOperation::READ)
    {
        NS_ABORT_MSG_IF(wr.bytes > ROCE_MAX_READ_BYTES || message.packets > MAX_OUTSTANDING / 2,
                        "RoCE READ of " << wr.bytes << " B: 1 to " << ROCE_MAX_READ_BYTES
                                        << " B and " << MAX_OUTSTANDING / 2
                                        << " packets can be read at once");
        NS_ABORT_MSG_IF(wr.hasImmediate, "RoCE READ with immediate data: a READ has none");
        ++m_reads;
    }
    m_messages.Push(message);
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
    else if (syndrome == RDMA_SYNDROME_NAK_SEQUENCE && m_scoreboard && pdu.selective)
    {
        OnSelectiveNak(now, psn, WidenRdmaPsn(pdu.ack.triggerPsn, m_una));
    }
    else if (syndrome == RDMA_SYNDROME_NAK_SEQUENCE)
    {
        OnNak(now, psn);
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
    const RdmaPsnSeq next = m_reads > 0 ? std::max(m_una, OldestRead().first) : m_sentEnd;
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
            Repair(now, next, m_lastReadGap);
        }
        return;
    }
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.read.payloadBytes;
    if (OldestRead().GetEnd() == psn + 1)
    {
        --m_reads;
    }
    Advance(now, psn + 1);
    Acknowledge(now, m_ackedEnd); // of requests behind the READ
}

const RoceRequester::Message&
RoceRequester::OldestRead() const
{
    uint64_t n = m_messages.GetFirst();
    while (m_messages.At(n).wr.operation != RdmaOperation::READ ||
           m_messages.At(n).GetEnd() <= m_una)
    {
        ++n;
    }
    return m_messages.At(n);
}

void
RoceRequester::Acknowledge(RdmaTick now, RdmaPsnSeq end)
{
    if (end <= m_una || end > m_sentEnd)
    {
        return;
    }
    if (m_reads > 0)
    {
        if (end > m_ackedEnd)
        {
            m_ackedEnd = end; // progress, though not of the READ
            m_retries = 0;
            m_rnrRetries = 0;
        }
        end = std::min(end, std::max(m_una, OldestRead().first));
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
    if (m_scoreboard)
    {
        m_scoreboard->OnAcknowledged(m_una);
    }
    while (m_cursor < m_messages.GetEnd() && m_messages.At(m_cursor).GetEnd() <= m_next)
    {
        ++m_cursor;
    }
    RestartTimer(now);
}

void
RoceRequester::OnNak(RdmaTick now, RdmaPsnSeq missing)
{
    ++m_counters.nacksReceived;
    if (missing < m_una || missing >= m_sentEnd)
    {
        return; // stale: the gap has been closed since
    }
    Acknowledge(now, missing);
    Repair(now, missing, m_lastNak);
}

void
RoceRequester::Repair(RdmaTick now, RdmaPsnSeq missing, RdmaPsnSeq& last)
{
    // A responder reports a gap once, when it sees a later packet. A second report is a copy, and
    // if nothing later has left since the last rewind, the repair of this gap is still under way.
    const bool repaired = missing == last || m_next <= missing + 1;
    last = missing;
    if (!repaired)
    {
        Retry(now, missing);
    }
}

void
RoceRequester::OnSelectiveNak(RdmaTick now, RdmaPsnSeq missing, RdmaPsnSeq received)
{
    ++m_counters.nacksReceived;
    Acknowledge(now, missing);
    if (received > m_una && received < m_sentEnd) // else the gap has been closed since
    {
        m_scoreboard->OnSacked(received);
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
        Fail(RdmaCompletion::Status::RNR_RETRY_EXCEEDED, RdmaFault::RNR_RETRY_EXCEEDED);
        return;
    }
    GoBack(psn);
    m_window = 0;
    m_timerDue = now + RoceRnrTime(code);
}

void
RoceRequester::OnFatalNak(uint8_t syndrome)
{
    ++m_counters.nacksReceived;
    if (syndrome >= RDMA_SYNDROME_NAK_INVALID_REQUEST &&
        syndrome <= RDMA_SYNDROME_NAK_REMOTE_OPERATION) // else of a kind that RC does not have
    {
        Fail(RdmaCompletion::Status::REMOTE_OPERATION_ERROR, RdmaFault::REMOTE_OPERATION_ERROR);
    }
}

void
RoceRequester::OnCnp(RdmaTick now)
{
    m_now = now;
    ++m_counters.ecnEchoes;
    if (Message* oldest = OldestIncomplete())
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
        m_window = GetWindow();
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
    ++m_counters.timeouts;
    Message* oldest = OldestIncomplete();
    NS_ASSERT_MSG(oldest, "timer without a message, m_una " << m_una << " m_end " << m_end);
    ++oldest->stats.timeouts;
    Report(RdmaEvent::Kind::TIMEOUT, ToWireRdmaPsn(m_una));
    ++m_expiries;
    Retry(now, m_una);
}

void
RoceRequester::Retry(RdmaTick now, RdmaPsnSeq from)
{
    if (++m_retries > m_config.retryCount)
    {
        Fail(RdmaCompletion::Status::RETRY_EXCEEDED, RdmaFault::RETRY_EXCEEDED);
        return;
    }
    if (m_scoreboard)
    {
        m_scoreboard->OnTimeout(m_sentEnd);
    }
    else
    {
        GoBack(from);
    }
    RestartTimer(now);
}

void
RoceRequester::GoBack(RdmaPsnSeq from)
{
    m_next = from;
    while (m_cursor > m_messages.GetFirst() &&
           (m_cursor == m_messages.GetEnd() || m_messages.At(m_cursor).first > m_next))
    {
        --m_cursor;
    }
}

void
RoceRequester::Fail(RdmaCompletion::Status cause, RdmaFault fault)
{
    m_error = true;
    m_flushStatus = cause;
    m_timerDue = RdmaTick::Max();
    Report(RdmaEvent::Kind::QP_ERROR, m_config.retryCount, fault);
}

uint32_t
RoceRequester::GetWindow() const
{
    return m_scoreboard ? m_scoreboard->GetWindowPackets() : MAX_OUTSTANDING;
}

void
RoceRequester::OnPortStatus(RdmaTick now, bool up)
{
    m_now = now;
    m_portUp = up;
    // A timer that runs keeps its due time: flapping must not postpone a retransmission.
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
        return; // the timer is taken
    }
    const bool waits = m_una < m_next || (!m_portUp && m_una < m_end);
    m_timerDue = waits && !m_error ? now + GetTimeout() : RdmaTick::Max();
}

RdmaTick
RoceRequester::GetTimeout() const
{
    uint8_t doublings = m_expiries;
    if (m_scoreboard)
    {
        if (m_expiries == 0)
        {
            return m_scoreboard->GetTimeout(m_next - m_una);
        }
        --doublings; // its own time-outs are for the first expiry
    }
    const RdmaTick timeout = m_config.retransmissionTimeout;
    const RdmaTick cap = std::max(timeout, m_config.retransmissionTimeoutCap);
    double grown = static_cast<double>(timeout.GetPs());
    for (; doublings > 0; --doublings)
    {
        grown = std::min(grown * m_config.retransmissionBackoff, static_cast<double>(cap.GetPs()));
    }
    return RdmaTick::Ps(static_cast<int64_t>(grown));
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
    if (m_reads > 0 && m_messages.At(m_cursor).wr.operation == RdmaOperation::READ)
    {
        if (IsReadHeldBack(m_messages.At(m_cursor)))
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
    const bool lost = HasLost();
    const RdmaPsnSeq psn = lost ? m_scoreboard->GetLost() : m_next;
    Message& message = lost ? MessageOf(psn) : m_messages.At(m_cursor);
    const auto index = static_cast<uint64_t>(psn - message.first);
    const RoceSegment segment = RoceSegmentAt(message.wr,
                                              message.packets,
                                              m_config.pathMtuBytes,
                                              index,
                                              m_scoreboard != nullptr);
    const bool last = index + 1 == message.packets;
    const uint32_t wireBytes = segment.wireBytes;
    m_pacer.OnSent(now, wireBytes);

    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = segment.opcode;
    tx.pdu.psn = ToWireRdmaPsn(psn);
    tx.pdu.ackRequest = WantsAck(now, last || lost);
    tx.pdu.selective = m_scoreboard != nullptr;
    tx.pdu.write.payloadBytes = segment.payloadBytes;
    tx.pdu.write.immediate = last ? message.wr.immediate : 0;
    if (segment.hasReth)
    {
        tx.pdu.write.va = message.wr.remoteVa + index * m_config.pathMtuBytes;
        tx.pdu.write.rkey = message.wr.rkey;
        tx.pdu.write.dmaLength = static_cast<uint32_t>(
            std::min<uint64_t>(message.wr.bytes, std::numeric_limits<uint32_t>::max()));
    }
    Address(tx);

    CountSent(message, last, lost);
    if (m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
    m_control->OnSent(now, wireBytes);
    ReadControl(now);
}

bool
RoceRequester::IsReadHeldBack(const Message& message) const
{
    uint32_t underWay = 0;
    for (uint64_t n = m_messages.GetFirst(); n < m_cursor; ++n)
    {
        const Message& other = m_messages.At(n);
        underWay += other.wr.operation == RdmaOperation::READ && other.GetEnd() > m_una;
    }
    return underWay >= ROCE_MAX_READS || message.GetEnd() - m_una > MAX_OUTSTANDING;
}

void
RoceRequester::TransmitRead(RdmaTick now, RdmaTxPdu& tx)
{
    Message& message = m_messages.At(m_cursor);
    const uint64_t offset = static_cast<uint64_t>(m_next - message.first) * m_config.pathMtuBytes;
    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = RdmaOpcode::RC_READ_REQUEST;
    tx.pdu.psn = ToWireRdmaPsn(m_next);
    tx.pdu.write.va = message.wr.remoteVa + offset;
    tx.pdu.write.rkey = message.wr.rkey;
    tx.pdu.write.dmaLength = static_cast<uint32_t>(message.wr.bytes - offset);
    Address(tx);

    ++message.stats.packets;
    message.stats.retransmits += m_next < m_sentEnd;
    m_next = message.GetEnd();
    m_sentEnd = std::max(m_sentEnd, m_next);
    ++m_cursor;
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
RoceRequester::Address(RdmaTxPdu& tx) const
{
    tx.pdu.destQpn = m_config.peerQpn;
    tx.entropy = m_config.udpSourcePort;
    tx.port = m_config.port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
}

void
RoceRequester::CountSent(Message& message, bool last, bool lost)
{
    ++message.stats.packets;
    ++m_counters.dataPackets;
    if (lost || m_next < m_sentEnd)
    {
        ++message.stats.retransmits;
        ++m_counters.retransmits;
    }
    if (lost)
    {
        m_scoreboard->OnRetransmitted();
        return;
    }
    ++m_next;
    m_sentEnd = std::max(m_sentEnd, m_next);
    if (last)
    {
        ++m_cursor;
    }
    if (m_scoreboard && m_expiries == 0 && !m_timerDue.IsMax())
    {
        // few packets in flight have become more: the timer that runs is the long one now
        const RdmaPsnSeq inFlight = m_next - m_una;
        m_timerDue += m_scoreboard->GetTimeout(inFlight) - m_scoreboard->GetTimeout(inFlight - 1);
    }
}

bool
RoceRequester::WantsAck(RdmaTick now, bool last)
{
    if (m_next == m_una)
    {
        m_lastAckRequest = now;
    }
    const RdmaTick timeout =
        m_scoreboard ? m_scoreboard->GetTimeoutLow() : m_config.retransmissionTimeout;
    const RdmaTick patience = timeout / ACK_REQUESTS_PER_TIMEOUT;
    const bool wants = last || m_pacer.GetNext() - m_lastAckRequest >= patience;
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
    const Message& front = m_messages.Front();
    const bool sent = front.GetEnd() <= m_una;
    completion = RdmaCompletion{};
    completion.kind = sent ? RdmaCompletion::Kind::SENT : RdmaCompletion::Kind::FLUSHED;
    completion.message = m_messages.GetFirst();
    completion.wrId = front.wr.wrId;
    completion.stats = front.stats;
    if (!sent)
    {
        completion.status = m_flushStatus;
        m_flushStatus = RdmaCompletion::Status::FLUSHED;
    }
    m_messages.Pop();
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
    // Once the pacer is ready, what delays the packet is the port, and the port will call.
    if (MaySend() && m_pacer.GetNext() > m_now)
    {
        wakeup = std::min(wakeup, m_pacer.GetNext());
    }
    return wakeup;
}

RoceRequester::Message&
RoceRequester::MessageOf(RdmaPsnSeq psn)
{
    uint64_t n = m_messages.GetFirst();
    while (m_messages.At(n).GetEnd() <= psn)
    {
        ++n;
    }
    return m_messages.At(n);
}

RoceRequester::Message*
RoceRequester::OldestIncomplete()
{
    for (uint64_t n = m_messages.GetFirst(); n < m_messages.GetEnd(); ++n)
    {
        if (m_messages.At(n).GetEnd() > m_una)
        {
            return &m_messages.At(n);
        }
    }
    return nullptr;
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
RoceRequester::Describe(RdmaTick now) const
{
    char line[256];
    if (m_error)
    {
        std::snprintf(line,
                      sizeof(line),
                      "ERROR, PSN 0x%06" PRIx32 " %s after %u retries",
                      ToWireRdmaPsn(m_una),
                      IsRefused() ? "refused" : "without answer",
                      +m_config.retryCount);
        return line;
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
    std::string text(line, static_cast<std::size_t>(n));
    if (!m_portUp)
    {
        text += ", port down";
    }
    if (!m_timerDue.IsMax())
    {
        const char* format =
            IsRefused() ? ", peer has no receive, asks again in %.3f us" : ", timer in %.3f us";
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
