/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "kinds/job-load.h"
#include "results/result-rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace
{

using namespace mrcsim;
using Lines = std::vector<std::string>;

TEST(AllToAllJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "all-to-all", "bytes": "64KB"})");
    ExpectLoadOfSchedule(R"({"type": "all-to-all", "bytes": 3, "hosts": [1, 0, 9]})");
    ExpectLoadOfSchedule(R"({"type": "all-to-all", "bytes": "64KB", "algorithm": "shift"})");
    ExpectLoadOfSchedule(R"({"type": "all-to-all", "bytes": "64KB", "algorithm": "shuffled"})");
    ExpectLoadOfSchedule(
        R"({"type": "all-to-all", "bytes": "64KB", "algorithm": "window", "window": 3})");
}

TEST(AllToAllJob, WaitsForAsManyAsItsAlgorithmSays)
{
    const auto chain = [](const std::string& algorithm) {
        return GetLoad(R"({"type": "all-to-all", "bytes": 10, )" + algorithm + "}").chain;
    };
    EXPECT_EQ(chain(R"("algorithm": "direct")"), 1);
    EXPECT_EQ(chain(R"("algorithm": "shuffled")"), 1);
    EXPECT_EQ(chain(R"("algorithm": "shift")"), 11);
    EXPECT_EQ(chain(R"("algorithm": "window", "window": 4)"), 3);
    EXPECT_EQ(chain(R"("algorithm": "window", "window": 100)"), 1);
}

TEST(AllToAllJob, CompletesWithEveryAlgorithm)
{
    const std::map<std::string, long> atOnce{{R"("direct")", 132},
                                             {R"("shift")", 12},
                                             {R"("shuffled")", 132},
                                             {R"("window", "window": 2)", 24}};
    for (const auto& [algorithm, nFirst] : atOnce)
    {
        const auto results =
            RunJob(R"({"type": "all-to-all", "bytes": "20KB", "algorithm": )" + algorithm + "}");
        ASSERT_EQ(results.flows.size(), 132U);
        EXPECT_EQ(std::count_if(results.flows.begin(),
                                results.flows.end(),
                                [&](const auto& f) { return f.start == results.flows[0].start; }),
                  nFirst)
            << algorithm;
        ASSERT_TRUE(results.jobs[0].algbwGbps);
        EXPECT_NEAR(*results.jobs[0].busbwGbps, *results.jobs[0].algbwGbps * 11 / 12, 1e-9);
    }
}

TEST(AllToAllJob, WindowAndItsAlgorithmNeedEachOther)
{
    EXPECT_EQ(RefuseJob(R"({"type": "all-to-all", "bytes": 1, "window": 2})"),
              Lines{"workload[0].window: found 2; only allowed with algorithm \"window\""});
    EXPECT_EQ(RefuseJob(R"({"type": "all-to-all", "bytes": 1, "algorithm": "window"})"),
              Lines{"workload[0].window: missing; required with algorithm \"window\""});
}

} // namespace
