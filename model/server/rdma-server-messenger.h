/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SERVER_MESSENGER_H
#define RDMA_SERVER_MESSENGER_H

#include "rdma-server-domain.h"

#include "ns3/rdma-message-listener.h"
#include "ns3/rdma-messenger.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaServerMessenger: messages within a server on the server's own links.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A messenger around another one: messages between hosts of one server use the links of the
 * RdmaServerDomain, all others use the inner messenger. Callbacks that are registered here receive
 * both.
 *
 * Messages within a server use one connection per (sender, receiver, QP index), and have no
 * packets: RdmaMessageStats::packets is 0. They never fail. Immediate data take no time there.
 */
class RdmaServerMessenger : public RdmaMessenger, private RdmaMessageListener
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaServerMessenger();
    ~RdmaServerMessenger() override;

    /**
     * Called once, and followed by RdmaCluster::AddMessenger.
     * @param domain the links within servers, which several messengers share
     * @param inner carries all other messages: the cluster, or a messenger that it owns; outlives
     * this object, which owns its callbacks from now on
     */
    void Setup(Ptr<RdmaServerDomain> domain, Ptr<RdmaMessenger> inner);

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override;
    void SendImmediate(uint32_t src,
                       uint32_t dst,
                       uint32_t qp,
                       uint64_t bytes,
                       uint64_t token) override;
    uint32_t GetNHosts() const override;
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override;
    double GetPayloadRateBps() const override;
    RdmaMedium GetMedium(uint32_t src, uint32_t dst) const override;
    double GetMediumRateBps(RdmaMedium medium) const override;
    RdmaTick GetTimeBesideWord() const override;

    /**
     * @return what was posted and delivered within servers, without the inner messenger's counters
     */
    RdmaCounters SumOwnCounters() const override;

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
     * Post a message within a server now.
     * @param key sender, receiver, QP index
     * @param bytes message length, B
     * @param token the caller's identifier of the message
     */
    void Post(const Key& key, uint64_t bytes, uint64_t token);

    /**
     * @param src sending host
     * @param dst receiving host
     * @param qp number of the connection of this ordered pair
     * @return it, or null if nothing was posted there
     */
    const RdmaServerDomain::Connection* Find(uint32_t src, uint32_t dst, uint32_t qp) const;

    Ptr<RdmaServerDomain> m_domain;        ///< the links
    RdmaMessenger* m_inner{nullptr};       ///< carries all other messages
    std::map<Key, uint32_t> m_connections; ///< numbers of connections within servers
};

} // namespace ns3

#endif // RDMA_SERVER_MESSENGER_H
