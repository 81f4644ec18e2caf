/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "selector-fixture.h"

#include "ns3/mrc-reps-selector.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

/** REPS on one plane by default. */
class RepsSelector : public SelectorFixture<MrcRepsSelector>
{
  protected:
    /** Process unmarked SACKs for EVs of plane 0. */
    void Good(const std::vector<uint32_t>& evs)
    {
        for (const uint32_t ev : evs)
        {
            selector->OnSack(now, ev, MrcEvVerdict::NONE);
        }
    }

    /**
     * @param first a position
     * @param count number of EVs
     * @return the EVs of plane 0 from this position on
     */
    std::vector<uint32_t> Evs(uint32_t first, uint32_t count) const
    {
        std::vector<uint32_t> evs;
        for (uint32_t i = 0; i < count; ++i)
        {
            evs.push_back(table.GetActiveEv(0, first + i));
        }
        return evs;
    }

    /** Expect that packets draw their EVs at random. */
    void ExpectDrawn()
    {
        const auto evs = SendMany(64);
        EXPECT_GT(std::set<uint32_t>(evs.begin(), evs.end()).size(), 20U);
    }
};

TEST_F(RepsSelector, WithoutFreshEvsOneIsDrawnAtRandom)
{
    Start(1, 64);
    // 6,400 packets over 64 EVs: 100 each with a standard deviation of 10
    const auto evs = SendMany(6400);
    for (const uint32_t ev : Evs(0, 64))
    {
        EXPECT_NEAR(Count(evs, ev), 100, 50);
    }
    uint32_t distinct = std::set<uint32_t>(evs.begin(), evs.begin() + 64).size();
    EXPECT_LT(distinct, 64U) << "drawn with replacement, not in rotation";
}

TEST_F(RepsSelector, EvOfAnUnmarkedSackIsUsedOnceMoreOldestFirst)
{
    Start(1, 64);
    const auto good = Evs(10, 5);
    Good(good);
    EXPECT_EQ(SendMany(5), good);
    ExpectDrawn();
}

TEST_F(RepsSelector, MarkedSacksAndNacksAreNotRecycled)
{
    Start(1, 64);
    const auto good = Evs(0, 2);
    selector->OnSack(now, good[0], MrcEvVerdict::NONE);
    selector->OnSack(now, table.GetActiveEv(0, 9), MrcEvVerdict::SKIP_ONCE);
    selector->OnSack(now, table.GetActiveEv(0, 9), MrcEvVerdict::ALWAYS_SKIP);
    selector->OnNack(now, table.GetActiveEv(0, 9), MrcNackReason::TRIMMED);
    selector->OnSack(now, good[1], MrcEvVerdict::NONE);
    EXPECT_EQ(SendMany(2), good);
    EXPECT_EQ(table.GetState(table.GetActiveEv(0, 9)), MrcEvState::GOOD);
}

TEST_F(RepsSelector, RingHoldsTheLatestEight)
{
    Start(1, 64);
    Good(Evs(0, 11));
    EXPECT_EQ(SendMany(8), Evs(3, 8));
    Good(Evs(20, 3));
    EXPECT_EQ(SendMany(1), Evs(20, 1));
    Good(Evs(30, 7));
    EXPECT_EQ(SendMany(8),
              (std::vector<uint32_t>{table.GetActiveEv(0, 22),
                                     table.GetActiveEv(0, 30),
                                     table.GetActiveEv(0, 31),
                                     table.GetActiveEv(0, 32),
                                     table.GetActiveEv(0, 33),
                                     table.GetActiveEv(0, 34),
                                     table.GetActiveEv(0, 35),
                                     table.GetActiveEv(0, 36)}));
}

TEST_F(RepsSelector, LossFreezesToTheEvsKnownToBeGood)
{
    Start(1, 64);
    const auto good = Evs(0, 8);
    Good(good);
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    const auto evs = SendMany(80);
    for (const uint32_t ev : good)
    {
        EXPECT_EQ(Count(evs, ev), 10U) << "repeatedly, in turn";
    }
    EXPECT_EQ(table.GetState(table.GetActiveEv(0, 50)), MrcEvState::GOOD);
}

TEST_F(RepsSelector, FrozenRingWithNothingKnownStillDraws)
{
    Start(1, 64);
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    ExpectDrawn();
    Good(Evs(3, 1));
    EXPECT_EQ(Count(SendMany(20), Evs(3, 1)[0]), 20U) << "until an EV is known";
}

TEST_F(RepsSelector, WithoutTrimmingALossFreezesNothing)
{
    Start(1, 64, false);
    Good(Evs(0, 8));
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    SendMany(8);
    ExpectDrawn();
}

TEST_F(RepsSelector, AfterTheFreezeSixteenPacketsExplore)
{
    Start(1, 64);
    Good(Evs(0, 8));
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    now += RdmaTick::Us(999);
    Good(Evs(0, 1));
    SendMany(8);
    const auto frozen = SendMany(8);
    EXPECT_EQ(std::set<uint32_t>(frozen.begin(), frozen.end()).size(), 8U) << "for a millisecond";
    now += RdmaTick::Us(1);
    EXPECT_EQ(SendMany(8), frozen) << "until the next good SACK";
    Good(Evs(60, 1));
    selector->OnLoss(now, table.GetActiveEv(0, 50)); // no freeze while exploring
    const auto explored = SendMany(16);
    EXPECT_GT(std::set<uint32_t>(explored.begin(), explored.end()).size(), 10U) << "at random";
    EXPECT_EQ(SendMany(1), Evs(60, 1)) << "then the EV recycled since; the old ring is empty";
    ExpectDrawn();
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    EXPECT_EQ(Count(SendMany(20), Evs(60, 1)[0]), 20U);
}

TEST_F(RepsSelector, PlanesHaveTheirTurnsAndRingsOfTheirOwn)
{
    Start(4, 16);
    const uint32_t frozen = table.GetActiveEv(1, 7);
    const uint32_t good = table.GetActiveEv(2, 5);
    selector->OnSack(now, frozen, MrcEvVerdict::NONE);
    selector->OnSack(now, good, MrcEvVerdict::NONE);
    selector->OnLoss(now, table.GetActiveEv(1, 3));
    std::vector<std::vector<uint32_t>> packets(4);
    for (int i = 0; i < 40; ++i)
    {
        const MrcPath path = Send();
        packets[path.port].push_back(path.ev);
        EXPECT_EQ(packets[path.port].size(), i / 4 + 1U);
    }
    EXPECT_EQ(Count(packets[1], frozen), 10U);
    EXPECT_EQ(packets[2][0], good);
    EXPECT_LT(Count(packets[2], good), 5U) << "the others draw";
}

TEST_F(RepsSelector, RememberedEvThatWasDeniedIsNotUsed)
{
    Start(1, 64);
    const auto good = Evs(0, 3);
    Good(good);
    table.Deny(good[0]);
    EXPECT_EQ(SendMany(2), (std::vector<uint32_t>{good[1], good[2]}));
    selector->OnLoss(now, good[1]);
    table.Deny(good[2]);
    EXPECT_EQ(Count(SendMany(20), good[1]), 20U) << "the frozen ring has only this one left";
}

TEST_F(RepsSelector, RingFreezeAndExplorationAreAttributes)
{
    selector->SetAttribute("RingSize", UintegerValue(2));
    selector->SetAttribute("ExplorePackets", UintegerValue(0));
    selector->SetAttribute("FreezeTime", TimeValue(MicroSeconds(5)));
    Start(1, 64);
    Good(Evs(0, 5));
    EXPECT_EQ(SendMany(2), Evs(3, 2));
    selector->OnLoss(now, table.GetActiveEv(0, 50));
    now += RdmaTick::Us(5);
    Good(Evs(7, 1));
    EXPECT_EQ(SendMany(1), Evs(7, 1)) << "no packet explores";
    ExpectDrawn();
}

TEST_F(RepsSelector, EvThatNowLeavesByAnotherPortIsNotRecycled)
{
    Start(2, 4);
    const uint32_t moved = table.GetActiveEv(0, 3);
    const uint32_t other = table.GetActiveEv(1, 3);
    Good({moved});
    // A controller moves the value from the EVs of one port to those of another.
    ASSERT_TRUE(table.Replace(now, moved, 0x7001, MrcEvState::GOOD));
    ASSERT_TRUE(table.Replace(now, other, moved, MrcEvState::GOOD));
    const uint32_t denied = table.GetActiveEv(0, 1);
    table.Deny(denied);
    ASSERT_EQ(table.GetActiveCount(0), 3U) << "no position 3 any more";
    const MrcPath path = Send(0b01);
    EXPECT_EQ(path.port, 0);
    EXPECT_NE(path.ev, denied);
}

} // namespace
