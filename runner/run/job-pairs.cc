/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-pairs.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param job a job
 * @return pairs of ranks of which the first sends to the second
 */
std::vector<std::pair<uint32_t, uint32_t>>
ListRanks(const ns3::RdmaJob& job)
{
    std::vector<std::pair<uint32_t, uint32_t>> ranks;
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        if (!send.IsComputation())
        {
            ranks.emplace_back(send.src, send.dst);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace

std::vector<JobPair>
ListJobPairs(const ns3::RdmaWorkload& workload)
{
    std::vector<JobPair> pairs;
    uint32_t firstQp = 0; // jobs take consecutive ranges of QPs
    for (uint32_t number = 0; number < workload.GetNJobs(); ++number)
    {
        const auto& job = workload.GetJob(number);
        if (job.enabled)
        {
            for (const auto& [src, dst] : ListRanks(job))
            {
                for (uint32_t qp = 0; qp < job.qps; ++qp)
                {
                    pairs.push_back({number, job.hosts[src], job.hosts[dst], firstQp + qp});
                }
            }
        }
        firstQp += job.qps;
    }
    return pairs;
}

} // namespace mrcsim
