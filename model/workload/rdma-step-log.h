/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_STEP_LOG_H
#define RDMA_STEP_LOG_H

#include "rdma-schedule.h"
#include "rdma-workload-records.h"

#include <cstdint>
#include <deque>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaStepLog: when the steps of schedules began and ended.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Writes down the steps of jobs. A step begins when the first of its sends is posted, and ends when
 * all of them are delivered; computations are sends here. Without clock or network.
 */
class RdmaStepLog
{
  public:
    /**
     * A repetition of a job begins.
     * @param job number of the job
     * @param repetition of the job, 0-based
     * @param schedule what is executed; its steps that have no sends are done from the beginning
     */
    void Begin(uint32_t job, uint32_t repetition, const RdmaSchedule& schedule);

    /**
     * A send is posted.
     * @param job number of a job that has begun
     * @param step of the send
     * @param now the time
     */
    void Start(uint32_t job, uint32_t step, RdmaTick now);

    /**
     * A send is delivered whole.
     * @param job number of a job that has begun
     * @param step of the send
     * @param now the time
     */
    void Finish(uint32_t job, uint32_t step, RdmaTick now);

    /** @return the steps, by start of the repetition and step; steps to come among them */
    const std::deque<RdmaStepRecord>& GetRecords() const;

    /**
     * @param job number of any job
     * @return number of its steps that are done, of all repetitions
     */
    uint32_t GetNFinished(uint32_t job) const;

  private:
    /// A job that has begun.
    struct Entry
    {
        size_t first{0};       ///< record of step 0 of the current repetition
        uint32_t nFinished{0}; ///< steps done
    };

    std::deque<RdmaStepRecord> m_records; ///< see GetRecords
    std::vector<Entry> m_jobs;            ///< by job
};

} // namespace ns3

#endif // RDMA_STEP_LOG_H
