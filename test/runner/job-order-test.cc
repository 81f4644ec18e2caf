/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/job-order.h"
#include "run/load-scenario.h"
#include "run/run-estimate.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace mrcsim;

namespace
{

using Numbers = std::vector<size_t>;

/// Jobs "0", "1", ..., each of which waits for the job with this name.
std::vector<JobSpec>
MakeJobs(const std::vector<std::string>& afters)
{
    std::vector<JobSpec> jobs(afters.size());
    for (size_t i = 0; i < afters.size(); ++i)
    {
        jobs[i].name = std::to_string(i);
        jobs[i].after = afters[i];
    }
    return jobs;
}

/// A scenario of transfers of one byte, each of which waits for the previous one; the first one
/// waits for the job with this name.
Json
MakeChain(size_t length, const std::string& first)
{
    Json jobs = Json::array();
    for (size_t i = 0; i < length; ++i)
    {
        const auto before = i == 0 ? first : std::to_string(i - 1);
        jobs.push_back({{"name", std::to_string(i)}, {"type", "send-recv"}, {"bytes", 1}});
        if (!before.empty())
        {
            jobs.back()["after"] = before;
        }
    }
    return {{"schema", 1},
            {"name", "chain"},
            {"topology", {{"type", "clos"}, {"hosts", 2}, {"hostsPerT0", 2}, {"t1PerPlane", 1}}},
            {"transport", {{"type", "mrc"}}},
            {"workload", jobs}};
}

TEST(JobOrder, JobsComeBehindTheOnesTheyWaitFor)
{
    const JobOrder order(MakeJobs({"2", "", "1", "1", "0"}));
    EXPECT_EQ(order.GetStarting(), (Numbers{1, 2, 3, 0, 4}));
    EXPECT_EQ(order.GetPredecessor(0), 2U);
    EXPECT_EQ(order.GetPredecessor(1), std::nullopt);
}

TEST(JobOrder, AnUnknownNameIsNoPredecessor)
{
    EXPECT_EQ(JobOrder(MakeJobs({"7"})).GetPredecessor(0), std::nullopt);
}

TEST(JobOrder, OfSeveralWithOneNameTheFirstIsWaitedFor)
{
    auto jobs = MakeJobs({"", "", "x"});
    jobs[0].name = jobs[1].name = "x";
    EXPECT_EQ(JobOrder(jobs).GetPredecessor(2), 0U);
}

TEST(JobOrder, WhoWaitsForAJobHasTheNumbersBehindIt)
{
    const JobOrder order(MakeJobs({"2", "", "1", "1", "0", ""}));
    for (const size_t job : {0, 2, 3, 4})
    {
        EXPECT_TRUE(order.GetSpan(1).IsOrdered(order.GetSpan(job))) << job;
        EXPECT_EQ(order.GetSpan(job).root, order.GetSpan(1).root) << job;
    }
    EXPECT_TRUE(order.GetSpan(4).IsOrdered(order.GetSpan(2)));
    EXPECT_FALSE(order.GetSpan(3).IsOrdered(order.GetSpan(2)));
    EXPECT_FALSE(order.GetSpan(4).IsOrdered(order.GetSpan(3)));
    EXPECT_FALSE(order.GetSpan(5).IsOrdered(order.GetSpan(1)));
    EXPECT_EQ(order.GetSpan(5).root, order.GetSpan(5).first);
}

TEST(JobOrder, WhoNeverStartsHasNoNumber)
{
    const JobOrder order(MakeJobs({"0", "0", ""}));
    EXPECT_EQ(order.GetSpan(0).first, order.GetSpan(0).end);
    EXPECT_EQ(order.GetSpan(1).first, order.GetSpan(1).end);
    EXPECT_EQ(order.GetSpan(2).end, order.GetSpan(2).first + 1);
}

TEST(JobOrder, WhoWaitsForACycleIsNotInIt)
{
    const JobOrder order(MakeJobs({"1", "2", "1", "0", "3", "5"}));
    const std::vector<bool> expected{false, true, true, false, false, true};
    for (size_t job = 0; job < expected.size(); ++job)
    {
        EXPECT_EQ(order.IsInCycle(job), expected[job]) << job;
    }
    EXPECT_TRUE(order.GetStarting().empty());
}

TEST(JobOrder, ALongChainIsCheckedAndEstimatedInLinearTime)
{
    Json effective;
    Scenario scenario;
    ASSERT_TRUE(LoadScenario(MakeChain(5000, ""), effective, scenario).empty());
    const auto chain = EstimateRun(scenario);
    ASSERT_TRUE(LoadScenario(MakeChain(1, ""), effective, scenario).empty());
    EXPECT_NEAR(chain.leastSeconds, 5000 * EstimateRun(scenario).leastSeconds, 1e-6);
}

TEST(JobOrder, OfALongCycleTheBeginningIsTold)
{
    Json effective;
    Scenario scenario;
    const auto problems = LoadScenario(MakeChain(12, "11"), effective, scenario);
    ASSERT_EQ(problems.size(), 12U);
    EXPECT_EQ(ToString(problems[0]),
              "workload[0].after: \"0\" waits for itself: 0 after 11 after 10 after 9 after 8 "
              "after 7 after 6 after 5 after 4 after 3 after 2 and so on");
}

TEST(JobOrder, ThousandsOfUnknownNamesAreToldAsQuickly)
{
    auto document = MakeChain(3000, "");
    for (auto& job : document["workload"])
    {
        job["after"] = "no such job";
    }
    Json effective;
    Scenario scenario;
    EXPECT_EQ(LoadScenario(document, effective, scenario).size(), 3000U);
}

} // namespace
