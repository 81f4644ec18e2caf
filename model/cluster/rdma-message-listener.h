/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_MESSAGE_LISTENER_H
#define RDMA_MESSAGE_LISTENER_H

#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaMessageListener: receives the results of messages.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Receives the results of messages from an object that carries them for a messenger, such as a
 * connection. Both calls may post.
 */
class RdmaMessageListener
{
  public:
    virtual ~RdmaMessageListener() = default;

    /**
     * @param token a message that has been placed at its receiver
     */
    virtual void OnMessageDelivered(uint64_t token) = 0;

    /**
     * @param token a message that is complete at its sender, or was given up
     * @param stats statistics of its packets
     * @param ok false if it was given up
     */
    virtual void OnMessageSent(uint64_t token, const RdmaMessageStats& stats, bool ok) = 0;
};

} // namespace ns3

#endif // RDMA_MESSAGE_LISTENER_H
