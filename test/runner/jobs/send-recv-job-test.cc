/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include <gtest/gtest.h>

namespace
{

using namespace mrcsim;

TEST(SendRecvJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "send-recv", "bytes": "64KB"})");
    ExpectLoadOfSchedule(R"({"type": "send-recv", "bytes": 9, "hosts": [3, 4]})");
    ExpectLoadOfSchedule(
        R"({"type": "send-recv", "bytes": 9, "hosts": {"count": 6, "placement": "spread"}})");
}

TEST(SendRecvJob, WithinAServerTheNetworkTakesNoTime)
{
    const auto scenario = LoadJob(R"({"type": "send-recv", "bytes": 1000, "hosts": [2, 3]})", 2);
    EXPECT_DOUBLE_EQ(EstimateRun(scenario).leastSeconds,
                     8000 / 1e12 + scenario.servers.delay.GetSeconds());
}

} // namespace
