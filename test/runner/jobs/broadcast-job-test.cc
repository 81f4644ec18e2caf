/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "results/result-rows.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include <gtest/gtest.h>
#include <map>

namespace
{

using namespace mrcsim;
using Lines = std::vector<std::string>;

TEST(BroadcastJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "broadcast", "bytes": "1MB", "chunk": "100KB"})");
    ExpectLoadOfSchedule(R"({"type": "broadcast", "bytes": 7, "hosts": [3, 9, 4], "root": 9})");
    ExpectLoadOfSchedule(R"({"type": "broadcast", "bytes": "1MB", "algorithm": "binomial"})");
}

TEST(BroadcastJob, EveryHostButTheRootReceivesAllOfIt)
{
    for (const std::string algorithm : {"chain", "binomial"})
    {
        const auto results =
            RunJob(R"({"type": "broadcast", "bytes": "60KB", "root": 5, "algorithm": ")" +
                   algorithm + "\"}");
        std::map<uint32_t, uint64_t> received;
        for (const auto& flow : results.flows)
        {
            received[flow.dst] += flow.bytes;
        }
        EXPECT_EQ(received.size(), 11U);
        EXPECT_EQ(received.count(5), 0U);
        for (const auto& [host, bytes] : received)
        {
            EXPECT_EQ(bytes, 60'000U) << host;
        }
        EXPECT_EQ(results.jobs[0].busbwGbps, results.jobs[0].algbwGbps);
    }
}

TEST(BroadcastJob, OnlyChainsHaveChunks)
{
    EXPECT_EQ(
        RefuseJob(R"({"type": "broadcast", "bytes": 1, "algorithm": "binomial", "chunk": 1})"),
        Lines{"workload[0].chunk: only allowed with algorithm \"chain\""});
}

TEST(BroadcastJob, LeastTimeOfAPipelineIsNoLongerThanTheRun)
{
    const std::string job = R"({"type": "broadcast", "bytes": "1MB", "chunk": 1000})";
    const auto scenario = LoadJob(job);
    const auto least = EstimateRun(scenario).leastSeconds;
    const auto results = RunJob(job);
    EXPECT_LE(least, results.summary.simTime.GetSeconds());
    EXPECT_GE(least, results.summary.simTime.GetSeconds() / 2);
}

TEST(BroadcastJob, RootIsOneOfTheHosts)
{
    EXPECT_EQ(RefuseJob(R"({"type": "broadcast", "bytes": 1, "hosts": [1, 2], "root": 3})"),
              Lines{"workload[0].root: host 3 is not one of the hosts"});
    EXPECT_EQ(RefuseJob(R"({"type": "broadcast", "bytes": 1, "root": 3,
                            "hosts": {"count": 4, "placement": "random"}})"),
              Lines{"workload[0].root: found 3; not allowed with random hosts, whose root is the "
                    "first one"});
}

} // namespace
