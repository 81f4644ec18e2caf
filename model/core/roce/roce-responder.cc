/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-responder.h"

#include "roce-segmentation.h"

#include "ns3/log.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RoceResponder");

RoceResponder::RoceResponder(const RoceQpConfig& config,
                             RdmaCounters& counters,
                             RoceRecovery& recovery)
    : m_config(config),
      m_counters(counters),
      m_recovery(recovery),
      m_expected(config.rqPsn),
      m_ackMilestone(m_expected + config.ackEveryPackets),
      m_messageFirst(m_expected),
      m_selective(recovery.GetFacts().selective)
{
}

void
RoceResponder::PostRecv(uint64_t wrId)
{
    if (!m_receives)
    {
        m_receives = std::make_unique<RoceReceiveQueue>();
    }
    m_receives->Post(wrId);
}

void
RoceResponder::Flush()
{
    if (m_receives)
    {
        m_receives->Flush();
    }
}

void
RoceResponder::OnWrite(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    if (!Arrive(now, rx))
    {
        return; // RC ignores a header without payload
    }
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_expected);
    if (psn == m_expected)
    {
        Accept(pdu);
    }
    else if (psn < m_expected)
    {
        NS_LOG_LOGIC("QP " << m_config.localQpn << ": PSN " << psn << " again");
        ++m_counters.rxDuplicates;
        SendAck();
    }
    else
    {
        OnEarly(psn, pdu);
    }
}

bool
RoceResponder::Arrive(RdmaTick now, const RdmaRxInfo& rx)
{
    const bool whole = Count(rx);
    if (whole && rx.ce)
    {
        NotifyCongestion(now);
    }
    return whole;
}

void
RoceResponder::OnReadRequest(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    if (rx.ce)
    {
        NotifyCongestion(now);
    }
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_expected);
    const uint32_t bytes = std::max(pdu.write.dmaLength, 1U);
    const RdmaPsnSeq end =
        psn + static_cast<RdmaPsnSeq>(CountRdmaPackets(bytes, m_config.pathMtuBytes));
    if (psn > m_expected)
    {
        if (!m_nakSent)
        {
            SendNak(RDMA_SYNDROME_NAK_SEQUENCE);
        }
        return;
    }
    if (psn < m_expected && end > m_expected)
    {
        return; // neither new nor a repetition: no requester sends this
    }
    if (psn == m_expected)
    {
        m_expected = end;
        m_messageFirst = end;
        m_nakSent = false;
        ++m_delivered;
    }
    if (!m_reads)
    {
        m_reads = std::make_unique<RoceReadServer>(m_config.pathMtuBytes);
    }
    m_reads->Ask(psn, bytes);
}

uint32_t
RoceResponder::TakeResponse(RdmaTxPdu& tx)
{
    tx.pdu = RdmaPdu{};
    tx.pdu.destQpn = m_config.peerQpn;
    const bool again = m_reads->Take(tx.pdu);
    const bool aeth = tx.pdu.opcode != RdmaOpcode::RC_READ_RESPONSE_MIDDLE;
    if (aeth)
    {
        tx.pdu.read.msn = static_cast<uint32_t>(m_delivered) & RDMA_PSN_MASK;
        tx.pdu.read.syndrome = RDMA_SYNDROME_ACK;
    }
    tx.entropy = m_config.udpSourcePort;
    tx.port = m_config.port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
    ++m_counters.dataPackets;
    m_counters.retransmits += again;
    return ((tx.pdu.read.payloadBytes + 3) & ~3U) + ROCE_OVERHEAD_BYTES +
           (aeth ? ROCE_OVERHEAD_AETH_BYTES : 0);
}

void
RoceResponder::OnEarly(RdmaPsnSeq psn, const RdmaPdu& pdu)
{
    const bool immediate = m_selective && HasRdmaImmediate(pdu.opcode) && !IsRdmaSend(pdu.opcode);
    if (immediate && LacksReceive(pdu) && !(m_receives && m_receives->IsStashed(psn)))
    {
        ++m_counters.rxDiscarded;
        return; // without a NAK, which would name it as received
    }
    const RoceEarly early = m_recovery.OnEarly(m_expected, psn, IsRdmaLastOfMessage(pdu.opcode));
    switch (early.fate)
    {
    case RoceEarly::Fate::DISCARDED:
        ++m_counters.rxDiscarded;
        break;
    case RoceEarly::Fate::STORED:
        m_hasStored = true;
        if (immediate)
        {
            m_receives->Stash(psn, pdu);
        }
        ++m_counters.rxAccepted;
        m_counters.bytesDelivered += pdu.write.payloadBytes;
        break;
    case RoceEarly::Fate::DUPLICATE:
        ++m_counters.rxDuplicates;
        break;
    }
    if (early.report == RoceEarly::Report::EACH)
    {
        SendAeth(m_expected, RDMA_SYNDROME_NAK_SEQUENCE, psn);
    }
    else if (early.report == RoceEarly::Report::ONCE && !m_nakSent)
    {
        SendNak(RDMA_SYNDROME_NAK_SEQUENCE);
    }
}

void
RoceResponder::Discard(const RdmaRxInfo& rx)
{
    if (Count(rx))
    {
        ++m_counters.rxDiscarded;
    }
}

bool
RoceResponder::Count(const RdmaRxInfo& rx)
{
    const bool whole = rx.trim == RdmaTrim::NONE;
    m_counters.rxDataPackets += whole;
    m_counters.rxTrimmed += !whole;
    m_counters.rxMarked += whole && rx.ce;
    return whole;
}

void
RoceResponder::Accept(const RdmaPdu& pdu)
{
    if (LacksReceive(pdu))
    {
        ++m_counters.rxDiscarded;
        SendNak(RDMA_SYNDROME_RNR_NAK | m_config.minRnrTimer);
        return;
    }
    if (IsRdmaLastOfMessage(pdu.opcode))
    {
        const bool consumes = (IsRdmaSend(pdu.opcode) || HasRdmaImmediate(pdu.opcode)) &&
                              m_receives && m_receives->HasReceive();
        Complete(m_expected, consumes ? &pdu : nullptr);
    }
    ++m_expected;
    m_nakSent = false;
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.write.payloadBytes;
    const bool closesGap = m_hasStored;
    if (closesGap)
    {
        TakeStored();
    }
    const bool milestone = m_config.ackEveryPackets > 0 && m_expected >= m_ackMilestone;
    if (pdu.ackRequest || milestone || closesGap)
    {
        SendAck();
    }
}

void
RoceResponder::TakeStored()
{
    while (m_recovery.TakeStored(m_expected))
    {
        const RdmaPsnSeq last = m_expected - 1;
        const auto early = m_receives ? m_receives->TakeStashed(last) : std::nullopt;
        Complete(last, early ? &*early : nullptr);
    }
    m_hasStored = m_recovery.HasStored();
}

bool
RoceResponder::LacksReceive(const RdmaPdu& pdu) const
{
    const RdmaOpcode op = pdu.opcode;
    const bool needs = op == RdmaOpcode::RC_SEND_FIRST || op == RdmaOpcode::RC_SEND_ONLY ||
                       op == RdmaOpcode::RC_SEND_ONLY_IMM || op == RdmaOpcode::RC_WRITE_LAST_IMM ||
                       op == RdmaOpcode::RC_WRITE_ONLY_IMM;
    return needs && !(m_receives && m_receives->HasReceive());
}

void
RoceResponder::Complete(RdmaPsnSeq psn, const RdmaPdu* receiver)
{
    if (receiver)
    {
        const auto before = static_cast<uint64_t>(psn - m_messageFirst);
        const uint64_t bytes = before * m_config.pathMtuBytes + receiver->write.payloadBytes;
        m_receives->Complete(m_delivered,
                             bytes,
                             HasRdmaImmediate(receiver->opcode)
                                 ? std::make_optional(receiver->write.immediate)
                                 : std::nullopt);
    }
    ++m_delivered;
    m_messageFirst = psn + 1;
}

void
RoceResponder::SendAck()
{
    m_ackMilestone = m_expected + m_config.ackEveryPackets;
    SendAeth(m_expected - 1, RDMA_SYNDROME_ACK);
}

void
RoceResponder::SendNak(uint8_t syndrome)
{
    NS_LOG_INFO("QP " << m_config.localQpn << ": NAK of PSN " << m_expected << ", syndrome "
                      << +syndrome);
    m_nakSent = true;
    SendAeth(m_expected, syndrome);
}

void
RoceResponder::SendAeth(RdmaPsnSeq psn, uint8_t syndrome, RdmaPsnSeq trigger)
{
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::RC_ACK;
    pdu.destQpn = m_config.peerQpn;
    pdu.psn = ToWireRdmaPsn(psn);
    pdu.ack.msn = static_cast<uint32_t>(m_delivered) & RDMA_PSN_MASK;
    pdu.ack.syndrome = syndrome;
    pdu.selective = m_selective;
    pdu.ack.triggerPsn = ToWireRdmaPsn(trigger);
    m_control.Push(pdu);
}

void
RoceResponder::NotifyCongestion(RdmaTick now)
{
    if (now < m_cnpAllowed)
    {
        return;
    }
    NS_LOG_INFO("QP " << m_config.localQpn << " sends a CNP");
    m_cnpAllowed = now + m_config.minTimeBetweenCnps;
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::CNP;
    pdu.destQpn = m_config.peerQpn;
    m_control.Push(pdu);
}

bool
RoceResponder::PollControl(RdmaTxPdu& tx)
{
    if (m_control.IsEmpty())
    {
        return false;
    }
    tx.pdu = m_control.Front();
    tx.entropy = m_config.udpSourcePort;
    tx.port = m_config.port;
    tx.cls = RdmaClass::CONTROL;
    tx.ectCapable = false;
    m_control.Pop();
    return true;
}

std::string
RoceResponder::Describe() const
{
    char line[96];
    std::snprintf(line,
                  sizeof(line),
                  "expects PSN 0x%06" PRIx32 "%s",
                  ToWireRdmaPsn(m_expected),
                  m_nakSent ? " (NAK sent)" : "");
    return line;
}

} // namespace ns3
