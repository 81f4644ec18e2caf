/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "results/result-files.h"
#include "results/result-rows.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace
{

using namespace mrcsim;
using Lines = std::vector<std::string>;
using ns3::RdmaTick;

/// All hosts in one data-parallel group, with communication that takes longer than computation.
const char* const SIMPLE = R"({"name": "train", "type": "training-step", "gradientBytes": "1MB",
    "compute": "30us", "steps": 4})";

/**
 * @param patch changes to a job
 * @param job the job
 * @return the changed job
 */
std::string
Patch(const std::string& patch, const std::string& job = SIMPLE)
{
    auto json = Json::parse(job);
    json.merge_patch(Json::parse(patch));
    return json.dump();
}

/**
 * @param results of a run
 * @return mean duration of its steps, ns
 */
double
GetMeanNs(const Results& results)
{
    double sum = 0;
    for (const auto& row : results.steps)
    {
        sum += (row.end.value_or(row.start) - row.start).GetNs();
    }
    return sum / static_cast<double>(results.steps.size());
}

/// Every kind of message at once.
const char* const EVERYTHING = R"({"type": "training-step", "tensorParallel": 2,
    "expertParallel": 3, "pipelineParallel": 2, "gradientBytes": "108KB", "activationBytes": "30KB",
    "tensorBytes": 20000, "expertBytes": 4000, "layers": 2, "microbatches": 3, "buckets": 3,
    "steps": 2, "compute": "10us"})";

TEST(TrainingStepJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(SIMPLE);
    ExpectLoadOfSchedule(EVERYTHING);
    ExpectLoadOfSchedule(Patch(R"({"reduction": "reduce-scatter", "hosts": [1, 0]})"));
    ExpectLoadOfSchedule(R"({"type": "training-step", "gradientBytes": 12, "buckets": 1})");
    ExpectLoadOfSchedule(R"({"type": "training-step", "expertParallel": 12, "expertBytes": 1000,
        "gradientBytes": "12KB"})");
    ExpectLoadOfSchedule(R"({"type": "training-step", "pipelineParallel": 12,
        "activationBytes": 5000, "microbatches": 4})");
    ExpectLoadOfSchedule(R"({"type": "training-step", "tensorParallel": 4, "tensorBytes": 5000,
        "layers": 3, "hosts": {"from": 0, "to": 7}})");
}

TEST(TrainingStepJob, PartsOfNoBytesAreNeitherSentNorCounted)
{
    const auto scenario =
        LoadJob(R"({"type": "training-step", "gradientBytes": 3, "buckets": 2, "steps": 2})");
    const auto load = scenario.jobs.front().what->MakeLoad(scenario.GetContext());
    // Buckets of 2 and 1 B, each of which passes the ring of 12 almost twice
    EXPECT_DOUBLE_EQ(load.messages, 2 * 3 * 22);
    EXPECT_EQ(CountSchedule(scenario).messages, 2 * 3 * 22);
}

TEST(TrainingStepJob, LeastTimeCountsThePipelinesComputations)
{
    const auto scenario = LoadJob(EVERYTHING);
    const auto load = scenario.jobs.front().what->MakeLoad(scenario.GetContext());
    EXPECT_DOUBLE_EQ(load.leastSeconds, 2 * (3 + 2 - 1) * 10e-6);
    auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    std::vector<ns3::RdmaJob> jobs;
    ASSERT_TRUE(BuildJobs(scenario, rng, jobs).empty());
    const auto counted = CountJobLoad(jobs[0].schedule, jobs[0].hosts, scenario.GetContext());
    EXPECT_NEAR(load.leastSeconds, counted.leastSeconds, 1e-12);
    EXPECT_GE(load.computations, counted.computations);
    EXPECT_LT(load.computations, 3 * counted.computations);
}

TEST(TrainingStepJob, ChainAndPartnersAreThoseOfTheSchedule)
{
    const auto compare = [](const std::string& keys, bool exact) {
        SCOPED_TRACE(keys);
        const auto scenario = LoadJob(R"({"type": "training-step", "steps": 2, )" + keys + "}");
        const auto load = scenario.jobs.front().what->MakeLoad(scenario.GetContext());
        auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        std::vector<ns3::RdmaJob> jobs;
        ASSERT_TRUE(BuildJobs(scenario, rng, jobs).empty());
        const auto counted = CountJobLoad(jobs[0].schedule, jobs[0].hosts, scenario.GetContext());
        EXPECT_EQ(load.fan, counted.fan);
        EXPECT_LE(load.chain, counted.chain);
        EXPECT_LE(load.chainBytes, counted.chainBytes);
        if (exact)
        {
            EXPECT_EQ(load.chain, counted.chain);
            EXPECT_DOUBLE_EQ(load.chainBytes, counted.chainBytes);
        }
    };
    const std::string gradient = R"("gradientBytes": "12KB", "buckets": 1, "overlap": false)";
    const std::string tensor = R"("tensorParallel": 4, "tensorBytes": 12000, "layers": 4, )";
    compare(gradient, true);
    compare(tensor + gradient, true);
    compare(R"("pipelineParallel": 12, "activationBytes": 5000)", true);
    compare(tensor + R"("gradientBytes": "12KB", "buckets": 4)", false);
}

TEST(TrainingStepJob, EveryStepIsToldAndTakesAtLeastItsComputing)
{
    const auto results = RunJob(SIMPLE);
    ASSERT_EQ(results.steps.size(), 4U);
    ASSERT_EQ(results.jobs.size(), 1U);
    EXPECT_EQ(results.jobs[0].bytes, 4U * 22 * 1'000'000);
    for (uint32_t step = 0; step < 4; ++step)
    {
        const auto& row = results.steps[step];
        EXPECT_EQ(row.job, "train");
        EXPECT_EQ(row.step, step);
        EXPECT_EQ(row.compute, RdmaTick::Us(30));
        ASSERT_TRUE(row.end);
        EXPECT_GT(*row.end - row.start, RdmaTick::Us(30));
        ASSERT_TRUE(row.slowestFlow);
        const auto flow = results.flows[*row.slowestFlow];
        EXPECT_EQ(flow.step, step);
        EXPECT_EQ(flow.src, *row.slowestSrc);
        EXPECT_EQ(flow.dst, *row.slowestDst);
        EXPECT_NEAR(flow.GetDuration().GetNs() / flow.ideal.GetNs(), *row.slowestSlowdown, 1e-9);
    }
    for (const auto& flow : results.flows)
    {
        const auto& row = results.steps[flow.step];
        EXPECT_GE(flow.start, row.start + RdmaTick::Us(15)); // forward, and backward of one bucket
        EXPECT_LE(flow.end, *row.end);
        EXPECT_LE(flow.GetDuration().GetNs() / flow.ideal.GetNs(),
                  *row.slowestSlowdown * (1 + 1e-9));
    }
    EXPECT_EQ(*results.steps[3].end, *results.jobs[0].end);
}

TEST(TrainingStepJob, OverlapShortensSteps)
{
    const auto with = GetMeanNs(RunJob(SIMPLE));
    const auto without = GetMeanNs(RunJob(Patch(R"({"overlap": false})")));
    // The first bucket may begin 15 us before the passes end
    EXPECT_NEAR(without - with, 15e3, 1e3);
}

TEST(TrainingStepJob, JitterOfOneHostHoldsUpAll)
{
    const auto steady = GetMeanNs(RunJob(Patch(R"({"compute": "900us"})")));
    const auto results = RunJob(Patch(R"({"compute": "900us", "computeJitter": 1})"));
    // The slowest of the 12 hosts takes almost twice the time
    EXPECT_GT(GetMeanNs(results), steady + 500e3);
    for (const auto& row : results.steps)
    {
        EXPECT_GT(row.compute, RdmaTick::Us(1350));
        EXPECT_LT(row.compute, RdmaTick::Us(1800));
    }
}

TEST(TrainingStepJob, CompletesWithEveryKindOfMessage)
{
    for (const std::string order : {"1f1b", "gpipe"})
    {
        for (const std::string reduction : {"all-reduce", "reduce-scatter"})
        {
            const auto results = RunJob(Patch(R"({"pipelineOrder": ")" + order +
                                                  R"(", "reduction": ")" + reduction + R"("})",
                                              EVERYTHING));
            ASSERT_EQ(results.steps.size(), 2U);
            EXPECT_TRUE(results.steps[1].end);
            // Three microbatches, and the pipeline of two stages fills and drains
            EXPECT_GT(*results.jobs[0].end, RdmaTick::Us(2 * 40));
            EXPECT_LE(results.jobs[0].ideal, *results.jobs[0].end);
        }
    }
}

TEST(TrainingStepJob, ShardedBucketsAreGatheredAfterTheLastOneIsReduced)
{
    const auto early = [](const std::string& reduction) {
        std::multimap<RdmaTick, uint64_t> sent; // sizes by time
        for (const auto& flow :
             RunJob(Patch(R"({"hosts": [0, 1], "gradientBytes": 5, "steps": 1, "buckets": 2,
            "reduction": ")" +
                          reduction + "\"}"))
                 .flows)
        {
            sent.emplace(flow.start, flow.bytes);
        }
        return std::accumulate(sent.begin(),
                               std::next(sent.begin(), 4),
                               uint64_t{0},
                               [](uint64_t sum, const auto& one) { return sum + one.second; });
    };
    // Buckets of 3 and 2 B: both rounds of the first, or the first rounds of both
    EXPECT_EQ(early("all-reduce"), 2U * 3);
    EXPECT_EQ(early("reduce-scatter"), 3U + 2);
}

TEST(TrainingStepJob, RepetitionsHaveStepsOfTheirOwn)
{
    const auto results = RunJob(Patch(R"({"repeat": 2, "steps": 2})"));
    ASSERT_EQ(results.steps.size(), 4U);
    ASSERT_EQ(results.stepJobs.size(), 1U);
    EXPECT_EQ(results.stepJobs[0].steps, 4U);
    EXPECT_EQ(results.steps[2].repetition, 1U);
    EXPECT_EQ(results.steps[2].step, 0U);
    EXPECT_EQ(results.steps[2].start, *results.jobs[0].end);
}

TEST(TrainingStepJob, DegreesMustFitTheHosts)
{
    EXPECT_EQ(
        RefuseJob(R"({"type": "training-step", "gradientBytes": 1, "tensorParallel": 5})"),
        Lines{"workload[0]: tensorParallel x expertParallel x pipelineParallel is 5; allowed: "
              "divisors of the number of hosts, 12: 1, 2, 3, 4, 6, 12"});
    EXPECT_EQ(RefuseJob(R"({"type": "training-step", "gradientBytes": 1, "tensorParallel": 3,
                            "dataParallel": 3})"),
              Lines{"workload[0].dataParallel: found 3; allowed: 4, because dataParallel x "
                    "expertParallel x tensorParallel x pipelineParallel is the number of hosts, "
                    "12"});
}

TEST(TrainingStepJob, SizesAndTheirDegreesNeedEachOther)
{
    EXPECT_EQ(RefuseJob(R"({"type": "training-step", "gradientBytes": 5, "expertBytes": 6,
                            "activationBytes": 7, "tensorBytes": 8, "hosts": [0, 1]})"),
              (Lines{"workload[0].activationBytes: found 7 B; only allowed with pipelineParallel "
                     "of at least 2",
                     "workload[0].tensorBytes: found 8 B; only allowed with tensorParallel of at "
                     "least 2",
                     "workload[0].expertBytes: found 6 B; only allowed with expertParallel of at "
                     "least 2"}));
    EXPECT_EQ(RefuseJob(R"({"type": "training-step", "gradientBytes": 5, "tensorParallel": 12})"),
              Lines{"workload[0].gradientBytes: found 5 B; only allowed with dataParallel x "
                    "expertParallel of at least 2"});
    EXPECT_EQ(RefuseJob(R"({"type": "training-step", "pipelineParallel": 2})"),
              Lines{"workload[0].activationBytes: missing; required with pipelineParallel of at "
                    "least 2"});
    EXPECT_EQ(RefuseJob(R"({"type": "training-step", "compute": 5})"),
              Lines{"workload[0]: sends nothing; allowed: gradientBytes, activationBytes, "
                    "tensorBytes or expertBytes"});
}

TEST(TrainingStepJob, MoreMessagesThanCanBeNumberedAreRefused)
{
    const auto lines =
        RefuseJob(R"({"type": "training-step", "gradientBytes": "1GB", "steps": 1000000,
                      "buckets": 20})");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "workload[0]: needs 5.28 billion messages and 1.02 billion computations; allowed: "
              "4.29 billion together");
}

TEST(TrainingStepJob, AStepThatCannotFinishIsNamedWithItsRepetitionIfThereAreSeveral)
{
    for (const uint32_t repeat : {1, 2})
    {
        auto document = Json::parse(JOB_BASE);
        document["stop"] = "20ms";
        document["topology"]["planes"] = 1;
        document["workload"] = Json::array({Json::parse(SIMPLE)});
        document["workload"][0]["repeat"] = repeat;
        document["faults"] = Json::parse(
            R"([{"at": "250us", "what": "link-down", "link": {"a": "h7", "b": "p0-t0-1"}}])");
        std::vector<std::string> complaints;
        const auto results = RunScenario(LoadDocument(document), "stop", &complaints);
        ASSERT_FALSE(results.steps.empty());
        const auto& last = results.steps.back();
        EXPECT_FALSE(last.end);
        EXPECT_FALSE(last.slowestSlowdown);
        ASSERT_TRUE(last.slowestFlow);
        const auto flow = results.flows[*last.slowestFlow];
        EXPECT_FALSE(flow.delivered);
        EXPECT_TRUE(flow.src == 7 || flow.dst == 7);
        ASSERT_FALSE(complaints.empty());
        EXPECT_EQ(complaints[0],
                  "job train: step " + std::to_string(last.step) + " of 4" +
                      (repeat > 1 ? ", repetition 0" : "") + " did not finish: waits for flow " +
                      std::to_string(flow.flow) + ", host " + std::to_string(flow.src) + " to " +
                      std::to_string(flow.dst));
        const auto summary = MakeSummary(results)["steps"][0];
        EXPECT_EQ(summary["completed"], last.step);
        EXPECT_EQ(summary["steps"], 4 * repeat);
    }
}

} // namespace
