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

/// Every host ends with the sum of all hosts' vectors.
class AllReduceJob : public GroupJob
{
  public:
    using GroupJob::GroupJob;

  protected:
    ns3::RdmaSchedule Make(const JobCast& cast) const override
    {
        return ns3::MakeRdmaRingAllReduce(static_cast<uint32_t>(cast.hosts.size()), GetBytes());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobScene& scene) const override
    {
        const auto n = static_cast<double>(hosts.size());
        return MakeRingJobLoad(hosts, 2 * (n - 1), GetBytes(), scene);
    }
};

const JobKind KIND("all-reduce", JobReaderOf<AllReduceJob>());

} // namespace

} // namespace mrcsim
