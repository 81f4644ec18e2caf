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
 * ns3::MrcEndpoint: EV probes without a connection, and what NICs tell each other about their
 * ports.
 */

namespace ns3
{

/// QP number of endpoint operations (mrc reference, 1.1).
constexpr uint32_t MRC_ENDPOINT_QPN = 2;

/**
 * @ingroup mrc
 * Where an EV probe turns round.
 */
enum class MrcProbeTarget : uint8_t
{
    PEER,   ///< another NIC answers
    OWN_T0, ///< sent to itself by way of its T0 (mrc reference, 4.4)
    OWN_T1, ///< sent to itself by way of a T1: the EV names the uplink
};

/**
 * @ingroup mrc
 * An EV probe.
 */
struct MrcEvProbe
{
    uint32_t peer{0};                            ///< PEER: host index
    MrcPath path;                                ///< EV, and port it leaves by
    MrcProbeTarget target{MrcProbeTarget::PEER}; ///< where it turns round
    std::optional<uint32_t> qp{};                ///< number of the QP whose way it goes
};

/**
 * @ingroup mrc
 * What became of an EV probe.
 */
struct MrcEvProbeResult
{
    uint16_t id{0};         ///< probe_id
    MrcEvProbe probe;       ///< what was asked
    bool answered{false};   ///< in time; the fields below are valid
    uint8_t arrivalPort{0}; ///< port the answer came in by, 0-based
    RdmaTick rtt{};         ///< round-trip time
    bool adjSvcTime{false}; ///< rtt is free of the responder's service time
};

/**
 * @ingroup mrc
 * A batch of EV probes that is complete: all answered, or its time is over.
 */
struct MrcEvProbeBatch
{
    uint32_t batch{0};                     ///< number that StartBatch gave
    std::vector<MrcEvProbeResult> results; ///< in the order of the request
};

/**
 * @ingroup mrc
 * A request that the endpoint wants to be sent now, in the control class.
 */
struct MrcEndpointRequest
{
    RdmaPdu pdu{};    ///< ERTH
    MrcEvProbe probe; ///< EV_PROBE: the probe. PORT_STATUS_UPDATE: peer, and port to leave by
};

/**
 * @ingroup mrc
 * What a peer has told about its ports.
 */
struct MrcPeerPorts
{
    uint32_t peer{0};    ///< host index
    uint32_t upPorts{0}; ///< bit p: its port p (0-based) is reachable
};

/**
 * @ingroup mrc
 * The endpoint operations of a NIC (mrc reference, 2.10, 2.11, 9.4 and 9.6) as a machine without
 * clock or network. One contract with RdmaTransport: no call re-enters; after every input the
 * caller drains PollRequest, PollBatch and PollPeerPorts, and re-reads NextWakeup.
 *
 * EV probes are sent in batches, with one time-out for the batch. A probe to itself is answered by
 * its own arrival.
 *
 * Port status: whenever the set of reachable ports changes, every peer with a QP is told, by a port
 * that is up, and told again by the next one each time-out until it answers. A newer set takes the
 * place of an older one under way, which may have arrived all the same: until an update is answered
 * nobody knows what the peer knows. Nothing is sent while all ports are up from the start. After
 * STATUS_TRIES updates in a row without an answer the caller is asked (PollUnreached): it goes on
 * if it has business with the peer (Insist). Otherwise the peer is told when it is heard of again,
 * or when the caller insists.
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
     * @param timeout when to give up those not answered
     * @return number of the batch; nothing if so many probes are under way that there are not
     * enough 16-bit ids, half of which are for EV probes
     */
    std::optional<uint32_t> StartBatch(RdmaTick now,
                                       const std::vector<MrcEvProbe>& probes,
                                       RdmaTick timeout);

    // Port status.

    /**
     * The set of reachable ports has changed.
     * @param upPorts bit p: port p (0-based) is reachable
     * @param peers hosts to be told
     */
    void SetPorts(RdmaTick now, uint32_t upPorts, const std::vector<uint32_t>& peers);

    /**
     * There is a QP to a peer. It is told if ports are down that it has not heard of.
     * @param peer host index
     */
    void AddPeer(RdmaTick now, uint32_t peer);

    /**
     * There is no working QP to a peer any more: do not try to reach it.
     * @param peer host index
     */
    void RemovePeer(uint32_t peer);

    /**
     * Tell a peer about the ports that has not answered so far, if there is one; it gets another
     * STATUS_TRIES updates.
     * @param peer host index
     */
    void Insist(RdmaTick now, uint32_t peer);

    /**
     * @param peer host index
     * @return ports that it says are reachable; all if it has said nothing
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
     * A response has arrived, or a probe to itself has returned.
     * @param pdu the response or request
     * @param port port it came in by, 0-based
     */
    void OnResponse(RdmaTick now, const RdmaPdu& pdu, uint8_t port);

    /** The time of NextWakeup has come. */
    void OnTimeout(RdmaTick now);

    /** @return when OnTimeout wants to be called; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /**
     * @param request filled when true is returned
     * @return true if there was one
     */
    bool PollRequest(RdmaTick now, MrcEndpointRequest& request);

    /**
     * @param batch filled when true is returned
     * @return true if there was one
     */
    bool PollBatch(MrcEvProbeBatch& batch);

    /**
     * @param ports filled when true is returned
     * @return true if a peer has told something new
     */
    bool PollPeerPorts(MrcPeerPorts& ports);

    /**
     * @param peer filled when true is returned: host index
     * @return true if there is a peer that has not answered STATUS_TRIES updates. It gets no more
     * of them until Insist, or news of this NIC's ports or of itself.
     */
    bool PollUnreached(uint32_t& peer);

    /// Port status updates in a row that a peer leaves unanswered before the caller is asked.
    static constexpr uint8_t STATUS_TRIES = 16;

    /** @return requests under way */
    uint32_t GetOutstanding() const
    {
        return static_cast<uint32_t>(m_outstanding.size());
    }

  private:
    /// A request that is not answered.
    struct Outstanding
    {
        bool status{false}; ///< PORT_STATUS_UPDATE, otherwise EV_PROBE
        uint32_t owner{0};  ///< status: peer; otherwise number of the batch
        uint32_t place{0};  ///< EV_PROBE: which of the batch
        RdmaTick sentAt{};  ///< when it left
    };

    /// A batch under way.
    struct Batch
    {
        RdmaTick deadline{};                   ///< end of its time
        uint32_t missing{0};                   ///< probes not answered
        std::vector<MrcEvProbeResult> results; ///< by place
    };

    /// What is known of a peer.
    struct Peer
    {
        std::optional<uint32_t> told;     ///< own ports as it knows them; nothing: not known
        uint32_t upPorts;                 ///< its ports as it told
        std::optional<uint16_t> update{}; ///< id of the update under way
        RdmaTick due{};                   ///< when to repeat it
        uint8_t tries{0};                 ///< updates since the last news or Insist
        bool unreached{false};            ///< given up: see PollUnreached
        uint8_t nextPort{0};              ///< port of the next update, if it is up
        std::optional<uint16_t> newest{}; ///< timestamp of its newest update
        uint16_t newestId{0};             ///< its id, which orders those of one instant
        RdmaTick heardAt{};               ///< when that one came
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
     * @return what is known of it, made if nothing is
     */
    Peer& Know(uint32_t peer);

    /**
     * Take back the update to a peer that is under way.
     * @param peer what is known of it
     */
    void Withdraw(Peer& peer);

    /**
     * Tell a peer about the ports, if it does not know.
     * @param host host index
     * @param peer what is known of it
     */
    void Tell(RdmaTick now, uint32_t host, Peer& peer);

    /**
     * An update has arrived.
     * @param host who sent it
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
    std::map<uint32_t, Peer> m_peers;              ///< by host: those with something to know
    std::deque<uint16_t> m_toSend;                 ///< ids not yet polled
    std::deque<MrcEvProbeBatch> m_finished;        ///< batches not yet polled
    std::deque<MrcPeerPorts> m_news;               ///< not yet polled
    std::deque<uint32_t> m_unreached;              ///< peers not yet polled
};

} // namespace ns3

#endif // MRC_ENDPOINT_H
