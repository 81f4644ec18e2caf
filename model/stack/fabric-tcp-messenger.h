/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TCP_MESSENGER_H
#define FABRIC_TCP_MESSENGER_H

#include "fabric-tcp-connection.h"

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-message-listener.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-path-faults.h"
#include "ns3/rdma-problem.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricTcpMessenger: messages between hosts over ns-3's TCP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Messages as byte ranges of TCP streams over IPv4, in one plane. Each (sender, receiver, QP index)
 * has its own connection, opened by its first message and never closed. A message is delivered when
 * its last byte has been read at the receiver, and sent when that byte has been acknowledged. If a
 * connection fails, its messages fail.
 *
 * Its attributes are the settings of all sockets, with defaults for data centers instead of ns-3's
 * for the Internet. Hosts need a stack with devices (FabricStackHelper) before their first message.
 */
class FabricTcpMessenger : public RdmaMessenger, private RdmaMessageListener
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    FabricTcpMessenger();
    ~FabricTcpMessenger() override;

    /// TCP header with the timestamp option, and IPv4 header, B.
    static constexpr uint32_t HEADER_BYTES = 20 + 12 + 20;

    /// Largest number of connections that a host can open, limited by its ports.
    static constexpr uint32_t MAX_CONNECTIONS = 65536 - 10000;

    /**
     * Set up the messenger. Call it once, before RdmaCluster::AddMessenger.
     * @param cluster the hosts; outlives this object
     * @param plane the plane that all connections use
     */
    void Setup(Ptr<RdmaCluster> cluster, uint32_t plane);

    /**
     * @param network network of its hosts
     * @return settings that its sockets do not support
     */
    RdmaProblems Check(const FabricNetwork& network) const;

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override;
    uint32_t GetNHosts() const override;
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override;
    double GetPayloadRateBps() const override;
    RdmaTick GetTimeBesideWord() const override;
    RdmaCounters SumOwnCounters() const override;
    uint64_t CountOwnErrors() const override;
    uint64_t GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const override;
    std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const override;
    bool IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const override;

  protected:
    void DoDispose() override;

  private:
    void OnMessageDelivered(uint64_t token) override;
    void OnMessageSent(uint64_t token, const RdmaMessageStats& stats, bool ok) override;

    /// Sender, receiver, QP index.
    using Key = std::tuple<uint32_t, uint32_t, uint32_t>;

    /**
     * @param host host index
     * @return a socket of the host, with all settings
     */
    Ptr<Socket> MakeSocket(uint32_t host) const;

    /**
     * @param key a connection that does not exist
     * @return the connection, which is being opened
     */
    FabricTcpConnection& Open(const Key& key);

    /**
     * Make a host accept connections, if it does not yet.
     * @param host host index
     */
    void Listen(uint32_t host);

    /**
     * A host has accepted a connection.
     * @param socket its end
     * @param from address and port of the sender's end
     */
    void OnAccept(Ptr<Socket> socket, const Address& from);

    /**
     * @param from a host
     * @param to another host
     * @param fromPort port of its socket
     * @param toPort port of the other socket
     * @return an end of the flow between them
     */
    RdmaFlowEnd SketchEnd(uint32_t from, uint32_t to, uint16_t fromPort, uint16_t toPort) const;

    /**
     * @param network network of its hosts
     * @return buffer of a sender and of a receiver, B
     */
    uint64_t GetBufferBytes(const FabricNetwork& network) const;

    RdmaCluster* m_cluster{nullptr}; ///< the hosts; owns this object
    uint32_t m_plane{0};             ///< plane of all connections

    std::map<Key, std::unique_ptr<FabricTcpConnection>> m_connections; ///< all of them
    /// Connections by sending host and port.
    std::map<std::pair<uint32_t, uint16_t>, FabricTcpConnection*> m_bySource;
    std::map<uint32_t, Ptr<Socket>> m_listeners; ///< by receiving host
    std::map<uint32_t, uint16_t> m_nextPort;     ///< by sending host

    TypeId m_congestionControl;  ///< attribute CongestionControl
    bool m_ecnAlways{false};     ///< attribute EcnAlways
    uint32_t m_segmentSize{0};   ///< attribute SegmentSize
    uint32_t m_initialWindow{0}; ///< attribute InitialWindow
    double m_bufferBdps{0};      ///< attribute BufferBdps
    Time m_minRto;               ///< attribute MinRto
    Time m_delAckTimeout;        ///< attribute DelAckTimeout
    uint32_t m_delAckCount{0};   ///< attribute DelAckCount
};

} // namespace ns3

#endif // FABRIC_TCP_MESSENGER_H
