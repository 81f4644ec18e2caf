/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPLETION_QUEUE_H
#define MRC_COMPLETION_QUEUE_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <deque>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcCompletionQueue: queue of the completions of work requests.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Completion of a work request.
 */
struct MrcWorkCompletion
{
    uint32_t qpn{0};                 ///< QP number
    uint64_t wrId{0};                ///< the caller's identifier of the work request
    RdmaCompletion::Status status{}; ///< status
    bool receive{false};             ///< true: a receive; false: a send
    bool hasImmediate{false};        ///< receive: immediate is valid
    uint32_t immediate{0};           ///< receive: immediate data
    uint64_t bytes{0};               ///< receive: length of the WriteImm that consumed it, B
};

/**
 * @ingroup mrc
 * A completion queue of any number of QPs of one host. Completions of one QP come in posting order,
 * separately for sends and receives.
 */
class MrcCompletionQueue : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// Called when a completion enters the empty queue. The callback may poll, and post.
    using NotifyCallback = Callback<void>;

    /**
     * @return the oldest completion, which is removed; nothing if the queue is empty
     */
    std::optional<MrcWorkCompletion> Poll();

    /** @return number of completions in the queue */
    std::size_t GetSize() const
    {
        return m_completions.size();
    }

    /**
     * @param cb called when a completion enters the empty queue
     */
    void SetNotifyCallback(NotifyCallback cb)
    {
        m_notify = cb;
    }

    /**
     * Append a completion; called by QPs.
     * @param completion the completion
     */
    void Push(const MrcWorkCompletion& completion);

  protected:
    void DoDispose() override;

  private:
    std::deque<MrcWorkCompletion> m_completions; ///< oldest first
    NotifyCallback m_notify;                     ///< see SetNotifyCallback
};

} // namespace ns3

#endif // MRC_COMPLETION_QUEUE_H
