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
    EXPECT_EQ(RdmaPsnDiff(5, 3), 2);
    EXPECT_EQ(RdmaPsnDiff(3, 5), -2);
    EXPECT_EQ(RdmaPsnDiff(7, 7), 0);
    EXPECT_EQ(RdmaPsnDiff(0x000001, 0xFFFFFE), 3);
    EXPECT_EQ(RdmaPsnDiff(0xFFFFFE, 0x000001), -3);
}

TEST(RdmaPsn, OppositePointsCountAsBefore)
{
    EXPECT_EQ(RdmaPsnDiff(0x7FFFFF, 0), 0x7FFFFF);
    EXPECT_EQ(RdmaPsnDiff(0x800000, 0), -0x800000);
}

TEST(RdmaPsn, WireKeepsTheLow24Bits)
{
    EXPECT_EQ(ToWireRdmaPsn(0x123456789LL), 0x456789U);
    EXPECT_EQ(ToWireRdmaPsn(-1), 0xFFFFFFU);
}

TEST(RdmaPsn, WidenFindsTheNearestSequence)
{
    const RdmaPsnSeq turn = RdmaPsnSeq{1} << 24;
    EXPECT_EQ(WidenRdmaPsn(0x000002, 5 * turn - 1), 5 * turn + 2);
    EXPECT_EQ(WidenRdmaPsn(0xFFFFFE, 5 * turn + 1), 5 * turn - 2);
    EXPECT_EQ(WidenRdmaPsn(0x000064, 7 * turn + 100), 7 * turn + 100);
}

TEST(RdmaPsn, StalePsnBeforeTheFirstIsNegative)
{
    EXPECT_EQ(WidenRdmaPsn(0xFFFFFF, 0), -1);
    EXPECT_LT(WidenRdmaPsn(0xFFFFF0, 3), 0);
}

TEST(RdmaPsn, WidenUndoesToWireEverywhereNear)
{
    const RdmaPsnSeq half = RdmaPsnSeq{1} << 23;
    for (RdmaPsnSeq reference :
         {RdmaPsnSeq{0}, RdmaPsnSeq{0xFFFFFF}, RdmaPsnSeq{1} << 24, RdmaPsnSeq{1} << 40})
    {
        for (RdmaPsnSeq d :
             {-half, -half + 1, RdmaPsnSeq{-1}, RdmaPsnSeq{0}, RdmaPsnSeq{1}, half - 1})
        {
            EXPECT_EQ(WidenRdmaPsn(ToWireRdmaPsn(reference + d), reference), reference + d);
        }
    }
}

} // namespace
