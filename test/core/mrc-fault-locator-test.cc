/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-fault-locator.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/**
 * One plane of a Clos network and the probes of a monitor.
 *
 *   T1 0   T1 1  ..       every T0 has a link to every T1
 *    | \  / |
 *   T0 0   T0 1  ..
 *   h0 h1  h2 h3
 *
 * Each round every host probes its T0, and some T1s in turn.
 */
class Plane
{
  public:
    /**
     * @param t0s T0s
     * @param hosts hosts under each of them
     * @param t1s T1s
     */
    Plane(uint32_t t0s, uint32_t hosts, uint32_t t1s)
        : m_t0s(t0s),
          m_hosts(hosts),
          m_t1s(t1s)
    {
        for (uint32_t host = 0; host < t0s * hosts; ++host)
        {
            m_first.push_back(locator.AddPath({Nic(host), T0(host / hosts)}));
            for (uint32_t t1 = 0; t1 < t1s; ++t1)
            {
                m_far.push_back(locator.AddPath(
                    {Nic(host), Uplink(host / hosts, t1), T0(host / hosts), T1(t1)}));
            }
        }
        for (uint32_t i = 0; i < t0s + t1s; ++i)
        {
            locator.SetWhole(t0s * hosts + t0s * t1s + i);
        }
    }

    /** @return the link of a host */
    uint32_t Nic(uint32_t host) const
    {
        return host;
    }

    /** @return the link between the two */
    uint32_t Uplink(uint32_t t0, uint32_t t1) const
    {
        return m_t0s * m_hosts + t0 * m_t1s + t1;
    }

    /** @return a T0 */
    uint32_t T0(uint32_t t0) const
    {
        return m_t0s * m_hosts + m_t0s * m_t1s + t0;
    }

    /** @return a T1 */
    uint32_t T1(uint32_t t1) const
    {
        return m_t0s * m_hosts + m_t0s * m_t1s + m_t0s + t1;
    }

    /**
     * Run a round.
     * @return the changes
     */
    std::vector<MrcFaultChange> Round()
    {
        for (uint32_t host = 0; host < m_t0s * m_hosts; ++host)
        {
            const uint32_t t0 = host / m_hosts;
            Probe(m_first[host], {Nic(host), T0(t0)});
            for (uint32_t i = 0; i < perHost; ++i)
            {
                const auto t1 = static_cast<uint32_t>((round + host * perHost + i) % m_t1s);
                Probe(m_far[host * m_t1s + t1], {Nic(host), Uplink(t0, t1), T0(t0), T1(t1)});
            }
        }
        auto changes = locator.EvaluateRound(round++);
        for (const MrcFaultChange& change : changes)
        {
            EXPECT_EQ(locator.IsFaulty(change.element), change.faulty);
            everNamed += change.faulty;
        }
        return changes;
    }

    /** @param rounds number of rounds to run */
    void Rounds(uint32_t rounds)
    {
        for (uint32_t i = 0; i < rounds; ++i)
        {
            Round();
        }
    }

    MrcFaultLocator locator;                       ///< under test
    std::vector<std::pair<uint32_t, double>> loss; ///< elements with losses, and their loss shares
    double background{0};                          ///< loss share of every probe in addition
    uint32_t perHost{1};                           ///< T1s that a host probes in a round
    uint64_t round{0};                             ///< next round
    uint32_t everNamed{0};                         ///< times that an element was named
    std::mt19937 dice{1};                          ///< random numbers

  private:
    /**
     * @param path its path
     * @param elements elements that it crosses
     */
    void Probe(uint32_t path, const std::set<uint32_t>& elements)
    {
        std::uniform_real_distribution<double> draw;
        bool answered = draw(dice) >= background;
        for (const auto& [element, share] : loss)
        {
            answered = answered && (!elements.count(element) || draw(dice) >= share);
        }
        locator.Record(round, path, answered);
    }

    uint32_t m_t0s;                ///< T0s
    uint32_t m_hosts;              ///< hosts of each
    uint32_t m_t1s;                ///< T1s
    std::vector<uint32_t> m_first; ///< paths to the T0, by host
    std::vector<uint32_t> m_far;   ///< paths to T1s, by host and T1
};

using Elements = std::vector<uint32_t>;

TEST(FaultLocator, NobodyIsNamedWhereNothingIsLost)
{
    Plane plane(4, 4, 4);
    plane.Rounds(100);
    EXPECT_EQ(plane.everNamed, 0U);
}

TEST(FaultLocator, DeadElementsOfEveryKindAreNamedWithinThreeRounds)
{
    Plane shape(4, 4, 4);
    for (const uint32_t dead : {shape.Nic(5), shape.Uplink(1, 2), shape.T0(3), shape.T1(0)})
    {
        Plane plane(4, 4, 4);
        plane.perHost = 4;
        plane.Rounds(10);
        plane.loss = {{dead, 1}};
        plane.Rounds(3);
        EXPECT_EQ(plane.locator.ListFaulty(), Elements{dead});
        plane.Rounds(100);
        EXPECT_EQ(plane.locator.ListFaulty(), Elements{dead});
        EXPECT_EQ(plane.everNamed, 1U);
    }
}

TEST(FaultLocator, WhatIsLostInASingleRoundNamesNobody)
{
    Plane plane(4, 4, 4);
    plane.perHost = 4;
    plane.Rounds(5);
    plane.loss = {{plane.T1(2), 1}};
    plane.Round();
    plane.loss.clear();
    plane.Rounds(70);
    EXPECT_EQ(plane.everNamed, 0U);
}

TEST(FaultLocator, RepairedElementsAreHealthyAgainAndCanFailAgain)
{
    Plane plane(4, 4, 4);
    plane.loss = {{plane.T1(2), 1}};
    plane.Rounds(5);
    EXPECT_TRUE(plane.locator.IsFaulty(plane.T1(2)));
    plane.loss.clear();
    plane.Rounds(3);
    EXPECT_TRUE(plane.locator.ListFaulty().empty());
    plane.Rounds(70);
    EXPECT_EQ(plane.everNamed, 1U) << "old losses are forgotten";
    plane.loss = {{plane.T1(2), 1}};
    plane.Rounds(5);
    EXPECT_EQ(plane.locator.ListFaulty(), Elements{plane.T1(2)});
}

TEST(FaultLocator, TwoFaultsAtATimeAreTold)
{
    Plane shape(4, 4, 4);
    const std::vector<Elements> pairs{{shape.Nic(0), shape.T1(3)},
                                      {shape.Nic(0), shape.Nic(1)},
                                      {shape.Nic(0), shape.Uplink(0, 1)},
                                      {shape.Uplink(2, 2), shape.T0(1)},
                                      {shape.Uplink(0, 1), shape.Uplink(3, 1)},
                                      {shape.Uplink(0, 1), shape.Uplink(0, 2)},
                                      {shape.T0(0), shape.T0(2)},
                                      {shape.T0(0), shape.T1(2)},
                                      {shape.T1(1), shape.T1(2)}};
    for (const Elements& pair : pairs)
    {
        Plane plane(4, 4, 4);
        plane.loss = {{pair[0], 1}, {pair[1], 1}};
        plane.Rounds(20);
        EXPECT_EQ(plane.locator.ListFaulty(), pair);
        EXPECT_EQ(plane.everNamed, 2U) << "no other element, not even temporarily";
    }
}

TEST(FaultLocator, AFaultBesideAKnownOneIsFound)
{
    Plane plane(4, 4, 4);
    plane.loss = {{plane.T1(1), 1}};
    plane.Rounds(50);
    plane.loss.push_back({plane.Nic(7), 1});
    plane.Rounds(5);
    plane.loss.push_back({plane.Uplink(1, 3), 1});
    plane.Rounds(8);
    EXPECT_EQ(plane.locator.ListFaulty(),
              (Elements{plane.Nic(7), plane.Uplink(1, 3), plane.T1(1)}));
    EXPECT_EQ(plane.everNamed, 3U);
}

TEST(FaultLocator, ALinkOfADeadT1IsPartOfIt)
{
    Plane plane(4, 4, 4);
    plane.loss = {{plane.Uplink(1, 3), 1}};
    plane.Rounds(10);
    ASSERT_EQ(plane.locator.ListFaulty(), Elements{plane.Uplink(1, 3)});
    plane.loss.push_back({plane.T1(3), 1});
    plane.Rounds(10);
    EXPECT_EQ(plane.locator.ListFaulty(), Elements{plane.T1(3)});
}

TEST(FaultLocator, AllLinksOfAT1OneAfterAnotherAreTheT1)
{
    Plane plane(3, 4, 4);
    for (uint32_t t0 = 0; t0 < 2; ++t0)
    {
        plane.loss.push_back({plane.Uplink(t0, 3), 1});
        plane.Rounds(30);
        EXPECT_TRUE(plane.locator.IsFaulty(plane.Uplink(t0, 3))) << t0;
    }
    plane.loss.push_back({plane.Uplink(2, 3), 1});
    plane.Rounds(30);
    EXPECT_EQ(plane.locator.ListFaulty(), Elements{plane.T1(3)});
}

TEST(FaultLocator, APartLostIsFoundAndItsShareTold)
{
    Plane shape(4, 4, 4);
    for (const uint32_t lossy : {shape.Nic(3), shape.Uplink(2, 1)})
    {
        uint32_t found = 0;
        for (uint32_t seed = 1; seed <= 20; ++seed)
        {
            Plane plane(4, 4, 4);
            plane.dice.seed(seed);
            plane.background = 0.001;
            plane.loss = {{lossy, 0.19}}; // 10 % in each direction
            double share = 0;
            for (uint32_t i = 0; i < 64; ++i)
            {
                for (const MrcFaultChange& change : plane.Round())
                {
                    EXPECT_EQ(change.element, lossy);
                    share = change.faulty ? change.lossShare : share;
                }
            }
            found += plane.locator.IsFaulty(lossy);
            EXPECT_GT(share, 0.05);
            EXPECT_LT(share, 0.95);
        }
        EXPECT_GE(found, 19U) << "of 20";
    }
}

TEST(FaultLocator, LossesInBurstsAreFound)
{
    // Gilbert-Elliott: bad for two of ten rounds on average, with half of the frames lost then
    uint32_t found = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        Plane plane(4, 4, 4);
        plane.dice.seed(seed);
        bool bad = false;
        std::uniform_real_distribution<double> draw;
        bool named = false;
        for (uint32_t i = 0; i < 128; ++i)
        {
            bad = draw(plane.dice) < (bad ? 0.5 : 0.125);
            plane.loss = {{plane.Uplink(1, 1), bad ? 0.75 : 0}};
            for (const MrcFaultChange& change : plane.Round())
            {
                EXPECT_EQ(change.element, plane.Uplink(1, 1));
                named = true;
            }
        }
        found += named;
    }
    EXPECT_GE(found, 19U) << "of 20";
}

TEST(FaultLocator, RandomLossesOfOneInAThousandNameNobody)
{
    Plane plane(8, 4, 8);
    plane.background = 0.001;
    plane.Rounds(20000);
    EXPECT_EQ(plane.everNamed, 0U);
}

TEST(FaultLocator, WhatNoProbeTellsApartHasOneName)
{
    Plane plane(2, 1, 3); // one host per T0: probes do not distinguish its link from the T0
    plane.loss = {{plane.T0(1), 1}};
    plane.Rounds(5);
    EXPECT_EQ(plane.locator.ListFaulty(), Elements{plane.Nic(1)});
    const auto paths = [&plane](uint32_t element) { return plane.locator.GetPaths(element); };
    EXPECT_EQ(paths(plane.Nic(1)), paths(plane.T0(1)));
    EXPECT_NE(paths(plane.Nic(1)), paths(plane.Nic(0)));
    EXPECT_NE(paths(plane.T1(0)), paths(plane.Uplink(0, 0)));
}

TEST(FaultLocator, ALossThatEitherOfTwoExplainsNamesNobodyUntilTheOtherHasAnswered)
{
    MrcFaultLocator locator;
    const uint32_t lossy = locator.AddPath({0, 1});
    const uint32_t other = locator.AddPath({1, 2});
    uint64_t round = 0;
    locator.Record(round, other, true);
    for (; round < 2; ++round)
    {
        locator.Record(round, lossy, false);
        locator.Record(round, lossy, false);
        EXPECT_TRUE(locator.EvaluateRound(round).empty()) << "element 1 may lose four of five";
    }
    locator.Record(round, other, true);
    const auto changes = locator.EvaluateRound(round);
    ASSERT_EQ(changes.size(), 1U) << "element 1 would lose four of six";
    EXPECT_EQ(changes[0].element, 0U);
}

TEST(FaultLocator, AllProbesLostIsEveryT0)
{
    Plane plane(3, 4, 2);
    plane.loss.clear();
    plane.background = 1;
    plane.Rounds(5);
    EXPECT_EQ(plane.locator.ListFaulty(), (Elements{plane.T0(0), plane.T0(1), plane.T0(2)}));
}

TEST(FaultLocator, AccountedForIsWhatCrossesANamedElement)
{
    MrcFaultLocator locator;
    const uint32_t a = locator.AddPath({0, 1});
    const uint32_t b = locator.AddPath({2, 1});
    for (uint64_t round = 0; round < 4; ++round)
    {
        locator.Record(round, a, false);
        locator.Record(round, b, true);
        locator.EvaluateRound(round);
    }
    EXPECT_EQ(locator.ListFaulty(), Elements{0});
    EXPECT_TRUE(locator.IsAccountedFor(a));
    EXPECT_FALSE(locator.IsAccountedFor(b));
}

TEST(FaultHistory, CountsUpTo15OfEachKindInEachOf64Rounds)
{
    MrcFaultHistory history;
    for (uint32_t i = 0; i < 20; ++i)
    {
        history.Record(3, true);
        history.Record(3, false);
        history.Record(4, true);
    }
    EXPECT_EQ(history.Get(3).answered, 15U);
    EXPECT_EQ(history.Get(3).lost, 15U);
    EXPECT_EQ(history.Get(4).lost, 0U);
    EXPECT_EQ(history.Sum(4, 2).answered, 30U);
    EXPECT_EQ(history.Sum(4, 1).lost, 0U);
    history.Record(66, false);
    EXPECT_EQ(history.Get(3).lost, 15U) << "63 rounds ago";
    history.Record(67, false);
    EXPECT_EQ(history.Get(3).lost, 0U) << "64 rounds ago";
    history.Record(2, false);
    EXPECT_EQ(history.Get(2).lost, 0U) << "too late";
    EXPECT_EQ(history.Sum(67, 64).lost, 2U);
    history.Forget(67);
    EXPECT_EQ(history.Sum(67, 64).lost, 1U);
    history.Record(1000, true);
    EXPECT_EQ(history.Sum(1000, 64).lost, 0U);
    EXPECT_EQ(history.Sum(1000, 64).answered, 1U);
}

} // namespace
