/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/host-reservations.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;

using Hosts = std::vector<uint32_t>;

/// Jobs "0", "1", ..., each of which waits for the job with this number; -1: for none.
JobOrder
MakeOrder(const std::vector<int>& afters)
{
    std::vector<JobSpec> jobs(afters.size());
    for (size_t i = 0; i < afters.size(); ++i)
    {
        jobs[i].name = std::to_string(i);
        jobs[i].after = afters[i] < 0 ? "" : std::to_string(afters[i]);
    }
    return JobOrder(jobs);
}

/// All hosts of a set.
Hosts
List(const HostSet& set)
{
    return set.ListFirst(set.Count());
}

TEST(HostSet, HoldsWhatItIsToldAcrossWords)
{
    HostSet set(130);
    EXPECT_EQ(set.Count(), 130U);
    EXPECT_EQ(set.Get(129), 129U);
    for (uint32_t host = 0; host < 130; ++host)
    {
        if (host % 63 != 0)
        {
            set.Remove(host);
        }
    }
    EXPECT_EQ(List(set), (Hosts{0, 63, 126}));
    EXPECT_EQ(set.ListFirst(2), (Hosts{0, 63}));
    EXPECT_EQ(set.Get(1), 63U);
    set.Add(64);
    EXPECT_EQ(set.Get(2), 64U);
    EXPECT_TRUE(set.Has(64));
    EXPECT_FALSE(set.Has(65));
}

TEST(HostSet, OfAWholeNumberOfWordsNoHostTooManyIsThere)
{
    EXPECT_EQ(HostSet(64).Count(), 64U);
    EXPECT_EQ(HostSet(128).Count(), 128U);
}

TEST(HostReservations, WhoeverWaitsGetsTheHostsOfThoseItWaitsFor)
{
    const auto order = MakeOrder({-1, 0, 1, -1});
    HostReservations ledger(4);
    ledger.Take({0, 1}, order.GetSpan(0));
    EXPECT_EQ(List(ledger.GetFree(order.GetSpan(2))), (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(List(ledger.GetFree(order.GetSpan(3))), (Hosts{2, 3}));
}

TEST(HostReservations, WhoeverIsWaitedForGetsTheHostsOfThoseThatWait)
{
    const auto order = MakeOrder({-1, 0, 0});
    HostReservations ledger(2);
    ledger.Take({0}, order.GetSpan(1));
    ledger.Take({0}, order.GetSpan(2)); // both after job 0, at the same time
    EXPECT_EQ(List(ledger.GetFree(order.GetSpan(0))), (Hosts{0, 1}));
    ledger.Take({0}, order.GetSpan(0));
    EXPECT_EQ(List(ledger.GetFree(order.GetSpan(1))), (Hosts{1}));
}

TEST(HostReservations, AgreesWithTheRuleWhateverWaitsForWhat)
{
    constexpr uint32_t HOSTS = 12;
    std::mt19937 dice(7);
    const auto roll = [&dice](int sides) { return static_cast<int>(dice() % sides); };
    for (int round = 0; round < 300; ++round)
    {
        const int n = 2 + roll(12);
        std::vector<int> afters;
        for (int job = 0; job < n; ++job)
        {
            afters.push_back(roll(3) == 0 ? -1 : roll(job + 1) - 1);
        }
        std::vector<int> turns(n);
        std::iota(turns.begin(), turns.end(), 0);
        std::shuffle(turns.begin(), turns.end(), dice);
        const auto order = MakeOrder(afters);
        const auto waits = [&afters](int job, int before) {
            while (job >= 0 && job != before)
            {
                job = afters[job];
            }
            return job == before;
        };
        HostReservations ledger(HOSTS);
        std::vector<std::vector<int>> users(HOSTS);
        for (const int job : turns)
        {
            Hosts expected;
            for (uint32_t host = 0; host < HOSTS; ++host)
            {
                if (std::all_of(users[host].begin(), users[host].end(), [&](int user) {
                        return waits(job, user) || waits(user, job);
                    }))
                {
                    expected.push_back(host);
                }
            }
            ASSERT_EQ(List(ledger.GetFree(order.GetSpan(job))), expected) << "round " << round;
            Hosts taken; // mostly free hosts, but jobs may name used ones
            for (uint32_t host = 0; host < HOSTS; ++host)
            {
                const bool free = std::count(expected.begin(), expected.end(), host) > 0;
                if (roll(free ? 3 : 12) == 0)
                {
                    taken.push_back(host);
                    users[host].push_back(job);
                }
            }
            ledger.Take(taken, order.GetSpan(job));
        }
    }
}

} // namespace
