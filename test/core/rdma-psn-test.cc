/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-psn.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

TEST(RdmaPsn, DifferenceIsSignedOnTheCircle)
{
    EXPECT_EQ(PsnDiff(5, 3), 2);
    EXPECT_EQ(PsnDiff(3, 5), -2);
    EXPECT_EQ(PsnDiff(7, 7), 0);
    EXPECT_EQ(PsnDiff(0x000001, 0xFFFFFE), 3);
    EXPECT_EQ(PsnDiff(0xFFFFFE, 0x000001), -3);
}

TEST(RdmaPsn, OppositePointsCountAsBefore)
{
    EXPECT_EQ(PsnDiff(0x7FFFFF, 0), 0x7FFFFF);
    EXPECT_EQ(PsnDiff(0x800000, 0), -0x800000);
    EXPECT_FALSE(PsnAfter(0x800000, 0));
    EXPECT_TRUE(PsnAfter(0x7FFFFF, 0));
}

TEST(RdmaPsn, AfterLooksAcrossTheWrap)
{
    EXPECT_TRUE(PsnAfter(0, 0xFFFFFF));
    EXPECT_FALSE(PsnAfter(0xFFFFFF, 0));
    EXPECT_FALSE(PsnAfter(4, 4));
}

TEST(RdmaPsn, AddWrapsBothWays)
{
    EXPECT_EQ(PsnAdd(0xFFFFFF, 1), 0U);
    EXPECT_EQ(PsnAdd(0, -1), 0xFFFFFFU);
    EXPECT_EQ(PsnAdd(10, int64_t{1} << 24), 10U);
    EXPECT_EQ(PsnAdd(10, (int64_t{5} << 32) + 3), 13U);
}

TEST(RdmaPsn, WireKeepsTheLow24Bits)
{
    EXPECT_EQ(ToWirePsn(0x123456789LL), 0x456789U);
    EXPECT_EQ(ToWirePsn(-1), 0xFFFFFFU);
}

TEST(RdmaPsn, WidenFindsTheNearestSequence)
{
    const PsnSeq turn = PsnSeq{1} << 24;
    EXPECT_EQ(WidenPsn(0x000002, 5 * turn - 1), 5 * turn + 2);
    EXPECT_EQ(WidenPsn(0xFFFFFE, 5 * turn + 1), 5 * turn - 2);
    EXPECT_EQ(WidenPsn(0x000064, 7 * turn + 100), 7 * turn + 100);
}

TEST(RdmaPsn, StalePsnBeforeTheFirstIsNegative)
{
    EXPECT_EQ(WidenPsn(0xFFFFFF, 0), -1);
    EXPECT_LT(WidenPsn(0xFFFFF0, 3), 0);
}

TEST(RdmaPsn, WidenUndoesToWireEverywhereNear)
{
    const PsnSeq half = PsnSeq{1} << 23;
    for (PsnSeq reference : {PsnSeq{0}, PsnSeq{0xFFFFFF}, PsnSeq{1} << 24, PsnSeq{1} << 40})
    {
        for (PsnSeq d : {-half, -half + 1, PsnSeq{-1}, PsnSeq{0}, PsnSeq{1}, half - 1})
        {
            EXPECT_EQ(WidenPsn(ToWirePsn(reference + d), reference), reference + d);
        }
    }
}

} // namespace
