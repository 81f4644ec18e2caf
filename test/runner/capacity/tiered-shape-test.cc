/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-rig.h"

#include <gtest/gtest.h>
#include <vector>

// Networks that can be counted by hand.

namespace mrcsim
{

namespace
{

/** @return its switches by tier */
std::vector<uint64_t>
CountSwitches(const TieredSpec& spec)
{
    EXPECT_TRUE(TieredShape::Check(spec).empty());
    const TieredShape shape(spec);
    std::vector<uint64_t> switches;
    for (uint32_t tier = 0; tier < spec.tiers; ++tier)
    {
        switches.push_back(shape.GetNSwitches(tier));
    }
    return switches;
}

/** @return its problems */
std::string
GetError(const TieredSpec& spec)
{
    const auto problems = TieredShape::Check(spec);
    return problems.empty() ? "" : ToString(problems.front());
}

using Counts = std::vector<uint64_t>;

TEST(TieredShape, EightPlanesOfTwoTiersLinkThePapers131072Nics)
{
    const TieredShape shape(Big(131072, 8, 2));
    EXPECT_EQ(shape.GetPortBps(), 100'000'000'000U);
    EXPECT_EQ(shape.GetNicsPerT0(), 256U);
    const auto& t0 = shape.GetLevels().front();
    EXPECT_EQ(t0.blocks, 512U);
    EXPECT_EQ(t0.ups, 256U);
    EXPECT_EQ(t0.parallel, 1U);
    EXPECT_EQ(CountSwitches(Big(131072, 8, 2)), (Counts{4096, 2048}));
    EXPECT_EQ(shape.GetNFabricLinks(), 8U * 512 * 256);
    EXPECT_EQ(shape.GetNNicLinks(), 8U * 131072);
}

TEST(TieredShape, OnePlaneTakesThreeTiersFor65536NicsAndFourForTwice)
{
    EXPECT_EQ(CountSwitches(Big(65536, 1, 3)), (Counts{2048, 2048, 1024})); // 5 N / 64
    EXPECT_EQ(CountSwitches(Big(65536, 8, 2)), (Counts{2048, 1024}));       // 3 N / 64
    EXPECT_EQ(CountSwitches(Big(131072, 1, 4)), (Counts{4096, 4096, 4096, 2048}));
    EXPECT_EQ(TieredShape(Big(65536, 1, 3)).GetNFabricLinks(), 2U * 65536);
    EXPECT_EQ(TieredShape(Big(131072, 1, 4)).GetNFabricLinks(), 3U * 131072);
}

TEST(TieredShape, FourPlanesEndAt32768NicsInTwoTiers)
{
    EXPECT_EQ(CountSwitches(Big(32768, 4, 2)), (Counts{1024, 512}));
    EXPECT_EQ(CountSwitches(Big(65536, 4, 3)), (Counts{2048, 2048, 1024}));
    EXPECT_EQ(GetError(Big(65536, 4, 2)),
              "network.nics: found 65536; allowed with 2 tiers of switches with 256 ports: 256, "
              "512, 1024, 2048, 4096, 8192, 16384, 32768");
}

TEST(TieredShape, AFewBlocksShareTheTopmostTierByParallelLinks)
{
    const TieredShape shape(Big(1024, 8, 2)); // 4 T0s with 256 uplinks, 2 T1s with 512 ports
    EXPECT_EQ(shape.GetLevels().front().ups, 2U);
    EXPECT_EQ(shape.GetLevels().front().parallel, 128U);
    EXPECT_EQ(CountSwitches(Big(1024, 8, 2)), (Counts{32, 16}));
    EXPECT_EQ(CountSwitches(Big(2048, 1, 3)), (Counts{64, 64, 32}));
}

TEST(TieredShape, WhatCannotBeIsToldWithWhatCan)
{
    EXPECT_EQ(GetError(Big(1024, 1, 3)),
              "network.nics: found 1024; allowed with 3 tiers of switches with 64 ports: 2048, "
              "4096, 8192, 16384, 32768, 65536");
    EXPECT_EQ(GetError(Big(131073, 8, 2)).substr(0, 27), "network.nics: found 131073;");
    EXPECT_EQ(GetError(Big(1024, 7, 2)).substr(0, 65),
              "network.planes: found 7, which gives ports of 800000000000 / 7 bi");
}

} // namespace

} // namespace mrcsim
