/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-ledger.h"

#include <algorithm>

namespace mrcsim
{

HostLedger::HostLedger(uint32_t hosts)
    : m_unused(hosts),
      m_users(hosts)
{
}

HostSet
HostLedger::GetFree(const JobSpan& job) const
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

void
HostLedger::Take(const std::vector<uint32_t>& hosts, const JobSpan& job)
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

bool
HostLedger::IsFree(const Users& users, const JobSpan& job)
{
    const bool before = job.first <= users.lowest && users.highest < job.end;
    const bool behind = users.lowest <= job.first && job.first < users.end;
    return before || behind;
}

void
HostLedger::Add(Users& users, const JobSpan& job)
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

} // namespace mrcsim
