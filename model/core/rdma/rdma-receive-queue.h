/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_RECEIVE_QUEUE_H
#define RDMA_RECEIVE_QUEUE_H

#include "rdma-ring-queue.h"
#include "rdma-transport.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaReceiveQueue: the receives of a QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Receives, which are consumed in the order in which they were posted, and their completions.
 */
class RdmaReceiveQueue
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

    /** @return receives posted and not consumed */
    std::size_t GetPosted() const
    {
        return m_receives.GetSize();
    }

    /**
     * Consume the oldest receive; GetPosted() is not 0.
     * @param message number of the message that is complete
     * @param bytes its length, B
     * @param immediate its immediate data, if it has any
     * @param status result
     */
    void Complete(uint64_t message,
                  uint64_t bytes,
                  std::optional<uint32_t> immediate,
                  RdmaCompletion::Status status = RdmaCompletion::Status::SUCCESS)
    {
        RdmaCompletion& completion = m_completions.Next();
        completion = RdmaCompletion{};
        completion.kind = RdmaCompletion::Kind::RECEIVED;
        completion.status = status;
        completion.hasImmediate = immediate.has_value();
        completion.immediate = immediate.value_or(0);
        completion.message = message;
        completion.bytes = bytes;
        completion.wrId = m_receives.Front();
        m_completions.Commit();
        m_receives.Pop();
    }

    /** Make completions of all unconsumed receives. */
    void Flush()
    {
        while (GetPosted() > 0)
        {
            Complete(0, 0, std::nullopt, RdmaCompletion::Status::FLUSHED);
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

    /**
     * Take the next completion of a responder: a message is reported as delivered, then its
     * receive.
     * @param receives receives of the responder; nullptr: none so far
     * @param delivered messages complete and in order
     * @param [in,out] reported of these, completions taken
     * @param completion filled with DELIVERED or RECEIVED when true is returned
     * @return true if there is one
     */
    static bool Poll(RdmaReceiveQueue* receives,
                     uint64_t delivered,
                     uint64_t& reported,
                     RdmaCompletion& completion)
    {
        const RdmaCompletion* received = receives ? receives->GetCompletion() : nullptr;
        const bool flushed = received && received->status != RdmaCompletion::Status::SUCCESS;
        if (received && (flushed || received->message < reported))
        {
            completion = *received;
            receives->PopCompletion();
            return true;
        }
        if (reported == delivered)
        {
            return false;
        }
        completion = RdmaCompletion{};
        completion.kind = RdmaCompletion::Kind::DELIVERED;
        completion.message = reported++;
        if (received && received->message == completion.message)
        {
            completion.hasImmediate = received->hasImmediate;
            completion.immediate = received->immediate;
        }
        return true;
    }

  private:
    RdmaRingQueue<uint64_t> m_receives;          ///< posted, by wrId
    RdmaRingQueue<RdmaCompletion> m_completions; ///< not yet taken
};

} // namespace ns3

#endif // RDMA_RECEIVE_QUEUE_H
