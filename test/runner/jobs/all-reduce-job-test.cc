/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "kinds/job-load.h"
#include "results/result-rows.h"

#include <gtest/gtest.h>

namespace
{

using namespace mrcsim;
using Lines = std::vector<std::string>;

TEST(AllReduceJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "all-reduce", "bytes": "1MB"})");
    ExpectLoadOfSchedule(R"({"type": "all-reduce", "bytes": 5})",
                         0); // without servers, because some hosts send nothing
    ExpectLoadOfSchedule(R"({"type": "all-reduce", "bytes": 1001, "hosts": {"from": 3, "to": 8}})");
    ExpectLoadOfSchedule(
        R"({"type": "all-reduce", "bytes": 1048576, "algorithm": "tree", "chunk": 131072})");
    // Each of two trees has half of the bytes: a chunk, or a chunk and a byte
    for (const std::string bytes : {"10", "12"})
    {
        ExpectLoadOfSchedule(
            R"({"type": "all-reduce", "algorithm": "tree", "chunk": 5, "bytes": )" + bytes + "}",
            0);
    }
    ExpectLoadOfSchedule(
        R"({"type": "all-reduce", "bytes": 768, "algorithm": "halving-doubling"})");
}

TEST(AllReduceJob, ChainIsTheStepsOfTheAlgorithm)
{
    const auto chain = [](const std::string& algorithm) {
        return GetLoad(
                   R"({"type": "all-reduce", "bytes": "1MB", "hosts": [0, 1, 2, 3, 4, 5, 6, 7], "algorithm": )" +
                   algorithm + "}")
            .chain;
    };
    EXPECT_EQ(chain(R"("ring")"), 14);
    EXPECT_EQ(chain(R"("halving-doubling")"), 6);
    EXPECT_LE(chain(R"("tree", "chunk": "125KB")"), 8) << "up and down a tree of 8 ranks";
}

TEST(AllReduceJob, CompletesWithEveryAlgorithm)
{
    for (const std::string algorithm :
         {R"("ring")", R"("tree", "chunk": "10KB")", R"("halving-doubling")"})
    {
        const auto results =
            RunJob(R"({"type": "all-reduce", "bytes": "96KB", "algorithm": )" + algorithm + "}");
        ASSERT_TRUE(results.jobs[0].algbwGbps);
        EXPECT_NEAR(*results.jobs[0].busbwGbps, *results.jobs[0].algbwGbps * 22 / 12, 1e-9);
        EXPECT_EQ(results.jobs[0].bytes, 96'000U);
    }
}

TEST(AllReduceJob, OnlyTreesHaveChunks)
{
    EXPECT_EQ(RefuseJob(R"({"type": "all-reduce", "bytes": 1, "chunk": 1})"),
              Lines{"workload[0].chunk: only allowed with algorithm \"tree\""});
}

} // namespace
