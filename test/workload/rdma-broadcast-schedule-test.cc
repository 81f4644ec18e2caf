/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-player.h"

#include "ns3/rdma-broadcast-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// Initially only the root has the buffer, finally all ranks have it.
void
ExpectBroadcast(const RdmaSchedule& schedule,
                uint32_t root,
                uint64_t bytes,
                std::vector<mrctest::Range> ranges)
{
    mrctest::Play play;
    play.complete.assign(bytes, 1);
    play.initial.assign(schedule.GetNRanks(), mrctest::Buffer(bytes, 0));
    play.initial[root] = play.complete;
    play.ranges = std::move(ranges);
    for (const auto& buffer : mrctest::PlayData(schedule, play))
    {
        EXPECT_EQ(buffer, play.complete);
    }
}

} // namespace

TEST(RdmaBroadcast, GoesAlongAChainFromTheRootChunkByChunk)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaBroadcast(4, 2, 5, 3)), R"(
0: 0 2>3 3
1: 1 3>0 3 < 0
2: 2 0>1 3 < 1
3: 1 2>3 2
4: 2 3>0 2 < 3
5: 3 0>1 2 < 4
)");
}

TEST(RdmaBroadcast, EveryRankEndsWithTheBuffer)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        for (uint32_t root = 0; root < n; ++root)
        {
            // 10 B have chunks of 4, 3 and 3 B
            std::vector<mrctest::Range> ranges(n - 1, {0, 4});
            ranges.resize(2 * (n - 1), {4, 7});
            ranges.resize(3 * (n - 1), {7, 10});
            ExpectBroadcast(MakeRdmaBroadcast(n, root, 10, 4), root, 10, ranges);
        }
    }
}

TEST(RdmaBroadcast, EveryLineCarriesTheBufferOnceAndTheRootReceivesNothing)
{
    const auto schedule = MakeRdmaBroadcast(5, 3, 100, 7);
    std::vector<uint64_t> sent(5);
    std::vector<uint64_t> received(5);
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        EXPECT_LE(schedule.GetSend(i).bytes, 7u);
        sent[schedule.GetSend(i).src] += schedule.GetSend(i).bytes;
        received[schedule.GetSend(i).dst] += schedule.GetSend(i).bytes;
    }
    EXPECT_EQ(sent, (std::vector<uint64_t>{100, 100, 0, 100, 100}));
    EXPECT_EQ(received, (std::vector<uint64_t>{100, 100, 100, 0, 100}));
}

TEST(RdmaBroadcast, BothHaveTheBandwidthsOfNcclTests)
{
    for (const auto& schedule :
         {MakeRdmaBroadcast(64, 0, 1000000), MakeRdmaBinomialBroadcast(64, 0, 1000000)})
    {
        EXPECT_EQ(schedule.GetSizeBytes(), 1000000u);
        EXPECT_EQ(schedule.GetBusFactor(), 1.0);
    }
    EXPECT_EQ(MakeRdmaBroadcast(64, 0, 1000000).GetBusiestRankBytes(), 1000000u);
    EXPECT_EQ(MakeRdmaBinomialBroadcast(64, 0, 1000000).GetBusiestRankBytes(), 6000000u);
}

TEST(RdmaBinomialBroadcast, OfSixRanksTakesThreeStepsOfHalvingDistances)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaBinomialBroadcast(6, 1, 7)), R"(
0: 0 1>5 7
1: 1 1>3 7
2: 2 1>2 7
3: 2 3>4 7 < 1
4: 2 5>0 7 < 0
)");
}

TEST(RdmaBinomialBroadcast, EveryRankGetsTheBufferOnceInAsManyStepsAsItTakesToDouble)
{
    for (uint32_t n = 2; n <= 17; ++n)
    {
        uint32_t steps = 0;
        while (1U << steps < n)
        {
            ++steps;
        }
        for (uint32_t root = 0; root < n; ++root)
        {
            const auto schedule = MakeRdmaBinomialBroadcast(n, root, 3);
            ASSERT_EQ(schedule.GetNSends(), n - 1);
            EXPECT_EQ(schedule.GetSend(n - 2).step, steps - 1);
            ExpectBroadcast(schedule, root, 3, std::vector<mrctest::Range>(n - 1, {0, 3}));
        }
    }
}

TEST(RdmaBroadcast, BothRefuseOneRankNoBytesAndAForeignRoot)
{
    EXPECT_DEATH(MakeRdmaBroadcast(1, 0, 100), "a broadcast needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaBroadcast(2, 2, 100), "root 2 is none of 2 ranks");
    EXPECT_DEATH(MakeRdmaBroadcast(2, 0, 0), "a broadcast of 0 B");
    EXPECT_DEATH(MakeRdmaBroadcast(2, 0, 100, 0), "chunks of 0 B");
    EXPECT_DEATH(MakeRdmaBinomialBroadcast(2, 2, 100), "root 2 is none of 2 ranks");
}
