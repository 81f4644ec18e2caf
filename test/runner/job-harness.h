/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_HARNESS_H
#define JOB_HARNESS_H

#include "document/json-text.h"
#include "run/job-builder.h"
#include "run/load-scenario.h"
#include "run/simulation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * For tests of kinds of jobs: what check says of a job against its schedule, and a run of it.
 */

namespace mrcsim
{

/// 12 hosts, 4 under a T0.
constexpr const char* JOB_BASE = R"({
  "schema": 1, "name": "base",
  "topology": {"type": "clos", "planes": 2, "hosts": 12, "hostsPerT0": 4, "t1PerPlane": 4},
  "transport": {"type": "mrc"}})";

/**
 * @param job a job as a user writes it
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 * @return a scenario that consists of it
 */
inline Scenario
LoadJob(const std::string& job, uint32_t hostsPerServer = 0)
{
    auto document = Json::parse(JOB_BASE);
    if (hostsPerServer > 0)
    {
        document["topology"]["hostsPerServer"] = hostsPerServer;
        document["topology"]["serverRate"] = "1Tbps";
    }
    document["workload"] = Json::array({Json::parse(job)});
    Json effective;
    Scenario scenario;
    for (const auto& problem : LoadScenario(document, effective, scenario))
    {
        ADD_FAILURE() << ToString(problem);
    }
    return scenario;
}

/**
 * @param scenario a scenario with one job
 * @return its load, but counted in its schedule
 */
inline JobLoad
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
    std::map<uint32_t, double> bytes[4]; // by host: sent and received by its NIC, in its server
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

/**
 * @param job a job as a user writes it, of a kind without chance
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 */
inline void
ExpectLoadOfSchedule(const std::string& job, uint32_t hostsPerServer)
{
    SCOPED_TRACE(job + ", servers of " + std::to_string(hostsPerServer));
    const auto scenario = LoadJob(job, hostsPerServer);
    auto load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    auto counted = CountSchedule(scenario);
    std::sort(load.hosts.begin(), load.hosts.end());
    std::sort(counted.hosts.begin(), counted.hosts.end());
    EXPECT_EQ(load.hosts, counted.hosts);
    EXPECT_EQ(load.messages, counted.messages);
    EXPECT_DOUBLE_EQ(load.bytes, counted.bytes);
    EXPECT_NEAR(load.largestBytes, counted.largestBytes, 1);
    EXPECT_NEAR(load.busiestBytes, counted.busiestBytes, load.chain);
    EXPECT_NEAR(load.serverBytes, counted.serverBytes, load.chain);
    EXPECT_NEAR(load.serverShare, counted.serverShare, 0.01);
    EXPECT_NEAR(load.localShare, counted.localShare, 0.01);
    EXPECT_EQ(load.pairs, counted.pairs);
}

/**
 * @param job a job as a user writes it, of a kind without chance
 */
inline void
ExpectLoadOfSchedule(const std::string& job)
{
    // Without servers, and with some that share a T0, or not, or two of them
    for (const uint32_t hostsPerServer : {0, 2, 3, 6, 12})
    {
        ExpectLoadOfSchedule(job, hostsPerServer);
    }
}

/**
 * @param job a job as a user writes it
 * @return all that is wrong with it, a line each
 */
inline std::vector<std::string>
RefuseJob(const std::string& job)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::array({Json::parse(job)});
    Json effective;
    Scenario scenario;
    std::vector<std::string> lines;
    for (const auto& problem : LoadScenario(document, effective, scenario))
    {
        lines.push_back(ToString(problem));
    }
    return lines;
}

/**
 * @param scenario a scenario
 * @return what a run of it leaves behind; it is complete, or the test fails
 */
inline Results
RunScenario(const Scenario& scenario)
{
    std::ostringstream nowhere;
    ProgressLine progress(nowhere, ProgressLine::Mode::NEVER);
    Simulation simulation(scenario, progress);
    EXPECT_TRUE(simulation.Build().empty());
    const volatile std::sig_atomic_t flag = 0;
    EXPECT_EQ(simulation.Run(flag), Outcome::COMPLETE);
    EXPECT_EQ(simulation.GetImbalance(), "");
    return simulation.GetResults();
}

/**
 * @param job a job as a user writes it
 * @return what a run of it leaves behind; it is complete, or the test fails
 */
inline Results
RunJob(const std::string& job)
{
    SCOPED_TRACE(job);
    return RunScenario(LoadJob(job));
}

} // namespace mrcsim

#endif // JOB_HARNESS_H
