/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "kinds/random-streams.h"
#include "run/job-builder.h"
#include "run/job-placement.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace
{

using namespace mrcsim;

using Hosts = std::vector<uint32_t>;

/**
 * @param jobs a list of jobs, as in a scenario
 * @return by job: its chosen hosts
 */
std::vector<Hosts>
Place(const std::string& jobs)
{
    std::vector<Hosts> hosts;
    for (const auto& job : LoadJobs(jobs).jobs)
    {
        hosts.push_back(job.hosts);
    }
    return hosts;
}

/**
 * @param name its name
 * @param hosts its hosts, as in a scenario
 * @param more further keys
 * @return a job, as in a scenario
 */
std::string
JobText(const std::string& name, const std::string& hosts, const std::string& more = "")
{
    return R"({"name": ")" + name + R"(", "type": "send-recv", "bytes": 1, "hosts": )" + hosts +
           more + "}";
}

/// A placement, as in a scenario.
std::string
Ask(uint32_t count, const std::string& placement, const std::string& more = "")
{
    return R"({"count": )" + std::to_string(count) + R"(, "placement": ")" + placement + '"' +
           more + "}";
}

const std::string SHARED = R"(, "shared": true)";

/// @return the key after
std::string
After(const std::string& job)
{
    return R"(, "after": ")" + job + '"';
}

TEST(JobPlacement, PackedJobsGetHostsOfTheirOwn)
{
    const auto hosts =
        Place("[" + JobText("a", Ask(4, "packed")) + "," + JobText("b", Ask(3, "packed")) + "," +
              JobText("c", Ask(5, "packed")) + "]");
    EXPECT_EQ(hosts, (std::vector<Hosts>{{0, 1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10, 11}}));
}

TEST(JobPlacement, WhatIsFreeUnderEachT0IsDealtOut)
{
    const auto hosts =
        Place("[" + JobText("a", Ask(3, "packed")) + "," + JobText("b", Ask(5, "spread")) + "]");
    EXPECT_EQ(hosts[1], (Hosts{3, 4, 8, 5, 9}));
}

TEST(JobPlacement, RandomHostsAreDrawnAmongTheFreeOnes)
{
    auto hosts = Place("[" + JobText("a", Ask(4, "random")) + "," + JobText("b", Ask(5, "random")) +
                       "," + JobText("c", Ask(3, "random")) + "]");
    Hosts all;
    for (const auto& job : hosts)
    {
        EXPECT_FALSE(std::is_sorted(job.begin(), job.end()) && job.front() == 0) << "not drawn";
        all.insert(all.end(), job.begin(), job.end());
    }
    std::sort(all.begin(), all.end());
    Hosts expected(12);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(all, expected);
}

TEST(JobPlacement, OnesThatWaitForEachOtherHaveTheSameHosts)
{
    const auto hosts = Place(
        "[" + JobText("a", Ask(4, "packed")) + "," + JobText("other", Ask(4, "packed")) + "," +
        JobText("b", Ask(4, "packed"), After("a")) + "," +
        JobText("c", Ask(4, "packed"), After("b")) + "," + JobText("d", Ask(4, "packed")) + "]");
    EXPECT_EQ(hosts[1], (Hosts{4, 5, 6, 7}));
    EXPECT_EQ(hosts[2], hosts[0]);
    EXPECT_EQ(hosts[3], hosts[0]);
    EXPECT_EQ(hosts[4], (Hosts{8, 9, 10, 11}));
}

TEST(JobPlacement, AJobMayBeListedBeforeTheOneItWaitsFor)
{
    const auto hosts = Place("[" + JobText("late", Ask(8, "packed"), After("early")) + "," +
                             JobText("early", Ask(12, "packed")) + "]");
    EXPECT_EQ(hosts[0].size(), 8U);
    EXPECT_EQ(hosts[1].size(), 12U);
}

TEST(JobPlacement, FollowersOfOneJobRunBesideEachOther)
{
    const auto hosts = Place("[" + JobText("a", Ask(6, "packed")) + "," +
                             JobText("b", Ask(4, "packed"), After("a")) + "," +
                             JobText("c", Ask(4, "packed"), After("a")) + "]");
    EXPECT_EQ(hosts[1], (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(hosts[2], (Hosts{4, 5, 6, 7}));
}

TEST(JobPlacement, HostsThatAreNamedAreTakenWhereverTheJobIsListed)
{
    const auto hosts =
        Place("[" + JobText("placed", Ask(4, "packed")) + "," + JobText("list", "[2, 0]") + "," +
              JobText("range", R"({"from": 4, "to": 5})") + "," +
              R"({"type": "poisson", "hosts": [7, 8], "load": 0.5, "duration": "10us",
                  "sizes": [{"bytes": 1, "percent": 100}]})" +
              "]");
    EXPECT_EQ(hosts, (std::vector<Hosts>{{1, 3, 6, 9}, {}, {}, {}}));
}

TEST(JobPlacement, PlacesOfTrafficAndAllHostsAreNotTaken)
{
    const auto hosts = Place(
        R"([{"type": "write", "hosts": [0, 1], "bytes": 1},
            {"type": "incast", "receiver": 1, "senders": {"from": 2, "to": 5}, "bytes": 1},
            {"type": "flows", "flows": [{"src": 0, "dst": 11, "bytes": 1}]},
            {"type": "permutation", "bytes": 1},)" +
        JobText("placed", Ask(4, "packed")) + "]");
    EXPECT_EQ(hosts[4], (Hosts{0, 1, 2, 3}));
}

TEST(JobPlacement, WhoSharesTakesAnyHostsAndLeavesThemToOthers)
{
    const auto hosts =
        Place("[" + JobText("a", Ask(3, "packed", SHARED)) + "," + JobText("b", Ask(4, "packed")) +
              "," + JobText("c", Ask(12, "spread", SHARED)) + "]");
    EXPECT_EQ(hosts[0], (Hosts{0, 1, 2}));
    EXPECT_EQ(hosts[1], (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(hosts[2].size(), 12U);
}

TEST(JobPlacement, TooFewHostsAreRefusedWithWhoHasThem)
{
    const auto a = JobText("a", Ask(4, "spread")) + ",";
    EXPECT_EQ(
        RefuseJobs("[" + a + JobText("b", "[9, 10]") + "," + JobText("c", Ask(7, "packed")) + "]"),
        (std::vector<std::string>{
            "workload[2].hosts.count: found 7; 6 hosts are left by the jobs a and b; "
            "allowed: 2 to 6, or \"shared\": true"}));
    EXPECT_EQ(RefuseJobs("[" + a + JobText("c", Ask(11, "random")) + "," +
                         JobText("d", Ask(8, "packed")) + "," + JobText("e", Ask(2, "packed")) +
                         "]"),
              (std::vector<std::string>{
                  "workload[1].hosts.count: found 11; 8 hosts are left by the job a; "
                  "allowed: 2 to 8, or \"shared\": true",
                  "workload[3].hosts.count: found 2; no host is left by the jobs a and d; "
                  "allowed: \"shared\": true"}));
    EXPECT_EQ(RefuseJobs("[" + JobText("a", Ask(10, "packed")) + "," +
                         JobText("b", Ask(3, "packed")) + "]"),
              (std::vector<std::string>{"workload[1].hosts.count: found 3; 2 hosts are left by the "
                                        "job a; allowed: 2, or \"shared\": true"}));
    EXPECT_EQ(RefuseJobs("[" + JobText("a", Ask(11, "packed")) + "," +
                         JobText("b", Ask(3, "packed")) + "]"),
              (std::vector<std::string>{"workload[1].hosts.count: found 3; 1 host is left by the "
                                        "job a; allowed: \"shared\": true"}));
    // b and a have ended when d begins; c may still run
    EXPECT_EQ(RefuseJobs("[" + a + JobText("b", "[1, 2]", After("a")) + "," +
                         JobText("c", Ask(9, "packed"), After("a")) + "," +
                         JobText("d", Ask(4, "packed"), After("b")) + "]"),
              (std::vector<std::string>{
                  "workload[3].hosts.count: found 4; 3 hosts are left by the job c; "
                  "allowed: 2 to 3, or \"shared\": true"}));
}

TEST(JobPlacement, ManyWhoHaveHostsAreNotAllNamed)
{
    std::string jobs;
    for (const char* name : {"a", "b", "c", "d", "e"})
    {
        jobs += JobText(name, Ask(2, "packed")) + ",";
    }
    EXPECT_EQ(RefuseJobs("[" + jobs + JobText("g", Ask(3, "packed")) + "]"),
              (std::vector<std::string>{
                  "workload[5].hosts.count: found 3; 2 hosts are left by the jobs a, b, c, d and "
                  "e; allowed: 2, or \"shared\": true"}));
    jobs += JobText("f", Ask(2, "packed")) + ",";
    EXPECT_EQ(RefuseJobs("[" + jobs + JobText("g", Ask(2, "packed")) + "]"),
              (std::vector<std::string>{
                  "workload[6].hosts.count: found 2; no host is left by the jobs a, b, c, d, e and "
                  "others; allowed: \"shared\": true"}));
}

TEST(JobPlacement, MoreHostsThanThereAreAreRefusedOnce)
{
    EXPECT_EQ(
        RefuseJobs("[" + JobText("a", Ask(13, "packed")) + "]"),
        (std::vector<std::string>{"workload[0].hosts.count: found 13; allowed: 2 to 12 hosts"}));
}

TEST(JobPlacement, SharedIsAWordForPlacements)
{
    EXPECT_EQ(
        RefuseJobs("[" + JobText("a", R"({"from": 1, "to": 2, "shared": true})") + "]").size(),
        1U);
}

TEST(JobPlacement, AJobIsCheckedOnTheHostsThatItGets)
{
    // Its first two hosts are under one T0, the chosen ones under two
    const std::string cross =
        R"({"type": "permutation", "pattern": "cross-t0", "bytes": 1, "hosts": )" +
        Ask(4, "packed") + "}";
    EXPECT_EQ(RefuseJobs("[" + cross + "]").size(), 1U);
    EXPECT_EQ(RefuseJobs("[" + JobText("a", Ask(2, "packed")) + "," + cross + "]").size(), 0U);
}

TEST(JobPlacement, WhatCheckKnowsIsWhatARunDraws)
{
    const auto scenario = LoadJobs(
        R"([{"type": "permutation", "bytes": 1},)" + JobText("a", Ask(3, "random")) + "," +
        R"({"type": "all-to-all", "algorithm": "shuffled", "bytes": 1},)" +
        JobText("b", Ask(4, "random", SHARED)) + "," + JobText("c", Ask(5, "random")) + "]");
    ns3::RngSeedManager::SetRun(scenario.seed);
    const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    rng->SetStream(WORKLOAD_STREAM);
    std::vector<ns3::RdmaJob> jobs;
    ASSERT_TRUE(BuildJobs(scenario, rng, jobs).empty());
    for (const size_t job : {1, 3, 4})
    {
        EXPECT_EQ(jobs[job].hosts, scenario.jobs[job].hosts) << job;
        EXPECT_EQ(scenario.jobs[job].what->MakeLoad(scenario.GetContext(scenario.jobs[job])).hosts,
                  jobs[job].hosts);
    }
    EXPECT_EQ(EstimateRun(scenario).hosts, 12);
}

TEST(JobPlacement, AClusterFullOfJobsIsPlacedAtOnce)
{
    auto document = Json::parse(JOB_BASE);
    document["topology"] = {{"type", "clos"},
                            {"hosts", 131072},
                            {"hostsPerT0", 64},
                            {"t1PerPlane", 1}};
    const char* const ways[] = {"packed", "spread", "random"};
    for (int job = 0; job < 1024; ++job)
    {
        document["workload"].push_back({{"type", "send-recv"},
                                        {"bytes", 1},
                                        {"hosts", {{"count", 128}, {"placement", ways[job % 3]}}}});
    }
    std::vector<uint32_t> jobs(131072);
    for (const auto& job : LoadDocument(document).jobs)
    {
        for (const uint32_t host : job.hosts)
        {
            ++jobs[host];
        }
    }
    EXPECT_EQ(std::count(jobs.begin(), jobs.end(), 1U), 131072);
}

TEST(JobPlacement, AChainOfAThousandJobsStaysOnItsHosts)
{
    std::string jobs = JobText("0", Ask(5, "packed"));
    for (int job = 1; job < 1000; ++job)
    {
        jobs +=
            "," + JobText(std::to_string(job), Ask(5, "packed"), After(std::to_string(job - 1)));
    }
    for (const auto& hosts : Place("[" + jobs + "]"))
    {
        ASSERT_EQ(hosts, (Hosts{0, 1, 2, 3, 4}));
    }
}

} // namespace
