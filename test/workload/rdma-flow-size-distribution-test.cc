/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-flow-size-distribution.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Points = std::vector<RdmaFlowSizeDistribution::Point>;

std::vector<uint64_t>
DrawMany(const RdmaFlowSizeDistribution& sizes, uint32_t n)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    std::vector<uint64_t> drawn(n);
    std::generate(drawn.begin(), drawn.end(), [&] { return sizes.Draw(*PeekPointer(random)); });
    return drawn;
}

/// Share of lengths up to a limit.
double
ShareUpTo(const std::vector<uint64_t>& lengths, uint64_t bytes)
{
    const auto n = std::count_if(lengths.begin(), lengths.end(), [bytes](uint64_t length) {
        return length <= bytes;
    });
    return static_cast<double>(n) / static_cast<double>(lengths.size());
}

} // namespace

TEST(RdmaFlowSizeDistribution, TheMeanIsThatOfTheTrapezia)
{
    // Half of the lengths are between 0 and 100 B, half between 100 and 1100 B
    const RdmaFlowSizeDistribution sizes(Points{{0, 0}, {100, 0.5}, {1100, 1}});
    EXPECT_DOUBLE_EQ(sizes.GetMeanBytes(), 0.5 * 50 + 0.5 * 600);
    EXPECT_DOUBLE_EQ(RdmaFlowSizeDistribution(Points{{7, 1}}).GetMeanBytes(), 7);
    EXPECT_DOUBLE_EQ(
        RdmaFlowSizeDistribution(Points{{10, 0.25}, {10, 0.25 + 0.25}, {20, 1}}).GetMeanBytes(),
        0.5 * 10 + 0.5 * 15);
}

TEST(RdmaFlowSizeDistribution, DrawsFollowTheLine)
{
    const RdmaFlowSizeDistribution sizes(Points{{0, 0}, {100, 0.5}, {1100, 1}});
    const auto drawn = DrawMany(sizes, 20000);
    EXPECT_NEAR(ShareUpTo(drawn, 50), 0.25, 0.01);
    EXPECT_NEAR(ShareUpTo(drawn, 100), 0.5, 0.01);
    EXPECT_NEAR(ShareUpTo(drawn, 350), 0.625, 0.01);
    EXPECT_EQ(ShareUpTo(drawn, 1100), 1);
    EXPECT_EQ(ShareUpTo(drawn, 0), 0);
}

TEST(RdmaFlowSizeDistribution, AStepIsOneLengthAndAFlatPieceLeavesOutWhatLiesBetween)
{
    // 30 % have 10 B, 50 % are between 10 and 20 B, none up to 500 B, 20 % have exactly 500 B
    const RdmaFlowSizeDistribution sizes(Points{{10, 0.3}, {20, 0.8}, {500, 0.8}, {500, 1}});
    const auto drawn = DrawMany(sizes, 20000);
    EXPECT_EQ(ShareUpTo(drawn, 9), 0);
    EXPECT_NEAR(ShareUpTo(drawn, 10), 0.325, 0.01); // a tenth of the line also rounds to 10 B
    EXPECT_NEAR(ShareUpTo(drawn, 20), 0.8, 0.01);
    EXPECT_EQ(ShareUpTo(drawn, 499), ShareUpTo(drawn, 20));
    EXPECT_EQ(ShareUpTo(drawn, 500), 1);
}

TEST(RdmaFlowSizeDistribution, OneLengthIsDrawnAlways)
{
    const auto drawn = DrawMany(RdmaFlowSizeDistribution(Points{{4096, 1}}), 100);
    EXPECT_EQ(drawn, std::vector<uint64_t>(100, 4096));
}

TEST(RdmaFlowSizeDistribution, WhatIsWrongWithPointsIsTold)
{
    const auto problem = &RdmaFlowSizeDistribution::Validate;
    EXPECT_EQ(problem({{0, 0}, {1, 1}}), "");
    EXPECT_EQ(problem({}), "there are no points");
    EXPECT_EQ(problem({{0, 1}}), "there are only flows of 0 B");
    EXPECT_EQ(problem({{0, 0}, {9, 1.5}}), "point 1 has a probability that is not within 0 and 1");
    EXPECT_EQ(problem({{0, -0.1}, {9, 1}}), "point 0 has a probability that is not within 0 and 1");
    EXPECT_EQ(problem({{0, 0}, {9, std::numeric_limits<double>::quiet_NaN()}}),
              "point 1 has a probability that is not within 0 and 1");
    EXPECT_EQ(problem({{0, 0}, {9, 0.5}, {8, 1}}), "point 2 has fewer bytes than the point before");
    EXPECT_EQ(problem({{0, 0.5}, {9, 0.4}, {10, 1}}),
              "point 1 has a lower probability than the point before");
    EXPECT_EQ(problem({{0, 0}, {9, 0.5}, {9, 0.5}, {10, 1}}),
              "point 2 is the same as the point before");
    EXPECT_EQ(problem({{0, 0}, {9, 0.99}}),
              "point 1 is the last one and has a probability below 1");
    EXPECT_DEATH(RdmaFlowSizeDistribution(Points{{9, 0.5}}), "flow sizes: point 0 is the last one");
}

TEST(RdmaFlowSizeDistribution, ThePublishedOnesHaveTheirMeansAndMedians)
{
    struct Expected
    {
        const char* name;
        double mean;
        double median;
    };

    // Medians by hand: websearch 50 + 30 x 10 / 13 KB, hadoop is a point, storage 4 + 4 x 27.07 /
    // 46.28 KB
    const std::vector<Expected> all{{"hadoop", 120420.75, 700},
                                    {"storage", 40869.8, 6340},
                                    {"websearch", 1711250, 73077}};
    std::vector<std::string> names;
    for (const auto& expected : all)
    {
        names.emplace_back(expected.name);
        const auto sizes = RdmaFlowSizeDistribution::Find(expected.name);
        EXPECT_NEAR(sizes.GetMeanBytes(), expected.mean, 1e-6);
        auto drawn = DrawMany(sizes, 100001);
        double sum = 0;
        for (const uint64_t bytes : drawn)
        {
            sum += static_cast<double>(bytes);
        }
        EXPECT_NEAR(sum / 100001 / expected.mean, 1, 0.05) << expected.name;
        std::nth_element(drawn.begin(), drawn.begin() + 50000, drawn.end());
        EXPECT_NEAR(static_cast<double>(drawn[50000]) / expected.median, 1, 0.03) << expected.name;
    }
    EXPECT_EQ(RdmaFlowSizeDistribution::GetNames(), names);
    EXPECT_DEATH(RdmaFlowSizeDistribution::Find("mail"), "flow sizes called mail");
}
