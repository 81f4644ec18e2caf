/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-order.h"

#include <string>
#include <unordered_map>

namespace mrcsim
{

JobOrder::JobOrder(const std::vector<JobSpec>& jobs)
    : m_predecessors(jobs.size()),
      m_inCycle(jobs.size()),
      m_spans(jobs.size())
{
    std::unordered_map<std::string, size_t> byName; // only for lookup, so its order has no effect
    for (size_t job = 0; job < jobs.size(); ++job)
    {
        byName.try_emplace(jobs[job].name, job);
    }
    for (size_t job = 0; job < jobs.size(); ++job)
    {
        const auto found = jobs[job].after.empty() ? byName.end() : byName.find(jobs[job].after);
        if (found != byName.end())
        {
            m_predecessors[job] = found->second;
        }
    }
    FindCycles();
    FindStarting();
    FindSpans();
}

void
JobOrder::FindCycles()
{
    // Each walk stops at a job that was visited before; if by the same walk, it has found a cycle
    constexpr size_t NOBODY = SIZE_MAX;
    std::vector<size_t> walker(m_predecessors.size(), NOBODY);
    for (size_t first = 0; first < m_predecessors.size(); ++first)
    {
        std::optional<size_t> at = first;
        while (at && walker[*at] == NOBODY)
        {
            walker[*at] = first;
            at = m_predecessors[*at];
        }
        while (at && walker[*at] == first && !m_inCycle[*at])
        {
            m_inCycle[*at] = true;
            at = m_predecessors[*at];
        }
    }
}

void
JobOrder::FindStarting()
{
    std::vector<std::vector<size_t>> followers(m_predecessors.size());
    for (size_t job = 0; job < m_predecessors.size(); ++job)
    {
        if (m_predecessors[job])
        {
            followers[*m_predecessors[job]].push_back(job);
        }
        else
        {
            m_starting.push_back(job);
        }
    }
    for (size_t i = 0; i < m_starting.size(); ++i)
    {
        const auto& next = followers[m_starting[i]];
        m_starting.insert(m_starting.end(), next.begin(), next.end());
    }
}

void
JobOrder::FindSpans()
{
    std::vector<uint32_t> sizes(m_predecessors.size());
    for (auto job = m_starting.rbegin(); job != m_starting.rend(); ++job)
    {
        ++sizes[*job];
        if (m_predecessors[*job])
        {
            sizes[*m_predecessors[*job]] += sizes[*job];
        }
    }
    uint32_t nextFirst = 0;                                  // of a job that waits for none
    std::vector<uint32_t> nextBehind(m_predecessors.size()); // by predecessor
    for (const size_t job : m_starting)
    {
        const auto before = m_predecessors[job];
        uint32_t& number = before ? nextBehind[*before] : nextFirst;
        const uint32_t root = before ? m_spans[*before].root : number;
        m_spans[job] = {number, number + sizes[job], root};
        nextBehind[job] = number + 1;
        number += sizes[job];
    }
}

} // namespace mrcsim
