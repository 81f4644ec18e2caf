/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-sack-history.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

/** A history of SACKs of 1,000 B, bounded by nothing unless a test sets a limit. */
class SackHistory : public testing::Test
{
  protected:
    /**
     * Add a SACK, one nanosecond after the last one.
     * @param rttNs its round-trip time, ns
     * @param marked true if it is marked
     */
    void Add(int64_t rttNs, bool marked = false)
    {
        now += RdmaTick::Ns(1);
        history.Add(now, RdmaTick::Ns(rttNs), 1000, marked, limits);
    }

    MrcSackHistory history; ///< the history
    MrcSackHistory::Limits limits{1000000000, MrcSackHistory::MAX_COUNT, RdmaTick::Ms(1)};
    RdmaTick now{RdmaTick::Ms(1)}; ///< the time
};

TEST_F(SackHistory, MedianOfOneIsItsSample)
{
    Add(12345);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(12345));
}

TEST_F(SackHistory, MedianOfAnOddNumberIsTheMiddleInAnyOrder)
{
    Add(50);
    Add(10);
    Add(20);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(20));
    Add(40);
    Add(30);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(30));
}

TEST_F(SackHistory, MedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo)
{
    Add(40);
    Add(10);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(25));
    Add(90);
    Add(20);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(30));
}

TEST_F(SackHistory, MinorityOfSlowPathsDoesNotChangeTheMedian)
{
    for (const int64_t rttNs : {10, 900, 10, 10, 900, 10, 10})
    {
        Add(rttNs);
    }
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(10));
}

TEST_F(SackHistory, EqualSamplesAreTheMedian)
{
    for (int i = 0; i < 10; ++i)
    {
        Add(7);
        EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(7));
    }
}

TEST_F(SackHistory, KeepsTheLastOnesUpToTheCount)
{
    limits.count = 3;
    for (const int64_t rttNs : {1, 2, 30, 40, 50})
    {
        Add(rttNs);
    }
    EXPECT_EQ(history.GetCount(), 3U);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(40));
}

TEST_F(SackHistory, KeepsTheLastOnesUpToTheBytes)
{
    limits.bytes = 2000;
    for (const int64_t rttNs : {1, 2, 30, 40})
    {
        Add(rttNs);
    }
    EXPECT_EQ(history.GetCount(), 2U);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(35));
    limits.bytes = 1999;
    Add(50);
    EXPECT_EQ(history.GetCount(), 1U);
    limits.bytes = 3000;
    Add(60);
    Add(70);
    Add(80);
    EXPECT_EQ(history.GetCount(), 3U) << "bytes of forgotten SACKs must not count";
}

TEST_F(SackHistory, KeepsTheLastOneBeyondAllLimits)
{
    limits = {0, 0, RdmaTick()};
    Add(10);
    Add(20);
    EXPECT_EQ(history.GetCount(), 1U);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ns(20));
}

TEST_F(SackHistory, ForgetsOldOnes)
{
    limits.age = RdmaTick::Ns(100);
    Add(10);
    now += RdmaTick::Ns(98);
    Add(20); // 99 ns later
    EXPECT_EQ(history.GetCount(), 2U);
    Add(30); // 100 ns
    EXPECT_EQ(history.GetCount(), 3U);
    Add(40); // 101 ns
    EXPECT_EQ(history.GetCount(), 3U);
    now += RdmaTick::Ms(1);
    Add(50);
    EXPECT_EQ(history.GetCount(), 1U);
}

TEST_F(SackHistory, NeverKeepsMoreThanItsMaximum)
{
    limits.count = 1000;
    for (int i = 1; i <= 1000; ++i)
    {
        Add(i);
    }
    ASSERT_EQ(history.GetCount(), MrcSackHistory::MAX_COUNT);
    EXPECT_EQ(history.GetMedianRtt(), RdmaTick::Ps(936500)) << "873 to 1,000 ns";
}

TEST_F(SackHistory, MostMustBeMarkedNotHalf)
{
    Add(1, true);
    EXPECT_TRUE(history.IsMostlyMarked());
    Add(1);
    EXPECT_FALSE(history.IsMostlyMarked());
    Add(1, true);
    EXPECT_TRUE(history.IsMostlyMarked());
}

} // namespace
