/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-player.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-all-to-all-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

RdmaSchedule
MakeShuffled(uint32_t n, int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return MakeRdmaShuffledAllToAll(n, 123, *PeekPointer(random));
}

/// Expect every ordered pair once, with the same bytes, and no other send.
void
ExpectEveryPairOnce(const RdmaSchedule& schedule, uint64_t bytes)
{
    EXPECT_EQ(schedule.Validate(), "");
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        EXPECT_EQ(schedule.GetSend(i).bytes, bytes);
        pairs.emplace(schedule.GetSend(i).src, schedule.GetSend(i).dst);
    }
    EXPECT_EQ(schedule.GetNSends(), schedule.GetNRanks() * (schedule.GetNRanks() - 1));
    EXPECT_EQ(pairs.size(), schedule.GetNSends());
}

/// Maximum number of concurrent sends of each rank in an execution, by rank.
std::vector<uint32_t>
CountMostUnderWay(const RdmaSchedule& schedule, int64_t stream)
{
    std::vector<uint32_t> most(schedule.GetNRanks());
    std::vector<uint32_t> now(schedule.GetNRanks());
    mrctest::Execute(
        schedule,
        stream,
        [&](uint32_t i) {
            const uint32_t src = schedule.GetSend(i).src;
            most[src] = std::max(most[src], ++now[src]);
        },
        [](uint32_t) {},
        [&](uint32_t i) { --now[schedule.GetSend(i).src]; });
    return most;
}

} // namespace

TEST(RdmaAllToAll, EveryRankGetsItsBlockFromEveryOther)
{
    const uint32_t n = 9;
    const auto schedule = MakeRdmaAllToAll(n, 123);
    ASSERT_EQ(schedule.Validate(), "");
    std::set<std::pair<uint32_t, uint32_t>> blocks;
    mrctest::Execute(
        schedule,
        1,
        [](uint32_t) {},
        [&](uint32_t i) {
            const auto& send = schedule.GetSend(i);
            EXPECT_EQ(send.bytes, 123u);
            EXPECT_TRUE(blocks.emplace(send.src, send.dst).second);
        },
        [](uint32_t) {});
    EXPECT_EQ(blocks.size(), n * (n - 1));
}

TEST(RdmaAllToAll, InEachStepEveryRankSendsOnceAndReceivesOnceStartingWithItsNeighbor)
{
    const uint32_t n = 6;
    const auto schedule = MakeRdmaAllToAll(n, 1);
    std::map<uint32_t, std::set<uint32_t>> sources;
    std::map<uint32_t, std::set<uint32_t>> destinations;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const auto& send = schedule.GetSend(i);
        EXPECT_EQ(send.dst, (send.src + send.step + 1) % n);
        EXPECT_EQ(schedule.GetNDependencies(i), 0u);
        sources[send.step].insert(send.src);
        destinations[send.step].insert(send.dst);
    }
    for (uint32_t step = 0; step < n - 1; ++step)
    {
        EXPECT_EQ(sources[step].size(), n);
        EXPECT_EQ(destinations[step].size(), n);
    }
}

TEST(RdmaAllToAll, BandwidthsFollowNcclTests)
{
    const auto schedule = MakeRdmaAllToAll(64, 1000000);
    EXPECT_EQ(schedule.GetSizeBytes(), 64000000u);
    EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 63.0 / 64);
    EXPECT_EQ(schedule.GetBusiestRankBytes(), 63000000u);
}

TEST(RdmaAllToAll, AMillionSendsAreBuiltWithoutDependencies)
{
    const auto schedule = MakeRdmaAllToAll(1024, 4096);
    EXPECT_EQ(schedule.GetNSends(), 1024u * 1023);
    EXPECT_EQ(schedule.GetDependents(1000).begin(), schedule.GetDependents(1000).end());
    EXPECT_EQ(schedule.Validate(), "");
}

TEST(RdmaAllToAll, OneRankOrNoBytesAreRefused)
{
    EXPECT_DEATH(MakeRdmaAllToAll(1, 100), "needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaAllToAll(2, 0), "all-to-all of 0 B");
}

TEST(RdmaShiftAllToAll, OfThreeRanksEverySecondSendWaitsForTheFirstAndForWhatCameWithIt)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaShiftAllToAll(3, 9)), R"(
0: 0 0>1 9
1: 0 1>2 9
2: 0 2>0 9
3: 1 0>2 9 < 0 2
4: 1 1>0 9 < 0 1
5: 1 2>1 9 < 1 2
)");
}

TEST(RdmaShiftAllToAll, ARankIsInOneStepAtATimeAndDoesNotLeaveItBeforeItsMessagesHaveGoneAndCome)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        const auto schedule = MakeRdmaShiftAllToAll(n, 7);
        ExpectEveryPairOnce(schedule, 7);
        for (int64_t stream = 1; stream <= 5; ++stream)
        {
            std::vector<uint32_t> sent(n); // by rank: sends complete, messages received
            std::vector<uint32_t> received(n);
            mrctest::Execute(
                schedule,
                stream,
                [&](uint32_t i) {
                    const auto& send = schedule.GetSend(i);
                    EXPECT_EQ(send.step, sent[send.src]);
                    EXPECT_GE(received[send.src], send.step);
                    EXPECT_EQ(send.dst, (send.src + send.step + 1) % n);
                },
                [&](uint32_t i) { ++received[schedule.GetSend(i).dst]; },
                [&](uint32_t i) { ++sent[schedule.GetSend(i).src]; });
        }
    }
}

TEST(RdmaShuffledAllToAll, EveryRankSendsToEveryOtherAtOnceInAnOrderOfItsOwn)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        const auto schedule = MakeShuffled(n, n);
        ExpectEveryPairOnce(schedule, 123);
        std::map<uint32_t, std::set<uint32_t>> places;
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            EXPECT_EQ(schedule.GetNDependencies(i), 0u);
            places[schedule.GetSend(i).src].insert(schedule.GetSend(i).step);
        }
        for (const auto& [rank, steps] : places)
        {
            EXPECT_EQ(steps.size(), n - 1) << "rank " << rank;
            EXPECT_EQ(*steps.rbegin(), n - 2) << "rank " << rank;
        }
    }
}

TEST(RdmaShuffledAllToAll, EveryPeerIsFirstAboutEquallyOften)
{
    // 6 ranks draw 500 orders each: each of 5 distances is first in about 600 of them
    std::map<uint32_t, uint32_t> distances;
    for (int64_t stream = 1; stream <= 500; ++stream)
    {
        const auto schedule = MakeShuffled(6, stream);
        for (uint32_t src = 0; src < 6; ++src)
        {
            EXPECT_EQ(schedule.GetSend(src).src, src);
            ++distances[(schedule.GetSend(src).dst + 6 - src) % 6];
        }
    }
    ASSERT_EQ(distances.size(), 5u);
    for (const auto& [distance, times] : distances)
    {
        EXPECT_NEAR(times, 600, 100) << "distance " << distance;
    }
}

TEST(RdmaShuffledAllToAll, TheSameStreamGivesTheSameOrders)
{
    EXPECT_EQ(mrctest::WriteDown(MakeShuffled(7, 3)), mrctest::WriteDown(MakeShuffled(7, 3)));
    EXPECT_NE(mrctest::WriteDown(MakeShuffled(7, 3)), mrctest::WriteDown(MakeShuffled(7, 4)));
}

TEST(RdmaWindowedAllToAll, OfFourRanksWithTwoAtATimeTheThirdSendWaitsForTheFirst)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaWindowedAllToAll(4, 9, 2)), R"(
0: 0 0>1 9
1: 0 1>2 9
2: 0 2>3 9
3: 0 3>0 9
4: 1 0>2 9
5: 1 1>3 9
6: 1 2>0 9
7: 1 3>1 9
8: 2 0>3 9 < 0
9: 2 1>0 9 < 1
10: 2 2>1 9 < 2
11: 2 3>2 9 < 3
)");
}

TEST(RdmaWindowedAllToAll, ARankHasAsManySendsUnderWayAsToldAndNeverMore)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        for (uint32_t window = 1; window <= n; ++window)
        {
            const auto schedule = MakeRdmaWindowedAllToAll(n, 7, window);
            ExpectEveryPairOnce(schedule, 7);
            std::vector<uint32_t> most(n);
            for (int64_t stream = 1; stream <= 20; ++stream)
            {
                const auto now = CountMostUnderWay(schedule, stream);
                for (uint32_t rank = 0; rank < n; ++rank)
                {
                    most[rank] = std::max(most[rank], now[rank]);
                    EXPECT_LE(now[rank], window);
                }
            }
            EXPECT_EQ(*std::max_element(most.begin(), most.end()), std::min(window, n - 1));
        }
    }
}

TEST(RdmaWindowedAllToAll, AWindowForAllPeersIsTheDirectOne)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaWindowedAllToAll(5, 9, 4)),
              mrctest::WriteDown(MakeRdmaAllToAll(5, 9)));
}

TEST(RdmaWindowedAllToAll, AndTheOthersHaveTheBandwidthsOfNcclTests)
{
    for (const auto& schedule : {MakeRdmaShiftAllToAll(64, 123),
                                 MakeShuffled(64, 1),
                                 MakeRdmaWindowedAllToAll(64, 123, 8)})
    {
        EXPECT_EQ(schedule.GetSizeBytes(), 64u * 123);
        EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 63.0 / 64);
    }
}

TEST(RdmaWindowedAllToAll, AnEmptyWindowIsRefused)
{
    EXPECT_DEATH(MakeRdmaWindowedAllToAll(4, 9, 0), "0 blocks at a time");
}
