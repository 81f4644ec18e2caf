/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "results/result-rows.h"

#include <gtest/gtest.h>

namespace
{

using namespace mrcsim;

TEST(AllGatherJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "all-gather", "bytes": "1MB"})");
    ExpectLoadOfSchedule(R"({"type": "all-gather", "bytes": 1001})", 0);
    ExpectLoadOfSchedule(R"({"type": "all-gather", "bytes": 9999, "hosts": [3, 9, 4]})");
}

TEST(AllGatherJob, IsHalfOfARingAllReduce)
{
    const auto results = RunJob(R"({"type": "all-gather", "bytes": "120KB"})");
    EXPECT_EQ(results.flows.size(), 132U);
    EXPECT_EQ(results.flows[0].bytes, 10'000U);
    ASSERT_TRUE(results.jobs[0].algbwGbps);
    EXPECT_NEAR(*results.jobs[0].busbwGbps, *results.jobs[0].algbwGbps * 11 / 12, 1e-9);
}

} // namespace
