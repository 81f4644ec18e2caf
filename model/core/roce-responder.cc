/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-responder.h"

#include <cinttypes>
#include <cstdio>

namespace ns3
{

RoceResponder::RoceResponder(const RoceQpConfig& config, RdmaCounters& counters)
    : m_config(config),
      m_counters(counters),
      m_expected(config.rqPsn),
      m_ackMilestone(m_expected + config.ackEveryPackets)
{
}

void
RoceResponder::OnWrite(Tick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    if (!Count(rx))
    {
        return; // RC has no use for a header without payload: the packet is as good as lost
    }
    if (rx.ce)
    {
        NotifyCongestion(now);
    }
    const PsnSeq psn = WidenPsn(pdu.psn, m_expected);
    if (psn == m_expected)
    {
        Accept(pdu);
    }
    else if (psn < m_expected)
    {
        ++m_counters.rxDuplicates;
        SendAck();
    }
    else
    {
        ++m_counters.rxDiscarded;
        if (!m_nakSent)
        {
            SendNak();
        }
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
    ++m_expected;
    m_nakSent = false;
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.write.payloadBytes;
    if (IsLastOfMessage(pdu.opcode))
    {
        ++m_delivered;
    }
    const bool milestone = m_config.ackEveryPackets > 0 && m_expected >= m_ackMilestone;
    if (pdu.ackRequest || milestone)
    {
        SendAck();
    }
}

void
RoceResponder::SendAck()
{
    m_ackMilestone = m_expected + m_config.ackEveryPackets;
    SendAeth(m_expected - 1, RDMA_SYNDROME_ACK);
}

void
RoceResponder::SendNak()
{
    m_nakSent = true;
    SendAeth(m_expected, RDMA_SYNDROME_NAK_SEQUENCE);
}

void
RoceResponder::SendAeth(PsnSeq psn, uint8_t syndrome)
{
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::RC_ACK;
    pdu.destQpn = m_config.peerQpn;
    pdu.psn = ToWirePsn(psn);
    pdu.ack.msn = static_cast<uint32_t>(m_delivered) & PSN_MASK;
    pdu.ack.syndrome = syndrome;
    m_control.Push(pdu);
}

void
RoceResponder::NotifyCongestion(Tick now)
{
    if (now < m_cnpAllowed)
    {
        return;
    }
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

bool
RoceResponder::PollCompletion(RdmaCompletion& completion)
{
    if (m_reported == m_delivered)
    {
        return false;
    }
    completion = RdmaCompletion{};
    completion.kind = RdmaCompletion::Kind::DELIVERED;
    completion.message = m_reported;
    ++m_reported;
    return true;
}

std::string
RoceResponder::Describe() const
{
    char line[96];
    std::snprintf(line,
                  sizeof(line),
                  "expects PSN 0x%06" PRIx32 "%s",
                  ToWirePsn(m_expected),
                  m_nakSent ? " (NAK sent)" : "");
    return line;
}

} // namespace ns3
