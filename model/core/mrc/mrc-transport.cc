/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport.h"

#include "mrc-endpoint.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-prefetch.h"

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcTransport");

namespace
{

/**
 * @param used a controller or selector that was started
 * @return a new one of the same type, with the same attributes
 */
template <typename T>
Ptr<T>
MakeAnother(Ptr<T> used)
{
    const TypeId type = used->GetInstanceTypeId();
    Ptr<T> fresh = ObjectFactory(type.GetName()).Create<T>();
    for (TypeId tid = type; tid != Object::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(i);
            if ((info.flags & TypeId::ATTR_SGC) == TypeId::ATTR_SGC && info.accessor->HasGetter())
            {
                const Ptr<AttributeValue> value = info.checker->Create();
                used->GetAttribute(info.name, *value);
                fresh->SetAttribute(info.name, *value);
            }
        }
    }
    return fresh;
}

} // namespace

MrcTransport::MrcTransport(const MrcTransportSetup& setup)
    : m_transportAck(setup.qp.transportAck),
      m_answers(setup.qp.serviceTime),
      m_selector(setup.selector),
      m_controller(setup.controller),
      m_setup(setup),
      m_config(setup.qp)
{
}

// States.

MrcVerbsResult
MrcTransport::Modify(RdmaTick /* now */, MrcQpState to, const MrcQpAttributes& attributes)
{
    m_outputs = RDMA_OUTPUT_ALL;
    const MrcVerbsResult result = CheckMrcQpTransition(m_state, to, attributes, m_config.limits);
    if (!result.IsOk())
    {
        return result;
    }
    MergeMrcQpAttributes(attributes, m_attributes);
    ApplyMrcQpAttributes(m_attributes, m_config);
    switch (to)
    {
    case MrcQpState::INIT:
        m_state = to;
        break;
    case MrcQpState::RTR:
        StartResponder();
        break;
    case MrcQpState::RTS:
        StartRequester();
        break;
    case MrcQpState::ERROR:
        EnterError();
        break;
    case MrcQpState::RESET:
        EnterReset();
        break;
    }
    return result;
}

MrcVerbsResult
MrcTransport::Connect(RdmaTick now, const MrcQpOffer& peer)
{
    MrcQpPlan plan;
    MrcVerbsResult result = MakeMrcQpPlan(m_config, peer, plan);
    const std::pair<MrcQpState, const MrcQpAttributes*> steps[] = {
        {MrcQpState::INIT, &plan.init},
        {MrcQpState::RTR, &plan.rtr},
        {MrcQpState::RTS, &plan.rts},
    };
    for (const auto& [state, attributes] : steps)
    {
        if (result.IsOk())
        {
            result = Modify(now, state, *attributes);
        }
    }
    return result;
}

void
MrcTransport::StartResponder()
{
    if (m_used)
    {
        m_controller = m_setup.sharesController ? m_controller : MakeAnother(m_controller);
        m_selector = MakeAnother(m_selector);
    }
    m_used = true;
    MrcPathInfo path = m_setup.path;
    path.nominalMtuBytes = MrcNominalBytes(m_config.pathMtuBytes, m_config.timestamps);
    path.remoteRecvPeers = m_attributes.hint.remoteRecvPeers;
    m_controller->StartOnce(path);

    MrcEvSetup evs = m_setup.evs;
    evs.planes = path.planes;
    evs.pathsPerPlane = m_setup.pathsPerPlane;
    evs.pathCodes = m_setup.pathCodes;
    evs.trimming = path.trimming;
    evs.baseRtt = path.baseRtt;
    evs.targetDelay = m_controller->GetTargetDelay();
    m_table.emplace();
    m_table->Start(evs, m_setup.evParameters, m_setup.rng);
    for (uint32_t plane = 0; plane < path.planes; ++plane)
    {
        for (const bool local : {true, false})
        {
            if ((local ? m_localDown : m_peerDown) >> plane & 1)
            {
                m_table->SetPortUp(plane, local, false);
            }
        }
    }
    m_selector->Start(*m_table, m_setup.rng);
    const bool proved = m_setup.evParameters->reverseEv == MrcEvParameters::SPEC;
    m_answers.Start(*m_table,
                    proved ? std::make_unique<MrcReverseEvs>(*m_table,
                                                             path.baseRtt,
                                                             m_setup.rng,
                                                             m_setup.evParameters->reverseEvHeard)
                           : nullptr);
    m_responder.emplace(m_config, m_counters);
    if (!m_flushed.IsEmpty())
    {
        m_responder->SetNews(); // a caller that resets a QP in a callback has not taken them all
    }
    m_state = MrcQpState::RTR;
}

void
MrcTransport::StartRequester()
{
    m_table->SetRto(m_config.ackTimeout);
    m_requester.emplace(m_config, *m_table, m_selector, m_controller, m_counters, m_events);
    m_state = MrcQpState::RTS;
    m_isPlain = m_answers.IsPrompt();
    NS_LOG_INFO("QP " << m_config.localQpn << " to " << m_config.peerQpn << " is in RTS");
}

void
MrcTransport::EnterError()
{
    NS_LOG_INFO("QP " << m_config.localQpn << " enters ERROR from " << GetMrcQpStateName(m_state));
    m_state = MrcQpState::ERROR;
    m_isPlain = false;
    m_outputs = RDMA_OUTPUT_ALL;
    if (m_requester)
    {
        m_requester->Abort();
    }
    if (m_table)
    {
        m_table->Stop(); // its outstanding probes no longer count
    }
    if (m_responder)
    {
        m_responder->GetReceives().Flush();
    }
}

void
MrcTransport::EnterReset()
{
    EnterError();
    RdmaRingQueue<RdmaCompletion> flushed;
    RdmaCompletion completion;
    while (PollCompletion(completion))
    {
        flushed.Push(completion);
    }
    m_flushed = std::move(flushed);
    RdmaRingQueue<RdmaEvent> events;
    RdmaEvent event;
    while (PollEvent(event))
    {
        events.Push(event);
    }
    m_events = std::move(events);
    m_requester.reset();
    m_responder.reset();
    m_answers.Clear();
    m_table.reset();
    m_attributes = MrcQpAttributes();
    m_config = m_setup.qp;
    m_state = MrcQpState::RESET;
}

void
MrcTransport::SetSqPsn(uint32_t psn)
{
    NS_ASSERT_MSG(m_state == MrcQpState::RESET,
                  "SQ_PSN is chosen in RESET, not in " << GetMrcQpStateName(m_state));
    m_config.sqPsn = psn;
}

MrcVerbsResult
MrcTransport::SetMpr(uint32_t units)
{
    if (m_state != MrcQpState::RTR && m_state != MrcQpState::RTS)
    {
        return {EINVAL, "the MPR changes in RTR and RTS only"};
    }
    if (!m_config.dynamicMpr)
    {
        return {EOPNOTSUPP, "the MPR changes only if both ends have the capability DYNAMIC_MPR"};
    }
    const MrcQpLimits& limits = m_config.limits;
    if (units < 1 || units > limits.maxMpr || units % limits.mprResolution != 0)
    {
        std::ostringstream os;
        os << "MPR_DEST " << units << ": allowed are multiples of " << limits.mprResolution
           << " up to " << limits.maxMpr;
        return {EINVAL, os.str()};
    }
    m_responder->SetMpr(units);
    return {};
}

// Inputs.

void
MrcTransport::PostSend(RdmaTick now, const RdmaWorkRequest& wr)
{
    NS_ASSERT_MSG(m_requester,
                  "a send posted to a QP in " << GetMrcQpStateName(m_state)
                                              << ": it must have been in RTS");
    m_outputs |= RDMA_OUTPUT_TRANSMIT;
    if (m_remind)
    {
        Remind();
    }
    m_requester->PostSend(now, wr);
}

bool
MrcTransport::PostRecv(RdmaTick /* now */, uint64_t wrId)
{
    if (!m_responder)
    {
        return false;
    }
    m_outputs = RDMA_OUTPUT_ALL;
    m_responder->GetReceives().Post(wrId);
    if (m_state == MrcQpState::ERROR)
    {
        m_responder->GetReceives().Flush();
    }
    return true;
}

void
MrcTransport::OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    if (m_state != MrcQpState::RTS && !IsTakenBeforeRts(pdu.opcode))
    {
        ++m_counters.rxWrongState;
        return;
    }
    switch (pdu.opcode)
    {
    case RdmaOpcode::MRC_WRITE_FIRST:
    case RdmaOpcode::MRC_WRITE_MIDDLE:
    case RdmaOpcode::MRC_WRITE_LAST:
    case RdmaOpcode::MRC_WRITE_LAST_IMM:
    case RdmaOpcode::MRC_WRITE_ONLY:
    case RdmaOpcode::MRC_WRITE_ONLY_IMM:
        OnWrite(now, pdu, rx);
        break;
    case RdmaOpcode::MRC_SACK:
        if (MrcReverseEvs* reverse = m_answers.GetReverse())
        {
            reverse->OnProof(pdu.sack.entropy);
        }
        OnSack(now, pdu);
        break;
    case RdmaOpcode::MRC_NACK:
    case RdmaOpcode::MRC_TRANSPORT_ACK:
        OnVerdict(now, pdu);
        break;
    case RdmaOpcode::MRC_PROBE:
        OnProbe(now, pdu, rx);
        break;
    default:
        ++m_counters.rxUnsupported; // no answer (mrc reference, 1.1)
        break;
    }
}

void
MrcTransport::OnSack(RdmaTick now, const RdmaPdu& pdu)
{
    RdmaPrefetch(*m_requester);
    m_requester->OnSack(now, pdu);
    m_outputs |= RDMA_OUTPUT_TRANSMIT;
    m_outputs |= m_requester->HasCompletion() ? RDMA_OUTPUT_COMPLETION : 0;
    // Losses are reported as events, and leave a retransmission: the scoreboard is in the cache,
    // m_events is not.
    const bool events = m_table->HasEvents() || m_requester->GetScoreboard().HasRetransmission();
    m_outputs |= events ? RDMA_OUTPUT_EVENT : 0;
}

void
MrcTransport::OnVerdict(RdmaTick now, const RdmaPdu& pdu)
{
    if (pdu.opcode == RdmaOpcode::MRC_NACK)
    {
        m_requester->OnNack(now, pdu);
    }
    else
    {
        m_requester->OnTransportAck(now, pdu);
    }
    FollowRequester();
}

void
MrcTransport::OnWrite(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    RdmaPrefetch(*m_responder);
    RdmaPrefetch(m_counters);
    if (m_remind)
    {
        Remind();
    }
    if (MrcReverseEvs* reverse = m_answers.GetReverse())
    {
        reverse->OnReceived(rx.entropy);
        if (reverse->OnReceive(now) && !IsBusy())
        {
            reverse->Ask(now);
            m_outputs |= RDMA_OUTPUT_CONTROL;
        }
    }
    RdmaPdu& answer = m_answers.Next(now, rx.port);
    const MrcAnswer asked = m_responder->OnWrite(pdu, rx, answer);
    m_outputs |= m_responder->HasNews() ? RDMA_OUTPUT_COMPLETION : 0;
    if (m_setup.trimSchedule)
    {
        const bool nack = asked == MrcAnswer::SEND && answer.opcode == RdmaOpcode::MRC_NACK;
        Schedule(now, pdu, nack && rx.trim != RdmaTrim::NONE ? &answer : nullptr);
    }
    if (asked == MrcAnswer::NONE)
    {
        return;
    }
    m_answers.Commit();
    m_outputs |= RDMA_OUTPUT_CONTROL;
    if (asked == MrcAnswer::FAULT)
    {
        OnFault(answer.ack.syndrome);
    }
    else if (m_transportAck)
    {
        AddTransportAck(now, rx.port);
    }
}

void
MrcTransport::Schedule(RdmaTick now, const RdmaPdu& pdu, RdmaPdu* nack)
{
    if (!nack && pdu.rtx)
    {
        return; // its place was taken when it was trimmed
    }
    const double bytes = MrcNominalBytes(pdu.write.payloadBytes, pdu.timestamp);
    // Slightly faster than the line: an unused place would waste line time, and one too many costs
    // only a header.
    constexpr double OVERBOOKING = 1.15;
    const double ps = bytes * 8e12 / static_cast<double>(m_setup.path.rateBps) / OVERBOOKING;
    const RdmaTick wait = m_setup.trimSchedule->Take(now, RdmaTick::Ps(static_cast<int64_t>(ps)));
    if (nack)
    {
        nack->nack.hold = MrcTrimSchedule::Encode(wait);
    }
}

void
MrcTransport::OnProbe(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    uint8_t port = rx.port;
    if (m_remind)
    {
        Remind();
    }
    if (MrcReverseEvs* reverse = m_answers.GetReverse())
    {
        reverse->OnReceived(rx.entropy);
        reverse->OnReliabilityProbe(port);
        port = MrcReverseEvs::ANY_PLANE;
    }
    m_responder->OnProbe(pdu, rx, m_answers.Next(now, port));
    m_answers.Commit();
    m_outputs |= RDMA_OUTPUT_CONTROL;
    if (m_transportAck)
    {
        const bool any = port == MrcReverseEvs::ANY_PLANE;
        AddTransportAck(now, any ? MrcReverseEvs::SAME_PATH : port);
    }
}

void
MrcTransport::AddTransportAck(RdmaTick now, uint8_t port)
{
    if (m_responder->TakeTransportAck(m_answers.Next(now, port)))
    {
        m_answers.Commit();
    }
}

void
MrcTransport::OnFault(uint8_t syndrome)
{
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::QP_ERROR;
    event.fault = syndrome == RDMA_SYNDROME_NAK_INVALID_REQUEST ? RdmaFault::TOO_MANY_WIMMS
                                                                : RdmaFault::NO_RECEIVE;
    m_events.Push(event);
    EnterError();
}

void
MrcTransport::OnTimeout(RdmaTick now)
{
    if (m_state == MrcQpState::RTS)
    {
        m_requester->OnTimeout(now);
        FollowRequester();
    }
}

void
MrcTransport::OnPortStatus(RdmaTick now, uint8_t port, bool up)
{
    m_localDown = up ? m_localDown & ~(1U << port) : m_localDown | 1U << port;
    SetPort(now, port, true, up);
}

void
MrcTransport::OnPeerPortStatus(RdmaTick now, uint32_t upPorts)
{
    for (uint8_t port = 0; port < m_setup.path.planes; ++port)
    {
        const bool up = upPorts >> port & 1;
        if (up == static_cast<bool>(m_peerDown >> port & 1))
        {
            m_peerDown ^= 1U << port;
            SetPort(now, port, false, up);
        }
    }
}

bool
MrcTransport::HasEndpoint() const
{
    return m_state == MrcQpState::RTR || m_state == MrcQpState::RTS;
}

std::optional<MrcPath>
MrcTransport::TakeControlPath(uint8_t port)
{
    return m_answers.TakeControlPath(port);
}

void
MrcTransport::SetPort(RdmaTick now, uint8_t port, bool local, bool up)
{
    if (!m_table)
    {
        return;
    }
    m_outputs = RDMA_OUTPUT_ALL;
    m_table->SetPortUp(port, local, up);
    if (!up && m_state == MrcQpState::RTS)
    {
        // Packets outstanding there were sent before the report: they are lost, or their SACKs are,
        // and the losses are not attributed to the EVs (mrc reference, 9.6).
        m_requester->OnPortDown(now, port);
    }
}

// Outputs.

bool
MrcTransport::PollControl(RdmaTick now, RdmaTxPdu& tx)
{
    if (m_statusDue)
    {
        m_statusDue = false;
        tx.pdu = RdmaPdu{};
        tx.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
        tx.pdu.destQpn = MRC_ENDPOINT_QPN;
        tx.pdu.endpoint.op = MrcEndpointOp::PORT_STATUS_UPDATE; // the NIC fills in the rest
        return true;
    }
    const bool taken = m_answers.Poll(now, tx);
    if (m_answers.IsEmpty() && !m_answers.IsProbeDue())
    {
        Lower(RDMA_OUTPUT_CONTROL);
    }
    return taken;
}

void
MrcTransport::OnEvProbeAnswer(uint32_t ev)
{
    if (MrcReverseEvs* reverse = m_answers.GetReverse())
    {
        reverse->OnProof(ev);
    }
}

RdmaPoll
MrcTransport::PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    if (m_state != MrcQpState::RTS)
    {
        return RdmaPoll::NOTHING;
    }
    RdmaPrefetch(*m_requester);
    const RdmaPoll answer = m_requester->PollTransmit(now, readyPorts, tx);
    m_outputs |= m_table->HasEvents() ? RDMA_OUTPUT_EVENT : 0; // a trial may have ended
    if (answer == RdmaPoll::NOTHING && !m_requester->HasWork())
    {
        Lower(RDMA_OUTPUT_TRANSMIT);
    }
    return answer;
}

bool
MrcTransport::PollCompletion(RdmaCompletion& completion)
{
    if (m_state == MrcQpState::RTS && !m_responder->HasNews())
    {
        const bool taken = m_requester->PollCompletion(completion);
        if (!taken)
        {
            Lower(RDMA_OUTPUT_COMPLETION);
        }
        return taken;
    }
    if (!m_flushed.IsEmpty())
    {
        completion = m_flushed.Front();
        m_flushed.Pop();
        return true;
    }
    return (m_responder && m_responder->PollCompletion(completion)) ||
           (m_requester && m_requester->PollCompletion(completion));
}

bool
MrcTransport::PollEvent(RdmaEvent& event)
{
    if (m_table && m_table->PollEvent(event))
    {
        m_counters.evRetired += event.kind == RdmaEvent::Kind::EV_BAD ? 1 : 0;
        m_counters.evRestored += event.kind == RdmaEvent::Kind::EV_GOOD ? 1 : 0;
        return true;
    }
    if (m_events.IsEmpty())
    {
        Lower(RDMA_OUTPUT_EVENT);
        return false;
    }
    event = m_events.Front();
    m_events.Pop();
    return true;
}

RdmaTick
MrcTransport::NextWakeup() const
{
    if (m_isPlain)
    {
        return m_requester->NextWakeup();
    }
    const RdmaTick next = m_state == MrcQpState::RTS ? m_requester->NextWakeup() : RdmaTick::Max();
    return std::min(next, m_answers.IsPrompt() ? RdmaTick::Max() : m_answers.GetDue());
}

bool
MrcTransport::IsBusy() const
{
    return m_state == MrcQpState::RTS && m_requester->IsBusy();
}

bool
MrcTransport::IsError() const
{
    return m_state == MrcQpState::ERROR;
}

const void*
MrcTransport::GetSharedWindow() const
{
    return m_setup.sharesController ? PeekPointer(m_controller) : nullptr;
}

uint64_t
MrcTransport::GetWindowBytes() const
{
    return m_controller->GetCwndBytes();
}

uint64_t
MrcTransport::GetInflightBytes() const
{
    return m_requester ? m_requester->GetScoreboard().GetOutstandingBytes() : 0;
}

Ptr<Object>
MrcTransport::GetControlObject() const
{
    return m_controller;
}

const RdmaCounters&
MrcTransport::GetCounters() const
{
    return m_counters;
}

std::string
MrcTransport::Describe(RdmaTick now) const
{
    std::ostringstream os;
    os << "MRC QP " << m_config.localQpn << ": ";
    if (!m_requester)
    {
        os << GetMrcQpStateName(m_state);
    }
    else
    {
        os << m_requester->Describe(now);
    }
    if (m_responder)
    {
        os << "; received in order up to PSN " << m_responder->GetCackPsn() << ", "
           << m_responder->GetOooCount() << " beyond";
    }
    return os.str();
}

} // namespace ns3
