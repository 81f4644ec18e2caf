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
 * Which job waits for which.
 */

namespace mrcsim
{

/**
 * Who waits for a job, told by numbers: a job and all that wait for it, directly or through others,
 * have consecutive ones.
 */
struct JobSpan
{
    uint32_t first{0}; ///< number of the job
    uint32_t end{0};   ///< behind the last of those that wait for it; first: it never starts
    uint32_t root{0};  ///< number of the first job that it waits for; its own if for none

    /** @return true if one of the two waits for the other: they never run at the same time */
    bool IsOrdered(const JobSpan& other) const
    {
        return (first <= other.first && other.first < end) ||
               (other.first <= first && first < other.end);
    }
};

/// The jobs that others wait for, found in a time that grows with the number of jobs alone.
class JobOrder
{
  public:
    /** @param jobs the jobs; of several that share a name, the first is waited for */
    explicit JobOrder(const std::vector<JobSpec>& jobs);

    /** @return the job it waits for; nothing if it waits for none, or there is none of that name */
    std::optional<size_t> GetPredecessor(size_t job) const
    {
        return m_predecessors[job];
    }

    /** @return true if it would wait for itself */
    bool IsInCycle(size_t job) const
    {
        return m_inCycle[job];
    }

    /** @return numbers of all jobs that get to start, each behind the one it waits for */
    const std::vector<size_t>& GetStarting() const
    {
        return m_starting;
    }

    /** @return who waits for it */
    const JobSpan& GetSpan(size_t job) const
    {
        return m_spans[job];
    }

  private:
    /** Mark the jobs that wait for themselves. */
    void FindCycles();

    /** Put those that get to start in order. */
    void FindStarting();

    /** Number those that get to start. */
    void FindSpans();

    std::vector<std::optional<size_t>> m_predecessors; ///< by job
    std::vector<bool> m_inCycle;                       ///< by job
    std::vector<size_t> m_starting;                    ///< see GetStarting
    std::vector<JobSpan> m_spans;                      ///< by job
};

} // namespace mrcsim

#endif // JOB_ORDER_H
