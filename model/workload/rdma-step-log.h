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
 * ns3::RdmaStepLog: begins and ends of the steps of schedules.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Records the steps of jobs. A step begins when the first of its sends is posted, and ends when all
 * of them are delivered; computations count as sends. It uses neither clock nor network.
 */
class RdmaStepLog
{
  public:
    /**
     * Handle the begin of a repetition of a job.
     * @param job number of the job
     * @param repetition of the job, 0-based
     * @param schedule the schedule; its steps without sends are finished from the beginning
     */
    void Begin(uint32_t job, uint32_t repetition, const RdmaSchedule& schedule);

    /**
     * Handle the posting of a send.
     * @param job number of a job that has begun
     * @param step of the send
     * @param now the time
     */
    void Start(uint32_t job, uint32_t step, RdmaTick now);

    /**
     * Handle the complete delivery of a send.
     * @param job number of a job that has begun
     * @param step of the send
     * @param now the time
     */
    void Finish(uint32_t job, uint32_t step, RdmaTick now);

    /** @return the steps, by start of the repetition and step, including those not started */
    const std::deque<RdmaStepRecord>& GetRecords() const;

    /**
     * @param job number of any job
     * @return number of its finished steps, of all repetitions
     */
    uint32_t GetNFinished(uint32_t job) const;

  private:
    /// A job that has begun.
    struct Entry
    {
        size_t first{0};       ///< record of step 0 of the current repetition
        uint32_t nFinished{0}; ///< finished steps
    };

    std::deque<RdmaStepRecord> m_records; ///< see GetRecords
    std::vector<Entry> m_jobs;            ///< by job
};

} // namespace ns3

#endif // RDMA_STEP_LOG_H
