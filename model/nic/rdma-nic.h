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

#include "ns3/callback.h"
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
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNic: a network card with a port per plane.
 */

namespace ns3
{

class Fabric;
class RdmaNicPacketPort;
class RdmaNicPacketPorts;

/**
 * @ingroup mrc
 * How frames of a QP find their way.
 */
struct RdmaQpRoute
{
    uint32_t peerHost{0};                   ///< index of the host at the other end
    FabricEncap encap{FabricEncap::SRV6};   ///< header stack
    RdmaClass dataClass{RdmaClass::DATA};   ///< class of its data
    Srv6Carrier path;                       ///< SRV6: template, specialized by each packet's EV
    const Srv6SourceRoutes* paths{nullptr}; ///< SRV6: instead of the template, if not null
};

/**
 * @ingroup mrc
 * A change at a QP, for the trace source QpEvent.
 */
struct RdmaNicEvent
{
    RdmaTick time;   ///< when
    uint32_t host;   ///< host index
    uint32_t qpn;    ///< QP number
    RdmaEvent event; ///< what
};

/**
 * @ingroup mrc
 * A NIC with one port per plane (MRC) or a single port (RoCEv2), which hosts reliable transports of
 * either kind. Aggregate it to the host's Node.
 *
 * It turns PDUs into frames and back, keeps the short egress queues filled (the path of a packet is
 * chosen when a port can really take it, mrc reference, 3.7), serves QPs that have something to
 * send round-robin, one packet each, and keeps one timer per QP. It takes no protocol decision.
 *
 * What NICs say to each other beside their QPs is a service of its own (RdmaNicService), as MRC's
 * endpoint operations (MrcNicEndpoint) are. A change of a port, by its link or by an administrator,
 * reaches the NIC's QPs after PortRemapDelay, and the service at once.
 *
 * Packets of ns-3's stack leave by the same ports (SetPacketPort). All of a host's packets are one
 * participant of the round, as a QP is.
 *
 * Life: CreateObject, Setup (and AddPort per plane, where no network makes ports), then ReserveQpn
 * and AttachQp per QP, PostWrite.
 */
class RdmaNic : public Object, public FabricPortOwner, private RdmaNicPortStatus::Client
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaNic();

    /**
     * A NIC with the attributes of another, and nothing else of it. CopyObject costs a tenth of
     * CreateObject, which matters to networks of many hosts.
     * @param other the other NIC
     */
    RdmaNic(const RdmaNic& other);
    ~RdmaNic() override;

    /// First QP number of users: 0, 1 and 2 are reserved (mrc reference, 1.1).
    static constexpr uint32_t FIRST_QPN = 3;

    /**
     * @param fabric the network that it is part of
     * @param host index of the host
     * @param downlink downlink number under its T0
     * @param planes ports that the fabric's network makes when they are first touched
     */
    void Setup(Ptr<Fabric> fabric, uint32_t host, uint32_t downlink, uint32_t planes = 0);

    /**
     * Add the port of the next plane, where no network makes ports.
     * @param port this NIC's end of the link
     */
    void AddPort(FabricPort* port);

    /** @return the number of the next QP, to be attached later; numbers count up from FIRST_QPN */
    uint32_t ReserveQpn();

    /**
     * Give a reserved number its transport.
     * @param qpn from ReserveQpn
     * @param transport the QP, connected or about to be
     * @param route where its frames go
     * @param binding what belongs to it beside the transport, or nullptr
     */
    void AttachQp(uint32_t qpn,
                  std::unique_ptr<RdmaTransport> transport,
                  const RdmaQpRoute& route,
                  std::unique_ptr<RdmaQpBinding> binding = nullptr);

    /**
     * Post an RDMA WRITE now.
     * @param qpn number of an attached QP
     * @param bytes length, at least 1 B
     */
    void PostWrite(uint32_t qpn, uint64_t bytes);

    /**
     * Give a QP an input, and act on what it wants then.
     * @param qpn number of an attached QP
     * @param input is told the time, and calls the transport
     */
    void Input(uint32_t qpn, const std::function<void(RdmaTick)>& input);

    /**
     * Somebody has given a QP an input: act on what it wants now.
     * @param qpn number of an attached QP
     */
    void Serve(uint32_t qpn);

    /**
     * @param qpn an attached QP
     * @param listener hears of this QP what otherwise the completion callback would; nullptr: none
     */
    void SetListener(uint32_t qpn, RdmaQpListener* listener);

    // The NIC's own protocol.

    /**
     * @param maker makes the service when it is first needed; nullptr: there is none
     */
    void SetServiceMaker(RdmaNicServiceMaker maker);

    /** @return the service, made if need be; nullptr if there is none, or the NIC is disposed of */
    RdmaNicService* GetService();

    /**
     * Send a PDU of no QP now.
     * @param route where it goes
     * @param tx the PDU, with its path and class
     */
    void Transmit(RdmaTick now, const RdmaQpRoute& route, const RdmaTxPdu& tx);

    /**
     * Fire the trace source PortStatus.
     * @param event what is known now
     */
    void ReportPort(const RdmaNicPortEvent& event);

    /** @return bit p: the NIC knows no harm of its port p (0-based) */
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
     * Switch a port on or off. A port that is off reports DOWN: nothing is sent by it any more, QPs
     * and the service, which tells peers, hear of it at once. Frames on their way to it still
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
     * @return true if it has light and is not switched off
     */
    bool IsPortUp(uint32_t port) const;

    /**
     * Let packets of ns-3's stack use a port. The first such call takes a QP number, which names
     * the packets' place in the round and is never attached.
     * @param plane the port, 0-based
     * @param port sends and receives there; null: nobody any more
     */
    void SetPacketPort(uint32_t plane, RdmaNicPacketPort* port);

    /**
     * A packet port that had nothing to send has a packet now.
     * @param plane the port, 0-based
     */
    void OfferPackets(uint32_t plane);

    /// Arguments: host index, QP number, completion. It may post, and connect QPs; what this
    /// completes is reported after it has returned: no call is made within another.
    using CompletionCallback = Callback<void, uint32_t, uint32_t, const RdmaCompletion&>;

    /**
     * @param cb called for every completion, SENT, DELIVERED or FLUSHED
     */
    void SetCompletionCallback(CompletionCallback cb);

    /** @return the network that its ports are part of */
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
     * @return true if it has a transport; the number of packets (SetPacketPort) has none
     */
    bool IsAttached(uint32_t qpn) const
    {
        return m_qps[qpn - FIRST_QPN].transport != nullptr;
    }

    /**
     * @param qpn a QP number
     * @return its transport, for statistics
     */
    const RdmaTransport& GetTransport(uint32_t qpn) const
    {
        return *m_qps[qpn - FIRST_QPN].transport;
    }

    /**
     * @param qpn a QP number
     * @return where its frames go
     */
    const RdmaQpRoute& GetRoute(uint32_t qpn) const
    {
        return m_qps[qpn - FIRST_QPN].route;
    }

    /**
     * What a data packet of an MRC QP would look like as it leaves. Nothing is sent.
     * @param qpn an attached QP
     * @param ev its EV
     * @param port port that the EV leaves by, 0-based
     * @return the frame; nothing if the QP's profile has no route for the EV (any more)
     */
    std::optional<FabricFrame> SketchFrame(uint32_t qpn, uint32_t ev, uint8_t port) const;

    /**
     * @param qpn a QP number
     * @return true if it is in the round of those that want to send. Those that turn out not to
     * want to leave it when it is their turn.
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
     * @param plane 0-based
     * @return the port; comes to life if need be
     */
    FabricPort* GetPort(uint32_t plane)
    {
        FabricPort* port = FindPort(plane);
        return __builtin_expect(port != nullptr, 1) ? port : MakePort(plane);
    }

    /**
     * @param plane 0-based
     * @return the port, or null if it has not come to life
     */
    FabricPort* FindPort(uint32_t plane) const
    {
        return m_ports.empty() ? nullptr : m_ports[plane];
    }

    std::string GetName() const override;
    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override;
    void OnNewPort(FabricPort* port) override;
    void OnDataRoom(RdmaTick now, FabricPort* port, RdmaClass cls) override;
    void OnLinkChange(RdmaTick now, FabricPort* port, bool up) override;

    /**
     * A QP's timer has fired.
     * @param index number within the NIC, 0-based
     */
    void OnQpTimer(uint32_t index);

    /// Signature of the trace source PortStatus.
    typedef void (*PortStatusTracedCallback)(const RdmaNicPortEvent& event);

    /// Signature of the trace source QpEvent.
    typedef void (*QpEventTracedCallback)(const RdmaNicEvent& event);

  protected:
    void DoDispose() override;

  private:
    /// The timer of a QP: wakes this NIC.
    class QpTimer;

    /// No QP.
    static constexpr uint32_t NONE = RdmaNicRound::NONE;

    /// A QP and its place in the round of those that want to send. What every packet needs, first.
    struct Qp
    {
        std::unique_ptr<RdmaTransport> transport; ///< the protocol
        RdmaTick firstShot{RdmaTick::Max()};      ///< of the timer
        uint32_t nextReady{0};                    ///< next in the round
        bool ready{false};                        ///< in the round
        bool shares{false};                       ///< its window is shared
        uint8_t cls{0};                           ///< number of its data class
        uint32_t sibling{0};                      ///< next QP that shares it, in a ring
        RdmaQpRoute route;                        ///< where frames go
        Ptr<QpTimer> timer;                       ///< made when the QP first wants to be woken
        RdmaQpListener* listener{nullptr};        ///< see SetListener
        std::unique_ptr<RdmaQpBinding> binding;   ///< goes before the transport; may be null
    };

    /**
     * Act on what a QP wants after an input.
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
     * @return true if it wants nothing, and the place it would get in the round has no effect: the
     * round is empty, and a port would refuse nobody
     */
    bool IsContent(const Qp& qp) const
    {
        const RdmaNicRound& round = m_rounds[qp.cls];
        return qp.transport->GetOutputs() == 0 && round.GetCount() == 0 && round.GetRoom() != 0 &&
               !m_pumping && !m_reporting && !qp.shares;
    }

    /**
     * A QP is attached: find those with which it shares a window.
     * @param index number within the NIC
     */
    void FindSiblings(uint32_t index);

    /**
     * The window that a QP shares may have opened: let the others try to send.
     * @param index number within the NIC
     */
    void WakeSiblings(uint32_t index);

    /**
     * Hand completions and events of a QP to those who wait for them; within such a call, have it
     * done afterwards.
     * @param index number within the NIC
     */
    void Report(RdmaTick now, uint32_t index);

    /**
     * Hand over what one QP has to report.
     * @param index number within the NIC
     */
    void ReportQp(RdmaTick now, uint32_t index);

    /**
     * Fill the ports that have room.
     */
    void Pump(RdmaTick now);

    /**
     * Fill the data queues of one class.
     * @param round those of its QPs that want to send
     */
    void PumpRound(RdmaTick now, RdmaNicRound& round);

    /**
     * Make sure that a QP is woken when it wants to be.
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
     * Have the timer of a QP shoot earlier than it would.
     * @param index number within the NIC
     * @param at when
     */
    void AddShot(RdmaTick now, uint32_t index, RdmaTick at);

    /**
     * @param index number within the NIC, appended to the round of its class
     */
    void PushReady(uint32_t index)
    {
        m_rounds[m_qps[index].cls].Push(m_qps, index);
    }

    /**
     * Make a frame of a PDU.
     * @param route where it goes
     * @param tx the PDU, with its path and class
     * @param frame the frame, all of which is written but what links and queues need
     */
    void FillFrame(const RdmaQpRoute& route, const RdmaTxPdu& tx, FabricFrame* frame) const;

    /**
     * @param frame a frame of mode SRV6: takes the source route of its EV
     * @param paths the QP's routes
     * @param ev 32 bits, as packets carry it
     */
    static void ApplyPath(FabricFrame* frame, const Srv6SourceRoutes& paths, uint32_t ev);

    /**
     * Hand a frame to the port it leaves by.
     * @param plane port, 0-based
     */
    void SendFrame(RdmaTick now, uint32_t plane, FabricFrame* frame);

    /**
     * It is the packets' turn in the round: send one.
     * @return false if packets wait but no port is right for them
     */
    [[gnu::cold]] bool PumpPackets(RdmaTick now);

    /**
     * A packet of ns-3's stack has arrived.
     * @param in where it came in
     * @param frame its frame
     */
    [[gnu::cold]] void ReceivePacket(FabricPort* in, FabricFrame* frame);

    /**
     * A frame for no QP has arrived.
     * @param in where it came in
     */
    void ReceiveOther(RdmaTick now, FabricPort* in, FabricFrame* frame);

    /**
     * @param plane a port that has not come to life
     * @return the port, alive
     */
    [[gnu::cold]] FabricPort* MakePort(uint32_t plane);

    /**
     * Take into account whether a port can be used, and has room.
     * @param plane port, 0-based
     */
    void RefreshRoom(uint32_t plane);

    void OnPortKnown(uint32_t plane, RdmaNicPortEvent::Kind kind, bool up) override;
    void OnPortRemapped(uint32_t plane, bool up) override;
    void TellPeers() override;

    Ptr<Fabric> m_fabric;             ///< the network
    uint32_t m_host{0};               ///< host index
    uint32_t m_downlink{0};           ///< downlink number
    uint32_t m_nPorts{0};             ///< number of ports
    std::vector<FabricPort*> m_ports; ///< by plane, null: not alive; empty: none is
    /// By data class.
    std::array<RdmaNicRound, FABRIC_DATA_CLASSES> m_rounds;
    RdmaNicPortStatus m_portStatus{*this}; ///< which ports are up
    bool m_disposed{false};                ///< nothing may be begun any more
    std::vector<Qp> m_qps;                 ///< by QP number - FIRST_QPN
    uint32_t m_polled{NONE};               ///< the QP that Pump has polled last
    bool m_pumping{false};            ///< Pump is at work: ports that report room just set a bit
    bool m_reporting{false};          ///< Report is at work
    std::vector<uint32_t> m_toReport; ///< QPs served meanwhile
    uint16_t m_portQueueFrames{0};    ///< attribute PortQueueFrames
    Time m_linkDownDetect;            ///< attribute LinkDownDetect
    Time m_portRemapDelay;            ///< attribute PortRemapDelay
    Time m_portStatusTimeout;         ///< attribute PortStatusTimeout
    RdmaNicServiceMaker m_serviceMaker{nullptr};         ///< see SetServiceMaker
    std::unique_ptr<RdmaNicService> m_service;           ///< see GetService; nullptr: not made
    std::unique_ptr<RdmaNicPacketPorts> m_packetPorts;   ///< packet ports; nullptr: there are none
    uint32_t m_packetPortsIndex{NONE};                   ///< their place in m_qps
    CompletionCallback m_completion;                     ///< see SetCompletionCallback
    TracedCallback<const RdmaNicEvent&> m_qpEventTrace;  ///< trace source QpEvent
    TracedCallback<const RdmaNicPortEvent&> m_portTrace; ///< trace source PortStatus
};

} // namespace ns3

#endif // RDMA_NIC_H
