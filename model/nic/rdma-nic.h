/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NIC_H
#define RDMA_NIC_H

#include "rdma-nic-port-status.h"
#include "rdma-nic-round.h"
#include "rdma-nic-service.h"
#include "rdma-qp-binding.h"
#include "rdma-qp-listener.h"
#include "rdma-traced-qps.h"

#include "ns3/event-id.h"
#include "ns3/fabric-frame.h"
#include "ns3/fabric-port.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-transport.h"
#include "ns3/srv6-source-routes.h"
#include "ns3/srv6-usid.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNic: a NIC with a port per plane.
 */

namespace ns3
{

class Fabric;
class FabricTracedPort;
class RdmaNicPacketPort;
class RdmaNicPacketPorts;

/**
 * @ingroup mrc
 * Addressing of a QP's frames.
 */
struct RdmaQpRoute
{
    uint32_t peerHost{0};                   ///< index of the host at the other end
    FabricEncap encap{FabricEncap::SRV6};   ///< header stack
    RdmaClass dataClass{RdmaClass::DATA};   ///< class of its messages
    Srv6Carrier path;                       ///< SRV6: template, specialized by each packet's EV
    const Srv6SourceRoutes* paths{nullptr}; ///< SRV6: instead of the template, if not null
};

/**
 * @ingroup mrc
 * A change at a QP, for the trace source QpEvent.
 */
struct RdmaNicEvent
{
    RdmaTick time;   ///< time of the event
    uint32_t host;   ///< host index
    uint32_t qpn;    ///< QP number
    RdmaEvent event; ///< event
};

/**
 * @ingroup mrc
 * A NIC with one port per plane (MRC) or a single port (RoCEv2), which hosts reliable transports of
 * either kind. It is aggregated to the host's Node.
 *
 * It turns PDUs into frames and back, keeps the short egress queues filled (the path of a packet is
 * chosen when a port can take the packet, mrc reference, 3.7), serves QPs with data to send
 * round-robin, one packet each, and keeps one timer per QP. It makes no protocol decisions.
 *
 * Messages between NICs outside QPs are the task of a service (RdmaNicService), such as MRC's
 * endpoint operations (MrcNicEndpoint). A change of a port, by its link or by an administrator,
 * reaches the NIC's QPs after PortRemapDelay, and the service at once.
 *
 * Packets of ns-3's stack leave by the same ports (SetPacketPort). All of a host's packets together
 * take one turn in the round-robin, like a QP.
 *
 * Life cycle: CreateObject, Setup (and AddPort per plane if no network makes the ports), then
 * ReserveQpn and AttachQp per QP, PostSend.
 */
class RdmaNic : public Object,
                public FabricPortOwner,
                private RdmaNicPortStatus::Client,
                private RdmaTracedQps::Owner
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaNic();

    /**
     * Make a NIC with the attributes of another, but not its state. CopyObject costs a tenth of
     * CreateObject, which matters in networks of many hosts.
     * @param other the other NIC
     */
    RdmaNic(const RdmaNic& other);
    ~RdmaNic() override;

    /// First QP number of users: 0, 1 and 2 are reserved (mrc reference, 1.1).
    static constexpr uint32_t FIRST_QPN = 3;

    /**
     * @param fabric the network that the NIC is part of
     * @param host index of the host
     * @param downlink downlink number under its T0
     * @param planes number of ports that the fabric's network instantiates lazily
     */
    void Setup(Ptr<Fabric> fabric, uint32_t host, uint32_t downlink, uint32_t planes = 0);

    /**
     * Add the port of the next plane, if no network makes the ports.
     * @param port this NIC's end of the link
     */
    void AddPort(FabricPort* port);

    /** @return the number of the next QP, to be attached later; numbers count up from FIRST_QPN */
    uint32_t ReserveQpn();

    /**
     * Attach a transport to a reserved number.
     * @param qpn from ReserveQpn
     * @param transport the QP, connected or about to be
     * @param route addressing of its frames
     * @param binding the QP's further parts at the NIC, or nullptr
     */
    void AttachQp(uint32_t qpn,
                  std::unique_ptr<RdmaTransport> transport,
                  const RdmaQpRoute& route,
                  std::unique_ptr<RdmaQpBinding> binding = nullptr);

    /**
     * Post work requests now. Nothing is reported before all of them are posted.
     * @param qpn number of an attached QP
     * @param requests the work requests, in order; of at least 1 B, or with immediate data
     */
    void PostSend(uint32_t qpn, std::initializer_list<RdmaWorkRequest> requests);

    /**
     * Post an RDMA WRITE now.
     * @param qpn number of an attached QP
     * @param bytes length, at least 1 B
     */
    void PostWrite(uint32_t qpn, uint64_t bytes);

    /**
     * Post a receive now.
     * @param qpn number of an attached QP that accepts receives
     * @param wrId work request id of the caller
     */
    void PostRecv(uint32_t qpn, uint64_t wrId);

    /**
     * Pass an input to a QP, then serve its outputs.
     * @param qpn number of an attached QP
     * @param input receives the time, and calls the transport
     */
    void Input(uint32_t qpn, const std::function<void(RdmaTick)>& input);

    /**
     * Serve a QP's outputs after another object passed an input to it.
     * @param qpn number of an attached QP
     */
    void Serve(uint32_t qpn);

    /**
     * @param qpn an attached QP
     * @param listener receives the completions and events of this QP; nullptr: none
     */
    void SetListener(uint32_t qpn, RdmaQpListener* listener);

    /**
     * @param qpn a QP number, also one that ReserveQpn has not returned yet
     * @return the QP as an ns-3 object with trace sources, made if needed
     */
    Ptr<RdmaTracedQp> GetTracedQp(uint32_t qpn)
    {
        NS_ABORT_MSG_IF(qpn < FIRST_QPN, "QP numbers begin at " << FIRST_QPN << "; found " << qpn);
        return GetTracedQps().Get(qpn - FIRST_QPN);
    }

    // The NIC's own protocol.

    /**
     * @param maker makes the service when it is first needed; nullptr: no service
     */
    void SetServiceMaker(RdmaNicServiceMaker maker);

    /** @return the service, made if necessary; nullptr if none is set, or the NIC is disposed */
    RdmaNicService* GetService();

    /**
     * Send a PDU that belongs to no QP now.
     * @param route addressing of the frame
     * @param tx the PDU, with its path and class
     */
    void Transmit(RdmaTick now, const RdmaQpRoute& route, const RdmaTxPdu& tx);

    /**
     * Fire the trace source PortStatus.
     * @param event the state now
     */
    void ReportPort(const RdmaNicPortEvent& event);

    /** @return bit p: port p (0-based) is not known to be down */
    uint32_t GetUpPorts() const
    {
        return m_portStatus.GetKnownUp();
    }

    /** @return attribute PortRemapDelay */
    Time GetPortRemapDelay() const
    {
        return m_portRemapDelay;
    }

    /** @return attribute PortStatusTimeout */
    Time GetPortStatusTimeout() const
    {
        return m_portStatusTimeout;
    }

    // Ports.

    /**
     * Abort if there is no port with this number.
     * @param port port, counted from 1 as in the control API
     */
    void CheckPort(uint32_t port) const;

    /**
     * Switch a port on or off. A port that is off reports DOWN: it sends nothing any more, and QPs
     * and the service, which notifies peers, are notified at once. Frames in flight to it still
     * arrive.
     * @param port port, counted from 1 as in the control API
     * @param up true: on
     */
    void SetPortAdmin(uint32_t port, bool up);

    /**
     * @param plane 0-based
     * @return true if an administrator has switched the port off
     */
    bool IsPortOff(uint32_t plane) const
    {
        return m_portStatus.IsOff(plane);
    }

    /**
     * @param port port, counted from 1 as in the control API
     * @return true if its link is up and it is not switched off
     */
    bool IsPortUp(uint32_t port) const;

    /**
     * Let packets of ns-3's stack use a port. The first such call takes a QP number, which is the
     * packets' entry in the round-robin and is never attached.
     * @param plane the port, 0-based
     * @param port sends and receives there; null: no packets any more
     */
    void SetPacketPort(uint32_t plane, RdmaNicPacketPort* port);

    /**
     * A packet port that had nothing to send has a packet now.
     * @param plane the port, 0-based
     */
    void OfferPackets(uint32_t plane);

    /** @return the network that the ports are part of */
    const Ptr<Fabric>& GetFabric() const
    {
        return m_fabric;
    }

    /** @return host index */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @return number of QPs */
    uint32_t GetNQps() const
    {
        return static_cast<uint32_t>(m_qps.size());
    }

    /**
     * @param qpn a QP number
     * @return true if it has a transport; the number of the packets (SetPacketPort) has none
     */
    bool IsAttached(uint32_t qpn) const
    {
        return m_qps[qpn - FIRST_QPN].transport != nullptr;
    }

    /**
     * @param qpn number of a QP with a transport
     * @return its transport, for statistics
     */
    const RdmaTransport& GetTransport(uint32_t qpn) const
    {
        NS_ABORT_MSG_IF(qpn - FIRST_QPN >= m_qps.size() || !IsAttached(qpn),
                        GetName() << " has no transport of a QP " << qpn);
        return *m_qps[qpn - FIRST_QPN].transport;
    }

    /**
     * @param qpn a QP number
     * @return addressing of its frames
     */
    const RdmaQpRoute& GetRoute(uint32_t qpn) const
    {
        return m_qps[qpn - FIRST_QPN].route;
    }

    /**
     * Make the frame of a data packet of an MRC QP as it would leave. Nothing is sent.
     * @param qpn an attached QP
     * @param ev its EV
     * @param port port that the EV leaves by, 0-based
     * @return the frame; nothing if the QP's profile has no route for the EV
     */
    std::optional<FabricFrame> SketchFrame(uint32_t qpn, uint32_t ev, uint8_t port) const;

    /**
     * @param qpn a QP number
     * @return true if it is in the round-robin list of QPs with data to send. A QP with nothing to
     * send leaves the list at its turn.
     */
    bool IsInRound(uint32_t qpn) const
    {
        return m_qps[qpn - FIRST_QPN].ready;
    }

    /** @return number of ports */
    uint32_t GetNPorts() const
    {
        return m_nPorts;
    }

    /**
     * @param plane 0 .. GetNPorts() - 1
     * @return the port, instantiated if necessary
     */
    FabricPort* GetPort(uint32_t plane)
    {
        FabricPort* port = FindPort(plane);
        return __builtin_expect(port != nullptr, 1) ? port : MakePort(plane);
    }

    /**
     * @param plane 0-based
     * @return the port, or null if it is not instantiated
     */
    FabricPort* FindPort(uint32_t plane) const
    {
        return plane < m_ports.size() ? m_ports[plane] : nullptr;
    }

    /**
     * @param plane 0-based
     * @return the port as an ns-3 object with trace sources
     */
    Ptr<FabricTracedPort> GetTracedPort(uint32_t plane) const;

    std::string GetName() const override;
    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override;
    void OnNewPort(FabricPort* port) override;
    void OnDataRoom(RdmaTick now, FabricPort* port, RdmaClass cls) override;
    void OnLinkChange(RdmaTick now, FabricPort* port, bool up) override;

    /**
     * Handle the expiry of a QP's timer.
     * @param index number within the NIC, 0-based
     */
    void OnQpTimer(uint32_t index);

    /// Signature of the trace source PortStatus.
    typedef void (*PortStatusTracedCallback)(const RdmaNicPortEvent& event);

    /**
     * Signature of the trace source NewQp.
     * @param host host index
     * @param qpn QP number
     */
    typedef void (*NewQpTracedCallback)(uint32_t host, uint32_t qpn);

    /// Signature of the trace source QpEvent.
    typedef void (*QpEventTracedCallback)(const RdmaNicEvent& event);

  protected:
    void DoDispose() override;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// The timer of a QP; notifies this NIC.
    class QpTimer;

    /// No QP.
    static constexpr uint32_t NONE = RdmaNicRound::NONE;

    /// Bits of Qp::notes: reasons for which IsContent is false.
    enum Note : uint8_t
    {
        SHARES = 1, ///< its window is shared
        TRACED = 2, ///< its ns-3 object observes it
    };

    /// A QP and its entry in the round-robin list. Members that every packet needs come first.
    struct Qp
    {
        std::unique_ptr<RdmaTransport> transport; ///< the protocol
        RdmaTick firstShot{RdmaTick::Max()};      ///< next expiry of the timer
        uint32_t nextReady{0};                    ///< next in the round-robin list
        bool ready{false};                        ///< in the round-robin list
        uint8_t notes{0};                         ///< bits of Note
        uint8_t cls{0};                           ///< number of its round
        uint32_t sibling{0};                      ///< next QP that shares the window, in a ring
        RdmaQpRoute route;                        ///< addressing of its frames
        Ptr<QpTimer> timer;                       ///< made when the QP first requests a wake-up
        RdmaQpListener* listener{nullptr};        ///< see SetListener
        std::unique_ptr<RdmaQpBinding> binding;   ///< destroyed before the transport; may be null
    };

    /**
     * Serve a QP's outputs after an input.
     * @param index number within the NIC
     */
    void ServeIndex(RdmaTick now, uint32_t index);

    /**
     * Send the answers and probes that a QP has.
     * @param index number within the NIC
     */
    void SendControl(RdmaTick now, uint32_t index);

    /**
     * @param qp a QP
     * @return true if it has no output and its place in the list has no effect: the list is empty,
     * and a port would take any packet
     */
    bool IsContent(const Qp& qp) const
    {
        const RdmaNicRound& round = m_rounds[qp.cls];
        return qp.transport->GetOutputs() == 0 && round.GetCount() == 0 && round.GetRoom() != 0 &&
               !m_pumping && !m_reporting && qp.notes == 0;
    }

    /**
     * Find the QPs with which a new QP shares a window.
     * @param index number within the NIC
     */
    void FindSiblings(uint32_t index);

    /**
     * Let the other QPs of a shared window try to send, because the window may have opened.
     * @param index number within the NIC
     */
    void WakeSiblings(uint32_t index);

    /**
     * Report completions and events of a QP to their listeners; within such a call, the report is
     * postponed until the call returns.
     * @param index number within the NIC
     */
    void Report(RdmaTick now, uint32_t index);

    /**
     * Report one QP's completions and events.
     * @param index number within the NIC
     */
    void ReportQp(RdmaTick now, uint32_t index);

    /**
     * Fill the ports that have space.
     */
    void Pump(RdmaTick now);

    /**
     * Fill the data queues of one class.
     * @param round QPs of the class with data to send
     */
    void PumpRound(RdmaTick now, RdmaNicRound& round);

    /**
     * Make sure that a QP's timer fires at or before the requested time.
     * @param index number within the NIC
     */
    void ArmTimer(RdmaTick now, uint32_t index)
    {
        const RdmaTick at = m_qps[index].transport->NextWakeup();
        if (at < m_qps[index].firstShot)
        {
            AddShot(now, index, at);
        }
    }

    /**
     * Let the timer of a QP fire earlier.
     * @param index number within the NIC
     * @param at time of the expiry
     */
    void AddShot(RdmaTick now, uint32_t index, RdmaTick at);

    /**
     * @param index number within the NIC, appended to the round-robin list of its class
     */
    void PushReady(uint32_t index)
    {
        m_rounds[m_qps[index].cls].Push(m_qps, index);
    }

    /**
     * Make a frame of a PDU.
     * @param route addressing of the frame
     * @param tx the PDU, with its path and class
     * @param frame the frame; all members are written except those for links and queues
     */
    void FillFrame(const RdmaQpRoute& route, const RdmaTxPdu& tx, FabricFrame* frame) const;

    /**
     * @param frame a frame of mode SRV6; receives the source route of its EV
     * @param paths the QP's routes
     * @param ev 32 bits, as packets carry it
     */
    static void ApplyPath(FabricFrame* frame, const Srv6SourceRoutes& paths, uint32_t ev);

    /**
     * Pass a frame to its egress port.
     * @param plane port, 0-based
     */
    void SendFrame(RdmaTick now, uint32_t plane, FabricFrame* frame);

    /**
     * Send one packet of ns-3's stack, in its turn.
     * @return false if packets wait but no port can take one
     */
    [[gnu::cold]] bool PumpPackets(RdmaTick now);

    /**
     * Handle a packet of ns-3's stack that has arrived.
     * @param in ingress port
     * @param frame its frame
     */
    [[gnu::cold]] void ReceivePacket(FabricPort* in, FabricFrame* frame);

    /**
     * Handle a frame that belongs to no QP.
     * @param in ingress port
     */
    void ReceiveOther(RdmaTick now, FabricPort* in, FabricFrame* frame);

    /**
     * @param plane a port that is not instantiated
     * @return the port
     */
    [[gnu::cold]] FabricPort* MakePort(uint32_t plane);

    /**
     * Abort if the NIC has no port in a plane.
     * @param plane the plane
     */
    void CheckPlane(uint32_t plane) const;

    /**
     * Update whether a port is usable and has space.
     * @param plane port, 0-based
     */
    void RefreshRoom(uint32_t plane);

    /** @return the QPs as ns-3 objects, made if needed */
    RdmaTracedQps& GetTracedQps();

    /** @return number of elements of QpList */
    uint32_t CountListed() const
    {
        return GetNQps() + RdmaTracedQps::AHEAD + 1;
    }

    /**
     * @param position position in QpList
     * @return the number of the QP, or RdmaTracedQp::LATER, and the object
     */
    std::pair<uint32_t, Ptr<Object>> GetListed(uint32_t position);

    const RdmaTransport* FindTransport(uint32_t index) const override;
    void Observe(uint32_t index) override;
    void OnPortKnown(uint32_t plane, RdmaNicPortEvent::Kind kind, bool up) override;
    void OnPortRemapped(uint32_t plane, bool up) override;
    void TellPeers() override;

    Ptr<Fabric> m_fabric;             ///< the network
    uint32_t m_host{0};               ///< host index
    uint32_t m_downlink{0};           ///< downlink number
    uint32_t m_nPorts{0};             ///< number of ports
    std::vector<FabricPort*> m_ports; ///< by plane; null: not instantiated; empty: no port is
    /// Round of QPs whose messages are in the class of control, which waits for no room.
    static constexpr uint32_t CONTROL_ROUND = FABRIC_DATA_CLASSES;
    std::array<RdmaNicRound, FABRIC_DATA_CLASSES + 1> m_rounds; ///< by data class, then control
    RdmaNicPortStatus m_portStatus{*this};                      ///< which ports are up
    bool m_disposed{false};           ///< disposed: starts nothing any more
    std::vector<Qp> m_qps;            ///< by QP number - FIRST_QPN
    uint32_t m_polled{NONE};          ///< the last QP that Pump polled
    bool m_pumping{false};            ///< Pump runs: ports that report space only set a bit
    bool m_reporting{false};          ///< Report runs
    std::vector<uint32_t> m_toReport; ///< QPs served during Report
    uint16_t m_portQueueFrames{0};    ///< attribute PortQueueFrames
    Time m_linkDownDetect;            ///< attribute LinkDownDetect
    Time m_portRemapDelay;            ///< attribute PortRemapDelay
    Time m_portStatusTimeout;         ///< attribute PortStatusTimeout
    RdmaNicServiceMaker m_serviceMaker{nullptr};         ///< see SetServiceMaker
    std::unique_ptr<RdmaNicService> m_service;           ///< see GetService; nullptr: not made
    std::unique_ptr<RdmaNicPacketPorts> m_packetPorts;   ///< packet ports; nullptr: none
    uint32_t m_packetPortsIndex{NONE};                   ///< their place in m_qps
    std::unique_ptr<RdmaTracedQps> m_tracedQps;          ///< see GetTracedQps; nullptr: not made
    TracedCallback<uint32_t, uint32_t> m_newQpTrace;     ///< trace source NewQp
    TracedCallback<const RdmaNicEvent&> m_qpEventTrace;  ///< trace source QpEvent
    TracedCallback<const RdmaNicPortEvent&> m_portTrace; ///< trace source PortStatus
};

} // namespace ns3

#endif // RDMA_NIC_H
