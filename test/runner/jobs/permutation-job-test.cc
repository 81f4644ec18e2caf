/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "kinds/job-load.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;

TEST(PermutationJob, PermutationsAreAsLocalAsTheyAreOnAverage)
{
    auto load = GetLoad(R"({"type": "permutation", "bytes": 10})");
    EXPECT_EQ(load.messages, 12);
    EXPECT_EQ(load.busiestBytes, 10);
    EXPECT_NEAR(load.localShare, 3.0 / 11, 1e-9);
    load = GetLoad(R"({"type": "permutation", "pattern": "cross-t0", "bytes": 10})");
    EXPECT_EQ(load.localShare, 0);
}

TEST(PermutationJob, RandomHostsThatCannotCrossAreRefusedWhenTheyAreDrawn)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::parse(R"([{"type": "permutation", "pattern": "cross-t0",
        "bytes": 10, "hosts": {"count": 3, "placement": "random"}}])");
    size_t refused = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        document["seed"] = seed;
        for (const auto& problem : CheckDraw(LoadDocument(document), 1))
        {
            EXPECT_EQ(ToString(problem),
                      "workload[0].pattern: found \"cross-t0\", but with this seed one T0 has more "
                      "than half of the random hosts");
            ++refused;
        }
    }
    // Three of 12 hosts are under three T0s in 64 of 220 cases
    EXPECT_GT(refused, 0U);
    EXPECT_LT(refused, 20U);
}

TEST(PermutationJob, PermutationsStayInServersAsOftenAsOnAverage)
{
    // Hosts 3 to 5 are under two T0s, as are 6 to 8
    auto load = GetLoad(R"({"type": "permutation", "bytes": 10})", 3);
    EXPECT_NEAR(load.serverShare, 2.0 / 11, 1e-9);
    EXPECT_NEAR(load.localShare, 20.0 / (132 - 24), 1e-9) << "16 of 36 pairs are in a server";
    load = GetLoad(R"({"type": "permutation", "pattern": "cross-t0", "bytes": 10})", 3);
    EXPECT_NEAR(load.serverShare, 8.0 / 96, 1e-9);
    EXPECT_EQ(load.localShare, 0);
}

} // namespace
