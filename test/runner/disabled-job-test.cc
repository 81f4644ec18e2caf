/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "results/result-rows.h"
#include "run/job-builder.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace
{

using namespace mrcsim;

using ns3::RdmaTick;

/// Source, destination, size, start.
using Flow = std::tuple<uint32_t, uint32_t, uint64_t, int64_t>;

/**
 * @param jobs a list of jobs
 * @return a scenario with these jobs on 12 hosts
 */
Scenario
Load(const Json& jobs)
{
    return LoadJobs(jobs.dump());
}

/**
 * @param jobs a list of jobs
 * @return these jobs, of which only the one with this number is enabled
 */
Json
Isolate(Json jobs, size_t number)
{
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        jobs[i]["enabled"] = i == number;
    }
    return jobs;
}

/// Two jobs with many draws, and a job between them.
Json
PutBetween(const std::string& job)
{
    auto jobs = Json::parse(R"([
      {"name": "first", "type": "permutation", "bytes": 3000, "hosts": {"count": 4, "placement": "random"}},
      {},
      {"name": "last", "type": "poisson", "load": 0.3, "duration": "20us",
       "sizes": [{"bytes": 100, "percent": 0}, {"bytes": 9000, "percent": 100}],
       "hosts": {"count": 3, "placement": "random"}}])");
    jobs[1] = Json::parse(job);
    jobs[1]["name"] = "middle";
    return jobs;
}

/// Every kind of job with random draws.
const char* const DRAWN[] = {
    R"({"type": "permutation", "bytes": 5000, "hosts": {"count": 5, "placement": "random"}})",
    R"({"type": "permutation", "pattern": "cross-t0", "bytes": 5000, "hosts": "all"})",
    R"({"type": "all-to-all", "algorithm": "shuffled", "bytes": 2000,
        "hosts": {"count": 4, "placement": "spread"}})",
    R"({"type": "poisson", "load": 0.4, "duration": "30us", "sizes": "storage",
        "hosts": {"count": 5, "placement": "packed"}})",
    R"({"type": "training-step", "gradientBytes": 8000, "compute": "10us", "computeJitter": 0.5,
        "steps": 2, "hosts": {"count": 4, "placement": "random"}})",
    R"({"type": "send-recv", "bytes": 5000, "hosts": {"count": 5, "placement": "random"}})",
};

/**
 * @param jobs a list of jobs
 * @return the second of them, ready to run
 */
ns3::RdmaJob
BuildMiddle(const Json& jobs)
{
    const auto scenario = Load(jobs);
    ns3::RngSeedManager::SetRun(scenario.seed);
    const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    rng->SetStream(0);
    std::vector<ns3::RdmaJob> built;
    EXPECT_TRUE(BuildJobs(scenario, rng, built).empty());
    return built.at(1);
}

/// @return the messages of the job "middle" in the order of posting
std::vector<Flow>
ListFlows(const Results& results)
{
    std::vector<Flow> flows;
    for (const auto& flow : results.flows)
    {
        if (results.flowJobs[flow.job] == "middle")
        {
            flows.emplace_back(flow.src, flow.dst, flow.bytes, flow.start.GetPs());
        }
    }
    return flows;
}

TEST(DisabledJob, AloneAJobHasTheHostsAndTheScheduleThatItHasBesideOthers)
{
    for (const char* job : DRAWN)
    {
        SCOPED_TRACE(job);
        const auto jobs = PutBetween(job);
        const auto together = BuildMiddle(jobs);
        const auto alone = BuildMiddle(Isolate(jobs, 1));
        EXPECT_EQ(alone.hosts, together.hosts);
        ASSERT_GT(alone.schedule.GetNSends(), 0U);
        ASSERT_EQ(alone.schedule.GetNSends(), together.schedule.GetNSends());
        for (uint32_t i = 0; i < alone.schedule.GetNSends(); ++i)
        {
            const auto& a = alone.schedule.GetSend(i);
            const auto& b = together.schedule.GetSend(i);
            EXPECT_EQ(std::tie(a.src, a.dst, a.bytes, a.step),
                      std::tie(b.src, b.dst, b.bytes, b.step));
            EXPECT_EQ(alone.schedule.GetStart(i), together.schedule.GetStart(i));
            EXPECT_EQ(alone.schedule.GetDuration(i), together.schedule.GetDuration(i));
        }
    }
}

TEST(DisabledJob, AloneAJobSendsTheMessagesThatItSendsBesideOthers)
{
    for (const size_t kind :
         {0, 1, 2, 3, 5}) // not training-step, which waits for messages of other hosts
    {
        SCOPED_TRACE(DRAWN[kind]);
        const auto jobs = PutBetween(DRAWN[kind]);
        const auto together = ListFlows(RunScenario(Load(jobs)));
        EXPECT_FALSE(together.empty());
        EXPECT_EQ(ListFlows(RunScenario(Load(Isolate(jobs, 1)))), together);
    }
}

TEST(DisabledJob, ItLeavesNothingInTheResults)
{
    const auto jobs = PutBetween(DRAWN[4]);
    const auto together = RunScenario(Load(jobs));
    EXPECT_EQ(together.jobs.size(), 3U);
    EXPECT_EQ(together.stepJobs.size(), 1U);
    EXPECT_EQ(together.sizeJobs.size(), 1U);
    const auto alone = RunScenario(Load(Isolate(jobs, 0)));
    ASSERT_EQ(alone.jobs.size(), 1U);
    EXPECT_EQ(alone.jobs[0].job, "first");
    EXPECT_TRUE(alone.stepJobs.empty());
    EXPECT_TRUE(alone.steps.empty());
    EXPECT_TRUE(alone.sizeJobs.empty());
    EXPECT_EQ(alone.flows.size(), 4U);
    EXPECT_EQ(alone.summary.flowsTotal, 4U);
    EXPECT_EQ(alone.summary.bytesPosted, 12000U);
    for (const auto& row : alone.samples)
    {
        EXPECT_NE(row.object, "middle");
        EXPECT_NE(row.object, "last");
    }
}

TEST(DisabledJob, QpsAreNumberedAsIfItRan)
{
    auto jobs = PutBetween(DRAWN[5]);
    jobs[0]["qps"] = 7;
    for (const auto& flow : RunScenario(Load(Isolate(jobs, 1))).flows)
    {
        EXPECT_EQ(flow.qp, 7U);
    }
}

TEST(DisabledJob, WhatItWouldTakeIsNotInTheEstimate)
{
    const auto jobs = PutBetween(DRAWN[5]);
    const auto together = EstimateRun(Load(jobs));
    const auto alone = EstimateRun(Load(Isolate(jobs, 1)));
    EXPECT_EQ(together.hosts, 12);
    EXPECT_EQ(alone.hosts, 5);
    EXPECT_EQ(alone.flows, 5);
    EXPECT_GT(together.flows, 9);
    EXPECT_DOUBLE_EQ(alone.drawn, together.drawn) << "all schedules are drawn";
    EXPECT_GE(alone.drawn, together.flows / 2) << "messages of one repetition";
    EXPECT_LT(alone.leastSeconds, together.leastSeconds);
    EXPECT_LT(alone.packetHops, together.packetHops);
}

TEST(DisabledJob, InAChainItEndsAtItsStart)
{
    const auto jobs = Json::parse(R"([
      {"name": "a", "type": "send-recv", "bytes": 5000, "repeat": 2},
      {"name": "b", "type": "send-recv", "bytes": 5000, "repeat": 3, "after": "a", "start": "5us",
       "enabled": false},
      {"name": "c", "type": "send-recv", "bytes": 5000, "after": "b", "start": "2us"}])");
    const auto rows = RunScenario(Load(jobs)).jobs;
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[1].repetition, 1U);
    EXPECT_EQ(rows[2].job, "c");
    EXPECT_EQ(rows[2].start, *rows[1].end + RdmaTick::Us(7));
    const auto estimate = EstimateRun(Load(jobs));
    const auto first = EstimateRun(Load(Json::array({jobs[0]}))).leastSeconds;
    EXPECT_NEAR(estimate.leastSeconds, 1.5 * first + 7e-6, 1e-12);
}

TEST(DisabledJob, AtTheEndsOfAChainItKeepsNobodyWaiting)
{
    const auto results = RunScenario(Load(Json::parse(R"([
      {"name": "a", "type": "send-recv", "bytes": 5000, "start": "4us", "enabled": false},
      {"name": "b", "type": "send-recv", "bytes": 5000, "after": "a"},
      {"name": "c", "type": "send-recv", "bytes": 5000, "after": "b", "start": "500us", "enabled": false},
      {"name": "d", "type": "send-recv", "bytes": 5000, "start": "700us", "enabled": false}])")));
    ASSERT_EQ(results.jobs.size(), 1U);
    EXPECT_EQ(results.jobs[0].start, RdmaTick::Us(4));
    EXPECT_LT(results.summary.simTime, RdmaTick::Us(100));
}

TEST(DisabledJob, ItsTransportNeedNotBeThere)
{
    const auto results = RunScenario(Load(Json::parse(R"([
      {"type": "send-recv", "bytes": 5000, "transport": "tcp", "enabled": false},
      {"type": "send-recv", "bytes": 5000}])")));
    EXPECT_EQ(results.flows.size(), 12U);
}

TEST(DisabledJob, AtLeastOneIsNotDisabled)
{
    EXPECT_EQ(RefuseJob(R"({"type": "send-recv", "bytes": 1, "enabled": false})"),
              (std::vector<std::string>{
                  "workload: no job is enabled; allowed: at least one enabled job"}));
}

} // namespace
