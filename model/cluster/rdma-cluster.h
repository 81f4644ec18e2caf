/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CLUSTER_H
#define RDMA_CLUSTER_H

#include "rdma-hosts.h"
#include "rdma-messenger.h"
#include "rdma-qp-factory.h"
#include "rdma-transport-messenger.h"

#include "ns3/abort.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric.h"
#include "ns3/object.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaCluster: the hosts of a network and the messengers between them.
 */

namespace ns3
{

class MrcCcProfile;
class MrcEvProfile;
class MrcQp;

/**
 * @ingroup mrc
 * The hosts of a network, and the messengers between them: one per transport on their NICs
 * (RdmaTransportMessenger), and those that use the hosts without QPs (AddMessenger). Counters and
 * errors are the sums of all messengers.
 *
 * A QP, named by a pair of hosts and a number, belongs to the transport that uses it first.
 *
 * For programs with one transport, Send and the callbacks are those of the first.
 */
class RdmaCluster : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaCluster();
    ~RdmaCluster() override;

    /**
     * Set up the cluster. Called once, by a helper.
     * @param fabric the network, with its shape
     * @param factory makes the QPs of the first transport, which uses all planes
     * @param nics by host index
     * @param trimming the switches trim
     */
    void Setup(Ptr<Fabric> fabric,
               Ptr<RdmaQpFactory> factory,
               const std::vector<Ptr<RdmaNic>>& nics,
               bool trimming);

    /**
     * Add a transport in addition to the first.
     * @param factory makes its QPs
     * @param plane the first plane that it uses; as many follow as it can use, or as there are: MRC
     * needs all, RoCE one
     * @return messages by this transport; disposed with the cluster
     */
    Ptr<RdmaTransportMessenger> AddTransport(Ptr<RdmaQpFactory> factory, uint32_t plane);

    /**
     * Include the counters and errors of a messenger.
     * @param messenger messages by a transport without QPs, or partly by one of the transports;
     * disposed with the cluster, before the messengers added earlier
     */
    void AddMessenger(Ptr<RdmaMessenger> messenger);

    /** @return number of transports with QPs */
    uint32_t GetNTransports() const
    {
        return static_cast<uint32_t>(m_transports.size());
    }

    /**
     * @param transport 0: the transport of Setup; then those of AddTransport, in order
     * @return messages by this transport
     */
    const Ptr<RdmaTransportMessenger>& GetTransport(uint32_t transport = 0) const
    {
        NS_ABORT_MSG_IF(transport >= m_transports.size(),
                        "transport " << transport << " of a cluster with " << m_transports.size()
                                     << "; it has none before Setup and after Dispose");
        return m_transports[transport];
    }

    /**
     * Make an MRC QP with verbs, in RESET. It is independent of the QPs that Send uses. The first
     * transport must be MRC.
     * @param host its host
     * @param evProfile defines its EVs, ONLINE; null: as the QP factory defines
     * @param ccProfile defines its congestion control, ONLINE; null: as the QP factory defines
     * @return the QP, in RESET
     */
    Ptr<MrcQp> CreateQp(uint32_t host,
                        Ptr<MrcEvProfile> evProfile = nullptr,
                        Ptr<MrcCcProfile> ccProfile = nullptr);

    // The first transport: see RdmaMessenger and RdmaTransportMessenger.

    /**
     * Post a message now.
     * @param src sending host
     * @param dst receiving host, not src
     * @param qp number of the QP of this pair, 0-based
     * @param bytes message length, at least 1 B
     * @param token the caller's identifier of the message
     */
    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token);

    /**
     * @param cb called when a message has been placed at its receiver
     */
    void SetDeliveredCallback(RdmaMessenger::DeliveredCallback cb);

    /**
     * @param cb called when a message is complete at its sender
     */
    void SetSentCallback(RdmaMessenger::SentCallback cb);

    /**
     * @param src sending host
     * @param dst receiving host
     * @param bytes message length, B
     * @return a lower bound for the time from Send to delivery
     */
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const;

    /** @return payload rate of one idle host, bit/s */
    double GetPayloadRateBps() const;

    /** @return unloaded round-trip time that its QPs are configured with */
    RdmaTick GetBaseRtt() const;

    // The hosts.

    /** @return number of hosts */
    uint32_t GetNHosts() const
    {
        return GetHosts().GetN();
    }

    /** @return the network that the hosts are connected to */
    const Ptr<Fabric>& GetFabric() const
    {
        return GetHosts().GetFabric();
    }

    /** @return the shape of the network */
    const FabricNetwork& GetNetwork() const
    {
        return GetHosts().GetNetwork();
    }

    /**
     * @param host host index
     * @return its NIC
     */
    const Ptr<RdmaNic>& GetNic(uint32_t host) const
    {
        return GetHosts().GetNic(host);
    }

    // All transports.

    /**
     * The QP end at a host towards another, if it is connected.
     * @param src host of the end
     * @param dst host of the other end
     * @param qp number of the QP between them, 0-based
     * @return its transport, or null
     */
    const RdmaTransport* FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const;

    /**
     * @param src host of a QP end
     * @param dst host of the other end
     * @param qp number of the QP between them, 0-based
     * @return one line that describes the QP; empty if there is none
     */
    std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const;

    /**
     * @return sum of the counters of all QP ends and of transports without QPs; QPs of CreateQp
     * have their own (MrcQp::GetTransport)
     */
    RdmaCounters SumCounters() const;

    /**
     * @return QP ends in ERROR, and connections of other transports that have failed; not QPs of
     * CreateQp, which have MrcQp::GetState
     */
    uint64_t CountErrors() const;

    /**
     * @param stream first stream number to use
     * @return number of streams used: one per host
     */
    int64_t AssignStreams(int64_t stream);

    /** @return transports and others, in order of creation; aborts after Dispose */
    const std::vector<Ptr<RdmaMessenger>>& GetMessengers() const
    {
        GetHosts();
        return m_messengers;
    }

  protected:
    void DoDispose() override;

  private:
    /** @return the state that the transports share */
    RdmaHosts& GetHosts() const
    {
        NS_ABORT_MSG_IF(!m_hosts, "use of a cluster that is not set up, or disposed of");
        return *m_hosts;
    }

    /**
     * @param factory makes the QPs of a new transport
     * @param planes planes that it uses
     * @return messages by this transport
     */
    Ptr<RdmaTransportMessenger> AddTransport(Ptr<RdmaQpFactory> factory, const RdmaPlanes& planes);

    std::shared_ptr<RdmaHosts> m_hosts;                    ///< state that the transports share
    std::vector<Ptr<RdmaTransportMessenger>> m_transports; ///< by number
    std::vector<Ptr<RdmaMessenger>> m_messengers;          ///< see GetMessengers
};

} // namespace ns3

#endif // RDMA_CLUSTER_H
