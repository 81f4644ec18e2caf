/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"
#include "kinds/job-load.h"

#include <gtest/gtest.h>

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
