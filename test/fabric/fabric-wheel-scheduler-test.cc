/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-wheel-scheduler.h"
#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

using namespace ns3;

namespace
{

/// Time steps of a second, if a step is a picosecond.
constexpr uint64_t ONE_SECOND = 1000000000000;

/// Random generator of the standard, with the same numbers on all platforms.
using Dice = std::mt19937_64;

/**
 * @param ts time
 * @param uid number
 * @return an event that is never run
 */
Scheduler::Event
MakeSchedulerEvent(uint64_t ts, uint32_t uid)
{
    return {reinterpret_cast<EventImpl*>(uintptr_t{uid} * 16), {ts, uid, uid % 7}};
}

/// Inserts and removes events, and compares the wheel with ns-3's map.
class Twins
{
  public:
    explicit Twins(Ptr<FabricWheelScheduler> wheel)
        : m_wheel(wheel)
    {
    }

    /**
     * @param ts time of a new event
     */
    void Insert(uint64_t ts)
    {
        InsertAs(ts, m_uid++);
    }

    /**
     * @param ts time of a new event
     * @param uid its number
     */
    void InsertAs(uint64_t ts, uint32_t uid)
    {
        const Scheduler::Event ev = MakeSchedulerEvent(ts, uid);
        m_wheel->Insert(ev);
        m_map->Insert(ev);
        m_waiting.push_back(ev);
        m_alive.insert(uid);
        ASSERT_FALSE(m_wheel->IsEmpty());
    }

    /** Compare the first event of both and remove it. */
    void RemoveNext()
    {
        const Scheduler::Event wanted = m_map->RemoveNext();
        ExpectSame(m_wheel->PeekNext(), wanted);
        ExpectSame(m_wheel->RemoveNext(), wanted);
        ASSERT_EQ(m_wheel->IsEmpty(), m_map->IsEmpty());
        m_alive.erase(wanted.key.m_uid);
        m_now = wanted.key.m_ts;
    }

    /**
     * Remove a random event from both.
     * @param dice chooses it
     */
    void RemoveAny(Dice& dice)
    {
        while (!m_map->IsEmpty())
        {
            std::swap(m_waiting[dice() % m_waiting.size()], m_waiting.back());
            const Scheduler::Event ev = m_waiting.back();
            m_waiting.pop_back();
            if (m_alive.erase(ev.key.m_uid))
            {
                m_map->Remove(ev);
                m_wheel->Remove(ev);
                return;
            }
        }
    }

    /** Remove all. */
    void Drain()
    {
        while (!m_map->IsEmpty() && !::testing::Test::HasFatalFailure())
        {
            RemoveNext();
        }
    }

    /** @return true if there is no event */
    bool IsEmpty() const
    {
        return m_map->IsEmpty();
    }

    /** @return time of the last event that was removed by RemoveNext */
    uint64_t Now() const
    {
        return m_now;
    }

    /** @return the scheduler under test */
    FabricWheelScheduler& Wheel()
    {
        return *m_wheel;
    }

  private:
    /**
     * @param got an event
     * @param wanted the expected event
     */
    static void ExpectSame(const Scheduler::Event& got, const Scheduler::Event& wanted)
    {
        ASSERT_EQ(got.key.m_ts, wanted.key.m_ts);
        ASSERT_EQ(got.key.m_uid, wanted.key.m_uid);
        ASSERT_EQ(got.key.m_context, wanted.key.m_context);
        ASSERT_EQ(got.impl, wanted.impl);
    }

    Ptr<FabricWheelScheduler> m_wheel;                     ///< under test
    Ptr<MapScheduler> m_map{CreateObject<MapScheduler>()}; ///< the reference
    std::vector<Scheduler::Event> m_waiting;               ///< inserted, some of them removed
    std::unordered_set<uint32_t> m_alive;                  ///< uids of those not removed
    uint64_t m_now{0};                                     ///< see Now
    uint32_t m_uid{4};                                     ///< next uid, as in ns-3
};

/// Distribution of the times of a random run.
struct Mix
{
    std::string name;                              ///< of the test
    std::function<uint64_t(Dice&, uint64_t)> time; ///< time of a new event, from the current one
};

/**
 * @param os output
 * @param mix a mix
 * @return os
 */
std::ostream&
operator<<(std::ostream& os, const Mix& mix)
{
    return os << mix.name;
}

/** @return mixes with very different times */
std::vector<Mix>
MakeMixes()
{
    const auto within = [](uint64_t span) {
        return [span](Dice& dice, uint64_t now) { return now + dice() % span; };
    };
    return {
        {"Microseconds", within(2000000)},
        {"HalfAMillisecond", within(ONE_SECOND / 2000)},
        {"Seconds", within(10 * ONE_SECOND)},
        {"Picoseconds", within(20)},
        {"Now", within(1)},
        {"AnyTimeOfTheRange", [](Dice& dice, uint64_t now) { return std::max(now, dice() >> 1); }},
        {"AllMagnitudes",
         [](Dice& dice, uint64_t now) {
             const uint64_t span = uint64_t{1} << dice() % 53; // up to hours
             return now + dice() % span;
         }},
        {"Clusters",
         [](Dice& dice, uint64_t now) {
             return (now / 1000000 + dice() % 4) * 1000000 + 1000000 + dice() % 3;
         }},
        {"FewDelays",
         [](Dice& dice, uint64_t now) {
             const uint64_t delays[] = {0, 338560, 500000, 838560, 131072000, ONE_SECOND};
             return now + delays[dice() % std::size(delays)];
         }},
        {"BeforeTheLastRemoved",
         [](Dice& dice, uint64_t now) {
             const uint64_t back = dice() % 4 == 0 ? dice() % 3000000 : 0;
             return now - std::min(now, back) + dice() % 1000000;
         }},
    };
}

/// A random run of a mix and a seed.
class FabricWheelMix : public ::testing::TestWithParam<std::tuple<Mix, int>>
{
  protected:
    /**
     * Insert and remove at random.
     * @param twins the schedulers
     * @param steps number of steps
     * @param insertPercent probability of an insertion, %
     * @param removePercent probability of the removal of a random event, %
     */
    void Run(Twins& twins, int steps, uint64_t insertPercent, uint64_t removePercent)
    {
        const Mix& mix = std::get<0>(GetParam());
        for (int i = 0; i < steps && !HasFatalFailure(); ++i)
        {
            const uint64_t roll = m_dice() % 100;
            if (twins.IsEmpty() || roll < insertPercent)
            {
                twins.Insert(mix.time(m_dice, twins.Now()));
            }
            else if (roll < insertPercent + removePercent)
            {
                twins.RemoveAny(m_dice);
            }
            else
            {
                twins.RemoveNext();
            }
        }
    }

    Dice m_dice{static_cast<uint64_t>(std::get<1>(GetParam()))}; ///< seeded
};

/// Single situations.
class FabricWheel : public ::testing::Test
{
  protected:
    Twins twins{CreateObject<FabricWheelScheduler>()}; ///< the wheel and the reference
    Dice dice{1};                                      ///< seeded
};

TEST_P(FabricWheelMix, HasTheOrderOfTheMap)
{
    Twins twins(CreateObject<FabricWheelScheduler>());
    Run(twins, 6000, 70, 2);
    Run(twins, 12000, 50, 0);
    Run(twins, 3000, 45, 10);
    twins.Drain();
    Run(twins, 2000, 60, 5);
    twins.Drain();
}

TEST_P(FabricWheelMix, HasTheOrderOfTheMapWhateverItsFirstShape)
{
    const uint32_t buckets[] = {64, 1000, 65536};
    for (const uint32_t n : buckets)
    {
        Twins twins(CreateObjectWithAttributes<FabricWheelScheduler>(
            "Buckets",
            UintegerValue(n),
            "BucketWidth",
            TimeValue(TimeStep(1 + m_dice() % 100000))));
        Run(twins, 2000, 60, 2);
        twins.Drain();
    }
}

INSTANTIATE_TEST_SUITE_P(Random,
                         FabricWheelMix,
                         ::testing::Combine(::testing::ValuesIn(MakeMixes()),
                                            ::testing::Range(1, 6)),
                         [](const auto& info) {
                             return std::get<0>(info.param).name + "Seed" +
                                    std::to_string(std::get<1>(info.param));
                         });

TEST_F(FabricWheel, ManyEventsAtOneInstantBeforeALaterOne)
{
    twins.Insert(1);
    for (int i = 0; i < 131072; ++i)
    {
        twins.Insert(0);
    }
    twins.Drain();
}

TEST_F(FabricWheel, EventsThatScheduleAtTheirOwnInstant)
{
    for (int i = 0; i < 1000; ++i)
    {
        twins.Insert(5000);
    }
    for (int i = 0; i < 20000; ++i)
    {
        twins.RemoveNext();
        twins.Insert(twins.Now() + (i < 10000 ? 0 : i % 2));
    }
    twins.Drain();
}

TEST_F(FabricWheel, DecreasingTimes)
{
    for (uint64_t ts = 50000; ts > 0; --ts)
    {
        twins.Insert(ts * 7777);
    }
    twins.Drain();
}

TEST_F(FabricWheel, ADenseBucketBecomesNarrower)
{
    const Time before = twins.Wheel().GetBucketWidth();
    for (int i = 0; i < 100000; ++i)
    {
        twins.Insert(dice() % 2000);
    }
    EXPECT_LT(twins.Wheel().GetBucketWidth(), before);
    twins.Drain();
}

TEST_F(FabricWheel, DenseBucketsBecomeNarrowerAndMoreOfThemIfTheyAreFarAhead)
{
    for (const bool far : {false, true})
    {
        Twins both(CreateObject<FabricWheelScheduler>());
        const auto& wheel = both.Wheel();
        const int64_t width = wheel.GetBucketWidth().GetTimeStep();
        const uint32_t buckets = wheel.GetNBuckets();
        for (int i = 0; i < 20000; ++i)
        {
            both.Insert(width * buckets * (far ? 3 : 1) / 4 + dice() % width);
        }
        EXPECT_LT(wheel.GetBucketWidth().GetTimeStep(), width);
        EXPECT_EQ(wheel.GetNBuckets() > buckets, far);
        both.Drain();
    }
}

TEST_F(FabricWheel, LongDelaysMakeTheTurnLonger)
{
    for (int i = 0; i < 1000; ++i)
    {
        twins.Insert(i * 100000);
    }
    for (int i = 0; i < 300000; ++i)
    {
        twins.RemoveNext();
        twins.Insert(twins.Now() + 100000000);
    }
    EXPECT_LT(twins.Wheel().GetNBeyond(), 100U);
    EXPECT_LE(twins.Wheel().GetNBuckets(), 16384U);
}

TEST_F(FabricWheel, ShortDelaysAfterLongOnesMakeItShortAgain)
{
    for (int i = 0; i < 200000; ++i)
    {
        twins.Insert(twins.Now() + dice() % ONE_SECOND);
        twins.RemoveNext();
    }
    const Time wide = twins.Wheel().GetBucketWidth();
    for (int i = 0; i < 1000; ++i)
    {
        twins.Insert(twins.Now() + dice() % 1000000);
    }
    for (int i = 0; i < 300000; ++i)
    {
        twins.RemoveNext();
        twins.Insert(twins.Now() + dice() % 1000000);
    }
    EXPECT_LT(twins.Wheel().GetBucketWidth(), wide);
    EXPECT_LT(twins.Wheel().GetBucketWidth(), NanoSeconds(4));
}

TEST_F(FabricWheel, MemoryIsGivenBackAfterABurst)
{
    for (int i = 0; i < 80000; ++i)
    {
        twins.Insert(dice() % 1000000);
        twins.Insert(ONE_SECOND + dice() % ONE_SECOND);
    }
    EXPECT_GT(twins.Wheel().GetBytes(), 5000000U);
    twins.Drain();
    for (int i = 0; i < 80000; ++i)
    {
        twins.Insert(twins.Now() + 1000);
        twins.RemoveNext();
    }
    EXPECT_LT(twins.Wheel().GetBytes(), 250000U);
}

TEST_F(FabricWheel, MemoryIsGivenBackAfterABurstThatDidNotChangeTheShape)
{
    for (int i = 0; i < 100000; ++i)
    {
        twins.Insert(1000000);
    }
    EXPECT_GT(twins.Wheel().GetBytes(), 3000000U);
    twins.Drain();
    for (int i = 0; i < 10000; ++i)
    {
        twins.Insert(twins.Now() + 1000);
        twins.RemoveNext();
    }
    EXPECT_LT(twins.Wheel().GetBytes(), 100000U);
}

TEST_F(FabricWheel, TheEndOfTime)
{
    const uint64_t last = std::numeric_limits<int64_t>::max();
    for (const uint64_t ts : {last, uint64_t{0}, last - 1, last, last / 2, uint64_t{1}})
    {
        twins.Insert(ts);
    }
    twins.Drain();
    twins.Insert(last);
    twins.Drain();
}

TEST_F(FabricWheel, FarEventsComeBeforeNearOnesThatWereInsertedLater)
{
    twins.Insert(10000000); // far from time 0
    twins.Insert(9500000);
    twins.RemoveNext();
    twins.Insert(10000001); // near
    twins.Insert(9999999);
    twins.Drain();
}

TEST_F(FabricWheel, ARebuildSortsFarEventsThatHaveComeNearAmongThoseOfTheTurn)
{
    constexpr uint64_t WIDTH = 512;
    Twins crowded(CreateObjectWithAttributes<FabricWheelScheduler>("BucketWidth",
                                                                   TimeValue(TimeStep(WIDTH)),
                                                                   "Buckets",
                                                                   UintegerValue(1024)));
    for (uint64_t i = 0; i < 400; ++i)
    {
        crowded.Insert(1100 * WIDTH + i); // beyond the turn
    }
    for (const uint64_t bucket : {1000, 1099})
    {
        crowded.Insert(bucket * WIDTH); // the turn approaches without a need to move them
        crowded.RemoveNext();
    }
    for (uint64_t i = 0; i < 32; ++i)
    {
        crowded.Insert((1500 + i) * WIDTH + 16 * i); // after them, and yet within the turn
    }
    ASSERT_EQ(crowded.Wheel().GetNBeyond(), 400U);
    for (uint64_t i = 200; i > 0; --i)
    {
        crowded.Insert(1099 * WIDTH + i); // a crowded bucket, for narrower buckets
    }
    ASSERT_LT(crowded.Wheel().GetBucketWidth(), TimeStep(WIDTH));
    EXPECT_EQ(crowded.Wheel().GetNBeyond(), 32U) << "only the last ones";
    crowded.Drain();
}

TEST_F(FabricWheel, RemovesAFarEventThatHasComeNear)
{
    const Scheduler::Event far = MakeSchedulerEvent(10000000, 1);
    FabricWheelScheduler& wheel = twins.Wheel();
    wheel.Insert(far);
    wheel.Insert(MakeSchedulerEvent(9900000, 2));
    EXPECT_EQ(wheel.RemoveNext().key.m_uid, 2U);
    wheel.Remove(far);
    EXPECT_TRUE(wheel.IsEmpty());
}

TEST_F(FabricWheel, AUidThatWrapsComesFirstAtItsInstant)
{
    twins.InsertAs(1000, UINT32_MAX);
    twins.InsertAs(1000, 0);
    twins.InsertAs(1000, UINT32_MAX - 1);
    twins.Drain();
}

TEST_F(FabricWheel, TwoEventsOfOneKeyAreBothKept)
{
    // A uid may be repeated after 2^32 events, while its first event still waits.
    FabricWheelScheduler& wheel = twins.Wheel();
    for (const uint64_t ts : {uint64_t{1000}, uint64_t{ONE_SECOND}})
    {
        wheel.Insert(MakeSchedulerEvent(ts, 5));
        wheel.Insert(MakeSchedulerEvent(ts, 5));
    }
    for (int i = 0; i < 4; ++i)
    {
        ASSERT_FALSE(wheel.IsEmpty());
        EXPECT_EQ(wheel.RemoveNext().key.m_uid, 5U);
    }
    EXPECT_TRUE(wheel.IsEmpty());
}

} // namespace
