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
GroupJob::DeclareHosts(KeySet& keys)
{
    AddHosts(keys, &GroupJob::m_hosts);
}

void
GroupJob::DeclarePair(KeySet& keys)
{
    keys.Add("hosts", &GroupJob::m_hosts)
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
GroupJob::Check(const JobScene& scene, const std::string& path, Problems& problems) const
{
    m_hosts.Check(scene.network, path + ".hosts", problems);
}

const HostSelection*
GroupJob::GetSelection() const
{
    return &m_hosts;
}

std::vector<uint32_t>
GroupJob::PickHosts(const ns3::FabricNetwork& network,
                    ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    return m_hosts.Pick(network, rng);
}

ns3::RdmaSchedule
GroupJob::MakeSchedule(const JobCast& cast,
                       const std::string& /* path */,
                       Problems& /* problems */) const
{
    return Make(cast);
}

JobLoad
GroupJob::MakeLoad(const JobScene& scene) const
{
    return Load(m_hosts.PickTypical(scene), scene);
}

uint64_t
GroupJob::GetBytes(const ns3::RdmaSchedule& /* schedule */) const
{
    return m_bytes;
}

JobLoad
GroupJob::Load(const std::vector<uint32_t>& hosts, const JobScene& scene) const
{
    return CountJobLoad(Make({hosts, scene.network, nullptr}), hosts, scene);
}

} // namespace mrcsim
