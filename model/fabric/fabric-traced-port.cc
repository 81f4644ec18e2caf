/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-traced-port.h"

#include "ns3/rdma-listening-accessor.h"
#include "ns3/string.h"

#include <memory>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricTracedPort);

class FabricTracedPort::Tap final : public FabricPortTap
{
  public:
    /**
     * @param to fires the trace sources
     * @param port the port
     */
    Tap(Ptr<FabricTracedPort> to, const FabricPort& port)
        : m_to(to),
          m_port(port)
    {
    }

    ~Tap() override
    {
        m_to->m_observed = false;
    }

    void OnSend(RdmaTick /* now */, const FabricFrame& frame) override
    {
        m_to->m_transmit(frame);
    }

    void OnReceive(RdmaTick /* now */, const FabricFrame& frame) override
    {
        m_to->m_receive(frame);
    }

    void OnQueue(RdmaTick /* now */, Act act, const FabricFrame& frame) override
    {
        switch (act)
        {
        case Act::ENQUEUE:
            m_to->m_enqueue(frame);
            break;
        case Act::DEQUEUE:
            m_to->m_dequeue(frame);
            break;
        case Act::MARK:
            m_to->m_mark(frame);
            break;
        case Act::TRIM:
            m_to->m_trim(frame);
            break;
        }
        m_to->Update(m_port);
    }

    void OnDrop(RdmaTick /* now */, const FabricFrame& frame, FabricDropReason reason) override
    {
        m_to->m_drop(frame, reason);
        m_to->Update(m_port);
    }

    void OnPause(RdmaTick /* now */, RdmaClass cls, bool paused) override
    {
        m_to->m_pause(cls, paused);
    }

  private:
    Ptr<FabricTracedPort> m_to; ///< fires the trace sources
    const FabricPort& m_port;   ///< the port
};

TypeId
FabricTracedPort::GetTypeId()
{
    using Port = FabricTracedPort;
    const std::string ofFrame = "ns3::FabricTracedPort::FrameTracedCallback";
    static TypeId tid =
        TypeId("ns3::FabricTracedPort")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricTracedPort>()
            .AddAttribute("Name",
                          "Name of the port, such as \"p0-t0-1--p0-t1-3\".",
                          TypeId::ATTR_GET,
                          StringValue(""),
                          MakeStringAccessor(&Port::GetName),
                          MakeStringChecker())
            .AddTraceSource("BytesInQueue",
                            "Bytes that wait in the data queues.",
                            MakeRdmaListeningAccessor(&Port::m_bytes),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Enqueue",
                            "A frame has to wait. A frame that leaves at once is not reported "
                            "here, only by Tx.",
                            MakeRdmaListeningAccessor(&Port::m_enqueue),
                            ofFrame)
            .AddTraceSource("Dequeue",
                            "A frame that has waited leaves the queue, in order to be sent, or "
                            "trimmed.",
                            MakeRdmaListeningAccessor(&Port::m_dequeue),
                            ofFrame)
            .AddTraceSource("Mark",
                            "A data frame is marked CE, and leaves.",
                            MakeRdmaListeningAccessor(&Port::m_mark),
                            ofFrame)
            .AddTraceSource("Trim",
                            "The payload of a frame is cut.",
                            MakeRdmaListeningAccessor(&Port::m_trim),
                            ofFrame)
            .AddTraceSource("Tx",
                            "The first bit of a frame leaves.",
                            MakeRdmaListeningAccessor(&Port::m_transmit),
                            ofFrame)
            .AddTraceSource("Rx",
                            "The last bit of a frame of the other direction has arrived here.",
                            MakeRdmaListeningAccessor(&Port::m_receive),
                            ofFrame)
            .AddTraceSource("Drop",
                            "A frame is dropped before the wire, or lost on it.",
                            MakeRdmaListeningAccessor(&Port::m_drop),
                            "ns3::FabricTracedPort::DropTracedCallback")
            .AddTraceSource("Pause",
                            "The peer pauses a data class (PFC), or the pause ends.",
                            MakeRdmaListeningAccessor(&Port::m_pause),
                            "ns3::FabricTracedPort::PauseTracedCallback");
    return tid;
}

void
FabricTracedPort::Setup(Owner* owner, Ptr<Object> hold, uint32_t id)
{
    m_owner = owner;
    m_hold = hold;
    m_id = id;
}

void
FabricTracedPort::Detach()
{
    m_owner = nullptr;
}

FabricPort*
FabricTracedPort::GetPort() const
{
    return m_owner ? m_owner->GetPort(m_id) : nullptr;
}

std::string
FabricTracedPort::GetName() const
{
    const FabricPort* port = GetPort();
    return port ? m_owner->GetPortName(port) : "";
}

bool
FabricTracedPort::OnConnect(const TraceSourceAccessor& source,
                            const std::string* context,
                            const CallbackBase& callback)
{
    if (FabricPort* port = m_observed ? nullptr : GetPort())
    {
        m_observed = true;
        m_owner->Observe(this, std::make_unique<Tap>(this, *port));
        m_hold = nullptr;
        Update(*port);
    }
    return ConnectRdmaSource(source, this, context, callback);
}

bool
FabricTracedPort::OnDisconnect(const TraceSourceAccessor& source,
                               const std::string* context,
                               const CallbackBase& callback)
{
    return DisconnectRdmaSource(source, this, context, callback);
}

} // namespace ns3
