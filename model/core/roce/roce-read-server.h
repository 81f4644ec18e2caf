/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_READ_SERVER_H
#define ROCE_READ_SERVER_H

#include "ns3/rdma-psn.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceReadServer: the pending READ responses of an RC responder.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A READ request of n bytes takes the PSNs of its n / MTU responses (roce reference, 1.1). They are
 * sent in order. A requester that misses one repeats the request for the rest, and all its later
 * requests; so a repeated request replaces the pending responses from its PSN on.
 */
class RoceReadServer
{
  public:
    /**
     * @param pathMtuBytes payload of a full packet, B
     */
    explicit RoceReadServer(uint32_t pathMtuBytes);

    /**
     * A request has arrived, for the first time or again.
     * @param first PSN of its first response
     * @param bytes its length, at least 1 B
     */
    void Ask(RdmaPsnSeq first, uint32_t bytes);

    /** @return true if a response is pending */
    bool HasResponse() const
    {
        return !m_owed.empty();
    }

    /**
     * Take the next response; HasResponse() is true.
     * @param pdu opcode, PSN and payload are filled
     * @return true if that PSN had been sent before
     */
    bool Take(RdmaPdu& pdu);

  private:
    /// The pending part of a request.
    struct Stream
    {
        RdmaPsnSeq first;   ///< its first response
        RdmaPsnSeq next;    ///< its next response
        RdmaPsnSeq end;     ///< after its last response
        uint32_t lastBytes; ///< payload of the last one, B
    };

    const uint32_t m_pathMtuBytes; ///< payload of a full packet, B
    std::vector<Stream> m_owed;    ///< in order; few, because requesters have few READs outstanding
    RdmaPsnSeq m_sentEnd{0};       ///< PSN after the last response ever sent
};

} // namespace ns3

#endif // ROCE_READ_SERVER_H
