/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-player.h"

#include "ns3/rdma-halving-doubling-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/**
 * The messages of the textbook, from closed formulas: the lowest s bits of a core rank's number, in
 * reverse order, give its part after s halvings.
 */
class Textbook
{
  public:
    /// Identity of a message: step, source, destination.
    using Key = std::tuple<uint32_t, uint32_t, uint32_t>;

    Textbook(uint32_t n, uint64_t bytes)
        : m_bytes(bytes)
    {
        while (m_core * 2 <= n)
        {
            m_core *= 2;
            ++m_halvings;
        }
        m_aside = n - m_core;
        const uint32_t first = m_aside > 0 ? 1 : 0;
        for (uint32_t pair = 0; pair < m_aside; ++pair)
        {
            Add({0, 2 * pair, 2 * pair + 1}, {0, bytes});
            Add({2 * m_halvings + 1, 2 * pair + 1, 2 * pair}, {0, bytes});
        }
        for (uint32_t v = 0; v < m_core; ++v)
        {
            for (uint32_t s = 0; s < m_halvings; ++s)
            {
                const uint32_t peer = v ^ (1U << s);
                Add({first + s, RankOf(v), RankOf(peer)}, WorksOn(peer, s + 1));
                Add({first + 2 * m_halvings - 1 - s, RankOf(v), RankOf(peer)}, WorksOn(v, s + 1));
            }
        }
    }

    /// The messages that are not empty.
    std::map<Key, mrctest::Range> messages;

  private:
    void Add(Key key, mrctest::Range range)
    {
        if (range.begin < range.end)
        {
            messages[key] = range;
        }
    }

    uint32_t RankOf(uint32_t v) const
    {
        return v < m_aside ? 2 * v + 1 : v + m_aside;
    }

    mrctest::Range WorksOn(uint32_t v, uint32_t halvings) const
    {
        uint32_t first = 0;
        for (uint32_t s = 0; s < halvings; ++s)
        {
            first += (v >> s & 1U) * (m_core >> (s + 1));
        }
        return {OffsetOf(first), OffsetOf(first + (m_core >> halvings))};
    }

    uint64_t OffsetOf(uint64_t part) const
    {
        return part * (m_bytes / m_core) + std::min(part, m_bytes % m_core);
    }

    uint64_t m_bytes;
    uint32_t m_core{1};
    uint32_t m_halvings{0};
    uint32_t m_aside{0};
};

} // namespace

TEST(RdmaHalvingDoublingAllReduce, OfThreeRanksTheFirstOneStandsAside)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaHalvingDoublingAllReduce(3, 11)), R"(
0: 0 0>1 11
1: 1 1>2 5 < 0
2: 1 2>1 6
3: 2 1>2 6 < 0 2
4: 2 2>1 5 < 1
5: 3 1>0 11 < 0 2 4
)");
}

TEST(RdmaHalvingDoublingAllReduce, OfFourRanksHalvesGoToTheNeighborAndQuartersAcross)
{
    EXPECT_EQ(mrctest::WriteDown(MakeRdmaHalvingDoublingAllReduce(4, 8)), R"(
0: 0 0>1 4
1: 0 1>0 4
2: 0 2>3 4
3: 0 3>2 4
4: 1 0>2 2 < 1
5: 1 1>3 2 < 0
6: 1 2>0 2 < 3
7: 1 3>1 2 < 2
8: 2 0>2 2 < 1 6
9: 2 1>3 2 < 0 7
10: 2 2>0 2 < 3 4
11: 2 3>1 2 < 2 5
12: 3 0>1 4 < 1 6 10
13: 3 1>0 4 < 0 7 11
14: 3 2>3 4 < 3 4 8
15: 3 3>2 4 < 2 5 9
)");
}

TEST(RdmaHalvingDoublingAllReduce, EveryRankEndsWithEverybodysShareOfEveryByte)
{
    for (uint32_t n = 2; n <= 17; ++n)
    {
        for (const uint64_t bytes : {1, 2, 3, 5, 8, 15, 16, 100})
        {
            const auto schedule = MakeRdmaHalvingDoublingAllReduce(n, bytes);
            const Textbook textbook(n, bytes);
            ASSERT_EQ(schedule.GetNSends(), textbook.messages.size());
            auto play = mrctest::MakeReducingPlay(n, bytes);
            for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
            {
                const auto& send = schedule.GetSend(i);
                const auto key = std::make_tuple(send.step, send.src, send.dst);
                ASSERT_EQ(textbook.messages.count(key), 1u) << mrctest::WriteDown(schedule);
                play.ranges.push_back(textbook.messages.at(key));
            }
            for (const auto& buffer : mrctest::PlayData(schedule, play))
            {
                EXPECT_EQ(buffer, play.complete) << n << " ranks, " << bytes << " B";
            }
        }
    }
}

TEST(RdmaHalvingDoublingAllReduce, BandwidthsFollowNcclTestsAndPowersOfTwoMoveNoByteTooMany)
{
    const auto schedule = MakeRdmaHalvingDoublingAllReduce(64, 64000000);
    EXPECT_EQ(schedule.GetSizeBytes(), 64000000u);
    EXPECT_DOUBLE_EQ(schedule.GetBusFactor(), 126.0 / 64);
    EXPECT_EQ(schedule.GetBusiestRankBytes(), 126000000u);
    EXPECT_EQ(schedule.GetNSends(), 64u * 12);
}

TEST(RdmaHalvingDoublingAllReduce, OneRankOrNoBytesAreRefused)
{
    EXPECT_DEATH(MakeRdmaHalvingDoublingAllReduce(1, 100), "needs 2 ranks, not 1");
    EXPECT_DEATH(MakeRdmaHalvingDoublingAllReduce(2, 0), "all-reduce of 0 B");
}
