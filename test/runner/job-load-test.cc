/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "run/job-builder.h"
#include "run/load-scenario.h"

#include "ns3/fabric-clos.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

// The load of a job is told without its schedule, and must be what the schedule then has.

namespace
{

using namespace mrcsim;

/// 12 hosts, 4 under a T0.
const char* const BASE = R"({
  "schema": 1, "name": "base",
  "topology": {"type": "clos", "planes": 2, "hosts": 12, "hostsPerT0": 4, "t1PerPlane": 4},
  "transport": {"type": "mrc"}})";

/**
 * @param job a job as a user writes it
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 * @return a scenario that consists of it
 */
Scenario
Load(const std::string& job, uint32_t hostsPerServer = 0)
{
    auto document = Json::parse(BASE);
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
JobLoad
Count(const Scenario& scenario)
{
    auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    std::vector<ns3::RdmaJob> jobs;
    EXPECT_TRUE(BuildJobs(scenario, rng, jobs).empty());
    const auto& job = jobs.front();
    JobLoad load;
    load.hosts = job.hosts;
    load.messages = job.schedule.GetNSends();
    std::map<uint32_t, double> bytes[4]; // by host: sent and received by its NIC, in its server
    double local = 0;
    double inServer = 0;
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        const auto src = job.hosts[send.src];
        const auto dst = job.hosts[send.dst];
        load.bytes += static_cast<double>(send.bytes);
        load.largestBytes = std::max(load.largestBytes, static_cast<double>(send.bytes));
        const bool server = scenario.servers.Join(src, dst);
        inServer += server;
        local += !server && scenario.network->IsLocal(src, dst);
        auto& busiest = server ? load.serverBytes : load.busiestBytes;
        const auto size = static_cast<double>(send.bytes);
        const int way = server ? 2 : 0;
        busiest = std::max({busiest, bytes[way][src] += size, bytes[way + 1][dst] += size});
        load.chain = std::max(load.chain, send.step + 1.0);
        pairs.insert(std::minmax(src, dst));
    }
    load.pairs = static_cast<double>(pairs.size());
    load.serverShare = inServer / load.messages;
    load.localShare = local == 0 ? 0 : local / (load.messages - inServer);
    return load;
}

/**
 * @param job a job as a user writes it, of a kind without chance
 * @param hostsPerServer hosts of a server with links of its own; 0: there are none
 */
void
ExpectSame(const std::string& job, uint32_t hostsPerServer)
{
    SCOPED_TRACE(job + ", servers of " + std::to_string(hostsPerServer));
    const auto scenario = Load(job, hostsPerServer);
    auto load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    auto counted = Count(scenario);
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
void
ExpectSame(const std::string& job)
{
    // Without servers, and with some that share a T0, or not, or two of them
    for (const uint32_t hostsPerServer : {0, 2, 3, 6, 12})
    {
        ExpectSame(job, hostsPerServer);
    }
}

TEST(JobLoad, IsThatOfTheSchedule)
{
    ExpectSame(R"({"type": "write", "hosts": [0, 1], "bytes": 1000})");
    ExpectSame(R"({"type": "write", "hosts": [0, 5], "bytes": "1MB"})");
    ExpectSame(R"({"type": "incast", "receiver": 2, "senders": [1, 4, 5, 11], "bytes": 7})");
    ExpectSame(
        R"({"type": "incast", "receiver": 2, "senders": {"from": 3, "to": 11}, "bytes": 7})");
    ExpectSame(R"({"type": "all-to-all", "bytes": "64KB"})");
    ExpectSame(R"({"type": "all-to-all", "bytes": 3, "hosts": [1, 0, 9]})");
    ExpectSame(R"({"type": "send-recv", "bytes": "64KB"})");
    ExpectSame(R"({"type": "send-recv", "bytes": 9, "hosts": [3, 4]})");
    ExpectSame(
        R"({"type": "send-recv", "bytes": 9, "hosts": {"count": 6, "placement": "spread"}})");
    ExpectSame(R"({"type": "all-reduce", "bytes": "1MB"})");
    ExpectSame(R"({"type": "all-reduce", "bytes": 5})", 0); // which hosts have nothing to send?
    ExpectSame(R"({"type": "all-reduce", "bytes": 1001, "hosts": {"from": 3, "to": 8}})");
    ExpectSame(R"({"type": "flows", "flows": [{"src": 0, "dst": 1, "bytes": 5},
        {"src": 1, "dst": 0, "bytes": 6}, {"src": 0, "dst": 8, "bytes": 7},
        {"src": 0, "dst": 8, "bytes": 8}]})");
}

TEST(JobLoad, ChainOfARingIsItsSteps)
{
    const auto scenario = Load(R"({"type": "all-reduce", "bytes": "1MB"})");
    EXPECT_EQ(scenario.jobs.front().what->MakeLoad(scenario.GetScene()).chain,
              Count(scenario).chain);
}

TEST(JobLoad, PermutationsAreAsLocalAsTheyAreOnAverage)
{
    auto scenario = Load(R"({"type": "permutation", "bytes": 10})");
    auto load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    EXPECT_EQ(load.messages, 12);
    EXPECT_EQ(load.busiestBytes, 10);
    EXPECT_NEAR(load.localShare, 3.0 / 11, 1e-9);
    scenario = Load(R"({"type": "permutation", "pattern": "cross-t0", "bytes": 10})");
    load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    EXPECT_EQ(load.localShare, 0);
}

TEST(JobLoad, PermutationsStayInServersAsOftenAsOnAverage)
{
    // Hosts 3 to 5 sit under two T0s, as do 6 to 8
    auto scenario = Load(R"({"type": "permutation", "bytes": 10})", 3);
    auto load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    EXPECT_NEAR(load.serverShare, 2.0 / 11, 1e-9);
    EXPECT_NEAR(load.localShare, 20.0 / (132 - 24), 1e-9) << "16 of 36 pairs are in a server";
    scenario = Load(R"({"type": "permutation", "pattern": "cross-t0", "bytes": 10})", 3);
    load = scenario.jobs.front().what->MakeLoad(scenario.GetScene());
    EXPECT_NEAR(load.serverShare, 8.0 / 96, 1e-9);
    EXPECT_EQ(load.localShare, 0);
}

TEST(JobLoad, MostPartnersOfAHost)
{
    const auto fan = [](const std::string& job) {
        const auto scenario = Load(job);
        return scenario.jobs.front().what->MakeLoad(scenario.GetScene()).fan;
    };
    EXPECT_EQ(fan(R"({"type": "all-to-all", "bytes": 1})"), 11);
    EXPECT_EQ(fan(R"({"type": "incast", "receiver": 2, "senders": [1, 4], "bytes": 7})"), 2);
    EXPECT_EQ(fan(R"({"type": "permutation", "bytes": 1})"), 1);
    EXPECT_EQ(fan(R"({"type": "flows", "flows": [{"src": 0, "dst": 1, "bytes": 5},
        {"src": 1, "dst": 0, "bytes": 6}, {"src": 2, "dst": 1, "bytes": 7}]})"),
              2);
}

TEST(JobLoad, SizesThatNoMachineHoldsStayNumbers)
{
    ns3::FabricClosSpec clos;
    clos.hosts = 131072;
    clos.hostsPerT0 = 64;
    clos.t1PerPlane = 1;
    clos.hostRateBps = clos.fabricRateBps = 1;
    const auto network = ns3::Create<ns3::FabricClos>(clos);
    const auto job = ReadJob(
        Json::parse(R"({"type": "all-to-all", "hosts": "all", "bytes": 9223372036854775807})"));
    const auto load = job->MakeLoad({*network, {}, {}});
    EXPECT_DOUBLE_EQ(load.messages, 131072.0 * 131071);
    EXPECT_DOUBLE_EQ(load.bytes, 131072.0 * 131071 * 9223372036854775808.0);
}

} // namespace
