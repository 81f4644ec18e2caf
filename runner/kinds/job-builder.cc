/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-builder.h"

#include "document/json-path.h"

#include "ns3/assert.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-permutation-schedule.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-ring-schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param spec a list of flows
 * @return the hosts it names, ascending
 */
std::vector<uint32_t>
GetFlowHosts(const JobSpec& spec)
{
    std::vector<uint32_t> hosts;
    for (const auto& flow : spec.flows)
    {
        hosts.push_back(flow.src);
        hosts.push_back(flow.dst);
    }
    std::sort(hosts.begin(), hosts.end());
    hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    return hosts;
}

/**
 * @param spec a list of flows
 * @param hosts the hosts it names, ascending
 * @return the flows between ranks
 */
ns3::RdmaSchedule
MakeFlows(const JobSpec& spec, const std::vector<uint32_t>& hosts)
{
    const auto rank = [&hosts](uint32_t host) {
        const auto at = std::lower_bound(hosts.begin(), hosts.end(), host);
        return static_cast<uint32_t>(at - hosts.begin());
    };
    std::vector<ns3::RdmaFlow> flows;
    for (const auto& flow : spec.flows)
    {
        flows.push_back({rank(flow.src), rank(flow.dst), flow.bytes, flow.start});
    }
    return ns3::MakeRdmaFlows(static_cast<uint32_t>(hosts.size()), flows);
}

/**
 * @param spec a permutation
 * @param hosts host of each rank
 * @param network the topology
 * @return ranks of one group may not send to each other
 */
std::vector<uint32_t>
MakeGroups(const JobSpec& spec,
           const std::vector<uint32_t>& hosts,
           const ns3::FabricNetwork& network)
{
    std::vector<uint32_t> groups(hosts.size());
    std::iota(groups.begin(), groups.end(), 0);
    if (spec.crossT0)
    {
        std::transform(hosts.begin(), hosts.end(), groups.begin(), [&network](uint32_t host) {
            return network.GetGroup(host);
        });
    }
    return groups;
}

/**
 * @param spec a job
 * @param network the topology
 * @param rng draws random hosts
 * @return host of each rank
 */
std::vector<uint32_t>
PickHosts(const JobSpec& spec,
          const ns3::FabricNetwork& network,
          ns3::Ptr<ns3::UniformRandomVariable> rng)
{
    if (spec.type == JobType::FLOWS)
    {
        return GetFlowHosts(spec);
    }
    if (spec.type == JobType::INCAST)
    {
        auto hosts = spec.senders.Pick(network, nullptr);
        hosts.insert(hosts.begin(), spec.receiver);
        return hosts;
    }
    return spec.hosts.Pick(network, rng);
}

/**
 * @param spec a job, but no permutation
 * @param hosts host of each rank
 * @return who sends what to whom, and when
 */
ns3::RdmaSchedule
MakeSchedule(const JobSpec& spec, const std::vector<uint32_t>& hosts)
{
    const auto n = static_cast<uint32_t>(hosts.size());
    switch (spec.type)
    {
    case JobType::WRITE:
        return ns3::MakeRdmaWrite(spec.bytes);
    case JobType::INCAST:
        return ns3::MakeRdmaIncast(n, 0, spec.bytes);
    case JobType::ALL_TO_ALL:
        return ns3::MakeRdmaAllToAll(n, spec.bytes);
    case JobType::ALL_REDUCE:
        return ns3::MakeRdmaRingAllReduce(n, spec.bytes);
    case JobType::SEND_RECV:
        return ns3::MakeRdmaSendRecv(n, spec.bytes);
    case JobType::FLOWS:
        return MakeFlows(spec, hosts);
    case JobType::PERMUTATION:
        break;
    }
    NS_ASSERT_MSG(false, "a schedule for " << spec.typeName << " is made elsewhere");
    return {};
}

/**
 * @param spec a job
 * @return its size for tables, B
 */
uint64_t
GetBytes(const JobSpec& spec)
{
    uint64_t bytes = spec.bytes;
    for (const auto& flow : spec.flows)
    {
        bytes += flow.bytes;
    }
    return bytes;
}

} // namespace

Problems
BuildJobs(const Scenario& scenario,
          ns3::Ptr<ns3::UniformRandomVariable> rng,
          std::vector<ns3::RdmaJob>& jobs)
{
    Problems problems;
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& spec = scenario.jobs[i];
        ns3::RdmaJob job;
        job.name = spec.name;
        job.type = spec.typeName;
        job.hosts = PickHosts(spec, *scenario.network, rng);
        job.bytes = GetBytes(spec);
        job.qps = spec.qps;
        job.repeat = spec.repeat;
        job.start = ns3::PicoSeconds(static_cast<uint64_t>(spec.start.GetPs()));
        job.after = spec.after;
        if (spec.type != JobType::PERMUTATION)
        {
            job.schedule = MakeSchedule(spec, job.hosts);
        }
        else
        {
            const auto groups = MakeGroups(spec, job.hosts, *scenario.network);
            if (!ns3::CanRdmaPermutationCross(groups))
            {
                problems.push_back({AppendIndex("workload", i) + ".pattern",
                                    "found \"cross-t0\", but with this seed one T0 has more than "
                                    "half of the random hosts"});
                continue;
            }
            const auto destinations = ns3::DrawRdmaPermutation(groups, *rng);
            job.schedule = ns3::MakeRdmaPermutation(destinations, spec.bytes);
        }
        jobs.push_back(std::move(job));
    }
    return problems;
}

} // namespace mrcsim
