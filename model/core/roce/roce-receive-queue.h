/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RECEIVE_QUEUE_H
#define ROCE_RECEIVE_QUEUE_H

#include "ns3/rdma-psn.h"
#include "ns3/rdma-receive-queue.h"

#include <map>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceReceiveQueue: the receives of an RC queue pair.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Receives and their completions (roce reference, 1.3). RC delivers in order, so a SEND or an
 * immediate consumes the oldest receive when its message is complete.
 *
 * With selective repeat, immediates that arrive early are stashed, each with a receive reserved for
 * it.
 */
class RoceReceiveQueue : public RdmaReceiveQueue
{
  public:
    /** @return true if a receive is posted that no early immediate has reserved */
    bool HasReceive() const
    {
        return GetPosted() > m_early.size();
    }

    /**
     * Stash an immediate that has arrived early, and reserve a receive; HasReceive() is true.
     * @param psn PSN of its packet
     * @param pdu its packet
     */
    void Stash(RdmaPsnSeq psn, const RdmaPdu& pdu)
    {
        m_early.emplace(psn, pdu);
    }

    /**
     * @param psn PSN of a packet
     * @return true if its immediate is stashed
     */
    bool IsStashed(RdmaPsnSeq psn) const
    {
        return m_early.count(psn) > 0;
    }

    /**
     * Take the immediate of a packet from the stash, if it is there. Its receive is no longer
     * reserved.
     * @param psn PSN of the packet
     * @return the packet
     */
    std::optional<RdmaPdu> TakeStashed(RdmaPsnSeq psn)
    {
        const auto early = m_early.extract(psn);
        return early ? std::make_optional(early.mapped()) : std::nullopt;
    }

  private:
    std::map<RdmaPsnSeq, RdmaPdu> m_early; ///< stashed immediates, by PSN
};

} // namespace ns3

#endif // ROCE_RECEIVE_QUEUE_H
