/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-transport.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/rdma-psn.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param config configuration of a QP
 * @return the same, after checking it
 */
const RoceQpConfig&
Checked(const RoceQpConfig& config)
{
    NS_ABORT_MSG_IF(config.pathMtuBytes == 0, "RoCE QP " << config.localQpn << " without path MTU");
    NS_ABORT_MSG_IF(config.lineRateBps == 0, "RoCE QP " << config.localQpn << " without line rate");
    NS_ABORT_MSG_IF(config.retransmissionTimeout <= RdmaTick(),
                    "RoCE QP " << config.localQpn << " without retransmission timeout: a lost tail "
                               << "would never be repaired");
    NS_ABORT_MSG_IF(config.port >= 32,
                    "RoCE QP " << config.localQpn << " on port " << +config.port);
    NS_ABORT_MSG_IF(config.sqPsn > RDMA_PSN_MASK || config.rqPsn > RDMA_PSN_MASK,
                    "RoCE QP " << config.localQpn << " starts at PSNs " << config.sqPsn << " and "
                               << config.rqPsn << ", which have more than 24 bits");
    return config;
}

} // namespace

RoceTransport::RoceTransport(const RoceQpConfig& config,
                             Ptr<RoceRateControl> control,
                             std::unique_ptr<RoceRecovery> recovery)
    : m_config(Checked(config)),
      m_recovery(std::move(recovery)),
      m_requester(m_config, control, m_counters, *m_recovery),
      m_responder(m_config, m_counters, *m_recovery)
{
}

void
RoceTransport::PostSend(RdmaTick now, const RdmaWorkRequest& wr)
{
    m_outputs = RDMA_OUTPUT_ALL; // after a failure it is flushed at once
    m_requester.Post(now, wr);
}

bool
RoceTransport::PostRecv(RdmaTick /* now */, uint64_t wrId)
{
    m_responder.PostRecv(wrId);
    if (IsError())
    {
        m_responder.Flush();
        m_outputs |= RDMA_OUTPUT_COMPLETION;
    }
    return true;
}

void
RoceTransport::OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    NS_ASSERT_MSG(pdu.destQpn == m_config.localQpn,
                  "PDU for QP " << pdu.destQpn << " at QP " << m_config.localQpn);
    if (m_requester.IsError())
    {
        if (IsRdmaWrite(pdu.opcode))
        {
            m_responder.Discard(rx);
        }
        return;
    }
    switch (pdu.opcode)
    {
    case RdmaOpcode::RC_SEND_FIRST:
    case RdmaOpcode::RC_SEND_MIDDLE:
    case RdmaOpcode::RC_SEND_LAST:
    case RdmaOpcode::RC_SEND_LAST_IMM:
    case RdmaOpcode::RC_SEND_ONLY:
    case RdmaOpcode::RC_SEND_ONLY_IMM:
    case RdmaOpcode::RC_WRITE_FIRST:
    case RdmaOpcode::RC_WRITE_MIDDLE:
    case RdmaOpcode::RC_WRITE_LAST:
    case RdmaOpcode::RC_WRITE_LAST_IMM:
    case RdmaOpcode::RC_WRITE_ONLY:
    case RdmaOpcode::RC_WRITE_ONLY_IMM:
        m_responder.OnWrite(now, pdu, rx);
        m_outputs |= m_responder.HasControl() ? RDMA_OUTPUT_CONTROL : 0;
        m_outputs |= m_responder.HasCompletion() ? RDMA_OUTPUT_COMPLETION : 0;
        break;
    case RdmaOpcode::RC_READ_REQUEST:
        m_responder.OnReadRequest(now, pdu, rx);
        m_owesResponses = m_responder.HasResponse();
        m_outputs |= RDMA_OUTPUT_CONTROL | RDMA_OUTPUT_TRANSMIT | RDMA_OUTPUT_COMPLETION;
        break;
    case RdmaOpcode::RC_READ_RESPONSE_FIRST:
    case RdmaOpcode::RC_READ_RESPONSE_MIDDLE:
    case RdmaOpcode::RC_READ_RESPONSE_LAST:
    case RdmaOpcode::RC_READ_RESPONSE_ONLY:
        if (m_responder.Arrive(now, rx))
        {
            m_requester.OnReadResponse(now, pdu);
        }
        m_outputs |= RDMA_OUTPUT_CONTROL;
        AfterRequesterInput();
        break;
    case RdmaOpcode::RC_ACK:
        m_requester.OnAck(now, pdu);
        AfterRequesterInput();
        break;
    case RdmaOpcode::CNP:
        m_requester.OnCnp(now);
        m_outputs |= RDMA_OUTPUT_TRANSMIT;
        break;
    default:
        ++m_counters.rxUnsupported;
        break;
    }
}

void
RoceTransport::AfterRequesterInput()
{
    m_outputs |= RDMA_OUTPUT_TRANSMIT;
    m_outputs |= m_requester.HasEvents() ? RDMA_OUTPUT_EVENT : 0;
    if (m_requester.IsError())
    {
        m_responder.Flush();
    }
    m_outputs |= m_requester.HasCompletion() || m_requester.IsError() ? RDMA_OUTPUT_COMPLETION : 0;
}

void
RoceTransport::OnTimeout(RdmaTick now)
{
    m_requester.OnTimeout(now);
    if (m_requester.IsError())
    {
        m_responder.Flush();
    }
    m_outputs = RDMA_OUTPUT_ALL;
}

void
RoceTransport::OnPortStatus(RdmaTick now, uint8_t port, bool up)
{
    if (port == m_config.port)
    {
        m_requester.OnPortStatus(now, up);
        m_outputs = RDMA_OUTPUT_ALL;
    }
}

bool
RoceTransport::PollControl(RdmaTick, RdmaTxPdu& tx)
{
    const bool taken = m_responder.PollControl(tx);
    if (!m_responder.HasControl())
    {
        m_outputs &= ~RDMA_OUTPUT_CONTROL;
    }
    return taken;
}

RdmaPoll
RoceTransport::PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    if (m_owesResponses && !IsError())
    {
        return PollEither(now, readyPorts, tx);
    }
    const RdmaPoll answer = m_requester.Poll(now, readyPorts, tx);
    if (answer == RdmaPoll::NOTHING && !m_requester.HasWork())
    {
        m_outputs &= ~RDMA_OUTPUT_TRANSMIT;
    }
    return answer;
}

RdmaPoll
RoceTransport::PollEither(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    if (!m_requester.IsPacerReady(now))
    {
        return RdmaPoll::NOTHING;
    }
    if (!m_responseTurn)
    {
        m_responseTurn = true;
        const RdmaPoll answer = m_requester.Poll(now, readyPorts, tx);
        if (answer != RdmaPoll::NOTHING)
        {
            m_responseTurn = answer == RdmaPoll::PDU;
            return answer;
        }
    }
    if ((readyPorts >> m_config.port & 1) == 0)
    {
        return RdmaPoll::NO_PORT;
    }
    m_responseTurn = false;
    m_requester.OnDataSent(now, m_responder.TakeResponse(tx));
    m_owesResponses = m_responder.HasResponse();
    return RdmaPoll::PDU;
}

bool
RoceTransport::PollCompletion(RdmaCompletion& completion)
{
    const bool taken =
        m_responder.PollCompletion(completion) || m_requester.PollCompletion(completion);
    if (!taken)
    {
        m_outputs &= ~RDMA_OUTPUT_COMPLETION;
    }
    return taken;
}

bool
RoceTransport::PollEvent(RdmaEvent& event)
{
    const bool taken = m_requester.PollEvent(event);
    if (!taken)
    {
        m_outputs &= ~RDMA_OUTPUT_EVENT;
    }
    return taken;
}

RdmaTick
RoceTransport::NextWakeup() const
{
    return m_owesResponses ? NextWakeupOfBoth() : m_requester.NextWakeup();
}

RdmaTick
RoceTransport::NextWakeupOfBoth() const
{
    const RdmaTick pacer = IsError() ? RdmaTick::Max() : m_requester.GetPacerWakeup();
    return std::min(m_requester.NextWakeup(), pacer);
}

bool
RoceTransport::IsBusy() const
{
    return m_requester.IsBusy();
}

bool
RoceTransport::IsError() const
{
    return m_requester.IsError();
}

uint64_t
RoceTransport::GetWindowBytes() const
{
    return static_cast<uint64_t>(m_requester.GetRateBps() * m_config.baseRtt.GetSeconds() / 8);
}

uint64_t
RoceTransport::GetInflightBytes() const
{
    return m_requester.GetInflightBytes();
}

double
RoceTransport::GetRateBps() const
{
    return m_requester.GetRateBps();
}

Ptr<Object>
RoceTransport::GetControlObject() const
{
    return m_requester.GetControl();
}

const RdmaCounters&
RoceTransport::GetCounters() const
{
    return m_counters;
}

std::string
RoceTransport::Describe(RdmaTick now) const
{
    return "RoCE QP " + std::to_string(m_config.localQpn) + ": " + m_requester.Describe(now) +
           "; " + m_responder.Describe();
}

} // namespace ns3
