/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_ENDPOINT_H
#define MRC_NIC_ENDPOINT_H

#include "mrc-denials.h"
#include "mrc-path-owner.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/fabric-frame.h"
#include "ns3/mrc-endpoint.h"
#include "ns3/mrc-probe-budget.h"
#include "ns3/mrc-trim-schedule.h"
#include "ns3/nstime.h"
#include "ns3/rdma-nic-service.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcNicEndpoint: MRC's part of a NIC, with QP number 2.
 */

namespace ns3
{

class RdmaNic;
struct RdmaQpRoute;

/**
 * @ingroup mrc
 * MRC's part of a NIC: the endpoint operations of QP number 2, as a shell around an MrcEndpoint,
 * and the state that the MRC QPs of a NIC share. It finds paths for the endpoint's packets, keeps
 * its timer, and reports its results to QPs and applications.
 *
 * All packets use the control class. If there is a QP to the other NIC, updates and responses leave
 * by an EV of that QP (mrc reference, 2.13); a response to a NIC without one leaves by the port on
 * which its request arrived, with the low 12 bits of its EV as uplink.
 */
class MrcNicEndpoint : public RdmaNicService
{
  public:
    /// Arguments: the batch with its results.
    using ProbeCallback = Callback<void, const MrcEvProbeBatch&>;

    /**
     * Let a NIC answer other NICs, from the first frame for QP number 2 on.
     * @param nic the NIC, which has its ports
     */
    static void Enable(RdmaNic& nic);

    /**
     * @param nic a NIC with its ports
     * @return MRC's part of it, made if necessary
     */
    static MrcNicEndpoint& Of(RdmaNic& nic);

    /**
     * @param nic the NIC, which has its ports
     */
    explicit MrcNicEndpoint(RdmaNic& nic);
    ~MrcNicEndpoint() override;

    MrcNicEndpoint(const MrcNicEndpoint&) = delete;
    MrcNicEndpoint& operator=(const MrcNicEndpoint&) = delete;

    /**
     * Send EV probes now (mrc reference, 9.4 and 9.8), in the control class.
     * @param probes the probes
     * @param timeout time after which an unanswered probe is given up
     * @param cb called once with the results, when all are answered or timed out
     * @return false, and nothing is sent, if too many probes are outstanding for the 16-bit ids
     */
    bool Probe(const std::vector<MrcEvProbe>& probes, Time timeout, const ProbeCallback& cb);

    /**
     * @param encap header stack of later probes that name no QP. Before the first call it is that
     * of the NIC's first MRC QP, or SRv6 if there is none.
     */
    void SetProbeEncap(FabricEncap encap)
    {
        m_probeEncap = encap;
    }

    /**
     * Deny some EVs (state DENIED, mrc reference, 9.2) to all QPs of the NIC, including later ones.
     * No guard applies: a QP whose EVs are all denied has no path.
     * @param filter the EVs
     */
    void Deny(const MrcEvFilter& filter);

    /**
     * Undo a denial. Its EVs are GOOD again, except those that another denial matches.
     * @param filter as given to Deny; otherwise the call has no effect
     */
    void Allow(const MrcEvFilter& filter);

    /**
     * Deny paths to all peers.
     * @param plane egress port, 0-based
     * @param uplinks bits 11:0 of the EVs: uplinks of the T0, or codes of paths in a graph. With
     * hashed paths these bits have no meaning. Empty: all of the plane.
     */
    void DenyPaths(uint32_t plane, const std::vector<uint32_t>& uplinks);

    /**
     * Undo DenyPaths.
     * @param plane as given there
     * @param uplinks some of those given there; empty: a denial of the whole plane
     */
    void AllowPaths(uint32_t plane, const std::vector<uint32_t>& uplinks);

    /**
     * Deny one EV of the QPs to a peer.
     * @param peer host index
     * @param ev the EV
     */
    void DenyEv(uint32_t peer, uint32_t ev);

    /**
     * Undo DenyEv.
     * @param peer host index
     * @param ev the EV
     */
    void EnableEv(uint32_t peer, uint32_t ev);

    /**
     * Deny the matching EVs of a QP whose EVs have changed.
     * @param qpn QP number
     */
    void ObeyDenials(uint32_t qpn) const;

    /**
     * Add an MRC QP that has been attached to the NIC.
     * @param qpn QP number
     * @param qp the QP, which exists as long as the NIC
     */
    void AddQp(uint32_t qpn, MrcPathOwner& qp);

    /**
     * Exchange the states of ports for a QP that has paths, at its start or after a reset: the QP
     * receives the ports of its peer that are down, and its peer those of this NIC.
     * @param qpn QP number
     */
    void AnnounceQp(uint32_t qpn);

    /** @return count of the probes of retired EVs, shared by the QPs */
    const std::shared_ptr<MrcProbeBudget>& GetProbeBudget();

    /** @return schedule of the retransmissions of trimmed packets, shared by all QPs */
    const std::shared_ptr<MrcTrimSchedule>& GetTrimSchedule();

    bool Receive(RdmaTick now, uint32_t port, const FabricFrame& frame) override;
    void SendForQp(RdmaTick now, uint32_t qpn, const RdmaTxPdu& tx) override;
    void OnPortsChanged(RdmaTick now) override;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// An MRC QP of the NIC.
    struct Qp
    {
        uint32_t qpn;     ///< QP number
        uint32_t peer;    ///< host index of its peer
        MrcPathOwner* it; ///< the QP
    };

    /** @return the protocol, made on demand: most NICs never need it */
    MrcEndpoint& GetProtocol();

    /**
     * Answer a request that has arrived.
     * @param port the port, 0-based
     * @param frame its frame
     */
    void Answer(RdmaTick now, uint32_t port, const FabricFrame& frame);

    /**
     * Serve the endpoint's outputs after an input.
     */
    void Serve(RdmaTick now);

    /** Handle the expiry of the timer. */
    void OnTimer();

    /**
     * @param request a request to be sent
     */
    void Send(RdmaTick now, const MrcEndpointRequest& request);

    /**
     * @param route addressing of the frame
     * @param path EV and port
     * @param pdu the PDU
     */
    void Send(RdmaTick now, const RdmaQpRoute& route, const MrcPath& path, const RdmaPdu& pdu);

    /**
     * Store the port states that a peer has reported, and notify the QPs when they can be remapped.
     * @param ports the report
     */
    void OnPeerPorts(RdmaTick now, const MrcPeerPorts& ports);

    /**
     * Handle a peer that does not answer. If there is data for it, the NIC continues to report its
     * ports; otherwise its QPs request a report when they have data for it.
     * @param peer host index
     */
    void OnUnreached(RdmaTick now, uint32_t peer);

    /**
     * Notify the QPs to a peer of the states of its ports.
     * @param peer host index
     */
    void RemapPeer(uint32_t peer);

    /**
     * Deny or enable EVs of the existing QPs.
     * @param filter the EVs
     * @param denied true: deny; false: enable, except EVs that another denial matches
     */
    void Apply(const MrcEvFilter& filter, bool denied);

    /**
     * @param qpn number of an MRC QP
     * @return its peer, and the owner of its paths
     */
    const Qp& GetQp(uint32_t qpn) const;

    /**
     * @param peer host index
     * @return the first working MRC QP to it, or nullptr
     */
    const Qp* FindQpTo(uint32_t peer) const;

    /**
     * Abort if there is no source route for the EV of a probe.
     * @param probe the probe
     */
    void CheckEv(const MrcEvProbe& probe) const;

    /**
     * @param probe a probe
     * @return addressing of its frames
     */
    RdmaQpRoute RouteOf(const MrcEvProbe& probe) const;

    RdmaNic& m_nic;                                  ///< the NIC
    std::unique_ptr<MrcEndpoint> m_protocol;         ///< see GetProtocol; nullptr: not needed yet
    std::vector<Qp> m_qps;                           ///< by QP number
    MrcDenials m_denials;                            ///< denied EVs
    std::optional<FabricEncap> m_probeEncap;         ///< see SetProbeEncap
    std::map<uint32_t, ProbeCallback> m_callbacks;   ///< by batch
    std::map<uint32_t, uint32_t> m_peerPorts;        ///< by peer: its ports as reported last
    std::map<uint32_t, EventId> m_remapping;         ///< by peer: pending call of RemapPeer
    EventId m_timer;                                 ///< pending call of OnTimer
    bool m_serving{false};                           ///< Serve runs
    std::shared_ptr<MrcProbeBudget> m_probeBudget;   ///< see GetProbeBudget
    std::shared_ptr<MrcTrimSchedule> m_trimSchedule; ///< see GetTrimSchedule
};

} // namespace ns3

#endif // MRC_NIC_ENDPOINT_H
