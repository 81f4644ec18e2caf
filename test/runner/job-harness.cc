/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"

#include "results/result-rows.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param jobs a list of jobs, as in a scenario
 * @return a scenario with these jobs, as JSON
 */
Json
WriteJobs(const std::string& jobs)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::parse(jobs);
    return document;
}

} // namespace

Scenario
LoadJobs(const std::string& jobs)
{
    return LoadDocument(WriteJobs(jobs));
}

Scenario
LoadJob(const std::string& job, uint32_t hostsPerServer)
{
    auto document = WriteJobs('[' + job + ']');
    if (hostsPerServer > 0)
    {
        document["topology"]["hostsPerServer"] = hostsPerServer;
        document["topology"]["serverRate"] = "1Tbps";
    }
    return LoadDocument(document);
}

JobLoad
GetLoad(const std::string& job, uint32_t hostsPerServer)
{
    const auto scenario = LoadJob(job, hostsPerServer);
    return scenario.jobs.front().what->MakeLoad(scenario.GetContext());
}

JobLoad
CountSchedule(const Scenario& scenario)
{
    auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    std::vector<ns3::RdmaJob> jobs;
    EXPECT_TRUE(BuildJobs(scenario, rng, jobs).empty());
    const auto& job = jobs.front();
    EXPECT_EQ(job.schedule.Validate(), "");
    JobLoad load;
    load.hosts = job.hosts;
    load.messages = job.schedule.GetNSends() - job.schedule.GetNComputations();
    std::map<uint32_t, double>
        bytes[4]; // by host: sent and received through its NIC, then within its server
    double local = 0;
    double inServer = 0;
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        if (send.IsComputation())
        {
            continue;
        }
        const auto src = job.hosts[send.src];
        const auto dst = job.hosts[send.dst];
        load.bytes += static_cast<double>(send.bytes);
        load.largestBytes = std::max(load.largestBytes, static_cast<double>(send.bytes));
        const bool server = scenario.servers.Join(src, dst);
        auto& busiest = server ? load.serverBytes : load.busiestBytes;
        const auto size = static_cast<double>(send.bytes);
        inServer += server ? size : 0;
        local += !server && scenario.network->IsLocal(src, dst) ? size : 0;
        const int way = server ? 2 : 0;
        busiest = std::max({busiest, bytes[way][src] += size, bytes[way + 1][dst] += size});
        load.chain = std::max(load.chain, send.step + 1.0);
        pairs.insert(std::minmax(src, dst));
    }
    load.pairs = static_cast<double>(pairs.size());
    load.serverShare = inServer / load.bytes;
    load.localShare = local == 0 ? 0 : local / (load.bytes - inServer);
    return load;
}

void
ExpectLoadOfSchedule(const std::string& job, uint32_t hostsPerServer)
{
    SCOPED_TRACE(job + ", servers of " + std::to_string(hostsPerServer));
    const auto scenario = LoadJob(job, hostsPerServer);
    auto load = scenario.jobs.front().what->MakeLoad(scenario.GetContext());
    auto counted = CountSchedule(scenario);
    std::sort(load.hosts.begin(), load.hosts.end());
    std::sort(counted.hosts.begin(), counted.hosts.end());
    EXPECT_EQ(load.hosts, counted.hosts);
    EXPECT_EQ(load.messages, counted.messages);
    EXPECT_DOUBLE_EQ(load.bytes, counted.bytes);
    EXPECT_NEAR(load.largestBytes, counted.largestBytes, 1);
    EXPECT_NEAR(load.busiestBytes, counted.busiestBytes, load.chain);
    EXPECT_NEAR(load.serverBytes, counted.serverBytes, load.chain);
    EXPECT_TRUE(counted.serverShare < 1 || load.busiestBytes == 0) << "nothing passes a NIC";
    EXPECT_TRUE(counted.serverShare > 0 || load.serverBytes == 0) << "nothing stays in a server";
    EXPECT_NEAR(load.serverShare, counted.serverShare, 0.01);
    EXPECT_NEAR(load.localShare, counted.localShare, 0.01);
    EXPECT_EQ(load.pairs, counted.pairs);
}

void
ExpectLoadOfSchedule(const std::string& job)
{
    for (const uint32_t hostsPerServer : {0, 2, 3, 6, 12})
    {
        ExpectLoadOfSchedule(job, hostsPerServer);
    }
}

std::vector<std::string>
RefuseJobs(const std::string& jobs)
{
    return RefuseDocument(WriteJobs(jobs));
}

std::vector<std::string>
RefuseJob(const std::string& job)
{
    return RefuseJobs('[' + job + ']');
}

Results
RunJob(const std::string& job)
{
    SCOPED_TRACE(job);
    return RunScenario(LoadJob(job));
}

} // namespace mrcsim
