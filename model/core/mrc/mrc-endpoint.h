/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_H
#define MRC_ENDPOINT_H

#include "mrc-ev.h"

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEndpoint: EV probes without a connection, and the port status updates between NICs.
 */

namespace ns3
{

/// QP number of endpoint operations (mrc reference, 1.1).
constexpr uint32_t MRC_ENDPOINT_QPN = 2;

/**
 * @ingroup mrc
 * Node that returns an EV probe.
 */
enum class MrcProbeTarget : uint8_t
{
    PEER,   ///< another NIC answers it
    OWN_T0, ///< the T0 of this NIC returns it (mrc reference, 4.4)
    OWN_T1, ///< a T1 returns it: the EV names the uplink
};

/**
 * @ingroup mrc
 * An EV probe.
 */
struct MrcEvProbe
{
    uint32_t peer{0};                            ///< PEER: host index
    MrcPath path;                                ///< EV, and port by which it leaves
    MrcProbeTarget target{MrcProbeTarget::PEER}; ///< node that returns it
    std::optional<uint32_t> qp{};                ///< number of the QP whose path it takes
};

/**
 * @ingroup mrc
 * The result of an EV probe.
 */
struct MrcEvProbeResult
{
    uint16_t id{0};         ///< probe_id
    MrcEvProbe probe;       ///< the probe
    bool answered{false};   ///< answered in time; the fields below are valid
    uint8_t arrivalPort{0}; ///< port by which the answer came, 0-based
    RdmaTick rtt{};         ///< round-trip time
    bool adjSvcTime{false}; ///< rtt excludes the responder's service time
};

/**
 * @ingroup mrc
 * A complete batch of EV probes: all are answered, or its time-out has expired.
 */
struct MrcEvProbeBatch
{
    uint32_t batch{0};                     ///< number that StartBatch returned
    std::vector<MrcEvProbeResult> results; ///< in the order of the request
};

/**
 * @ingroup mrc
 * A request that the endpoint sends now, in the control class.
 */
struct MrcEndpointRequest
{
    RdmaPdu pdu{};    ///< ERTH
    MrcEvProbe probe; ///< EV_PROBE: the probe. PORT_STATUS_UPDATE: peer, and port by which it
                      ///< leaves
};

/**
 * @ingroup mrc
 * The port status of a peer, as it reported it.
 */
struct MrcPeerPorts
{
    uint32_t peer{0};    ///< host index
    uint32_t upPorts{0}; ///< bit p: its port p (0-based) is reachable
};

/**
 * @ingroup mrc
 * The endpoint operations of a NIC (mrc reference, 2.10, 2.11, 9.4 and 9.6) as a state machine
 * without clock or network. It has the contract of RdmaTransport: no call re-enters; after every
 * input the caller drains PollRequest, PollBatch and PollPeerPorts, and re-reads NextWakeup.
 *
 * EV probes are sent in batches, with one time-out per batch. A probe to this NIC itself is
 * answered by its own arrival.
 *
 * Port status: whenever the set of reachable ports changes, every peer with a QP gets an update
 * through a port that is up. It is repeated through the next port after each time-out until the
 * peer answers. A newer set replaces an outstanding older one, which may have arrived nevertheless:
 * until an update is answered, the ports that the peer assumes are unknown. Nothing is sent while
 * all ports are up from the start. After STATUS_TRIES updates in a row without an answer the
 * endpoint reports the peer (PollUnreached); the caller calls Insist if it has work for the peer.
 * Otherwise the next update is sent when a request from the peer arrives, or when the caller
 * calls Insist.
 */
class MrcEndpoint
{
  public:
    /**
     * @param ports ports of the NIC, all reachable
     * @param statusTimeout time after which a port status update is repeated
     */
    MrcEndpoint(uint32_t ports, RdmaTick statusTimeout);

    // EV probes.

    /**
     * Send a batch of EV probes.
     * @param probes what to probe
     * @param timeout time to wait for answers
     * @return number of the batch; nothing if too few of the 16-bit ids are free, half of which are
     * for EV probes
     */
    std::optional<uint32_t> StartBatch(RdmaTick now,
                                       const std::vector<MrcEvProbe>& probes,
                                       RdmaTick timeout);

    // Port status.

    /**
     * The set of reachable ports has changed.
     * @param upPorts bit p: port p (0-based) is reachable
     * @param peers hosts to be updated
     */
    void SetPorts(RdmaTick now, uint32_t upPorts, const std::vector<uint32_t>& peers);

    /**
     * A QP to a peer exists. The peer gets an update if ports are down that it has not been
     * notified of.
     * @param peer host index
     */
    void AddPeer(RdmaTick now, uint32_t peer);

    /**
     * The last working QP to a peer has gone: send it no more updates.
     * @param peer host index
     */
    void RemovePeer(uint32_t peer);

    /**
     * Send an update to a peer whose state of this NIC's ports is not current; the peer gets
     * another STATUS_TRIES updates.
     * @param peer host index
     */
    void Insist(RdmaTick now, uint32_t peer);

    /**
     * @param peer host index
     * @return ports that it reported as reachable; all before its first update
     */
    uint32_t GetPeerPorts(uint32_t peer) const;

    // From and to the network.

    /**
     * A request has arrived.
     * @param peer host that sent it
     * @return the response, to be sent in the control class
     */
    RdmaPdu OnRequest(RdmaTick now, uint32_t peer, const RdmaPdu& request);

    /**
     * A response has arrived, or a probe to this NIC itself has returned.
     * @param pdu the response or request
     * @param port port by which it came, 0-based
     */
    void OnResponse(RdmaTick now, const RdmaPdu& pdu, uint8_t port);

    /** The time of NextWakeup has come. */
    void OnTimeout(RdmaTick now);

    /** @return time of the next call of OnTimeout; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /**
     * @param request filled when true is returned
     * @return true if there is one
     */
    bool PollRequest(RdmaTick now, MrcEndpointRequest& request);

    /**
     * @param batch filled when true is returned
     * @return true if there is one
     */
    bool PollBatch(MrcEvProbeBatch& batch);

    /**
     * @param ports filled when true is returned
     * @return true if a peer has reported a change
     */
    bool PollPeerPorts(MrcPeerPorts& ports);

    /**
     * @param peer filled when true is returned: host index
     * @return true if a peer has not answered STATUS_TRIES updates. It gets no more of them until
     * Insist, a change of this NIC's ports, or a request from it.
     */
    bool PollUnreached(uint32_t& peer);

    /// Unanswered port status updates in a row after which the caller is notified.
    static constexpr uint8_t STATUS_TRIES = 16;

    /** @return outstanding requests */
    uint32_t GetOutstanding() const
    {
        return static_cast<uint32_t>(m_outstanding.size());
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// An outstanding request.
    struct Outstanding
    {
        bool status{false}; ///< PORT_STATUS_UPDATE, otherwise EV_PROBE
        uint32_t owner{0};  ///< status: peer; otherwise number of the batch
        uint32_t place{0};  ///< EV_PROBE: index within the batch
        RdmaTick sentAt{};  ///< time of transmission
    };

    /// An outstanding batch.
    struct Batch
    {
        RdmaTick deadline{};                   ///< end of its time-out
        uint32_t missing{0};                   ///< probes not answered
        std::vector<MrcEvProbeResult> results; ///< by index
    };

    /// State of a peer.
    struct Peer
    {
        std::optional<uint32_t> told;     ///< this NIC's ports as confirmed by the peer; nothing:
                                          ///< unknown
        uint32_t upPorts;                 ///< its ports as it reported them
        std::optional<uint16_t> update{}; ///< id of the outstanding update
        RdmaTick due{};                   ///< time to repeat it
        uint8_t tries{0};                 ///< updates since the last report or Insist
        bool unreached{false};            ///< given up: see PollUnreached
        uint8_t nextPort{0};              ///< port of the next update, if it is up
        std::optional<uint16_t> newest{}; ///< timestamp of its newest update
        uint16_t newestId{0};             ///< its id, which orders updates of the same instant
        RdmaTick heardAt{};               ///< time of arrival of the newest update
    };

    /**
     * @param status PORT_STATUS_UPDATE
     * @param owner see Outstanding
     * @param place see Outstanding
     * @return the id of a new request
     */
    uint16_t Register(bool status, uint32_t owner, uint32_t place);

    /**
     * @param peer host index
     * @return its state, created if necessary
     */
    Peer& Know(uint32_t peer);

    /**
     * Cancel the outstanding update to a peer.
     * @param peer its state
     */
    void Withdraw(Peer& peer);

    /**
     * Send a peer an update, unless its state of this NIC's ports is current.
     * @param host host index
     * @param peer its state
     */
    void Tell(RdmaTick now, uint32_t host, Peer& peer);

    /**
     * An update has arrived.
     * @param host host that sent it
     */
    void OnUpdate(RdmaTick now, uint32_t host, const RdmaPdu& update);

    /**
     * @param number a batch
     */
    void Finish(uint32_t number);

    uint32_t m_allPorts;                           ///< bit p: there is a port p
    uint32_t m_upPorts;                            ///< bit p: port p is reachable
    RdmaTick m_statusTimeout;                      ///< time after which an update is repeated
    uint16_t m_nextId{0};                          ///< id to try next
    uint32_t m_nextBatch{1};                       ///< number of the next batch
    std::map<uint16_t, Outstanding> m_outstanding; ///< by id
    std::map<uint32_t, Batch> m_batches;           ///< by number
    std::map<uint32_t, Peer> m_peers;              ///< by host: those with any state
    std::deque<uint16_t> m_toSend;                 ///< ids not yet polled
    std::deque<MrcEvProbeBatch> m_finished;        ///< batches not yet polled
    std::deque<MrcPeerPorts> m_news;               ///< not yet polled
    std::deque<uint32_t> m_unreached;              ///< peers not yet polled
};

} // namespace ns3

#endif // MRC_ENDPOINT_H
