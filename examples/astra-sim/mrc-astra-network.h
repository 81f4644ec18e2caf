/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ASTRA_NETWORK_H
#define MRC_ASTRA_NETWORK_H

#include "astra-sim/common/AstraNetworkAPI.hh"

#include "ns3/mrc-module.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

/**
 * @file
 * The network of ASTRA-sim's ranks: rank r is host r of a cluster.
 */

/**
 * Carries the messages of all ranks over one QP per pair of hosts, which exists until the end. The
 * sender is notified when its message is acknowledged, the receiver when it is delivered. Messages
 * with the same tag between two ranks are received in the order in which they were sent.
 */
class MrcAstraNetwork
{
  public:
    /// A function of ASTRA-sim and its argument.
    struct Handler
    {
        void (*call)(void*){nullptr}; ///< the function
        void* argument{nullptr};      ///< its argument
    };

    /**
     * @param cluster the hosts
     */
    explicit MrcAstraNetwork(ns3::Ptr<ns3::RdmaCluster> cluster);

    /**
     * @param rank a rank
     * @return its interface, valid as long as this object
     */
    AstraSim::AstraNetworkAPI* GetRank(int rank);

    /**
     * Send a message.
     * @param src sending rank
     * @param dst receiving rank
     * @param tag tag of the message
     * @param bytes length, B; a message of 0 B is sent as one of 1 B
     * @param sent called when it is acknowledged
     */
    void Send(int src, int dst, int tag, uint64_t bytes, const Handler& sent);

    /**
     * Expect a message: see Send.
     * @param received called when it is delivered
     */
    void Receive(int src, int dst, int tag, const Handler& received);

    /** A rank has finished. After the last one the simulation stops. */
    void Finish();

    /** @return what has failed or is not finished; empty if everything is done */
    std::string Describe() const;

  private:
    /// Sender, receiver, tag.
    using Key = std::tuple<int, int, int>;

    /// A message that is not complete.
    struct Message
    {
        Key key;      ///< see Key
        Handler sent; ///< called when it is acknowledged
    };

    /// The messages of a key that are delivered, or expected.
    struct Mailbox
    {
        uint64_t delivered{0};        ///< delivered, not expected yet
        std::deque<Handler> expected; ///< expected, not delivered yet
    };

    /** @param token the number of a message that has been delivered */
    void OnDelivered(uint64_t token);

    /**
     * @param token the number of a message that has been acknowledged, or given up
     * @param ok false: its QP has failed
     */
    void OnSent(uint64_t token, const ns3::RdmaMessageStats& stats, bool ok);

    /** A message of a key has been delivered. */
    void Deliver(const Key& key);

    ns3::Ptr<ns3::RdmaCluster> m_cluster;                            ///< the hosts
    std::vector<std::unique_ptr<AstraSim::AstraNetworkAPI>> m_ranks; ///< by rank
    std::deque<Message> m_messages;                                  ///< by token
    std::map<Key, Mailbox> m_mailboxes;                              ///< see Mailbox
    uint32_t m_finished{0};                                          ///< ranks that have finished
    std::string m_failure;                                           ///< the first failure
};

#endif // MRC_ASTRA_NETWORK_H
