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

/// Collective: every host receives the parts of all hosts.
class AllGatherJob : public CollectiveJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        DeclareBytes(keys,
                     "Size of the result at every host; each of n hosts contributes bytes/n.");
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        return ns3::MakeRdmaRingAllGather(static_cast<uint32_t>(input.hosts.size()), GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        return MakeRingJobLoad(hosts, static_cast<double>(hosts.size()) - 1, GetSize(), context);
    }
};

const auto KIND =
    JobKind::Make<AllGatherJob>("all-gather",
                                52,
                                "every host receives the parts of all hosts, on a ring.");

} // namespace

} // namespace mrcsim
