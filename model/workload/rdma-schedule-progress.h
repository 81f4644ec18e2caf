/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SCHEDULE_PROGRESS_H
#define RDMA_SCHEDULE_PROGRESS_H

#include "rdma-schedule.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaScheduleProgress: progress of the execution of a schedule.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * State of one execution of a schedule, without clock or network: the sends that wait, those in
 * progress (with their pieces), and the number still to be delivered.
 *
 * A send changes from waiting (for a number of other sends) to ready, to in progress (in a number
 * of pieces), to delivered. One counter per send is enough, because the two numbers are never
 * needed at the same time. Invariant: sends left = waiting + ready + in progress.
 *
 * The completion of a send at its sender matters only to sends of the same rank that wait for it:
 * the execution may end before.
 */
class RdmaScheduleProgress
{
  public:
    /**
     * Begin an execution.
     * @param schedule the schedule; must outlive the execution
     * @param ready receives the sends without dependencies, in order of start offset and index
     */
    void Begin(const RdmaSchedule& schedule, std::vector<uint32_t>& ready);

    /**
     * Post a ready send, or begin a computation.
     * @param send index of the send, which is ready and has not been posted
     * @param pieces number of its messages, at least 1; 1 for a computation
     */
    void Post(uint32_t send, uint32_t pieces);

    /**
     * Handle the delivery of a piece of a send in progress, or the end of a computation.
     * @param send index of the send
     * @param ready receives the sends that become ready, in order of index within the row
     */
    void Deliver(uint32_t send, std::vector<uint32_t>& ready);

    /**
     * Handle the acknowledgment of a piece of a message at its sender, before or after its
     * delivery.
     * @param send index of the send
     * @param ready receives the sends of the same rank that become ready, in order of index within
     * the row
     */
    void Complete(uint32_t send, std::vector<uint32_t>& ready);

    /** @return number of sends that have not been delivered completely */
    uint32_t GetNLeft() const;

  private:
    /// The sends that wait for a send.
    enum class Waiting : uint8_t
    {
        ALL,    ///< of all ranks
        SENDER, ///< of its source
        OTHERS, ///< of other ranks
    };

    /**
     * Decrement the counters of sends that wait for a send.
     * @param send index of the send
     * @param waiting those whose wait is over
     * @param ready receives the sends that become ready
     */
    void Release(uint32_t send, Waiting waiting, std::vector<uint32_t>& ready);

    const RdmaSchedule* m_schedule{nullptr}; ///< the schedule
    uint32_t m_nLeft{0};                     ///< sends not delivered completely
    std::vector<uint32_t> m_missing;         ///< by send: number of sends it waits for, then of its
                                             ///< pieces in progress
    /// By send: pieces not acknowledged; empty if no send waits for that.
    std::vector<uint32_t> m_incomplete;
};

} // namespace ns3

#endif // RDMA_SCHEDULE_PROGRESS_H
