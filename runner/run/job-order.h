/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_ORDER_H
#define JOB_ORDER_H

#include "scenario.h"

#include <cstddef>
#include <optional>
#include <vector>

/**
 * @file
 * Which job waits for which.
 */

namespace mrcsim
{

/// The jobs that others wait for, found in a time that grows with the number of jobs alone.
class JobOrder
{
  public:
    /**
     * @param jobs the jobs; of several that share a name, the first is waited for
     */
    explicit JobOrder(const std::vector<JobSpec>& jobs);

    /**
     * @param job number of a job
     * @return number of the job it waits for; nothing if it waits for none, or there is none of
     * that name
     */
    std::optional<size_t> GetPredecessor(size_t job) const
    {
        return m_predecessors[job];
    }

    /**
     * @param job number of a job
     * @return true if it would wait for itself
     */
    bool IsInCycle(size_t job) const
    {
        return m_inCycle[job];
    }

    /** @return numbers of all jobs that get to start, each behind the one it waits for */
    const std::vector<size_t>& GetStarting() const
    {
        return m_starting;
    }

  private:
    /** Mark the jobs that wait for themselves. */
    void FindCycles();

    /** Put those that get to start in order. */
    void FindStarting();

    std::vector<std::optional<size_t>> m_predecessors; ///< by job
    std::vector<bool> m_inCycle;                       ///< by job
    std::vector<size_t> m_starting;                    ///< see GetStarting
};

} // namespace mrcsim

#endif // JOB_ORDER_H
