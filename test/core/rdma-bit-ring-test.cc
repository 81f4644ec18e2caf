/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-bit-ring.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace
{

using namespace ns3;

TEST(RdmaBitRing, CapacityIsAPowerOfTwoOfAtLeast128)
{
    EXPECT_EQ(RdmaBitRing(0).GetCapacity(), 128U);
    EXPECT_EQ(RdmaBitRing(128).GetCapacity(), 128U);
    EXPECT_EQ(RdmaBitRing(129).GetCapacity(), 256U);
}

TEST(RdmaBitRing, ABitIsSetAndClearedAlone)
{
    RdmaBitRing ring(128);
    ring.Set(63);
    ring.Set(64);
    EXPECT_FALSE(ring.Test(62));
    EXPECT_TRUE(ring.Test(63));
    EXPECT_TRUE(ring.Test(64));
    EXPECT_FALSE(ring.Test(65));
    ring.Clear(63);
    EXPECT_FALSE(ring.Test(63));
    EXPECT_TRUE(ring.Test(64));
}

TEST(RdmaBitRing, PlacesAreUsedAgainWhenTheWindowSlides)
{
    RdmaBitRing ring(128);
    ring.Set(5);
    EXPECT_TRUE(ring.Test(5 + 128)) << "the same place";
    ring.Clear(5);
    ring.Set(127);
    ring.Set(128);
    EXPECT_EQ(ring.Read(127), 3U) << "over the end of the ring";
    EXPECT_EQ(ring.FindFirst(64, 192), 127);
    EXPECT_EQ(ring.FindFirst(128, 192), 128);
}

TEST(RdmaBitRing, ReadsSixtyFourBitsFromAnyPsn)
{
    RdmaBitRing ring(128);
    ring.Set(64);
    ring.Set(70);
    ring.Set(127);
    ring.Set(128);
    EXPECT_EQ(ring.Read(64), uint64_t{1} | uint64_t{1} << 6 | uint64_t{1} << 63);
    EXPECT_EQ(ring.Read(65), uint64_t{1} << 5 | uint64_t{1} << 62 | uint64_t{1} << 63);
    EXPECT_EQ(ring.Read(63), uint64_t{1} << 1 | uint64_t{1} << 7) << "127 is the 65th";
}

TEST(RdmaBitRing, ClearsSomeOfSixtyFourBits)
{
    for (const RdmaPsnSeq base : {64, 65, 127})
    {
        RdmaBitRing ring(128);
        for (RdmaPsnSeq psn = base; psn < base + 64; ++psn)
        {
            ring.Set(psn);
        }
        ring.Clear64(base, 0x8000000000000005);
        EXPECT_EQ(ring.Read(base), ~uint64_t{0x8000000000000005}) << "from " << base;
    }
}

TEST(RdmaBitRing, FindsNothingBeyondTheEnd)
{
    RdmaBitRing ring(128);
    EXPECT_EQ(ring.FindFirst(10, 138), 138);
    ring.Set(70);
    EXPECT_EQ(ring.FindFirst(10, 70), 70) << "the end, not the bit";
    EXPECT_EQ(ring.FindFirst(10, 71), 70);
    EXPECT_EQ(ring.FindFirst(71, 100), 100) << "a bit of the same word below";
    EXPECT_EQ(ring.FindFirst(70, 70), 70) << "an empty range";
    EXPECT_EQ(ring.FindFirst(10, 69), 69) << "a bit of the same word above";
}

TEST(RdmaBitRing, AWindowKeepsItsBitsWhenItGrows)
{
    RdmaBitRing ring(128);
    const std::set<RdmaPsnSeq> set{1000, 1001, 1063, 1127};
    for (const RdmaPsnSeq psn : set)
    {
        ring.Set(psn);
    }
    ring.Grow(1000, 1128);
    EXPECT_EQ(ring.GetCapacity(), 256U);
    for (RdmaPsnSeq psn = 1000; psn < 1256; ++psn)
    {
        EXPECT_EQ(ring.Test(psn), set.count(psn) == 1) << psn;
    }
}

TEST(RdmaBitRing, IsASetOfWhatTheWindowHolds)
{
    std::mt19937 random(3);
    RdmaBitRing ring(200);
    std::set<RdmaPsnSeq> set;
    RdmaPsnSeq first = 0;
    for (int step = 0; step < 20000; ++step)
    {
        const RdmaPsnSeq psn = first + random() % 200;
        if (random() % 3 == 0)
        {
            ring.Clear(psn);
            set.erase(psn);
        }
        else
        {
            ring.Set(psn);
            set.insert(psn);
        }
        for (const RdmaPsnSeq until = first + random() % 3; first < until; ++first)
        {
            ring.Clear(first);
            set.erase(first);
        }
        const RdmaPsnSeq end = first + 200;
        const RdmaPsnSeq from = first + random() % 200;
        const auto expected = set.lower_bound(from);
        ASSERT_EQ(ring.FindFirst(from, end), expected == set.end() ? end : *expected);
    }
}

} // namespace
