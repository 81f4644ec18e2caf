/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_RESERVATIONS_H
#define HOST_RESERVATIONS_H

#include "job-order.h"
#include "kinds/host-set.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * mrcsim::HostReservations: hosts in use by jobs.
 */

namespace mrcsim
{

/**
 * Hosts and the jobs that use them. A host is free for a job if each job that uses it waits for the
 * job, or vice versa. It is sufficient to store the last jobs of a host, for which no other job of
 * the host waits: a job that is ordered with them is also ordered with the earlier ones.
 */
class HostReservations
{
  public:
    /** @param hosts number of hosts */
    explicit HostReservations(uint32_t hosts)
        : m_unused(hosts),
          m_users(hosts)
    {
    }

    /** @return the hosts that are free for a job */
    HostSet GetFree(const JobSpan& job) const
    {
        auto free = m_unused;
        const auto found = m_byRoot.find(job.root);
        if (found == m_byRoot.end())
        {
            return free;
        }
        for (const uint32_t host : found->second)
        {
            if (IsFree(m_users[host], job))
            {
                free.Add(host);
            }
        }
        return free;
    }

    /** Reserve hosts for a job, whether free or not. */
    void Take(const std::vector<uint32_t>& hosts, const JobSpan& job)
    {
        for (const uint32_t host : hosts)
        {
            if (m_unused.Has(host))
            {
                m_unused.Remove(host);
                m_byRoot[job.root].push_back(host);
            }
            Add(m_users[host], job);
        }
    }

  private:
    /// The last jobs of a host, by number.
    struct Users
    {
        uint32_t lowest{1};  ///< the lowest
        uint32_t highest{0}; ///< the highest; below the lowest: no job uses the host
        uint32_t end{0};     ///< end of the span of a single job; 0: several jobs
    };

    /** @return true if a used host with these last jobs is free for a job */
    static bool IsFree(const Users& users, const JobSpan& job)
    {
        const bool before = job.first <= users.lowest && users.highest < job.end;
        const bool behind = users.lowest <= job.first && job.first < users.end;
        return before || behind;
    }

    /** @param [in,out] users the last jobs of a host; receives the job */
    static void Add(Users& users, const JobSpan& job)
    {
        const bool unused = users.highest < users.lowest;
        if (unused || (users.lowest <= job.first && job.first < users.end))
        {
            users = {job.first, job.first, job.end};
        }
        else if (users.lowest < job.first || job.end <= users.highest)
        {
            users = {std::min(users.lowest, job.first), std::max(users.highest, job.first), 0};
        }
    }

    HostSet m_unused;           ///< unused hosts
    std::vector<Users> m_users; ///< by host
    /// By root of jobs: hosts whose first job has this root.
    std::map<uint32_t, std::vector<uint32_t>> m_byRoot;
};

} // namespace mrcsim

#endif // HOST_RESERVATIONS_H
