/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-builder.h"

#include "document/json-path.h"
#include "job-driver.h"
#include "job-placement.h"
#include "kinds/random-streams.h"

#include "ns3/rdma-server-messenger.h"
#include "ns3/rdma-time.h"
#include "ns3/rdma-workload.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

namespace
{

/// Largest number of messages that are drawn before a run; they take about a second.
constexpr double MAX_DRAWN = 1e6;

/** @param job receives the durations of the computations of slow hosts */
void
SlowDown(const std::vector<StragglerSpec>& stragglers, ns3::RdmaJob& job)
{
    for (const auto& straggler : stragglers)
    {
        const auto host = std::find(job.hosts.begin(), job.hosts.end(), straggler.host);
        if (host != job.hosts.end())
        {
            job.schedule.SlowDown(static_cast<uint32_t>(host - job.hosts.begin()),
                                  straggler.factor);
        }
    }
}

} // namespace

Problems
BuildJobs(const Scenario& scenario,
          ns3::Ptr<ns3::UniformRandomVariable> rng,
          std::vector<ns3::RdmaJob>& jobs)
{
    Problems problems;
    auto hosts = ChooseHosts(scenario, rng, problems);
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& spec = scenario.jobs[i];
        ns3::RdmaJob job;
        job.name = spec.name;
        job.type = spec.type;
        job.hosts =
            hosts[i].empty() ? spec.what->PickHosts(*scenario.network, rng) : std::move(hosts[i]);
        job.qps = spec.qps;
        job.channels = spec.GetNChannels();
        job.repeat = spec.repeat;
        job.start = ns3::ToTime(spec.start);
        job.after = spec.after;
        job.schedule = MakeJobSchedule(spec,
                                       {job.hosts, *scenario.network, rng},
                                       AppendIndex("workload", i),
                                       problems);
        SlowDown(scenario.stragglers, job);
        job.bytes = spec.what->GetBytes(job.schedule);
        job.logsSteps = spec.what->GetNSteps() > 0;
        job.enabled = spec.enabled;
        if (!job.enabled)
        {
            job.schedule = {}; // only its draws were necessary
        }
        jobs.push_back(std::move(job));
    }
    return problems;
}

Problems
DrawJobs(const Scenario& scenario, std::vector<ns3::RdmaJob>& jobs)
{
    ns3::RngSeedManager::SetRun(scenario.seed);
    const auto workload = ns3::CreateObject<ns3::RdmaWorkload>();
    workload->AssignStreams(WORKLOAD_STREAM);
    return BuildJobs(scenario, workload->GetRandomVariable(), jobs);
}

Problems
CheckDraw(const Scenario& scenario, double messages)
{
    std::vector<ns3::RdmaJob> jobs;
    return messages > MAX_DRAWN ? Problems() : DrawJobs(scenario, jobs);
}

JobTransports::JobTransports(ns3::Ptr<ns3::RdmaCluster> cluster,
                             std::string first,
                             ns3::Ptr<ns3::RdmaServerDomain> servers)
    : m_cluster(cluster),
      m_first(std::move(first)),
      m_servers(servers)
{
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::Get(const JobSpec& job, const std::vector<uint32_t>& hosts)
{
    const auto& transport = *job.transport.what;
    transport.Prepare(m_cluster, hosts);
    const bool first = job.transport.name == m_first;
    const uint32_t plane = job.plane.value_or(0);
    auto& messenger = m_messengers[{job.transport.name, plane}];
    if (!messenger)
    {
        messenger = AddServers(transport.MakeMessenger(m_cluster, plane, first));
    }
    return messenger;
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::GetControl(const JobSpec& job)
{
    const uint32_t plane = job.plane.value_or(0);
    auto& messenger = m_controls[{job.transport.name, plane}];
    if (!messenger)
    {
        messenger = AddServers(job.transport.what->MakeControlMessenger(m_cluster, plane));
    }
    return messenger;
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::AddServers(ns3::Ptr<ns3::RdmaMessenger> messenger) const
{
    if (!m_servers)
    {
        return messenger;
    }
    const auto outer = ns3::CreateObject<ns3::RdmaServerMessenger>();
    outer->Setup(m_servers, messenger);
    m_cluster->AddMessenger(outer);
    return outer;
}

} // namespace mrcsim
