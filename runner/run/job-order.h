/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_ORDER_H
#define JOB_ORDER_H

#include "scenario.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * Dependencies between jobs.
 */

namespace mrcsim
{

/**
 * Numbers of a job and of the jobs that wait for it, directly or indirectly; they are consecutive.
 */
struct JobSpan
{
    uint32_t first{0}; ///< number of the job
    uint32_t end{0};   ///< number after its last waiting job; first: it never starts
    uint32_t root{0};  ///< number of the first job of its chain; its own if it waits for none

    /**
     * @return true if one of the two waits for the other, so that they never run at the same time
     */
    bool IsOrdered(const JobSpan& other) const
    {
        return (first <= other.first && other.first < end) ||
               (other.first <= first && first < other.end);
    }
};

/// The dependencies of jobs, computed in time linear in their number.
class JobOrder
{
  public:
    /** @param jobs the jobs; if several have the same name, dependencies refer to the first */
    explicit JobOrder(const std::vector<JobSpec>& jobs);

    /** @return the job it waits for; nothing if it waits for none or the name does not exist */
    std::optional<size_t> GetPredecessor(size_t job) const
    {
        return m_predecessors[job];
    }

    /** @return true if it waits for itself, directly or indirectly */
    bool IsInCycle(size_t job) const
    {
        return m_inCycle[job];
    }

    /** @return indices of all jobs that can start, each after the one that it waits for */
    const std::vector<size_t>& GetStarting() const
    {
        return m_starting;
    }

    /** @return its span */
    const JobSpan& GetSpan(size_t job) const
    {
        return m_spans[job];
    }

  private:
    /** Mark the jobs that wait for themselves. */
    void FindCycles();

    /** Order the jobs that can start. */
    void FindStarting();

    /** Number the jobs that can start. */
    void FindSpans();

    std::vector<std::optional<size_t>> m_predecessors; ///< by job
    std::vector<bool> m_inCycle;                       ///< by job
    std::vector<size_t> m_starting;                    ///< see GetStarting
    std::vector<JobSpan> m_spans;                      ///< by job
};

} // namespace mrcsim

#endif // JOB_ORDER_H
