/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-all-to-all-schedule.h"

namespace mrcsim
{

namespace
{

/// Every host sends to every other.
class AllToAllJob : public GroupJob
{
  public:
    using GroupJob::GroupJob;

  protected:
    ns3::RdmaSchedule Make(const JobCast& cast) const override
    {
        return ns3::MakeRdmaAllToAll(static_cast<uint32_t>(cast.hosts.size()), GetBytes());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobScene& scene) const override
    {
        return MakeMeshJobLoad(hosts, GetBytes(), scene);
    }
};

const JobKind KIND("all-to-all", JobReaderOf<AllToAllJob>());

} // namespace

} // namespace mrcsim
