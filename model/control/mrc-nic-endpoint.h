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
 * and what the MRC QPs of a NIC share. It finds ways for the endpoint's packets, keeps its timer,
 * and tells QPs and applications what it learns.
 *
 * Everything travels in the control class. Where there is a QP to the other NIC, updates and
 * responses leave by an EV of that QP (mrc reference, 2.13); a response to a NIC without one goes
 * back by the port its request came in by, with the low 12 bits of its EV as uplink.
 */
class MrcNicEndpoint : public RdmaNicService
{
  public:
    /// Arguments: the batch with its results.
    using ProbeCallback = Callback<void, const MrcEvProbeBatch&>;

    /**
     * Have a NIC answer other NICs, from the first frame for QP number 2 on.
     * @param nic has its ports
     */
    static void Enable(RdmaNic& nic);

    /**
     * @param nic a NIC with its ports
     * @return MRC's part of it, made if need be
     */
    static MrcNicEndpoint& Of(RdmaNic& nic);

    /**
     * @param nic the NIC, whose ports are there
     */
    explicit MrcNicEndpoint(RdmaNic& nic);
    ~MrcNicEndpoint() override;

    MrcNicEndpoint(const MrcNicEndpoint&) = delete;
    MrcNicEndpoint& operator=(const MrcNicEndpoint&) = delete;

    /**
     * Send EV probes now (mrc reference, 9.4 and 9.8), in the control class.
     * @param probes what to probe
     * @param timeout when to give up those not answered
     * @param cb called once with the results, when all are answered or the time is over
     * @return false, and nothing is sent, if so many probes are under way that there are not enough
     * 16-bit ids
     */
    bool Probe(const std::vector<MrcEvProbe>& probes, Time timeout, const ProbeCallback& cb);

    /**
     * @param encap header stack of probes that name no QP from now on. Until this is called it is
     * that of the NIC's first MRC QP, or SRv6 if there is none.
     */
    void SetProbeEncap(FabricEncap encap)
    {
        m_probeEncap = encap;
    }

    /**
     * Use some EVs no more (state DENIED, mrc reference, 9.2), in all QPs of the NIC, those that
     * come later included. No guard applies: a QP whose EVs are all denied has no path.
     * @param filter which EVs
     */
    void Deny(const MrcEvFilter& filter);

    /**
     * Take a denial back. Its EVs are GOOD again, but for those that another denial is about.
     * @param filter as it was given to Deny; nothing happens if it was not
     */
    void Allow(const MrcEvFilter& filter);

    /**
     * Deny paths to all peers.
     * @param plane port they leave by, 0-based
     * @param uplinks their bits 11:0: uplinks of the T0, or codes of paths in a graph. With hashed
     * paths these are bits without a meaning. Empty: all of the plane.
     */
    void DenyPaths(uint32_t plane, const std::vector<uint32_t>& uplinks);

    /**
     * Take DenyPaths back.
     * @param plane as it was given there
     * @param uplinks some of those given there; empty: what was denied as a whole
     */
    void AllowPaths(uint32_t plane, const std::vector<uint32_t>& uplinks);

    /**
     * Deny one EV of the QPs to a peer.
     * @param peer host index
     * @param ev the EV
     */
    void DenyEv(uint32_t peer, uint32_t ev);

    /**
     * Take DenyEv back.
     * @param peer host index
     * @param ev the EV
     */
    void EnableEv(uint32_t peer, uint32_t ev);

    /**
     * A QP has other EVs than before: deny those that must not be used.
     * @param qpn QP number
     */
    void ObeyDenials(uint32_t qpn) const;

    /**
     * An MRC QP has been attached to the NIC.
     * @param qpn QP number
     * @param qp the QP; lives as long as the NIC
     */
    void AddQp(uint32_t qpn, MrcPathOwner& qp);

    /**
     * A QP has paths, at its start or again after a reset: it hears which ports of its peer are
     * down, and its peer which of this NIC.
     * @param qpn QP number
     */
    void AnnounceQp(uint32_t qpn);

    /** @return count of the probes of retired EVs, for QPs to share */
    const std::shared_ptr<MrcProbeBudget>& GetProbeBudget();

    /** @return when packets trimmed on their way here may come again; shared by all QPs */
    const std::shared_ptr<MrcTrimSchedule>& GetTrimSchedule();

    bool Receive(RdmaTick now, uint32_t port, const FabricFrame& frame) override;
    void SendForQp(RdmaTick now, uint32_t qpn, const RdmaTxPdu& tx) override;
    void OnPortsChanged(RdmaTick now) override;

  private:
    /// An MRC QP of the NIC.
    struct Qp
    {
        uint32_t qpn;     ///< QP number
        uint32_t peer;    ///< host index of its peer
        MrcPathOwner* it; ///< the QP
    };

    /** @return the protocol, made when there is something to tell: most NICs never need it */
    MrcEndpoint& GetProtocol();

    /**
     * A request has arrived: answer it.
     * @param port the port, 0-based
     * @param frame its frame
     */
    void Answer(RdmaTick now, uint32_t port, const FabricFrame& frame);

    /**
     * Act on what the endpoint wants after an input.
     */
    void Serve(RdmaTick now);

    /** The timer has fired. */
    void OnTimer();

    /**
     * @param request a request to be sent
     */
    void Send(RdmaTick now, const MrcEndpointRequest& request);

    /**
     * @param route where to
     * @param path EV and port
     * @param pdu what
     */
    void Send(RdmaTick now, const RdmaQpRoute& route, const MrcPath& path, const RdmaPdu& pdu);

    /**
     * A peer has told about its ports: note it, and tell the QPs when they can be remapped.
     * @param ports what it told
     */
    void OnPeerPorts(RdmaTick now, const MrcPeerPorts& ports);

    /**
     * A peer does not answer. If there is something to send to it the NIC goes on telling it about
     * its ports; otherwise its QPs say when there is business with it again.
     * @param peer host index
     */
    void OnUnreached(RdmaTick now, uint32_t peer);

    /**
     * Tell the QPs to a peer about its ports.
     * @param peer host index
     */
    void RemapPeer(uint32_t peer);

    /**
     * Deny or enable EVs of the QPs there are.
     * @param filter which EVs
     * @param denied which of the two; EVs that another denial is about are not enabled
     */
    void Apply(const MrcEvFilter& filter, bool denied);

    /**
     * @param qpn number of an MRC QP
     * @return where it leads, and who owns its paths
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
     * @return where it goes
     */
    RdmaQpRoute RouteOf(const MrcEvProbe& probe) const;

    RdmaNic& m_nic;                          ///< the NIC
    std::unique_ptr<MrcEndpoint> m_protocol; ///< see GetProtocol; nullptr: nothing to tell yet
    std::vector<Qp> m_qps;                   ///< by QP number
    MrcDenials m_denials;                    ///< what must not be used
    std::optional<FabricEncap> m_probeEncap; ///< see SetProbeEncap
    std::map<uint32_t, ProbeCallback> m_callbacks;   ///< by batch
    std::map<uint32_t, uint32_t> m_peerPorts;        ///< by peer: its ports as last reported
    std::map<uint32_t, EventId> m_remapping;         ///< by peer: RemapPeer to come
    EventId m_timer;                                 ///< OnTimer to come
    bool m_serving{false};                           ///< Serve is at work
    std::shared_ptr<MrcProbeBudget> m_probeBudget;   ///< see GetProbeBudget
    std::shared_ptr<MrcTrimSchedule> m_trimSchedule; ///< see GetTrimSchedule
};

} // namespace ns3

#endif // MRC_NIC_ENDPOINT_H
