/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RECEIVE_QUEUE_H
#define ROCE_RECEIVE_QUEUE_H

#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
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
class RoceReceiveQueue
{
  public:
    /**
     * Append a receive.
     * @param wrId work request id of the caller
     */
    void Post(uint64_t wrId)
    {
        m_receives.Push(wrId);
    }

    /** @return true if a receive is posted that no early immediate has reserved */
    bool HasReceive() const
    {
        return m_receives.GetSize() > m_early.size();
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
        const auto early = m_early.find(psn);
        if (early == m_early.end())
        {
            return std::nullopt;
        }
        const RdmaPdu pdu = early->second;
        m_early.erase(early);
        return pdu;
    }

    /**
     * A message that needs a receive is complete; HasReceive() is true.
     * @param pdu its last packet
     * @param message its number
     * @param bytes its length, B
     */
    void Consume(const RdmaPdu& pdu, uint64_t message, uint64_t bytes)
    {
        RdmaCompletion& completion = Complete();
        completion.hasImmediate = HasRdmaImmediate(pdu.opcode);
        completion.immediate = completion.hasImmediate ? pdu.write.immediate : 0;
        completion.message = message;
        completion.bytes = bytes;
        m_completions.Commit();
    }

    /** Make completions of all unconsumed receives. */
    void Flush()
    {
        m_early.clear();
        while (HasReceive())
        {
            Complete().status = RdmaCompletion::Status::FLUSHED;
            m_completions.Commit();
        }
    }

    /** @return the oldest completion not taken; nullptr if there is none */
    const RdmaCompletion* GetCompletion() const
    {
        return m_completions.IsEmpty() ? nullptr : &m_completions.Front();
    }

    /** Remove the completion that GetCompletion returns. */
    void PopCompletion()
    {
        m_completions.Pop();
    }

  private:
    /** @return completion of the oldest receive, to be filled and committed */
    RdmaCompletion& Complete()
    {
        RdmaCompletion& completion = m_completions.Next();
        completion = RdmaCompletion{};
        completion.kind = RdmaCompletion::Kind::RECEIVED;
        completion.wrId = m_receives.Front();
        m_receives.Pop();
        return completion;
    }

    RdmaRingQueue<uint64_t> m_receives;          ///< posted, by wrId
    std::map<RdmaPsnSeq, RdmaPdu> m_early;       ///< stashed immediates, by PSN
    RdmaRingQueue<RdmaCompletion> m_completions; ///< not yet taken
};

} // namespace ns3

#endif // ROCE_RECEIVE_QUEUE_H
