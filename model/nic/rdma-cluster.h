/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CLUSTER_H
#define RDMA_CLUSTER_H

#include "rdma-lane.h"
#include "rdma-messenger.h"
#include "rdma-nic.h"
#include "rdma-qp-factory.h"

#include "ns3/fabric-network.h"
#include "ns3/fabric.h"
#include "ns3/rdma-ring-queue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaCluster: all hosts of a network and the QPs between them.
 */

namespace ns3
{

class MrcQp;

/**
 * @ingroup mrc
 * The hosts of a network as a messenger: finds or connects the QP that a message needs, and
 * matches completions, which come in posting order, to the caller's tokens.
 *
 * Hosts a and b share their k-th QP: one end serves a's messages to b, the other b's to a.
 *
 * Further transports may run beside the first on the same NICs (AddTransport), each with a
 * messenger of its own. A QP, which a pair of hosts and a number name, belongs to the transport
 * that uses it first. Counters and errors are those of all transports.
 */
class RdmaCluster : public RdmaMessenger
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Called once, by a helper.
     * @param fabric the network, with its shape
     * @param factory makes the QPs
     * @param nics by host index
     * @param trimming the switches trim
     */
    void Setup(Ptr<Fabric> fabric,
               Ptr<RdmaQpFactory> factory,
               const std::vector<Ptr<RdmaNic>>& nics,
               bool trimming);

    /**
     * Let another transport run beside the first.
     * @param factory makes its QPs
     * @param plane the plane of one that uses a single one; others begin with it
     * @return messages by this transport; the cluster owns it
     */
    Ptr<RdmaMessenger> AddTransport(Ptr<RdmaQpFactory> factory, uint32_t plane);

    /**
     * Let a transport without QPs run beside the others. Its counters and errors are counted here.
     * @param messenger messages by this transport; disposed of with the cluster
     */
    void AddMessenger(Ptr<RdmaMessenger> messenger);

    /**
     * Post a message of one of the transports now.
     * @param lane its number: 0, or how many had been added before
     * @param src sending host
     * @param dst receiving host, not src
     * @param qp which of the QPs of this pair, 0-based
     * @param bytes message length, at least 1 B
     * @param token the caller's name for the message
     */
    void SendBy(uint32_t lane,
                uint32_t src,
                uint32_t dst,
                uint32_t qp,
                uint64_t bytes,
                uint64_t token);

    /**
     * @param lane number of a transport
     * @return the transport
     */
    const RdmaLane& GetLane(uint32_t lane) const
    {
        return m_lanes[lane];
    }

    /**
     * Make an MRC QP with verbs, in RESET. It is independent of the QPs that Send uses.
     * @param host its host
     * @param evProfile prescribes its EVs, ONLINE; null: as the QP factory says
     * @param ccProfile prescribes its congestion control, ONLINE; null: as the QP factory says
     * @return the QP
     */
    Ptr<MrcQp> CreateQp(uint32_t host,
                        Ptr<MrcEvProfile> evProfile = nullptr,
                        Ptr<MrcCcProfile> ccProfile = nullptr);

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override;
    uint32_t GetNHosts() const override;
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override;
    double GetPayloadRateBps() const override;
    std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const override;
    bool IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const override;

    /** @return unloaded round-trip time the QPs of the first transport are configured with */
    RdmaTick GetBaseRtt() const
    {
        return m_lanes[0].GetBaseRtt();
    }

    /** @return the network */
    Ptr<Fabric> GetFabric() const
    {
        return m_fabric;
    }

    /** @return the shape of the network */
    const FabricNetwork& GetNetwork() const
    {
        return *m_network;
    }

    /**
     * @param host host index
     * @return its NIC
     */
    Ptr<RdmaNic> GetNic(uint32_t host) const
    {
        return m_nics[host];
    }

    /**
     * The QP end at a host towards another, if it is connected.
     * @param src host of the end
     * @param dst host of the other end
     * @param qp which of their QPs, 0-based
     * @return its transport, or null
     */
    const RdmaTransport* FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const;

    /** @return sum of the counters of all QP ends, and of transports without QPs */
    RdmaCounters SumCounters() const;

    /** @return QP ends in ERROR, and connections of other transports that have failed */
    uint64_t CountErrors() const;

    /**
     * @param stream first stream number to use
     * @return number of streams used: one per host
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// The two ends of a connection and who waits for what at each.
    struct Connection
    {
        uint32_t host[2]; ///< lower and higher host index
        uint32_t qpn[2];  ///< QP number at each
        uint32_t lane;    ///< number of its transport
    };

    /// Tokens of messages under way at one QP end. When a QP fails, its messages leave the sender's
    /// list only: packets on their way may still complete some of them at the receiver.
    struct Tokens
    {
        RdmaRingQueue<uint64_t> sent;     ///< posted here, not acknowledged
        RdmaRingQueue<uint64_t> expected; ///< posted at the peer, not placed here
        uint32_t lane{0};                 ///< number of the transport they belong to
    };

    /**
     * @param a a host
     * @param b another host
     * @param qp which of their QPs
     * @return the name of the connection
     */
    static uint64_t KeyOf(uint32_t a, uint32_t b, uint32_t qp);

    /**
     * @param lane number of the transport
     * @param a a host
     * @param b another host
     * @param qp which of their QPs
     * @return the connection, new or old
     */
    const Connection& Connect(uint32_t lane, uint32_t a, uint32_t b, uint32_t qp);

    /**
     * @param host a host
     * @return its random variable, made when it is first needed
     */
    Ptr<UniformRandomVariable> GetRng(uint32_t host);

    /**
     * @param host a host
     * @param qpn number of its newest QP
     * @param lane number of the QP's transport
     */
    void MakeTokens(uint32_t host, uint32_t qpn, uint32_t lane);

    /**
     * @param lane a transport
     * @param host a host
     * @return what its QPs are told of the network, but for their peers
     */
    RdmaQpContext MakeContext(const RdmaLane& lane, uint32_t host);

    /**
     * Attach one end of a connection.
     * @param lane its transport
     * @param host its host
     * @param peerHost host of the other end
     * @param identity numbers of both ends; the network is not filled in
     */
    void AttachEnd(const RdmaLane& lane,
                   uint32_t host,
                   uint32_t peerHost,
                   const RdmaQpContext& identity);

    /**
     * A NIC reports.
     * @param host its host
     * @param qpn the QP
     * @param completion what is complete
     */
    void OnCompletion(uint32_t host, uint32_t qpn, const RdmaCompletion& completion);

    Ptr<Fabric> m_fabric;                             ///< the network
    Ptr<const FabricNetwork> m_network;               ///< its shape
    std::vector<RdmaLane> m_lanes;                    ///< the transports
    std::vector<Ptr<RdmaLaneMessenger>> m_messengers; ///< of the transports but the first
    std::vector<Ptr<RdmaMessenger>> m_foreign;        ///< see AddMessenger
    std::vector<Ptr<RdmaNic>> m_nics;                 ///< by host
    std::vector<Ptr<UniformRandomVariable>> m_rng;    ///< by host; null: not needed yet
    std::optional<int64_t> m_firstStream;             ///< see AssignStreams
    std::vector<std::vector<Tokens>> m_tokens;        ///< by host and QP number - FIRST_QPN
    std::vector<Connection> m_connections;            ///< by age
    std::unordered_map<uint64_t, uint32_t> m_byKey;   ///< connection by name; never iterated
    bool m_trimming{false};                           ///< the switches trim
};

} // namespace ns3

#endif // RDMA_CLUSTER_H
