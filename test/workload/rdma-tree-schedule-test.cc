/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-player.h"

#include "ns3/rdma-tree-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/// By send: the first send of its connected component of the dependency graph.
std::vector<uint32_t>
FindComponents(const RdmaSchedule& schedule)
{
    std::vector<uint32_t> component(schedule.GetNSends());
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        component[i] = i;
    }
    for (bool changed = true; changed;)
    {
        changed = false;
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            for (const uint32_t dependent : schedule.GetDependents(i))
            {
                const uint32_t least = std::min(component[i], component[dependent]);
                changed = changed || component[i] != component[dependent];
                component[i] = least;
                component[dependent] = least;
            }
        }
    }
    return component;
}

/// By send: the range of its chunk; the chunks are in the buffer in the order of their first sends.
std::vector<mrctest::Range>
ListChunks(const RdmaSchedule& schedule)
{
    const auto component = FindComponents(schedule);
    std::map<uint32_t, mrctest::Range> chunks;
    uint64_t end = 0;
    std::vector<mrctest::Range> ranges;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        if (component[i] == i)
        {
            chunks[i] = {end, end + schedule.GetSend(i).bytes};
            end += schedule.GetSend(i).bytes;
        }
        ranges.push_back(chunks.at(component[i]));
    }
    return ranges;
}

uint32_t
FloorLog2(uint32_t n)
{
    return n < 2 ? 0 : 1 + FloorLog2(n / 2);
}

} // namespace

TEST(RdmaTreeAllReduce, OfFiveRanksIsTwoTreesOfWhichTheSecondIsTheFirstShiftedByOneRank)
{
    // 0 and 2 under 1, 1 and 4 under 3; then 1 and 3 under 2, 2 and 0 under 4
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaTreeAllReduce(5, 11)), R"(
0: 0 0>1 6
1: 0 2>1 6
2: 1 1>3 6 < 0 1
3: 0 4>3 6
4: 2 3>4 6 < 2 3
5: 2 3>1 6 < 2 3
6: 3 1>2 6 < 5
7: 3 1>0 6 < 5
8: 0 1>2 5
9: 0 3>2 5
10: 1 2>4 5 < 8 9
11: 0 0>4 5
12: 2 4>0 5 < 10 11
13: 2 4>2 5 < 10 11
14: 3 2>3 5 < 13
15: 3 2>1 5 < 13
)");
}

TEST(RdmaTreeAllReduce, OfFourRanksTheSecondTreeIsTheMirrorOfTheFirst)
{
    // 0 and 2 under 1 under 3; then 3 and 1 under 2 under 0
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaTreeAllReduce(4, 10)), R"(
0: 0 0>1 5
1: 0 2>1 5
2: 1 1>3 5 < 0 1
3: 2 3>1 5 < 2
4: 3 1>2 5 < 3
5: 3 1>0 5 < 3
6: 0 3>2 5
7: 0 1>2 5
8: 1 2>0 5 < 6 7
9: 2 0>2 5 < 8
10: 3 2>1 5 < 9
11: 3 2>3 5 < 9
)");
}

TEST(RdmaTreeAllReduce, TwoChunksGoTheSameWayAndDoNotWaitForEachOther)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaTreeAllReduce(2, 7, 2)), R"(
0: 0 0>1 2
1: 1 1>0 2 < 0
2: 0 1>0 2
3: 1 0>1 2 < 2
4: 1 0>1 2
5: 2 1>0 2 < 4
6: 1 1>0 1
7: 2 0>1 1 < 6
)");
}

TEST(RdmaTreeAllReduce, EveryRankEndsWithEverybodysShareOfEveryByte)
{
    for (uint32_t n = 2; n <= 17; ++n)
    {
        for (const uint64_t bytes : {1, 2, 3, 50})
        {
            for (const uint64_t chunkBytes : {1, 7, 100})
            {
                const auto schedule = MakeRdmaTreeAllReduce(n, bytes, chunkBytes);
                auto play = mrctest::MakeReducingPlay(n, bytes);
                play.ranges = ListChunks(schedule);
                for (const auto& buffer : mrctest::PlayData(schedule, play))
                {
                    EXPECT_EQ(buffer, play.complete) << n << " ranks, " << bytes << " B";
                }
            }
        }
    }
}

TEST(RdmaTreeAllReduce, EveryChunkCrossesEveryLineOfItsTreeOnceInEachDirection)
{
    for (uint32_t n = 2; n <= 33; ++n)
    {
        const auto schedule = MakeRdmaTreeAllReduce(n, 60, 10);
        EXPECT_EQ(schedule.GetNSends(), 2u * 3 * 2 * (n - 1));
        std::map<uint32_t, std::set<std::pair<uint32_t, uint32_t>>> pairs;
        const auto component = FindComponents(schedule);
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            const auto& send = schedule.GetSend(i);
            EXPECT_EQ(send.bytes, 10u);
            EXPECT_TRUE(pairs[component[i]].emplace(send.src, send.dst).second);
        }
        EXPECT_EQ(pairs.size(), 6u);
        for (const auto& [first, lines] : pairs)
        {
            for (const auto& line : lines)
            {
                EXPECT_EQ(lines.count({line.second, line.first}), 1u);
            }
        }
    }
}

TEST(RdmaTreeAllReduce, NoRankIsAnInnerNodeOfBothTreesAndNoneCarriesMoreThanTwiceTheBuffer)
{
    for (uint32_t n = 2; n <= 65; ++n)
    {
        const auto schedule = MakeRdmaTreeAllReduce(n, 1000);
        const auto component = FindComponents(schedule);
        std::set<std::pair<uint32_t, uint32_t>> leaves; // rank and tree: ranks that begin
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            if (schedule.GetNDependencies(i) == 0)
            {
                leaves.emplace(schedule.GetSend(i).src, component[i]);
            }
        }
        for (uint32_t rank = 0; rank < n; ++rank)
        {
            EXPECT_GE(leaves.count({rank, 0}) + leaves.count({rank, 2 * (n - 1)}), 1u)
                << "rank " << rank << " of " << n;
        }
        EXPECT_LE(schedule.GetBusiestRankBytes(), 2000u);
    }
}

TEST(RdmaTreeAllReduce, AChunkTakesTwiceTheHeightOfTheTreeAndTheNextOneComesAStepLater)
{
    for (uint32_t n = 2; n <= 65; ++n)
    {
        for (const uint32_t nChunks : {1, 4})
        {
            const auto schedule = MakeRdmaTreeAllReduce(n, 2 * nChunks, 1);
            const auto dependencies = mrctest::ListDependencies(schedule);
            std::vector<uint32_t> depth(schedule.GetNSends(), 0);
            std::set<uint32_t> steps;
            for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
            {
                for (const uint32_t before : dependencies[i])
                {
                    ASSERT_LT(before, i);
                    depth[i] = std::max(depth[i], depth[before] + 1);
                }
                const uint32_t chunk = i / (4 * (n - 1));
                EXPECT_EQ(schedule.GetSend(i).step, chunk + depth[i]);
                steps.insert(schedule.GetSend(i).step);
            }
            EXPECT_EQ(steps.size(), 2 * FloorLog2(n) + nChunks - 1);
        }
    }
}

TEST(RdmaTreeAllReduce, ManyChunksAreFewerAndLarger)
{
    const auto schedule = MakeRdmaTreeAllReduce(2, 1000000000, 1);
    EXPECT_EQ(schedule.GetNSends(), 2u * 1024 * 2);
    EXPECT_EQ(schedule.Validate(), "");
    EXPECT_EQ(schedule.GetBusiestRankBytes(), 1000000000u);
    EXPECT_EQ(MakeRdmaTreeAllReduce(2, 64 * 1024 * 1024).GetNSends(), 2u * 64 * 2);
}

TEST(RdmaTreeAllReduce, BandwidthsFollowNcclTests)
{
    const auto schedule = MakeRdmaTreeAllReduce(64, 64000000);
    EXPECT_EQ(schedule.GetSizeBytes(), 64000000u);
    EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 126.0 / 64);
}

TEST(RdmaTreeAllReduce, OneRankOrNoBytesAreRefused)
{
    EXPECT_DEATH(MakeRdmaTreeAllReduce(1, 100), "needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaTreeAllReduce(2, 0), "all-reduce of 0 B");
    EXPECT_DEATH(MakeRdmaTreeAllReduce(2, 100, 0), "chunks of 0 B");
}
