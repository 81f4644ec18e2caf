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
 * mrcsim::HostReservations: which hosts are free for which job.
 */

namespace mrcsim
{

/**
 * Hosts and the jobs that have them. A host is free for a job if all jobs that have it wait for the
 * job, or the job for them. Of the jobs of a host it is enough to remember the last ones, for which
 * nobody else that has it waits: who is ordered with them is ordered with those before them.
 */
class HostReservations
{
  public:
    /** @param hosts how many there are */
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

    /** Give hosts to a job, free or not. */
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
    /// The last jobs of a host, by their numbers.
    struct Users
    {
        uint32_t lowest{1};  ///< the lowest
        uint32_t highest{0}; ///< the highest; below the lowest: nobody has the host
        uint32_t end{0};     ///< if it is one job: the end of its span; else nothing waits for all
    };

    /** @return true if a host that somebody has, its last jobs being these, is free for a job */
    static bool IsFree(const Users& users, const JobSpan& job)
    {
        const bool before = job.first <= users.lowest && users.highest < job.end;
        const bool behind = users.lowest <= job.first && job.first < users.end;
        return before || behind;
    }

    /** @param [in,out] users the last jobs of a host that a job gets, too */
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

    HostSet m_unused;           ///< hosts that nobody has
    std::vector<Users> m_users; ///< by host
    /// By root of jobs: hosts that one of these was the first to have.
    std::map<uint32_t, std::vector<uint32_t>> m_byRoot;
};

} // namespace mrcsim

#endif // HOST_RESERVATIONS_H
