/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-traced-qp.h"

#include "ns3/pointer.h"
#include "ns3/rdma-listening-accessor.h"
#include "ns3/rdma-time.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaTracedQp);

namespace
{
/** @return true if it is an answer of the receiver */
bool
IsAnswer(RdmaOpcode opcode)
{
    switch (opcode)
    {
    case RdmaOpcode::MRC_SACK:
    case RdmaOpcode::MRC_NACK:
    case RdmaOpcode::MRC_TRANSPORT_ACK:
    case RdmaOpcode::RC_ACK:
    case RdmaOpcode::RC_ATOMIC_ACK:
    case RdmaOpcode::CNP:
        return true;
    default:
        return false;
    }
}
} // namespace

TypeId
RdmaTracedQp::GetTypeId()
{
    using Qp = RdmaTracedQp;
    static TypeId tid =
        TypeId("ns3::RdmaTracedQp")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<RdmaTracedQp>()
            .AddAttribute("Controller",
                          "The congestion control, whose own trace sources a path reaches through "
                          "this attribute. Null before the QP exists.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Qp::GetController),
                          MakePointerChecker<Object>())
            .AddTraceSource("CongestionWindow",
                            "Congestion window, B; RoCE: rate x base RTT.",
                            MakeRdmaListeningAccessor(&Qp::m_window),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Rate",
                            "Rate at which the QP may send, bit/s of line time; MRC, which only a "
                            "window limits: always 0.",
                            MakeRdmaListeningAccessor(&Qp::m_rate),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("BytesInFlight",
                            "Bytes sent, neither answered nor given up.",
                            MakeRdmaListeningAccessor(&Qp::m_inflight),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Rtt",
                            "Newest valid sample of the round-trip time. RoCE measures none.",
                            MakeRdmaListeningAccessor(&Qp::m_rtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("EvChoice",
                            "A packet with data, or a probe, leaves by a path: the EV (RoCE: the "
                            "UDP source port), the port, and the PSN.",
                            MakeRdmaListeningAccessor(&Qp::m_evChoice),
                            "ns3::RdmaTracedQp::EvChoiceTracedCallback")
            .AddTraceSource("Retransmission",
                            "A packet is sent again, with the reason.",
                            MakeRdmaListeningAccessor(&Qp::m_retransmission),
                            "ns3::RdmaTracedQp::RetransmissionTracedCallback")
            .AddTraceSource("Sack",
                            "An answer of the receiver has arrived: SACK, NACK or Transport ACK; "
                            "RoCE: ACK, NAK or CNP.",
                            MakeRdmaListeningAccessor(&Qp::m_sack),
                            "ns3::RdmaTracedQp::SackTracedCallback")
            .AddTraceSource("Completed",
                            "A message or a receive of this end is complete.",
                            MakeRdmaListeningAccessor(&Qp::m_completed),
                            "ns3::RdmaTracedQp::CompletedTracedCallback")
            .AddTraceSource("Event",
                            "An EV changed its state, a packet was declared lost, a timer "
                            "expired, or the QP failed.",
                            MakeRdmaListeningAccessor(&Qp::m_event),
                            "ns3::RdmaTracedQp::EventTracedCallback");
    return tid;
}

void
RdmaTracedQp::Setup(List* list, uint32_t index)
{
    m_list = list;
    m_index = index;
}

void
RdmaTracedQp::Detach()
{
    m_list = nullptr;
    m_transport = nullptr;
}

void
RdmaTracedQp::Attach(const RdmaTransport& transport)
{
    m_transport = &transport;
    Update();
}

Ptr<Object>
RdmaTracedQp::GetController() const
{
    const RdmaTransport* transport = m_list ? m_list->FindTransport(m_index) : nullptr;
    return transport ? transport->GetControlObject() : nullptr;
}

bool
RdmaTracedQp::OnConnect(const TraceSourceAccessor& source,
                        const std::string* context,
                        const CallbackBase& callback)
{
    if (!m_wanted && m_list)
    {
        m_wanted = true;
        m_list->OnWanted(m_index);
    }
    const bool fits = ConnectRdmaSource(source, this, context, callback);
    if (fits && m_index == LATER && m_list)
    {
        m_list->Subscribe(source, context, callback);
    }
    return fits;
}

bool
RdmaTracedQp::OnDisconnect(const TraceSourceAccessor& source,
                           const std::string* context,
                           const CallbackBase& callback)
{
    if (m_index == LATER && m_list)
    {
        m_list->Unsubscribe(source, context, callback);
    }
    return DisconnectRdmaSource(source, this, context, callback);
}

void
RdmaTracedQp::OnSend(const RdmaTxPdu& tx)
{
    m_evChoice(tx.entropy, tx.port, tx.pdu.psn);
    if (tx.resend != RdmaResend::NONE)
    {
        m_retransmission(tx.pdu.psn, tx.resend);
    }
    Update();
}

void
RdmaTracedQp::OnArrival(const RdmaPdu& pdu)
{
    if (IsAnswer(pdu.opcode))
    {
        m_sack(pdu);
    }
}

void
RdmaTracedQp::Update()
{
    if (!m_transport)
    {
        return;
    }
    m_window = m_transport->GetWindowBytes();
    m_rate = m_transport->GetRateBps();
    m_inflight = m_transport->GetInflightBytes();
    if (const auto rtt = m_transport->GetLastRtt())
    {
        m_rtt = ToTime(*rtt);
    }
}

} // namespace ns3
