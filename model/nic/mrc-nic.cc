/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/fabric.h"
#include "ns3/mrc-ev.h"
#include "ns3/nstime.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcNic);

namespace
{
/**
 * @param pdu a PDU
 * @param cls its class
 * @return the DSCP it leaves with (MRC 1.0, 6.2; RoCE reference, 4.1)
 */
FabricDscp
DscpOf(const RdmaPdu& pdu, RdmaClass cls)
{
    if (pdu.opcode == RdmaOpcode::CNP)
    {
        return FabricDscp::CNP;
    }
    if (cls == RdmaClass::CONTROL)
    {
        return FabricDscp::CONTROL;
    }
    if (!IsMrc(pdu.opcode))
    {
        return FabricDscp::ROCE_DATA;
    }
    return pdu.rtx ? FabricDscp::TRIMMABLE_RETX : FabricDscp::TRIMMABLE;
}
} // namespace

TypeId
MrcNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcNic")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcNic>()
            .AddAttribute("PortQueueFrames",
                          "Data frames that may wait in a port besides the one being sent. Short, "
                          "so that a path is chosen when the packet really leaves.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcNic::m_portQueueFrames),
                          MakeUintegerChecker<uint16_t>(1, 64))
            .AddAttribute("LinkDownDetect",
                          "How long a port must be dark, or lit again, until its QPs are told.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&MrcNic::m_linkDownDetect),
                          MakeTimeChecker(Time{0}))
            .AddTraceSource("QpEvent",
                            "An EV changed its state, a timer expired, or a QP failed.",
                            MakeTraceSourceAccessor(&MrcNic::m_qpEventTrace),
                            "ns3::MrcNic::QpEventTracedCallback");
    return tid;
}

MrcNic::MrcNic() = default;

MrcNic::~MrcNic() = default;

void
MrcNic::DoDispose()
{
    for (Qp& qp : m_qps)
    {
        if (qp.timer)
        {
            qp.timer->Detach();
        }
    }
    for (EventId& detection : m_detection)
    {
        Simulator::Cancel(detection);
    }
    m_qps.clear();
    m_ports.clear();
    m_completion = CompletionCallback();
    // The fabric stays: frames that still arrive must go back to it.
    Object::DoDispose();
}

void
MrcNic::Setup(Ptr<Fabric> fabric, uint32_t host, uint32_t downlink)
{
    m_fabric = fabric;
    m_host = host;
    m_downlink = downlink;
}

void
MrcNic::AddPort(FabricPort* port)
{
    NS_ABORT_MSG_IF(m_ports.size() > SRV6_MAX_PLANE, "a NIC has at most 8 ports");
    port->index = static_cast<uint32_t>(m_ports.size());
    port->SetRoomFrames(m_portQueueFrames);
    m_room |= 1U << port->index;
    m_lit |= 1U << port->index;
    m_ports.push_back(port);
    m_detection.emplace_back();
}

uint32_t
MrcNic::ReserveQpn()
{
    m_qps.emplace_back();
    return FIRST_QPN + static_cast<uint32_t>(m_qps.size()) - 1;
}

void
MrcNic::AttachQp(uint32_t qpn, std::unique_ptr<RdmaTransport> transport, const RdmaQpRoute& route)
{
    const uint32_t index = qpn - FIRST_QPN;
    NS_ASSERT_MSG(index < m_qps.size() && !m_qps[index].transport, "QP " << qpn << " not reserved");
    Qp& qp = m_qps[index];
    qp.transport = std::move(transport);
    qp.route = route;
    qp.timer = Create<RdmaQpTimer>(this, index);
    for (uint8_t plane = 0; plane < m_ports.size(); ++plane)
    {
        if (m_toldDown >> plane & 1)
        {
            qp.transport->OnPortStatus(m_fabric->Now(), plane, false);
        }
    }
}

void
MrcNic::PostWrite(uint32_t qpn, uint64_t bytes)
{
    NS_ABORT_MSG_IF(bytes == 0, "a message needs at least 1 B");
    const uint32_t index = qpn - FIRST_QPN;
    NS_ASSERT_MSG(index < m_qps.size() && m_qps[index].transport, "no QP " << qpn);
    const Tick now = m_fabric->Now();
    m_qps[index].transport->PostSend(now, RdmaWorkRequest{bytes, 0, 0});
    Serve(now, index);
}

void
MrcNic::SetCompletionCallback(CompletionCallback cb)
{
    m_completion = cb;
}

void
MrcNic::Receive(Tick now, FabricPort* in, FabricFrame* frame)
{
    bool mine = frame->dstHost == m_host;
    if (frame->encap == FabricEncap::SRV6)
    {
        const uint16_t own = MakeUsid(in->index, Srv6UsidType::NIC, m_downlink);
        mine = mine && EndsAtUsid(frame->sidHi, frame->sidLo, own) && frame->segmentsLeft == 0;
    }
    const uint32_t index = frame->pdu.destQpn - FIRST_QPN;
    if (!mine || index >= m_qps.size() || !m_qps[index].transport)
    {
        m_fabric->Drop(frame, in->peer, FabricDropReason::NOT_FOR_ME);
        return;
    }
    RdmaRxInfo rx;
    rx.entropy = frame->entropy;
    rx.port = static_cast<uint8_t>(in->index);
    rx.ce = frame->ecn == FabricEcn::CE;
    rx.trim = frame->GetTrim();
    m_qps[index].transport->OnPdu(now, frame->pdu, rx);
    m_fabric->Consume(frame);
    Serve(now, index);
}

void
MrcNic::Serve(Tick now, uint32_t index)
{
    Qp& qp = m_qps[index];
    RdmaTxPdu tx;
    while (qp.transport->PollControl(now, tx))
    {
        Transmit(now, qp, tx);
    }
    if (!qp.ready)
    {
        PushReady(index);
    }
    Pump(now);
    Report(now, index);
    // A report may have posted more, or connected further QPs: look the QP up again.
    m_qps[index].timer->Arm(*m_fabric, now, m_qps[index].transport->NextWakeup());
}

void
MrcNic::Report(Tick now, uint32_t index)
{
    if (m_reporting)
    {
        m_toReport.push_back(index);
        return;
    }
    m_reporting = true;
    ReportQp(now, index);
    for (size_t i = 0; i < m_toReport.size(); ++i)
    {
        ReportQp(now, m_toReport[i]);
    }
    m_toReport.clear();
    m_reporting = false;
}

void
MrcNic::ReportQp(Tick now, uint32_t index)
{
    RdmaCompletion completion;
    while (m_qps[index].transport->PollCompletion(completion))
    {
        if (!m_completion.IsNull())
        {
            m_completion(FIRST_QPN + index, completion);
        }
    }
    RdmaEvent event;
    while (m_qps[index].transport->PollEvent(event))
    {
        m_qpEventTrace(MrcNicEvent{now, m_host, FIRST_QPN + index, event});
    }
}

void
MrcNic::Pump(Tick now)
{
    if (m_pumping)
    {
        return;
    }
    m_pumping = true;
    RdmaTxPdu tx;
    uint32_t refused = 0; // QPs in a row for which no port was right
    // With all ports dark QPs are asked all the same: they must find out that they are stuck.
    while ((m_room || !m_lit) && refused < m_readyCount)
    {
        const uint32_t index = PopReady();
        Qp& qp = m_qps[index];
        const RdmaPoll answer = qp.transport->PollTransmit(now, m_room, tx);
        qp.timer->Arm(*m_fabric, now, qp.transport->NextWakeup());
        if (answer == RdmaPoll::NOTHING)
        {
            continue;
        }
        PushReady(index);
        if (answer == RdmaPoll::NO_PORT)
        {
            ++refused;
            continue;
        }
        NS_ASSERT_MSG(m_room >> tx.port & 1, "port " << +tx.port << " was not offered");
        refused = 0;
        Transmit(now, qp, tx);
    }
    m_pumping = false;
}

void
MrcNic::PushReady(uint32_t index)
{
    Qp& qp = m_qps[index];
    qp.ready = true;
    qp.nextReady = NONE;
    if (m_readyHead == NONE)
    {
        m_readyHead = index;
    }
    else
    {
        m_qps[m_readyTail].nextReady = index;
    }
    m_readyTail = index;
    ++m_readyCount;
}

uint32_t
MrcNic::PopReady()
{
    const uint32_t index = m_readyHead;
    Qp& qp = m_qps[index];
    qp.ready = false;
    m_readyHead = qp.nextReady;
    --m_readyCount;
    return index;
}

void
MrcNic::Transmit(Tick now, const Qp& qp, const RdmaTxPdu& tx)
{
    FabricFrame* frame = m_fabric->NewFrame();
    const uint32_t l3Bytes = FabricL3Bytes(qp.route.encap, tx.pdu);
    if (qp.route.encap == FabricEncap::SRV6)
    {
        const Srv6Carrier destination = ApplyEv(qp.route.path, tx.entropy);
        frame->sidHi = destination.hi;
        frame->sidLo = destination.lo;
        NS_ASSERT_MSG(MrcEv::Plane(tx.entropy) == tx.port,
                      "EV " << tx.entropy << " sent by port " << +tx.port);
    }
    else
    {
        frame->sidHi = 0;
        frame->sidLo = 0;
    }
    frame->srcHost = m_host;
    frame->dstHost = qp.route.peerHost;
    frame->entropy = tx.entropy;
    frame->wireBytes = static_cast<uint16_t>(FabricWireBytes(l3Bytes));
    frame->l3Bytes = static_cast<uint16_t>(l3Bytes);
    frame->inPort = 0;
    frame->plane = tx.port;
    frame->encap = qp.route.encap;
    frame->dscp = DscpOf(tx.pdu, tx.cls);
    frame->ecn = tx.ectCapable ? FabricEcn::ECT0 : FabricEcn::NOT_ECT;
    frame->hopLimit = IPV6_HOP_LIMIT;
    frame->cls = tx.cls;
    frame->segment = 0;
    frame->segmentsLeft = 0;
    frame->pfcClasses = 0;
    frame->pfcQuanta = 0;
    frame->pdu = tx.pdu;
    FabricPort* port = m_ports[tx.port];
    port->Send(now, frame);
    if (!port->HasRoom())
    {
        m_room &= ~(1U << tx.port);
    }
}

void
MrcNic::OnDataRoom(Tick now, FabricPort* port)
{
    if (m_ports.empty())
    {
        return; // disposed
    }
    m_room |= 1U << port->index;
    Pump(now);
}

void
MrcNic::OnLinkChange(Tick now, FabricPort* port, bool up)
{
    if (m_ports.empty())
    {
        return; // disposed
    }
    const uint32_t plane = port->index;
    const uint32_t bit = 1U << plane;
    m_lit = up ? m_lit | bit : m_lit & ~bit;
    m_room = port->HasRoom() ? m_room | bit : m_room & ~bit;
    Simulator::Cancel(m_detection[plane]);
    m_detection[plane] =
        Simulator::Schedule(m_linkDownDetect, &MrcNic::OnLinkDetected, this, plane, up);
    Pump(now);
}

void
MrcNic::OnLinkDetected(uint32_t plane, bool up)
{
    const uint32_t toldDown = up ? m_toldDown & ~(1U << plane) : m_toldDown | 1U << plane;
    if (toldDown == m_toldDown)
    {
        return; // it was back before anybody noticed
    }
    m_toldDown = toldDown;
    const Tick now = m_fabric->Now();
    // QPs that are connected meanwhile know it from the start.
    const auto nQps = static_cast<uint32_t>(m_qps.size());
    for (uint32_t index = 0; index < nQps; ++index)
    {
        if (m_qps[index].transport)
        {
            m_qps[index].transport->OnPortStatus(now, static_cast<uint8_t>(plane), up);
            Serve(now, index);
        }
    }
}

void
MrcNic::OnQpTimer(uint32_t index)
{
    if (m_qps.empty())
    {
        return; // disposed
    }
    const Tick now = m_fabric->Now();
    Qp& qp = m_qps[index];
    qp.timer->Fired(now);
    if (qp.transport->NextWakeup() <= now)
    {
        qp.transport->OnTimeout(now);
        Serve(now, index);
    }
    else
    {
        qp.timer->Arm(*m_fabric, now, qp.transport->NextWakeup());
    }
}

} // namespace ns3
