/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "group-job.h"

#include "ns3/random-variable-stream.h"

namespace mrcsim
{

void
HostsJob::DeclareHosts(KeySet& keys)
{
    keys.Add("hosts", &HostsJob::m_hosts)
        .Default("all")
        .Help("Participating hosts, in the order of ranks. A range includes both ends. With a "
              "placement, the job shares no host with placed jobs listed before it, or with any "
              "job whose hosts are a list or a range, unless one of the two waits for the other "
              "(after). packed: the first free hosts. spread: free hosts of each T0 in turn. "
              "random: drawn with the seed.");
}

void
HostsJob::DeclarePair(KeySet& keys)
{
    keys.Add("hosts", &HostsJob::m_hosts)
        .Type(MakeHostPairType())
        .Required()
        .Help("The pair: the first host writes to the second.");
}

void
GroupJob::DeclareBytes(KeySet& keys, const char* help)
{
    keys.Add("bytes", &GroupJob::m_bytes).Bytes().AtLeast(1).Required().Help(help);
}

void
HostsJob::Check(const JobContext& context, const std::string& path, Problems& problems) const
{
    m_hosts.Check(context.network, path + ".hosts", problems);
}

const HostSelection*
HostsJob::GetSelection() const
{
    return &m_hosts;
}

std::vector<uint32_t>
HostsJob::PickHosts(const ns3::FabricNetwork& network,
                    ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    return m_hosts.Pick(network, rng);
}

ns3::RdmaSchedule
GroupJob::MakeSchedule(const ScheduleInput& input,
                       const std::string& /* path */,
                       Problems& /* problems */) const
{
    return Make(input);
}

JobLoad
HostsJob::MakeLoad(const JobContext& context) const
{
    return Load(m_hosts.PickTypical(context), context);
}

uint64_t
GroupJob::GetBytes(const ns3::RdmaSchedule& /* schedule */) const
{
    return m_bytes;
}

JobLoad
GroupJob::Load(const std::vector<uint32_t>& hosts, const JobContext& context) const
{
    return CountJobLoad(Make({hosts, context.network, nullptr}), hosts, context);
}

} // namespace mrcsim
