/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-point-to-point-schedule.h"

namespace mrcsim
{

namespace
{

/// Job: one message from the first of two hosts to the second.
class WriteJob : public GroupJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclarePair(keys);
        DeclareBytes(keys, "Size of the message.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        const auto& hosts = GetHosts().list;
        if (hosts[0] != hosts[1])
        {
            GroupJob::Check(context, path, problems);
            return;
        }
        CheckHost(hosts[0], context.network, path + ".hosts[0]", problems);
        problems.push_back(
            {path + ".hosts", "host " + std::to_string(hosts[0]) + " cannot write to itself"});
    }

    const HostSelection* GetSelection() const override
    {
        return nullptr; // it may share hosts with other jobs, for example as a victim flow
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& /* input */) const override
    {
        return ns3::MakeRdmaWrite(GetSize());
    }
};

const auto KIND = JobKind::Make<WriteJob>("write", 10, "one host writes to another.");

} // namespace

} // namespace mrcsim
