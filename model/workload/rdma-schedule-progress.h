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
 * ns3::RdmaScheduleProgress: how far the execution of a schedule has come.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Bookkeeping of one execution of a schedule, without clock or network: which sends wait, which are
 * under way (in how many pieces), how many are still to be delivered.
 *
 * A send goes from waiting (for a number of other sends) to ready, to under way (in a number of
 * pieces), to delivered. One counter per send is enough, because the two numbers never live at the
 * same time. Invariant: sends left = waiting + ready + under way.
 *
 * That a send is complete at its sender, too, matters to sends of the same rank that wait for it,
 * and to nobody else: the execution may end before.
 */
class RdmaScheduleProgress
{
  public:
    /**
     * Begin an execution.
     * @param schedule what is executed; must outlive the execution
     * @param ready gets the sends that wait for nobody, in order of start offset and index
     */
    void Begin(const RdmaSchedule& schedule, std::vector<uint32_t>& ready);

    /**
     * A ready send is being posted, or a computation begun.
     * @param send index of the send, which is ready and has not been posted
     * @param pieces number of messages it is cut into, at least 1; 1 for a computation
     */
    void Post(uint32_t send, uint32_t pieces);

    /**
     * A piece of a send under way has been delivered, or a computation is done.
     * @param send index of the send
     * @param ready gets the sends that have become ready by it, in order of index within the row
     */
    void Deliver(uint32_t send, std::vector<uint32_t>& ready);

    /**
     * A piece of a message has been acknowledged at its sender, before or after its delivery.
     * @param send index of the send
     * @param ready gets the sends of the same rank that have become ready by it, in order of index
     *        within the row
     */
    void Complete(uint32_t send, std::vector<uint32_t>& ready);

    /** @return number of sends that have not been delivered completely */
    uint32_t GetNLeft() const;

  private:
    /**
     * Let those who wait for a send wait for it no longer.
     * @param send index of the send
     * @param rank the rank that has learnt of it; other ranks go on waiting
     * @param ready gets the sends that have become ready
     */
    void Release(uint32_t send, uint32_t rank, std::vector<uint32_t>& ready);

    const RdmaSchedule* m_schedule{nullptr}; ///< what is executed
    uint32_t m_nLeft{0};                     ///< sends not delivered completely
    std::vector<uint32_t> m_missing;         ///< by send: sends it waits for, then pieces under way
    /// By send: pieces not acknowledged; empty if nobody waits for that.
    std::vector<uint32_t> m_incomplete;
};

} // namespace ns3

#endif // RDMA_SCHEDULE_PROGRESS_H
