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

TEST(ReduceScatterJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "reduce-scatter", "bytes": "1MB"})");
    ExpectLoadOfSchedule(R"({"type": "reduce-scatter", "bytes": 1001})", 0);
    ExpectLoadOfSchedule(R"({"type": "reduce-scatter", "bytes": 9999, "hosts": [3, 9, 4]})");
}

TEST(ReduceScatterJob, IsHalfOfARingAllReduce)
{
    const auto results = RunJob(R"({"type": "reduce-scatter", "bytes": "120KB"})");
    EXPECT_EQ(results.flows.size(), 132U);
    EXPECT_EQ(results.flows[0].bytes, 10'000U);
    ASSERT_TRUE(results.jobs[0].algbwGbps);
    EXPECT_NEAR(*results.jobs[0].busbwGbps, *results.jobs[0].algbwGbps * 11 / 12, 1e-9);
}

} // namespace
