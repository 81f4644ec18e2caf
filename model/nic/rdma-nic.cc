/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-nic.h"

#include "rdma-nic-packet-ports.h"
#include "rdma-qp-timer.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-traced-port.h"
#include "ns3/fabric.h"
#include "ns3/log.h"
#include "ns3/mrc-ev.h"
#include "ns3/nstime.h"
#include "ns3/object-vector.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-list-accessor.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaNic");

NS_OBJECT_ENSURE_REGISTERED(RdmaNic);

namespace
{
/**
 * @param tx a PDU
 * @param cls class of the QP's messages
 * @return the DSCP of its packet (mrc reference, 6.2; roce reference, 4.1)
 */
FabricDscp
DscpOf(const RdmaTxPdu& tx, RdmaClass cls)
{
    if (tx.pdu.opcode == RdmaOpcode::CNP)
    {
        return FabricDscp::CNP;
    }
    if (tx.cls == RdmaClass::CONTROL || cls == RdmaClass::CONTROL)
    {
        return FabricDscp::CONTROL;
    }
    if (!IsMrc(tx.pdu.opcode))
    {
        return cls == RdmaClass::DATA ? FabricDscp::ROCE_DATA : FabricDscp::ROCE_DATA2;
    }
    if (!tx.trimmable)
    {
        return FabricDscp::NO_TRIM;
    }
    return tx.pdu.rtx ? FabricDscp::TRIMMABLE_RETX : FabricDscp::TRIMMABLE;
}
} // namespace

/// Notifies its NIC of expiries while the NIC exists.
class RdmaNic::QpTimer final : public RdmaQpTimer
{
  public:
    /**
     * @param nic the NIC to be notified
     * @param index number of the QP within the NIC, 0-based
     */
    QpTimer(RdmaNic* nic, uint32_t index)
        : m_nic(nic),
          m_index(index)
    {
    }

    /** Do nothing from now on, because the NIC is gone. */
    void Detach()
    {
        m_nic = nullptr;
    }

  private:
    void Notify() override
    {
        if (m_nic)
        {
            m_nic->OnQpTimer(m_index);
        }
    }

    RdmaNic* m_nic;   ///< notified; null once it is gone
    uint32_t m_index; ///< number of the QP
};

TypeId
RdmaNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaNic")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<RdmaNic>()
            .AddAttribute("PortQueueFrames",
                          "Data frames that may wait in a port besides the one being sent. Few, "
                          "so that a path is chosen just before the packet leaves.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RdmaNic::m_portQueueFrames),
                          MakeUintegerChecker<uint16_t>(1, 64))
            .AddAttribute("LinkDownDetect",
                          "Link-state debounce time: the time for which the link of a port must be "
                          "down, or up again, before the NIC reacts.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&RdmaNic::m_linkDownDetect),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("PortRemapDelay",
                          "Time from the end of LinkDownDetect until the NIC's QPs use other "
                          "ports, or the port again; also used after a peer's port status update. "
                          "Hardware takes seconds.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&RdmaNic::m_portRemapDelay),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("PortStatusTimeout",
                          "Time after which a port status update without answer is repeated "
                          "on another port (mrc reference, 9.4 and 9.6).",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&RdmaNic::m_portStatusTimeout),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("QpList",
                          "QPs as ns-3 objects (RdmaTracedQp), in the order of their numbers: "
                          "those that exist, the next " +
                              std::to_string(RdmaTracedQps::AHEAD) +
                              ", and one for all that are made later.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeRdmaListAccessor(&RdmaNic::CountListed, &RdmaNic::GetListed),
                          MakeObjectVectorChecker<RdmaTracedQp>())
            .AddAttribute("PortList",
                          "Ports as ns-3 objects (FabricTracedPort), by plane.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&RdmaNic::GetTracedPort, &RdmaNic::GetNPorts),
                          MakeObjectVectorChecker<FabricTracedPort>())
            .AddTraceSource("NewQp",
                            "A QP has been made, and is connected or about to be.",
                            MakeTraceSourceAccessor(&RdmaNic::m_newQpTrace),
                            "ns3::RdmaNic::NewQpTracedCallback")
            .AddTraceSource("PortStatus",
                            "A port of this NIC, or of a peer, is known to be up or down.",
                            MakeTraceSourceAccessor(&RdmaNic::m_portTrace),
                            "ns3::RdmaNic::PortStatusTracedCallback")
            .AddTraceSource("QpEvent",
                            "An EV changed its state, a packet was declared lost, a timer "
                            "expired, or a QP failed.",
                            MakeTraceSourceAccessor(&RdmaNic::m_qpEventTrace),
                            "ns3::RdmaNic::QpEventTracedCallback");
    return tid;
}

RdmaNic::RdmaNic() = default;

RdmaNic::RdmaNic(const RdmaNic& other)
    : Object(other),
      FabricPortOwner(other),
      m_portQueueFrames(other.m_portQueueFrames),
      m_linkDownDetect(other.m_linkDownDetect),
      m_portRemapDelay(other.m_portRemapDelay),
      m_portStatusTimeout(other.m_portStatusTimeout)
{
}

RdmaNic::~RdmaNic() = default;

void
RdmaNic::DoDispose()
{
    for (Qp& qp : m_qps)
    {
        if (qp.timer)
        {
            qp.timer->Detach();
        }
        if (qp.listener)
        {
            qp.listener->OnDisposed();
        }
    }
    m_portStatus.Stop();
    m_disposed = true;
    m_service.reset();
    m_packetPorts.reset();
    m_tracedQps.reset();
    m_qps.clear();
    m_ports.clear();
    // The fabric is kept: frames that still arrive must be returned to it.
    Object::DoDispose();
}

void
RdmaNic::Setup(Ptr<Fabric> fabric, uint32_t host, uint32_t downlink, uint32_t planes)
{
    m_fabric = fabric;
    m_host = host;
    m_downlink = downlink;
    m_nPorts = planes;
    const uint32_t all = (1U << planes) - 1;
    m_portStatus.Add(all);
    for (RdmaNicRound& round : m_rounds)
    {
        round.SetRoom(all, true);
    }
}

void
RdmaNic::AddPort(FabricPort* port)
{
    NS_ABORT_MSG_IF(m_nPorts > SRV6_MAX_PLANE, "a NIC has at most 8 ports");
    port->index = m_nPorts++;
    m_portStatus.Add(1U << port->index);
    for (RdmaNicRound& round : m_rounds)
    {
        round.SetRoom(1U << port->index, true);
    }
    OnNewPort(port);
}

void
RdmaNic::OnNewPort(FabricPort* port)
{
    port->SetRoomFrames(m_portQueueFrames);
    m_ports.resize(m_nPorts, nullptr);
    m_ports[port->index] = port;
}

FabricPort*
RdmaNic::MakePort(uint32_t plane)
{
    CheckPlane(plane);
    return m_fabric->GetLazyTopology()->GetNicPort(plane, m_host);
}

void
RdmaNic::CheckPlane(uint32_t plane) const
{
    NS_ABORT_MSG_IF(plane >= m_nPorts,
                    GetName() << " has the planes 0 to " << m_nPorts - 1 << ", not " << plane);
}

uint32_t
RdmaNic::ReserveQpn()
{
    static_assert(sizeof(Qp) <= 96, "a NIC may have thousands of QPs");
    m_qps.emplace_back();
    return FIRST_QPN + static_cast<uint32_t>(m_qps.size()) - 1;
}

void
RdmaNic::AttachQp(uint32_t qpn,
                  std::unique_ptr<RdmaTransport> transport,
                  const RdmaQpRoute& route,
                  std::unique_ptr<RdmaQpBinding> binding)
{
    const uint32_t index = qpn - FIRST_QPN;
    NS_ASSERT_MSG(index < m_qps.size() && !m_qps[index].transport, "QP " << qpn << " not reserved");
    Qp& qp = m_qps[index];
    qp.transport = std::move(transport);
    qp.route = route;
    qp.cls = route.dataClass == RdmaClass::CONTROL
                 ? CONTROL_ROUND
                 : static_cast<uint8_t>(FabricDataIndex(route.dataClass));
    qp.binding = std::move(binding);
    FindSiblings(index);
    for (uint8_t plane = 0; plane < m_nPorts; ++plane)
    {
        if (!(m_portStatus.GetKnownUp() >> plane & 1))
        {
            qp.transport->OnPortStatus(m_fabric->Now(), plane, false);
        }
    }
    if (RdmaQpBinding* own = qp.binding.get())
    {
        own->OnAttached(*this, qpn, qp.route);
    }
    if (m_tracedQps)
    {
        m_tracedQps->OnAttached(index);
    }
    NS_LOG_INFO("host " << m_host << ": QP " << qpn << " to host " << route.peerHost);
    m_newQpTrace(m_host, qpn);
}

void
RdmaNic::PostSend(uint32_t qpn, std::initializer_list<RdmaWorkRequest> requests)
{
    const uint32_t index = qpn - FIRST_QPN;
    NS_ASSERT_MSG(index < m_qps.size() && m_qps[index].transport, "no QP " << qpn);
    const RdmaTick now = m_fabric->Now();
    for (const RdmaWorkRequest& request : requests)
    {
        NS_ABORT_MSG_IF(request.bytes == 0 && !request.hasImmediate,
                        "a message needs at least 1 B, or immediate data");
        m_qps[index].transport->PostSend(now, request);
    }
    ServeIndex(now, index);
}

void
RdmaNic::PostWrite(uint32_t qpn, uint64_t bytes)
{
    PostSend(qpn, {RdmaWorkRequest{bytes, 0, 0}});
}

void
RdmaNic::PostRecv(uint32_t qpn, uint64_t wrId)
{
    Input(qpn, [&](RdmaTick now) {
        const bool taken = m_qps[qpn - FIRST_QPN].transport->PostRecv(now, wrId);
        NS_ABORT_MSG_IF(!taken, "QP " << qpn << " of host " << m_host << " accepts no receives");
    });
}

void
RdmaNic::Input(uint32_t qpn, const std::function<void(RdmaTick)>& input)
{
    const uint32_t index = qpn - FIRST_QPN;
    NS_ASSERT_MSG(index < m_qps.size() && m_qps[index].transport, "no QP " << qpn);
    const RdmaTick now = m_fabric->Now();
    input(now);
    ServeIndex(now, index);
}

void
RdmaNic::Serve(uint32_t qpn)
{
    ServeIndex(m_fabric->Now(), qpn - FIRST_QPN);
}

void
RdmaNic::SetListener(uint32_t qpn, RdmaQpListener* listener)
{
    const uint32_t index = qpn - FIRST_QPN;
    if (index < m_qps.size()) // false: disposed
    {
        m_qps[index].listener = listener;
    }
}

Ptr<FabricTracedPort>
RdmaNic::GetTracedPort(uint32_t plane) const
{
    CheckPlane(plane);
    const FabricPort* port = FindPort(plane);
    const FabricNetwork* network = m_fabric->GetNetwork();
    return m_fabric->GetTracedPort(
        port ? port->id : FabricNetwork::GetLowerPort(network->GetNicLink(m_host, plane)));
}

RdmaTracedQps&
RdmaNic::GetTracedQps()
{
    NS_ABORT_MSG_IF(m_disposed, "a QP of a NIC that is disposed");
    if (!m_tracedQps)
    {
        m_tracedQps = std::make_unique<RdmaTracedQps>(static_cast<RdmaTracedQps::Owner&>(*this));
    }
    return *m_tracedQps;
}

std::pair<uint32_t, Ptr<Object>>
RdmaNic::GetListed(uint32_t position)
{
    const uint32_t number = position + 1 == CountListed() ? RdmaTracedQp::LATER : position;
    return {number, GetTracedQps().Get(number)};
}

const RdmaTransport*
RdmaNic::FindTransport(uint32_t index) const
{
    return index < m_qps.size() ? m_qps[index].transport.get() : nullptr;
}

void
RdmaNic::Observe(uint32_t index)
{
    m_qps[index].notes |= TRACED;
}

void
RdmaNic::SetServiceMaker(RdmaNicServiceMaker maker)
{
    m_serviceMaker = maker;
}

RdmaNicService*
RdmaNic::GetService()
{
    if (!m_service && m_serviceMaker && !m_disposed)
    {
        m_service = m_serviceMaker(*this);
    }
    return m_service.get();
}

void
RdmaNic::ReportPort(const RdmaNicPortEvent& event)
{
    m_portTrace(event);
}

std::string
RdmaNic::GetName() const
{
    const FabricNetwork* network = m_fabric->GetNetwork();
    return network ? network->GetNames().GetHostName(m_host) : "h" + std::to_string(m_host);
}

void
RdmaNic::Receive(RdmaTick now, FabricPort* in, FabricFrame* frame)
{
    bool mine = frame->dstHost == m_host;
    if (frame->encap == FabricEncap::SRV6)
    {
        const uint16_t own = MakeSrv6Usid(in->index, Srv6UsidType::NIC, m_downlink);
        mine = mine && EndsAtSrv6Usid(frame->sidHi, frame->sidLo, own) && frame->segmentsLeft == 0;
    }
    else if (frame->encap == FabricEncap::PACKET)
    {
        ReceivePacket(in, frame);
        return;
    }
    const uint32_t index = frame->pdu.destQpn - FIRST_QPN;
    if (!mine)
    {
        m_fabric->GetContext().Drop(frame, in->peer, FabricDropReason::NOT_FOR_ME);
        return;
    }
    if (index >= m_qps.size() || !m_qps[index].transport)
    {
        ReceiveOther(now, in, frame);
        return;
    }
    RdmaRxInfo rx;
    rx.entropy = frame->entropy;
    rx.port = static_cast<uint8_t>(in->index);
    rx.ce = frame->ecn == FabricEcn::CE;
    rx.trim = frame->GetTrim();
    m_qps[index].transport->OnPdu(now, frame->pdu, rx);
    if (m_qps[index].notes & TRACED)
    {
        m_tracedQps->At(index).OnArrival(frame->pdu);
    }
    m_fabric->GetContext().Consume(frame);
    ServeIndex(now, index);
}

void
RdmaNic::ReceiveOther(RdmaTick now, FabricPort* in, FabricFrame* frame)
{
    RdmaNicService* service = frame->pdu.destQpn < FIRST_QPN ? GetService() : nullptr;
    if (service && service->Receive(now, in->index, *frame))
    {
        m_fabric->GetContext().Consume(frame);
        return;
    }
    m_fabric->GetContext().Drop(frame, in->peer, FabricDropReason::NOT_FOR_ME);
}

void
RdmaNic::ReceivePacket(FabricPort* in, FabricFrame* frame)
{
    RdmaNicPacketPort* port = m_packetPorts ? m_packetPorts->GetPort(in->index) : nullptr;
    if (frame->dstHost != m_host || !port)
    {
        m_fabric->GetContext().Drop(frame, in->peer, FabricDropReason::NOT_FOR_ME);
        return;
    }
    port->OnFrame(*frame);
    m_fabric->GetContext().Consume(frame);
}

void
RdmaNic::SetPacketPort(uint32_t plane, RdmaNicPacketPort* port)
{
    NS_ABORT_MSG_IF(plane >= m_nPorts, "port " << plane << " of a NIC with " << m_nPorts);
    if (m_disposed)
    {
        return;
    }
    if (!m_packetPorts)
    {
        m_packetPorts = std::make_unique<RdmaNicPacketPorts>();
        m_packetPortsIndex = ReserveQpn() - FIRST_QPN;
    }
    m_packetPorts->SetPort(plane, port);
}

void
RdmaNic::OfferPackets(uint32_t plane)
{
    if (!m_packetPorts)
    {
        return; // disposed
    }
    m_packetPorts->Offer(plane);
    if (!m_qps[m_packetPortsIndex].ready)
    {
        PushReady(m_packetPortsIndex);
    }
    Pump(m_fabric->Now());
}

bool
RdmaNic::PumpPackets(RdmaTick now)
{
    FabricFrame* frame = nullptr;
    uint32_t plane = 0;
    const RdmaPoll answer = m_packetPorts->Poll(now, m_rounds[0].GetRoom(), frame, plane);
    // Taking a packet may have brought the next one, which has entered the list.
    if (answer != RdmaPoll::NOTHING && !m_qps[m_packetPortsIndex].ready)
    {
        PushReady(m_packetPortsIndex);
    }
    if (answer == RdmaPoll::PDU)
    {
        SendFrame(now, plane, frame);
    }
    return answer != RdmaPoll::NO_PORT;
}

void
RdmaNic::ServeIndex(RdmaTick now, uint32_t index)
{
    Qp& qp = m_qps[index];
    if (qp.transport->GetOutputs() & RDMA_OUTPUT_CONTROL)
    {
        SendControl(now, index);
    }
    if (IsContent(qp))
    {
        return;
    }
    if (!qp.ready)
    {
        PushReady(index);
    }
    if (qp.notes & SHARES)
    {
        WakeSiblings(index);
    }
    const bool traced = qp.notes & TRACED;
    m_polled = NONE;
    Pump(now);
    if (m_reporting || qp.transport->GetOutputs() & (RDMA_OUTPUT_COMPLETION | RDMA_OUTPUT_EVENT))
    {
        Report(now, index);
    }
    // A report may have posted more, or connected further QPs: look the QP up again.
    if (m_polled != index && m_qps[index].transport->GetOutputs() & RDMA_OUTPUT_TRANSMIT)
    {
        ArmTimer(now, index);
    }
    if (traced && m_tracedQps)
    {
        m_tracedQps->At(index).Update();
    }
}

void
RdmaNic::SendControl(RdmaTick now, uint32_t index)
{
    const Qp& qp = m_qps[index];
    RdmaTxPdu tx;
    do
    {
        if (!qp.transport->PollControl(now, tx))
        {
            return;
        }
        if (tx.pdu.destQpn < FIRST_QPN)
        {
            GetService()->SendForQp(now, FIRST_QPN + index, tx);
        }
        else
        {
            Transmit(now, qp.route, tx);
        }
    } while (qp.transport->GetOutputs() & RDMA_OUTPUT_CONTROL);
}

void
RdmaNic::FindSiblings(uint32_t index)
{
    Qp& qp = m_qps[index];
    qp.sibling = index;
    const void* window = qp.transport->GetSharedWindow();
    if (!window)
    {
        return;
    }
    qp.notes |= SHARES;
    for (uint32_t other = 0; other < m_qps.size(); ++other)
    {
        if (other != index && m_qps[other].notes & SHARES &&
            m_qps[other].transport->GetSharedWindow() == window)
        {
            qp.sibling = m_qps[other].sibling;
            m_qps[other].sibling = index;
            return;
        }
    }
}

void
RdmaNic::WakeSiblings(uint32_t index)
{
    for (uint32_t i = m_qps[index].sibling; i != index; i = m_qps[i].sibling)
    {
        if (!m_qps[i].ready)
        {
            PushReady(i);
        }
    }
}

void
RdmaNic::Report(RdmaTick now, uint32_t index)
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
RdmaNic::ReportQp(RdmaTick now, uint32_t index)
{
    const auto has = [this, index](RdmaOutput output) {
        return m_qps[index].transport->GetOutputs() & output;
    };
    RdmaCompletion completion;
    while (has(RDMA_OUTPUT_COMPLETION) && m_qps[index].transport->PollCompletion(completion))
    {
        if (m_qps[index].notes & TRACED)
        {
            m_tracedQps->At(index).OnCompletion(completion);
        }
        if (m_qps[index].listener)
        {
            m_qps[index].listener->OnCompletion(completion);
        }
    }
    RdmaEvent event;
    while (has(RDMA_OUTPUT_EVENT) && m_qps[index].transport->PollEvent(event))
    {
        m_qpEventTrace(RdmaNicEvent{now, m_host, FIRST_QPN + index, event});
        if (m_qps[index].notes & TRACED)
        {
            m_tracedQps->At(index).OnEvent(event);
        }
        if (m_qps[index].binding)
        {
            m_qps[index].binding->OnEvent(event);
        }
        if (m_qps[index].listener)
        {
            m_qps[index].listener->OnEvent(event);
        }
    }
}

void
RdmaNic::Pump(RdmaTick now)
{
    if (m_pumping)
    {
        return;
    }
    m_pumping = true;
    if (m_rounds[CONTROL_ROUND].GetCount())
    {
        PumpRound(now, m_rounds[CONTROL_ROUND]);
    }
    PumpRound(now, m_rounds[0]);
    if (m_rounds[1].GetCount())
    {
        PumpRound(now, m_rounds[1]);
    }
    m_pumping = false;
}

void
RdmaNic::PumpRound(RdmaTick now, RdmaNicRound& round)
{
    RdmaTxPdu tx;
    uint32_t refused = 0; // consecutive QPs for which no port was suitable
    // With all ports down QPs are polled nevertheless, so that they detect that they are stuck.
    while ((round.GetRoom() || !m_portStatus.GetUp()) && refused < round.GetCount())
    {
        const uint32_t index = round.Pop(m_qps);
        Qp& qp = m_qps[index];
        if (!qp.transport)
        {
            refused = PumpPackets(now) ? 0 : refused + 1;
            continue;
        }
        if (!(qp.transport->GetOutputs() & RDMA_OUTPUT_TRANSMIT))
        {
            continue;
        }
        tx.trimmable = true; // defaults; the transport may change them
        tx.resend = RdmaResend::NONE;
        const RdmaPoll answer = qp.transport->PollTransmit(now, round.GetRoom(), tx);
        ArmTimer(now, index);
        m_polled = index;
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
        NS_ASSERT_MSG(round.GetRoom() >> tx.port & 1, "port " << +tx.port << " was not offered");
        refused = 0;
        Transmit(now, qp.route, tx);
        if (m_qps[index].notes & TRACED)
        {
            m_tracedQps->At(index).OnSend(tx);
        }
    }
}

void
RdmaNic::AddShot(RdmaTick now, uint32_t index, RdmaTick at)
{
    Qp& qp = m_qps[index];
    if (!qp.timer)
    {
        qp.timer = Create<QpTimer>(this, index);
    }
    qp.timer->Arm(*m_fabric, now, at);
    qp.firstShot = qp.timer->GetFirst();
}

inline void
RdmaNic::SendFrame(RdmaTick now, uint32_t plane, FabricFrame* frame)
{
    FabricPort* port = GetPort(plane);
    if (m_portStatus.IsOff(plane)) // answers and probes do not wait for space
    {
        port->Drop(frame, FabricDropReason::EGRESS_DOWN);
        return;
    }
    const uint32_t cls = frame->cls == RdmaClass::DATA2;
    port->Send(now, frame);
    if (!port->HasRoom(FabricDataClass(cls)))
    {
        m_rounds[cls].SetRoom(1U << plane, false);
    }
}

void
RdmaNic::Transmit(RdmaTick now, const RdmaQpRoute& route, const RdmaTxPdu& tx)
{
    FabricFrame* frame = m_fabric->GetContext().NewFrame();
    FillFrame(route, tx, frame);
    SendFrame(now, tx.port, frame);
}

inline void
RdmaNic::FillFrame(const RdmaQpRoute& route, const RdmaTxPdu& tx, FabricFrame* frame) const
{
    uint32_t l3Bytes = FabricL3Bytes(route.encap, tx.pdu);
    frame->segment = 0;
    frame->segmentsLeft = 0;
    if (route.paths)
    {
        ApplyPath(frame, *route.paths, tx.entropy);
        l3Bytes += frame->segment ? RDMA_WIRE_SRH_BYTES : 0;
    }
    else if (route.encap == FabricEncap::SRV6)
    {
        const Srv6Carrier destination = ApplyMrcEv(route.path, tx.entropy);
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
    frame->dstHost = route.peerHost;
    frame->entropy = tx.entropy;
    frame->wireBytes = static_cast<uint16_t>(
        m_fabric->GetContext().GetWireBytes(tx.pdu.opcode, FabricWireBytes(l3Bytes)));
    frame->l3Bytes = static_cast<uint16_t>(l3Bytes);
    frame->inPort = 0;
    frame->plane = tx.port;
    frame->encap = route.encap;
    frame->dscp = DscpOf(tx, route.dataClass);
    frame->ecn = tx.ectCapable && route.dataClass != RdmaClass::CONTROL ? FabricEcn::ECT0
                                                                        : FabricEcn::NOT_ECT;
    frame->hopLimit = RDMA_IPV6_HOP_LIMIT;
    frame->cls = tx.cls == RdmaClass::CONTROL ? tx.cls : route.dataClass;
    frame->pfcClasses = 0;
    frame->pdu = tx.pdu;
}

std::optional<FabricFrame>
RdmaNic::SketchFrame(uint32_t qpn, uint32_t ev, uint8_t port) const
{
    const RdmaQpRoute& route = GetRoute(qpn);
    Srv6SourceRoute path;
    if (route.paths && !route.paths->Find(ev, path))
    {
        return std::nullopt;
    }
    RdmaTxPdu tx{};
    tx.pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
    tx.entropy = ev;
    tx.port = port;
    tx.cls = RdmaClass::DATA;
    FabricFrame frame{};
    FillFrame(route, tx, &frame);
    return frame;
}

void
RdmaNic::ApplyPath(FabricFrame* frame, const Srv6SourceRoutes& paths, uint32_t ev)
{
    Srv6SourceRoute path;
    const bool found [[maybe_unused]] = paths.Find(ev, path);
    NS_ASSERT_MSG(found, "there is no route for EV " << ev);
    frame->sidHi = path.destination.hi;
    frame->sidLo = path.destination.lo;
    frame->segment = path.segmentId;
    frame->segmentsLeft = path.segmentId ? 1 : 0;
}

void
RdmaNic::OnDataRoom(RdmaTick now, FabricPort* port, RdmaClass cls)
{
    if (m_disposed || m_portStatus.IsOff(port->index))
    {
        return; // the port is not to be used
    }
    m_rounds[FabricDataIndex(cls)].SetRoom(1U << port->index, true);
    Pump(now);
}

void
RdmaNic::OnLinkChange(RdmaTick now, FabricPort* port, bool /* up */)
{
    if (m_disposed)
    {
        return;
    }
    m_portStatus.OnLinkChange(port->index, port->IsUp(), m_linkDownDetect, m_portRemapDelay);
    RefreshRoom(port->index);
    Pump(now);
}

void
RdmaNic::CheckPort(uint32_t port) const
{
    NS_ABORT_MSG_IF(port < 1 || port > m_nPorts,
                    GetName() << " has the ports 1 to " << m_nPorts << ", not " << port);
}

void
RdmaNic::SetPortAdmin(uint32_t port, bool up)
{
    CheckPort(port);
    const uint32_t plane = port - 1;
    if (up == !m_portStatus.IsOff(plane))
    {
        return;
    }
    m_portStatus.SetOff(plane, !up, GetPort(plane)->IsUp());
    RefreshRoom(plane);
    m_portStatus.Learn(plane, RdmaNicPortEvent::Kind::ADMIN, m_portRemapDelay);
    Pump(m_fabric->Now());
}

bool
RdmaNic::IsPortUp(uint32_t port) const
{
    CheckPort(port);
    return m_portStatus.GetUp() >> (port - 1) & 1;
}

void
RdmaNic::RefreshRoom(uint32_t plane)
{
    const FabricPort* port = GetPort(plane);
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        const bool room = !m_portStatus.IsOff(plane) && port->HasRoom(FabricDataClass(i));
        m_rounds[i].SetRoom(1U << plane, room);
    }
    m_rounds[CONTROL_ROUND].SetRoom(1U << plane, !m_portStatus.IsOff(plane));
}

void
RdmaNic::OnPortKnown(uint32_t plane, RdmaNicPortEvent::Kind kind, bool up)
{
    NS_LOG_INFO("host " << m_host << " detects that port " << plane + 1 << " is "
                        << (up ? "up" : "down"));
    const auto port = static_cast<uint8_t>(plane);
    m_portTrace(RdmaNicPortEvent{m_fabric->Now(), m_host, kind, port, up, 0});
    if (RdmaNicPacketPort* packets = m_packetPorts ? m_packetPorts->GetPort(plane) : nullptr)
    {
        packets->OnPortStatus(up);
    }
}

void
RdmaNic::OnPortRemapped(uint32_t plane, bool up)
{
    const RdmaTick now = m_fabric->Now();
    NS_LOG_INFO("host " << m_host << ": the QPs learn that port " << plane + 1 << " is "
                        << (up ? "up" : "down"));
    // QPs that are connected in the meantime get the state at once.
    const auto nQps = static_cast<uint32_t>(m_qps.size());
    for (uint32_t index = 0; index < nQps; ++index)
    {
        if (m_qps[index].transport)
        {
            m_qps[index].transport->OnPortStatus(now, static_cast<uint8_t>(plane), up);
            ServeIndex(now, index);
        }
    }
}

void
RdmaNic::TellPeers()
{
    if (RdmaNicService* service = GetService())
    {
        service->OnPortsChanged(m_fabric->Now());
    }
}

void
RdmaNic::OnQpTimer(uint32_t index)
{
    if (m_qps.empty())
    {
        return; // disposed
    }
    const RdmaTick now = m_fabric->Now();
    Qp& qp = m_qps[index];
    if (qp.timer)
    {
        qp.timer->Fired(now);
        qp.firstShot = qp.timer->GetFirst();
    }
    if (qp.transport->NextWakeup() <= now)
    {
        qp.transport->OnTimeout(now);
        ServeIndex(now, index);
    }
    else
    {
        ArmTimer(now, index);
    }
}

} // namespace ns3
