/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-permutation-schedule.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-shuffle.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

using Ranks = std::vector<uint32_t>;

Ranks
Draw(const Ranks& groups, int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return DrawRdmaPermutation(groups, *PeekPointer(random));
}

/** @return groups of neighbors, all of the same size */
Ranks
Blocks(uint32_t nGroups, uint32_t size)
{
    Ranks groups(nGroups * size);
    for (uint32_t rank = 0; rank < groups.size(); ++rank)
    {
        groups[rank] = rank / size;
    }
    return groups;
}

void
ExpectPermutationAcross(const Ranks& groups, const Ranks& destinations)
{
    ASSERT_EQ(destinations.size(), groups.size());
    EXPECT_EQ(std::set<uint32_t>(destinations.begin(), destinations.end()).size(), groups.size());
    for (uint32_t rank = 0; rank < groups.size(); ++rank)
    {
        ASSERT_LT(destinations[rank], groups.size());
        EXPECT_NE(groups[destinations[rank]], groups[rank]) << "rank " << rank;
    }
}

} // namespace

TEST(RdmaPermutation, EveryRankSendsToAnotherGroupAndEveryRankReceivesFromOne)
{
    for (int64_t stream = 1; stream <= 20; ++stream)
    {
        ExpectPermutationAcross(Blocks(8, 8), Draw(Blocks(8, 8), stream));
        ExpectPermutationAcross(Blocks(2, 5), Draw(Blocks(2, 5), stream));
        ExpectPermutationAcross(Blocks(7, 1), Draw(Blocks(7, 1), stream));
    }
    ExpectPermutationAcross(Blocks(32, 32), Draw(Blocks(32, 32), 1));
}

TEST(RdmaPermutation, UnevenGroupsWorkUpToOneThatHoldsHalf)
{
    const Ranks half{0, 0, 0, 0, 1, 2, 2, 3};
    EXPECT_TRUE(CanRdmaPermutationCross(half));
    for (int64_t stream = 1; stream <= 50; ++stream)
    {
        ExpectPermutationAcross(half, Draw(half, stream));
    }
}

TEST(RdmaPermutation, AGroupWithMoreThanHalfOfTheRanksIsRefused)
{
    const Ranks groups{0, 0, 0, 1, 2};
    EXPECT_FALSE(CanRdmaPermutationCross(groups));
    EXPECT_DEATH(Draw(groups, 1), "no permutation of 5 ranks across groups");
}

TEST(RdmaPermutation, TheSameStreamGivesTheSamePermutationAndAnotherGivesAnother)
{
    EXPECT_EQ(Draw(Blocks(8, 8), 3), Draw(Blocks(8, 8), 3));
    EXPECT_NE(Draw(Blocks(8, 8), 3), Draw(Blocks(8, 8), 4));
}

TEST(RdmaPermutation, EveryAllowedDestinationOccursAboutEquallyOften)
{
    // Rank 0 of 8 groups of 2 has 14 destinations; 1400 draws give about 100 each.
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    Ranks hits(16, 0);
    for (int draw = 0; draw < 1400; ++draw)
    {
        ++hits[DrawRdmaPermutation(Blocks(8, 2), *PeekPointer(random))[0]];
    }
    EXPECT_EQ(hits[0] + hits[1], 0u);
    EXPECT_GT(*std::min_element(hits.begin() + 2, hits.end()), 60u);
    EXPECT_LT(*std::max_element(hits.begin() + 2, hits.end()), 140u);
}

TEST(RdmaPermutation, EveryDerangementOfFourRanksOccurs)
{
    // 9 of them: 6 rings, and 3 in which pairs exchange. The latter are rarest, with 2 draws of 27.
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    std::set<Ranks> seen;
    for (int draw = 0; draw < 200; ++draw)
    {
        seen.insert(DrawRdmaPermutation(Blocks(4, 1), *PeekPointer(random)));
    }
    EXPECT_EQ(seen.size(), 9u);
}

TEST(RdmaShuffle, AllOrdersOccurAboutEquallyOften)
{
    // 24 orders of 4; 2400 draws give about 100 each
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    std::map<Ranks, uint32_t> hits;
    for (int draw = 0; draw < 2400; ++draw)
    {
        ++hits[DrawRdmaShuffle(4, *PeekPointer(random))];
    }
    EXPECT_EQ(hits.size(), 24u);
    for (const auto& [order, times] : hits)
    {
        EXPECT_NEAR(times, 100, 50);
    }
}

TEST(RdmaPermutation, EachRankSendsItsBytesToItsDestination)
{
    const auto schedule = MakeRdmaPermutation({2, 0, 1}, 77);
    ASSERT_EQ(schedule.Validate(), "");
    ASSERT_EQ(schedule.GetNSends(), 3u);
    EXPECT_EQ(schedule.GetSend(0).dst, 2u);
    EXPECT_EQ(schedule.GetSend(1).dst, 0u);
    EXPECT_EQ(schedule.GetSend(2).dst, 1u);
    EXPECT_EQ(schedule.GetSend(2).bytes, 77u);
    EXPECT_EQ(schedule.GetSizeBytes(), 77u);
}

TEST(RdmaIncast, AllButTheReceiverSendToItAndItsBytesCount)
{
    const auto schedule = MakeRdmaIncast(8, 3, 1000);
    ASSERT_EQ(schedule.Validate(), "");
    ASSERT_EQ(schedule.GetNSends(), 7u);
    std::set<uint32_t> senders;
    for (uint32_t i = 0; i < 7; ++i)
    {
        EXPECT_EQ(schedule.GetSend(i).dst, 3u);
        EXPECT_EQ(schedule.GetNDependencies(i), 0u);
        senders.insert(schedule.GetSend(i).src);
    }
    EXPECT_EQ(senders, (std::set<uint32_t>{0, 1, 2, 4, 5, 6, 7}));
    EXPECT_EQ(schedule.GetSizeBytes(), 7000u);
}

TEST(RdmaIncast, AReceiverThatIsNoRankIsRefused)
{
    EXPECT_DEATH(MakeRdmaIncast(4, 4, 1), "receiver 4 is none of 4 ranks");
    EXPECT_DEATH(MakeRdmaIncast(4, 0, 0), "incast of 0 B");
}

TEST(RdmaSendRecv, EveryRankSendsToTheNextAtOnce)
{
    const auto schedule = MakeRdmaSendRecv(3, 9);
    ASSERT_EQ(schedule.Validate(), "");
    ASSERT_EQ(schedule.GetNSends(), 3u);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(schedule.GetSend(i).src, i);
        EXPECT_EQ(schedule.GetSend(i).dst, (i + 1) % 3);
        EXPECT_EQ(schedule.GetNDependencies(i), 0u);
    }
    EXPECT_EQ(schedule.GetSizeBytes(), 9u);
}

TEST(RdmaWrite, RankZeroWritesToRankOne)
{
    const auto schedule = MakeRdmaWrite(5);
    ASSERT_EQ(schedule.Validate(), "");
    ASSERT_EQ(schedule.GetNSends(), 1u);
    EXPECT_EQ(schedule.GetSend(0).src, 0u);
    EXPECT_EQ(schedule.GetSend(0).dst, 1u);
    EXPECT_EQ(schedule.GetSend(0).bytes, 5u);
}

TEST(RdmaFlows, TheListIsKeptWithItsStarts)
{
    const auto schedule = MakeRdmaFlows(
        4,
        {{0, 3, 10, RdmaTick::Us(2)}, {1, 3, 20, RdmaTick()}, {3, 0, 30, RdmaTick::Us(1)}});
    ASSERT_EQ(schedule.Validate(), "");
    EXPECT_EQ(schedule.GetStart(0), RdmaTick::Us(2));
    EXPECT_EQ(schedule.GetStart(1), RdmaTick());
    EXPECT_EQ(schedule.GetStart(2), RdmaTick::Us(1));
    EXPECT_EQ(schedule.GetSend(2).step, 2u);
    EXPECT_EQ(schedule.GetSizeBytes(), 30u);
}

TEST(RdmaFlows, FlowsThatMakeNoSenseAreRefused)
{
    EXPECT_DEATH(MakeRdmaFlows(2, {{0, 1, 1, RdmaTick()}, {0, 1, 0, RdmaTick()}}),
                 "flow 1 has 0 B");
    EXPECT_DEATH(MakeRdmaFlows(2, {{1, 1, 1, RdmaTick()}}), "flow 0 goes from rank 1 to itself");
    EXPECT_DEATH(MakeRdmaFlows(2, {{0, 1, 1, RdmaTick::Ns(-3)}}), "flow 0 starts at -3 ns");
}
