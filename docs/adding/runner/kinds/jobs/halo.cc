/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-schedule.h"

namespace mrcsim
{

namespace
{

/// Every host repeatedly sends a border to both neighbors on a ring.
class HaloJob : public GroupJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("rounds", &HaloJob::m_rounds).Range(1, 1000).Default(1).Help("Number of rounds.");
        DeclareBytes(keys, "Size of the message to one neighbor.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        GroupJob::Check(context, path, problems);
        if (GetHosts().Count(context.network.GetNHosts()) < 3)
        {
            problems.push_back({path + ".hosts", "found 2 hosts; allowed: at least 3"});
        }
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        const auto n = static_cast<uint32_t>(input.hosts.size());
        ns3::RdmaScheduleBuilder builder(n);
        builder.SetBandwidthRule(2 * GetSize() * m_rounds, 1);
        // Sends of a round have consecutive numbers: 2 rank and 2 rank + 1, to the left and right
        for (uint32_t round = 0; round < m_rounds; ++round)
        {
            for (uint32_t rank = 0; rank < n; ++rank)
            {
                const uint32_t left = (rank + n - 1) % n;
                const uint32_t right = (rank + 1) % n;
                for (const uint32_t neighbor : {left, right})
                {
                    const auto send = builder.AddSend(rank, neighbor, GetSize(), round);
                    if (round > 0)
                    {
                        const uint32_t before = 2 * n * (round - 1);
                        builder.AddDependency(before + 2 * left + 1, send);
                        builder.AddDependency(before + 2 * right, send);
                    }
                }
            }
        }
        return builder.Build();
    }

  private:
    uint32_t m_rounds{1}; ///< number of rounds
};

const auto KIND = JobKind::Make<HaloJob>(
    "halo",
    100,
    "every host sends to both neighbors on a ring, and continues when it has received from both.");

} // namespace

} // namespace mrcsim
