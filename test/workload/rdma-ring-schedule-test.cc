/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-player.h"

#include "ns3/rdma-ring-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/**
 * The chunk that each send of a ring carries, from its dependencies: a rank starts with the chunk
 * of its own number, and a send that waits for a chunk forwards this chunk.
 */
std::vector<uint32_t>
FollowChunks(const RdmaSchedule& schedule)
{
    std::vector<uint32_t> chunk(schedule.GetNSends());
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        if (schedule.GetNDependencies(i) == 0)
        {
            chunk[i] = schedule.GetSend(i).src;
        }
        for (const uint32_t dependent : schedule.GetDependents(i))
        {
            chunk[dependent] = chunk[i];
        }
    }
    return chunk;
}

/**
 * Execute a ring all-reduce with sets of ranks instead of numbers: buffer[rank][chunk] is the set
 * of ranks whose shares have been added up there.
 */
void
ExpectAllReduce(uint32_t n, uint64_t bytes, int64_t seed)
{
    const auto schedule = MakeRdmaRingAllReduce(n, bytes);
    ASSERT_EQ(schedule.Validate(), "");
    const auto chunk = FollowChunks(schedule);
    std::vector<std::vector<std::set<uint32_t>>> buffer(n, std::vector<std::set<uint32_t>>(n));
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        buffer[rank].assign(n, {rank});
    }
    std::map<uint32_t, std::set<uint32_t>> wire;
    mrctest::Execute(
        schedule,
        seed,
        [&](uint32_t i) { wire[i] = buffer[schedule.GetSend(i).src][chunk[i]]; },
        [&](uint32_t i) {
            const auto& send = schedule.GetSend(i);
            auto& there = buffer[send.dst][chunk[i]];
            const auto& comes = wire[i];
            if (send.step < n - 1) // reduce: no share may be added twice
            {
                for (const uint32_t share : comes)
                {
                    EXPECT_TRUE(there.insert(share).second) << "share " << share << " twice";
                }
            }
            else // spread: only complete sums are forwarded
            {
                EXPECT_EQ(comes.size(), n);
                there = comes;
            }
        },
        [](uint32_t) {});
    const auto nChunks = std::min<uint64_t>(n, bytes);
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        for (uint32_t c = 0; c < nChunks; ++c)
        {
            EXPECT_EQ(buffer[rank][c].size(), n) << "rank " << rank << " chunk " << c;
        }
    }
}

/**
 * @param schedule a ring of n ranks
 * @param bytes its buffer, B
 * @return the chunk that each send carries: its number is larger than the first by the distance of
 * its source from the rank of its number
 */
std::vector<mrctest::Range>
ListChunks(const RdmaSchedule& schedule, uint64_t bytes)
{
    const uint64_t n = schedule.GetNRanks();
    std::vector<mrctest::Range> ranges;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const auto& send = schedule.GetSend(i);
        const uint64_t chunk = (send.src + 2 * n - send.step) % n;
        const uint64_t begin = chunk * (bytes / n) + std::min(chunk, bytes % n);
        ranges.push_back({begin, begin + bytes / n + (chunk < bytes % n ? 1 : 0)});
    }
    return ranges;
}

/** @return the number of the rank and chunk of each byte, by byte */
std::vector<uint32_t>
ListOwners(uint64_t n, uint64_t bytes)
{
    std::vector<uint32_t> owners;
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        owners.resize(owners.size() + bytes / n + (rank < bytes % n ? 1 : 0), rank);
    }
    return owners;
}

} // namespace

TEST(RdmaRingReduceScatter, OfThreeRanksIsTwoStepsInWhichEveryChunkGoesOnToTheNextRank)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaRingReduceScatter(3, 7)), R"(
0: 0 0>1 3
1: 0 1>2 2
2: 0 2>0 2
3: 1 1>2 3 < 0
4: 1 2>0 2 < 1
5: 1 0>1 2 < 2
)");
}

TEST(RdmaRingReduceScatter, EveryRankEndsWithTheSumOfItsChunk)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        for (const uint64_t bytes : {1, 5, 9, 100})
        {
            const auto schedule = MakeRdmaRingReduceScatter(n, bytes);
            EXPECT_EQ(schedule.GetNSends(), std::min<uint64_t>(n, bytes) * (n - 1));
            auto play = mrctest::MakeReducingPlay(n, bytes);
            play.ranges = ListChunks(schedule, bytes);
            const auto end = mrctest::PlayData(schedule, play);
            const auto owners = ListOwners(n, bytes);
            for (uint64_t b = 0; b < bytes; ++b)
            {
                EXPECT_EQ(end[(owners[b] + n - 1) % n][b], play.complete[b]);
            }
        }
    }
}

TEST(RdmaRingAllGather, EveryRankEndsWithTheChunksOfAll)
{
    for (uint32_t n = 2; n <= 9; ++n)
    {
        for (const uint64_t bytes : {1, 5, 9, 100})
        {
            const auto schedule = MakeRdmaRingAllGather(n, bytes);
            EXPECT_EQ(schedule.GetNSends(), std::min<uint64_t>(n, bytes) * (n - 1));
            mrctest::Play play;
            play.initial.assign(n, mrctest::Buffer(bytes, 0));
            for (const uint32_t owner : ListOwners(n, bytes))
            {
                play.initial[owner][play.complete.size()] = 1;
                play.complete.push_back(1);
            }
            play.ranges = ListChunks(schedule, bytes);
            for (const auto& buffer : mrctest::PlayData(schedule, play))
            {
                EXPECT_EQ(buffer, play.complete);
            }
        }
    }
}

TEST(RdmaRingAllReduce, IsAReduceScatterAndThenAnAllGatherOfWhatEachRankHasGot)
{
    const uint32_t n = 5;
    const auto both = MakeRdmaRingAllReduce(n, 23);
    const auto first = MakeRdmaRingReduceScatter(n, 23);
    const auto second = MakeRdmaRingAllGather(n, 23);
    ASSERT_EQ(both.GetNSends(), first.GetNSends() + second.GetNSends());
    for (uint32_t i = 0; i < first.GetNSends(); ++i)
    {
        EXPECT_EQ(both.GetSend(i).src, first.GetSend(i).src);
        EXPECT_EQ(both.GetSend(i).bytes, first.GetSend(i).bytes);
        // Chunk c is at rank c - 1 now, one rank before its position in an all-gather alone
        const auto& then = both.GetSend(first.GetNSends() + i);
        EXPECT_EQ(then.src, (second.GetSend(i).src + n - 1) % n);
        EXPECT_EQ(then.bytes, second.GetSend(i).bytes);
        EXPECT_EQ(then.step, second.GetSend(i).step + n - 1);
    }
}

TEST(RdmaRingReduceScatter, AndAllGatherHaveTheBandwidthsOfNcclTests)
{
    for (const auto& schedule :
         {MakeRdmaRingReduceScatter(64, 64000000), MakeRdmaRingAllGather(64, 64000000)})
    {
        EXPECT_EQ(schedule.GetSizeBytes(), 64000000u);
        EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 63.0 / 64);
        EXPECT_EQ(schedule.GetBusiestRankBytes(), 63000000u);
    }
}

TEST(RdmaRingReduceScatter, AndAllGatherRefuseOneRankOrNoBytes)
{
    EXPECT_DEATH(MakeRdmaRingReduceScatter(1, 100), "reduce-scatter needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaRingReduceScatter(2, 0), "reduce-scatter of 0 B");
    EXPECT_DEATH(MakeRdmaRingAllGather(1, 100), "all-gather needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaRingAllGather(2, 0), "all-gather of 0 B");
}

TEST(RdmaRingAllReduce, EveryRankEndsWithEverybodysShareOfEveryChunkInWhateverOrderTheyArrive)
{
    for (const uint32_t n : {2, 3, 4, 7, 16})
    {
        for (int64_t seed = 1; seed <= 5; ++seed)
        {
            ExpectAllReduce(n, 1000, seed);
        }
    }
}

TEST(RdmaRingAllReduce, ABufferOfFewerBytesThanRanksStillReducesEveryByte)
{
    ExpectAllReduce(8, 1, 1);
    ExpectAllReduce(8, 5, 1);
    ExpectAllReduce(8, 8, 1);
    EXPECT_EQ(MakeRdmaRingAllReduce(8, 5).GetNSends(), 14u * 5);
}

TEST(RdmaRingAllReduce, EachStepMovesTheWholeBufferInChunksThatDifferByOneByteAtMost)
{
    for (const uint64_t bytes : {1u, 4u, 5u, 63u, 64u, 1001u})
    {
        const auto schedule = MakeRdmaRingAllReduce(5, bytes);
        std::map<uint32_t, uint64_t> perStep;
        std::set<uint64_t> sizes;
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            perStep[schedule.GetSend(i).step] += schedule.GetSend(i).bytes;
            sizes.insert(schedule.GetSend(i).bytes);
        }
        EXPECT_EQ(perStep.size(), 8u);
        for (const auto& [step, sum] : perStep)
        {
            EXPECT_EQ(sum, bytes) << "step " << step;
        }
        EXPECT_LE(*sizes.rbegin() - *sizes.begin(), 1u);
    }
}

TEST(RdmaRingAllReduce, EverySendGoesToTheNextRankAndWaitsForOneOnly)
{
    const auto schedule = MakeRdmaRingAllReduce(4, 400);
    ASSERT_EQ(schedule.GetNSends(), 24u);
    for (uint32_t i = 0; i < 24; ++i)
    {
        EXPECT_EQ(schedule.GetSend(i).dst, (schedule.GetSend(i).src + 1) % 4);
        EXPECT_EQ(schedule.GetNDependencies(i), schedule.GetSend(i).step == 0 ? 0u : 1u);
    }
}

TEST(RdmaRingAllReduce, BandwidthsFollowNcclTests)
{
    const auto schedule = MakeRdmaRingAllReduce(64, 64000000);
    EXPECT_EQ(schedule.GetSizeBytes(), 64000000u);
    EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 126.0 / 64);
    EXPECT_EQ(schedule.GetBusiestRankBytes(), 126000000u);
}

TEST(RdmaRingAllReduce, OneRankOrNoBytesAreRefused)
{
    EXPECT_DEATH(MakeRdmaRingAllReduce(1, 100), "needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaRingAllReduce(2, 0), "all-reduce of 0 B");
}
