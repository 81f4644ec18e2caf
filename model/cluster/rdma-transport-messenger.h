/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRANSPORT_MESSENGER_H
#define RDMA_TRANSPORT_MESSENGER_H

#include "rdma-hosts.h"
#include "rdma-ideal-time.h"
#include "rdma-messenger.h"
#include "rdma-qp-factory.h"

#include "ns3/rdma-qp-listener.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-tick.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaTransportMessenger: messages by the QPs of one transport.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The messages of one transport of a cluster, which owns its connections: it finds or connects the
 * QP that a message needs, and matches completions, which come in posting order, to the caller's
 * tokens. A message with immediate data has one work request or two
 * (RdmaQpFactory::SeparatesImmediates); its token is reported with the last one.
 *
 * Hosts a and b share their k-th QP: one end carries a's messages to b, the other b's to a.
 */
class RdmaTransportMessenger : public RdmaMessenger
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param network network of the hosts
     * @param factory makes the QPs
     * @return reasons for which a QP could not be made, for any hosts
     */
    static RdmaProblems Check(const FabricNetwork& network, const RdmaQpFactory& factory);

    /**
     * @param planes planes that the transport has
     * @param factory makes the QPs
     * @return whether these are too many
     */
    static RdmaProblems CheckPlanes(uint32_t planes, const RdmaQpFactory& factory);

    /**
     * Called once, by the cluster. Aborts if the transport cannot use so many planes.
     * @param hosts state that it shares with the other transports
     * @param factory makes its QPs
     * @param number its number among the transports
     * @param planes planes that it uses
     */
    void Setup(std::shared_ptr<RdmaHosts> hosts,
               Ptr<RdmaQpFactory> factory,
               uint32_t number,
               const RdmaPlanes& planes);

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override;
    void SendImmediate(uint32_t src,
                       uint32_t dst,
                       uint32_t qp,
                       uint64_t bytes,
                       uint64_t token) override;
    uint32_t GetNHosts() const override;
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override;
    double GetPayloadRateBps() const override;
    RdmaTick GetTimeBesideWord() const override;
    RdmaCounters SumOwnCounters() const override;
    uint64_t CountOwnErrors() const override;
    uint64_t GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const override;
    std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const override;
    bool IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const override;

    /** @return the factory of its QPs */
    const Ptr<RdmaQpFactory>& GetFactory() const
    {
        return m_factory;
    }

    /** @return unloaded round-trip time that its QPs are configured with */
    RdmaTick GetBaseRtt() const
    {
        return m_baseRtt;
    }

    /**
     * The QP end at a host towards another, if it is connected.
     * @param src host of the end
     * @param dst host of the other end
     * @param qp number of the QP between them, 0-based
     * @return its transport, or null, also if the QP belongs to another messenger
     */
    const RdmaTransport* FindTransport(uint32_t src, uint32_t dst, uint32_t qp) const;

    /** @return number of QPs that it has connected so far */
    uint32_t GetNConnections() const
    {
        return static_cast<uint32_t>(m_connections.size());
    }

    /**
     * @param connection number of a QP, in the order of connection, 0-based
     * @return the transports of its two ends
     */
    std::array<const RdmaTransport*, 2> GetEnds(uint32_t connection) const;

    /**
     * @param host host index
     * @return the inputs of QPs at this host, except those that depend on the peer
     */
    RdmaQpContext MakeContext(uint32_t host) const;

  protected:
    void DoDispose() override;

  private:
    /// A work request that is not complete.
    struct Pending
    {
        uint64_t token; ///< token of its message
        bool last;      ///< the last one of the message
    };

    /// One end of a connection, and the tokens of its messages. When a QP fails, its messages are
    /// removed from the sender's list only: packets in flight may still complete some of them at
    /// the receiver.
    struct End final : public RdmaQpListener
    {
        void OnCompletion(const RdmaCompletion& completion) override;
        void OnEvent(const RdmaEvent& event) override;

        RdmaTransportMessenger* owner{nullptr}; ///< notifies the callers
        uint32_t host{0};                       ///< host index
        uint32_t qpn{0};                        ///< QP number there
        RdmaRingQueue<Pending> sent;            ///< posted, not acknowledged
        RdmaRingQueue<Pending> expected;        ///< posted by the peer, not placed here
        RdmaMessageStats stats;                 ///< of the complete work requests of the message
                                                ///< whose last one is not complete
    };

    /// A connection: the ends at the lower and the higher host index.
    using Connection = std::array<End, 2>;

    /** @return number of the end at a host, one of the two */
    static size_t GetSide(const Connection& connection, uint32_t host)
    {
        return connection[0].host == host ? 0 : 1;
    }

    /** @return the state that all transports share */
    RdmaHosts& GetHosts() const
    {
        NS_ABORT_MSG_IF(!m_hosts, "use of a messenger that is not set up, or disposed of");
        return *m_hosts;
    }

    /** @return the end at src of a QP of this transport; null if there is none */
    const End* FindEnd(uint32_t src, uint32_t dst, uint32_t qp) const;

    /// The ends of a connection in one direction.
    struct Ends
    {
        End& from; ///< at the sender
        End& to;   ///< at the receiver

        /**
         * Expect the completions of a work request.
         * @param token token of its message
         * @param last it is the last one of the message
         */
        void Expect(uint64_t token, bool last) const
        {
            from.sent.Push({token, last});
            to.expected.Push({token, last});
        }
    };

    /**
     * @param a a host
     * @param b another host
     * @param qp number of the QP between them
     * @return the connection, made if necessary
     */
    Connection& Connect(uint32_t a, uint32_t b, uint32_t qp);

    /**
     * @param src sending host
     * @param dst receiving host
     * @param qp number of the QP between them
     * @return the ends of their connection, which is made if necessary
     */
    Ends FindEnds(uint32_t src, uint32_t dst, uint32_t qp);

    /**
     * @param a a host
     * @param b another host
     * @return a new connection
     */
    std::unique_ptr<Connection> MakeConnection(uint32_t a, uint32_t b);

    /**
     * Attach one end of a connection.
     * @param end the end
     * @param peerHost host of the other end
     * @param identity numbers of both ends; the members about the network are not set
     */
    void AttachEnd(End& end, uint32_t peerHost, const RdmaQpContext& identity);

    std::shared_ptr<RdmaHosts> m_hosts;                     ///< shared with other transports
    Ptr<RdmaQpFactory> m_factory;                           ///< makes the QPs
    uint32_t m_number{0};                                   ///< its number among the transports
    RdmaPlanes m_planes;                                    ///< planes that it uses
    RdmaTick m_baseRtt;                                     ///< see GetBaseRtt
    uint32_t m_unequalLinks{0};                             ///< see RdmaQpContext
    std::vector<std::unique_ptr<Connection>> m_connections; ///< in order of creation; NICs point to
                                                            ///< their ends
};

} // namespace ns3

#endif // RDMA_TRANSPORT_MESSENGER_H
