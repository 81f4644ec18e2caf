/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-schedule-progress.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Execute a schedule in a random order that respects its dependencies and nothing else.
 * @param schedule what to execute
 * @param seed stream of the choices
 * @param onPost called with the index of a send when it is posted
 * @param onDeliver called with the index of a send when it is delivered
 */
template <typename P, typename D>
void
Execute(const RdmaSchedule& schedule, int64_t seed, P onPost, D onDeliver)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(seed);
    const auto take = [&random](std::vector<uint32_t>& from) {
        const auto i = random->GetInteger(0, static_cast<uint32_t>(from.size()) - 1);
        std::swap(from[i], from.back());
        const uint32_t taken = from.back();
        from.pop_back();
        return taken;
    };
    RdmaScheduleProgress progress;
    std::vector<uint32_t> ready;
    std::vector<uint32_t> underWay;
    progress.Begin(schedule, ready);
    for (mrctest::StepBudget steps; (!ready.empty() || !underWay.empty()) && steps.Take();)
    {
        if (underWay.empty() || (!ready.empty() && random->GetValue() < 0.5))
        {
            const uint32_t send = take(ready);
            progress.Post(send, 1);
            onPost(send);
            underWay.push_back(send);
        }
        else
        {
            const uint32_t send = take(underWay);
            onDeliver(send);
            progress.Deliver(send, ready);
        }
    }
    ASSERT_EQ(progress.GetNLeft(), 0u);
}

/**
 * Which chunk each send of a ring carries, as its dependencies tell: a rank starts with the chunk
 * of its own number, and what waits for a chunk passes the same chunk on.
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
 * Play a ring all-reduce with sets of ranks instead of numbers: buffer[rank][chunk] is the set of
 * ranks whose shares have been added up there.
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
    Execute(
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
            else // spread: only complete sums replace
            {
                EXPECT_EQ(comes.size(), n);
                there = comes;
            }
        });
    const auto nChunks = std::min<uint64_t>(n, bytes);
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        for (uint32_t c = 0; c < nChunks; ++c)
        {
            EXPECT_EQ(buffer[rank][c].size(), n) << "rank " << rank << " chunk " << c;
        }
    }
}

} // namespace

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

TEST(RdmaAllToAll, EveryRankGetsItsBlockFromEveryOther)
{
    const uint32_t n = 9;
    const auto schedule = MakeRdmaAllToAll(n, 123);
    ASSERT_EQ(schedule.Validate(), "");
    std::set<std::pair<uint32_t, uint32_t>> blocks;
    Execute(
        schedule,
        1,
        [](uint32_t) {},
        [&](uint32_t i) {
            const auto& send = schedule.GetSend(i);
            EXPECT_EQ(send.bytes, 123u);
            EXPECT_TRUE(blocks.emplace(send.src, send.dst).second);
        });
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
