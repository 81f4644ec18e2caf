/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-ring-schedule.h"

namespace mrcsim
{

namespace
{

/// Collective: every host receives its part of the sum of all vectors.
class ReduceScatterJob : public CollectiveJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        DeclareBytes(
            keys,
            "Size of the vector of each host; each of n hosts receives bytes/n of the sum.");
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        return ns3::MakeRdmaRingReduceScatter(static_cast<uint32_t>(input.hosts.size()), GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        return MakeRingJobLoad(hosts, static_cast<double>(hosts.size()) - 1, GetSize(), context);
    }
};

const auto KIND = JobKind::Make<ReduceScatterJob>(
    "reduce-scatter",
    54,
    "every host receives its part of the sum of all vectors, on a ring.");

} // namespace

} // namespace mrcsim
