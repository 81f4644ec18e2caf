/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_ENDPOINT_H
#define MRC_NIC_ENDPOINT_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/fabric-frame.h"
#include "ns3/mrc-endpoint.h"
#include "ns3/nstime.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcNicEndpoint: QP number 2 of a NIC.
 */

namespace ns3
{

class RdmaNic;
struct RdmaQpRoute;

/**
 * @ingroup mrc
 * The shell around an MrcEndpoint, part of RdmaNic: finds ways for its packets, keeps its timer,
 * and tells QPs and applications what it learns.
 *
 * Everything travels in the control class. Where there is a QP to the other NIC, updates and
 * responses leave by an EV of that QP (MRC 1.0, 2.13); a response to a NIC without one goes back by
 * the port its request came in by, with the low 12 bits of its EV as uplink.
 */
class MrcNicEndpoint
{
  public:
    /// Arguments: the batch with its results.
    using ProbeCallback = Callback<void, const MrcEvProbeBatch&>;

    /**
     * @param nic the NIC, whose ports are there
     */
    explicit MrcNicEndpoint(RdmaNic& nic);
    ~MrcNicEndpoint();

    MrcNicEndpoint(const MrcNicEndpoint&) = delete;
    MrcNicEndpoint& operator=(const MrcNicEndpoint&) = delete;

    /**
     * See RdmaNic::ProbeEvs.
     * @param probes what to probe
     * @param timeout when to give up those not answered
     * @param cb called once with the results
     * @return false if there are not enough ids
     */
    bool Probe(const std::vector<MrcEvProbe>& probes, Time timeout, const ProbeCallback& cb);

    /**
     * Send an EV probe for a QP; the QP hears of the answer.
     * @param now the time
     * @param index its number within the NIC
     * @param path what to probe
     */
    void ProbeForQp(RdmaTick now, uint32_t index, const MrcPath& path);

    /**
     * The NIC has learned that a port is up or down.
     * @param now the time
     */
    void OnPortsChanged(RdmaTick now);

    /**
     * A QP has been attached while there is something to know about ports.
     * @param now the time
     * @param index its number within the NIC
     */
    void AddQp(RdmaTick now, uint32_t index);

    /**
     * A frame for QP number 2 has arrived.
     * @param now the time
     * @param port the port, 0-based
     * @param frame the frame; the caller's
     */
    void Receive(RdmaTick now, uint32_t port, const FabricFrame& frame);

  private:
    /**
     * Act on what the endpoint wants after an input.
     * @param now the time
     */
    void Serve(RdmaTick now);

    /** The timer has fired. */
    void OnTimer();

    /**
     * @param now the time
     * @param request a request to be sent
     */
    void Send(RdmaTick now, const MrcEndpointRequest& request);

    /**
     * @param now the time
     * @param route where to
     * @param path EV and port
     * @param pdu what
     */
    void Send(RdmaTick now, const RdmaQpRoute& route, const MrcPath& path, const RdmaPdu& pdu);

    /**
     * A peer has told about its ports: note it, and tell the QPs when they can be remapped.
     * @param now the time
     * @param ports what it told
     */
    void OnPeerPorts(RdmaTick now, const MrcPeerPorts& ports);

    /**
     * Tell the QPs to a peer about its ports.
     * @param peer host index
     */
    void RemapPeer(uint32_t peer);

    /**
     * @param peer host index
     * @return number of the first working MRC QP to it, or ~0
     */
    uint32_t FindQpTo(uint32_t peer) const;

    /**
     * Abort if there is no source route for the EV of a probe.
     * @param probe the probe
     */
    void CheckEv(const MrcEvProbe& probe) const;

    /**
     * @param probe a probe
     * @return where it goes
     */
    RdmaQpRoute RouteOf(const MrcEvProbe& probe) const;

    /** @return bit p: this NIC knows no harm of its port p */
    uint32_t GetUpPorts() const;

    RdmaNic& m_nic;                                ///< the NIC
    MrcEndpoint m_endpoint;                        ///< the protocol
    std::map<uint32_t, ProbeCallback> m_callbacks; ///< by batch
    std::map<uint32_t, uint32_t> m_peerPorts;      ///< by peer: its ports as last reported
    std::map<uint32_t, EventId> m_remapping;       ///< by peer: RemapPeer to come
    EventId m_timer;                               ///< OnTimer to come
    bool m_serving{false};                         ///< Serve is at work
};

} // namespace ns3

#endif // MRC_NIC_ENDPOINT_H
