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
constexpr PsnSeq MAX_OUTSTANDING = PSN_MODULUS / 2 - 1;

/// A packet asks for an ACK if the next one would leave a retransmission timeout / this after the
/// last that did. A QP slowed down to a few packets per timeout would otherwise outwait the
/// responder's coalescing.
constexpr int64_t ACK_REQUESTS_PER_TIMEOUT = 4;

} // namespace

RoceRequester::RoceRequester(const RoceQpConfig& config,
                             Ptr<RoceRateControl> control,
                             RdmaCounters& counters)
    : m_config(config),
      m_counters(counters),
      m_control(control),
      m_una(config.sqPsn),
      m_next(m_una),
      m_sentEnd(m_una),
      m_end(m_una),
      m_lastNak(m_una - 1)
{
    m_control->Start(config.lineRateBps);
    ReadControl(m_now);
}

void
RoceRequester::Post(Tick now, const RdmaWorkRequest& wr)
{
    NS_ABORT_MSG_IF(wr.bytes == 0 || wr.bytes > ROCE_MAX_MESSAGE_BYTES,
                    "RoCE message of " << wr.bytes << " B: 1 to " << ROCE_MAX_MESSAGE_BYTES
                                       << " B can be sent");
    m_now = now;
    Message message;
    message.first = m_end;
    message.packets = RoceCountPackets(wr.bytes, m_config.pathMtuBytes);
    message.wr = wr;
    m_messages.Push(message);
    m_end = message.GetEnd();
    m_counters.bytesPosted += wr.bytes;
    if (!m_portUp && m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
}

void
RoceRequester::OnAck(Tick now, const RdmaPdu& pdu)
{
    m_now = now;
    const PsnSeq psn = WidenPsn(pdu.psn, m_una);
    if (pdu.ack.syndrome == RDMA_SYNDROME_NAK_SEQUENCE)
    {
        OnNak(now, psn);
        return;
    }
    NS_ASSERT_MSG(pdu.ack.syndrome >> 5 == 0, "AETH syndrome " << +pdu.ack.syndrome);
    Acknowledge(now, psn + 1);
}

void
RoceRequester::Acknowledge(Tick now, PsnSeq end)
{
    if (end <= m_una || end > m_sentEnd)
    {
        return;
    }
    m_una = end;
    m_retries = 0;
    m_next = std::max(m_next, m_una);
    while (m_cursor < m_messages.GetEnd() && m_messages.At(m_cursor).GetEnd() <= m_next)
    {
        ++m_cursor;
    }
    RestartTimer(now);
}

void
RoceRequester::OnNak(Tick now, PsnSeq missing)
{
    ++m_counters.nacksReceived;
    if (missing < m_una || missing >= m_sentEnd)
    {
        return; // stale: the gap has been closed since
    }
    Acknowledge(now, missing);
    // A responder reports a gap once, when it sees a later packet. A second report is a copy, and
    // if nothing later has left since the last rewind, the repair of this gap is still under way.
    const bool repaired = missing == m_lastNak || m_next <= missing + 1;
    m_lastNak = missing;
    if (!repaired)
    {
        Retry(now);
    }
}

void
RoceRequester::OnCnp(Tick now)
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
RoceRequester::OnTimeout(Tick now)
{
    m_now = now;
    if (now >= m_controlWakeup)
    {
        m_control->OnTimeout(now);
        ReadControl(now);
    }
    if (now >= m_timerDue)
    {
        OnRetransmissionTimeout(now);
    }
}

void
RoceRequester::OnRetransmissionTimeout(Tick now)
{
    ++m_counters.timeouts;
    Message* oldest = OldestIncomplete();
    NS_ASSERT_MSG(oldest, "timer without a message, m_una " << m_una << " m_end " << m_end);
    ++oldest->stats.timeouts;
    Report(RdmaEvent::Kind::TIMEOUT, ToWirePsn(m_una));
    Retry(now);
}

void
RoceRequester::Retry(Tick now)
{
    if (++m_retries > m_config.retryCount)
    {
        Fail();
        return;
    }
    m_next = m_una;
    while (m_cursor > m_messages.GetFirst() &&
           (m_cursor == m_messages.GetEnd() || m_messages.At(m_cursor).first > m_next))
    {
        --m_cursor;
    }
    RestartTimer(now);
}

void
RoceRequester::Fail()
{
    m_error = true;
    m_timerDue = Tick::Max();
    Report(RdmaEvent::Kind::QP_ERROR, m_config.retryCount);
}

void
RoceRequester::OnPortStatus(Tick now, bool up)
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
RoceRequester::RestartTimer(Tick now)
{
    const bool waits = m_una < m_next || (!m_portUp && m_una < m_end);
    m_timerDue = waits && !m_error ? now + m_config.retransmissionTimeout : Tick::Max();
}

RdmaPoll
RoceRequester::Poll(Tick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    m_now = now;
    if (m_next == m_end || m_error || !m_pacer.IsReady(now) || m_next - m_una >= MAX_OUTSTANDING)
    {
        return RdmaPoll::NOTHING;
    }
    if ((readyPorts >> m_config.port & 1) == 0)
    {
        return RdmaPoll::NO_PORT;
    }
    Transmit(now, tx);
    return RdmaPoll::PDU;
}

void
RoceRequester::Transmit(Tick now, RdmaTxPdu& tx)
{
    Message& message = m_messages.At(m_cursor);
    const RoceSegment segment = RoceSegmentAt(message.wr.bytes,
                                              message.packets,
                                              m_config.pathMtuBytes,
                                              static_cast<uint64_t>(m_next - message.first));
    const bool last = IsLastOfMessage(segment.opcode);
    const uint32_t wireBytes = segment.GetWireBytes();
    m_pacer.OnSent(now, wireBytes);

    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = segment.opcode;
    tx.pdu.destQpn = m_config.peerQpn;
    tx.pdu.psn = ToWirePsn(m_next);
    tx.pdu.ackRequest = WantsAck(now, last);
    tx.pdu.write.payloadBytes = segment.payloadBytes;
    if (segment.HasReth())
    {
        tx.pdu.write.va = message.wr.remoteVa;
        tx.pdu.write.rkey = message.wr.rkey;
        tx.pdu.write.dmaLength = static_cast<uint32_t>(
            std::min<uint64_t>(message.wr.bytes, std::numeric_limits<uint32_t>::max()));
    }
    tx.entropy = m_config.udpSourcePort;
    tx.port = m_config.port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;

    ++message.stats.packets;
    ++m_counters.dataPackets;
    if (m_next < m_sentEnd)
    {
        ++message.stats.retransmits;
        ++m_counters.retransmits;
    }
    ++m_next;
    m_sentEnd = std::max(m_sentEnd, m_next);
    if (last)
    {
        ++m_cursor;
    }
    if (m_timerDue.IsMax())
    {
        RestartTimer(now);
    }
    m_control->OnSent(now, wireBytes);
    ReadControl(now);
}

bool
RoceRequester::WantsAck(Tick now, bool last)
{
    if (m_next == m_una)
    {
        m_lastAckRequest = now;
    }
    const Tick patience = m_config.retransmissionTimeout / ACK_REQUESTS_PER_TIMEOUT;
    const bool wants = last || m_pacer.GetNext() - m_lastAckRequest >= patience;
    if (wants)
    {
        m_lastAckRequest = now;
    }
    return wants;
}

void
RoceRequester::ReadControl(Tick now)
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
    completion.kind = sent ? RdmaCompletion::Kind::SENT : RdmaCompletion::Kind::FLUSHED;
    completion.message = m_messages.GetFirst();
    completion.stats = front.stats;
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

Tick
RoceRequester::NextWakeup() const
{
    if (m_error)
    {
        return Tick::Max();
    }
    Tick wakeup = std::min(m_timerDue, m_controlWakeup);
    // Once the pacer is ready, what delays the packet is the port, and the port will call.
    if (m_next < m_end && m_pacer.GetNext() > m_now)
    {
        wakeup = std::min(wakeup, m_pacer.GetNext());
    }
    return wakeup;
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
RoceRequester::Report(RdmaEvent::Kind kind, uint64_t detail)
{
    RdmaEvent event;
    event.kind = kind;
    event.port = m_config.port;
    event.entropy = m_config.udpSourcePort;
    event.detail = detail;
    m_events.Push(event);
}

std::string
RoceRequester::Describe(Tick now) const
{
    char line[256];
    if (m_error)
    {
        std::snprintf(line,
                      sizeof(line),
                      "ERROR, no answer to PSN 0x%06" PRIx32 " after %" PRIu32 " retries",
                      ToWirePsn(m_una),
                      m_config.retryCount);
        return line;
    }
    if (m_una == m_end)
    {
        return "idle";
    }
    const int n = std::snprintf(line,
                                sizeof(line),
                                "oldest PSN 0x%06" PRIx32 ", %" PRId64 " in flight, %" PRId64
                                " to send, rate %.3f Gb/s, retries %" PRIu32 " of %" PRIu32,
                                ToWirePsn(m_una),
                                m_next - m_una,
                                m_end - m_next,
                                m_pacer.GetRateBps() / 1e9,
                                m_retries,
                                m_config.retryCount);
    std::string text(line, static_cast<std::size_t>(n));
    if (!m_portUp)
    {
        text += ", port down";
    }
    if (!m_timerDue.IsMax())
    {
        std::snprintf(line, sizeof(line), ", timer in %.3f us", (m_timerDue - now).GetNs() / 1e3);
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
