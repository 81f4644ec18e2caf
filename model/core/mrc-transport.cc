/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport.h"

#include <sstream>

namespace ns3
{

namespace
{

/**
 * Start the parts that must run before the requester looks at them.
 * @param setup what the QP is made of
 * @param table its EV table
 * @return the QP's config
 */
const MrcQpConfig&
StartParts(const MrcTransportSetup& setup, MrcEvTable& table)
{
    MrcPathInfo path = setup.path;
    path.nominalMtuBytes = MrcNominalBytes(setup.qp.pathMtuBytes);
    setup.controller->Start(path);

    MrcEvSetup evs;
    evs.planes = path.planes;
    evs.pathsPerPlane = setup.pathsPerPlane;
    evs.trimming = path.trimming;
    evs.baseRtt = path.baseRtt;
    evs.targetDelay = setup.controller->GetTargetDelay();
    evs.rto = setup.qp.ackTimeout;
    table.Start(evs, setup.evParameters, setup.rng);
    setup.selector->Start(table, setup.rng);
    return setup.qp;
}

} // namespace

MrcTransport::MrcTransport(const MrcTransportSetup& setup)
    : m_localQpn(setup.qp.localQpn),
      m_selector(setup.selector),
      m_controller(setup.controller),
      m_responder(setup.qp, m_counters),
      m_requester(StartParts(setup, m_table), m_table, m_selector, m_controller, m_counters)
{
}

void
MrcTransport::PostSend(Tick /* now */, const RdmaWorkRequest& wr)
{
    m_requester.PostSend(wr);
}

void
MrcTransport::OnPdu(Tick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    if (m_requester.IsError())
    {
        return;
    }
    switch (pdu.opcode)
    {
    case RdmaOpcode::MRC_WRITE_FIRST:
    case RdmaOpcode::MRC_WRITE_MIDDLE:
    case RdmaOpcode::MRC_WRITE_LAST:
    case RdmaOpcode::MRC_WRITE_ONLY:
        OnWrite(pdu, rx);
        break;
    case RdmaOpcode::MRC_SACK:
        m_requester.OnSack(now, pdu);
        break;
    case RdmaOpcode::MRC_NACK:
        m_requester.OnNack(now, pdu);
        break;
    case RdmaOpcode::MRC_PROBE:
        OnProbe(pdu, rx);
        break;
    default:
        break; // not supported: dropped in silence (MRC 1.0, 1.1)
    }
}

void
MrcTransport::OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    Answer& answer = m_answers.Next();
    answer.port = rx.port;
    if (m_responder.OnWrite(pdu, rx, answer.pdu))
    {
        m_answers.Commit();
    }
}

void
MrcTransport::OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    Answer& answer = m_answers.Next();
    answer.port = rx.port;
    m_responder.OnProbe(pdu, rx, answer.pdu);
    m_answers.Commit();
}

void
MrcTransport::OnTimeout(Tick now)
{
    m_requester.OnTimeout(now);
}

void
MrcTransport::OnPortStatus(Tick now, uint8_t port, bool up)
{
    m_table.SetPortUp(port, true, up);
    if (!up)
    {
        m_requester.OnPortDown(now, port);
    }
}

void
MrcTransport::OnPeerPortStatus(Tick now, uint32_t upPorts)
{
    for (uint8_t port = 0; port < m_table.GetPlanes(); ++port)
    {
        const bool up = upPorts >> port & 1;
        if (up == m_table.IsPeerPortUp(port))
        {
            continue;
        }
        m_table.SetPortUp(port, false, up);
        if (!up)
        {
            // What is outstanding there was sent before the update came: it is lost, or its SACK
            // is, and the EVs are not to blame (MRC 1.0, 9.6).
            m_requester.OnPortDown(now, port);
        }
    }
}

bool
MrcTransport::HasEndpoint() const
{
    return true;
}

std::optional<MrcPath>
MrcTransport::TakeControlPath(uint8_t port)
{
    return m_table.TakeReverse(port);
}

bool
MrcTransport::PollControl(Tick /* now */, RdmaTxPdu& tx)
{
    while (!m_answers.IsEmpty())
    {
        const Answer& answer = m_answers.Front();
        const std::optional<MrcPath> path = m_table.TakeReverse(answer.port);
        if (path.has_value())
        {
            tx.pdu = answer.pdu;
            tx.entropy = path->ev;
            tx.port = path->port;
            tx.cls = RdmaClass::CONTROL;
            tx.ectCapable = false;
        }
        m_answers.Pop();
        if (path.has_value())
        {
            return true;
        }
        // Without a port that is up the answer is lost, as it would be on a dead link.
    }
    return false;
}

RdmaPoll
MrcTransport::PollTransmit(Tick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    return m_requester.PollTransmit(now, readyPorts, tx);
}

bool
MrcTransport::PollCompletion(RdmaCompletion& completion)
{
    if (m_deliveredReported < m_responder.GetDelivered())
    {
        completion.kind = RdmaCompletion::Kind::DELIVERED;
        completion.message = m_deliveredReported++;
        completion.stats = RdmaMessageStats{};
        return true;
    }
    return m_requester.PollCompletion(completion);
}

bool
MrcTransport::PollEvent(RdmaEvent& event)
{
    if (m_table.PollEvent(event))
    {
        m_counters.evRetired += event.kind == RdmaEvent::Kind::EV_BAD ? 1 : 0;
        m_counters.evRestored += event.kind == RdmaEvent::Kind::EV_GOOD ? 1 : 0;
        return true;
    }
    const bool polled = m_requester.PollEvent(event);
    if (polled && event.kind == RdmaEvent::Kind::QP_ERROR)
    {
        m_table.Stop(); // its probes under way count no more
    }
    return polled;
}

Tick
MrcTransport::NextWakeup() const
{
    return m_requester.NextWakeup();
}

bool
MrcTransport::IsBusy() const
{
    return m_requester.IsBusy();
}

bool
MrcTransport::IsError() const
{
    return m_requester.IsError();
}

uint64_t
MrcTransport::GetWindowBytes() const
{
    return m_controller->GetCwndBytes();
}

const RdmaCounters&
MrcTransport::GetCounters() const
{
    return m_counters;
}

std::string
MrcTransport::Describe(Tick now) const
{
    std::ostringstream os;
    os << "MRC QP " << m_localQpn << ": " << m_requester.Describe(now);
    os << "; received in order up to PSN " << m_responder.GetCackPsn() << ", "
       << m_responder.GetOooCount() << " beyond";
    return os.str();
}

} // namespace ns3
