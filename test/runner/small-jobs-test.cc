/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/result-rows.h"
#include "run/scenario.h"
#include "scenario-harness.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

/**
 * @file
 * Ideal times of jobs that planes carry at the same time: messages of a few bytes.
 */

namespace
{

using namespace mrcsim;

/// Planes, bytes of a message, and forwarding.
class SmallJobs : public testing::TestWithParam<std::tuple<int, int, const char*>>
{
};

TEST_P(SmallJobs, TakeAtLeastTheirIdealTime)
{
    const auto [planes, bytes, forwarding] = GetParam();
    nlohmann::ordered_json document = {
        {"schema", 1},
        {"name", "small-jobs"},
        {"topology", {{"type", "clos"}, {"hosts", 3}, {"hostsPerT0", 3}, {"t1PerPlane", 0}}},
        {"switch", {{"forwarding", forwarding}}},
        {"workload", {{{"name", "small"}, {"bytes", bytes}}}}};
    document["topology"]["planes"] = planes;
    for (const auto* type : {"all-to-all", "all-reduce", "all-gather", "broadcast", "permutation"})
    {
        document["workload"][0]["type"] = type;
        for (const int qps : {1, 3})
        {
            document["workload"][0]["qps"] = qps;
            const auto results = RunScenario(LoadDocument(document)); // compares with ideal times
            ASSERT_EQ(results.jobs.size(), 1U);
            EXPECT_LT(results.jobs[0].ideal * 2, ns3::RdmaTick::Us(20)) << type;
            EXPECT_GT(results.jobs[0].ideal, ns3::RdmaTick::Us(1)) << type;
        }
    }
}

TEST(SmallJobsOfAServer, PlanesDoNotChangeTheIdealTime)
{
    const auto ideal = [](int planes) {
        const nlohmann::ordered_json document = {
            {"schema", 1},
            {"name", "server"},
            {"topology",
             {{"type", "clos"},
              {"hosts", 4},
              {"hostsPerT0", 4},
              {"t1PerPlane", 0},
              {"planes", planes},
              {"hostsPerServer", 4},
              {"serverRate", "800Gbps"}}},
            {"workload", {{{"name", "small"}, {"type", "all-to-all"}, {"bytes", 3000}}}}};
        return RunScenario(LoadDocument(document)).jobs.at(0).ideal;
    };
    EXPECT_EQ(ideal(8), ideal(1));
}

INSTANTIATE_TEST_SUITE_P(OnPlanes,
                         SmallJobs,
                         testing::Combine(testing::Values(1, 2, 8),
                                          testing::Values(1, 3, 7, 64),
                                          testing::Values("store-and-forward", "cut-through")));

} // namespace
