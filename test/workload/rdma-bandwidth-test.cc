/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-bandwidth.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(RdmaBandwidth, BusFactorsAreThoseOfNcclTests)
{
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::ALL_REDUCE, 8), 1.75);
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::ALL_GATHER, 8), 0.875);
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::REDUCE_SCATTER, 8), 0.875);
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::ALL_TO_ALL, 8), 0.875);
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::BROADCAST, 8), 1);
    EXPECT_DOUBLE_EQ(GetRdmaBusFactor(RdmaCollective::SEND_RECV, 8), 1);
}

TEST(RdmaBandwidth, OneRankMovesNothingInCollectivesThatLeaveItItsOwn)
{
    EXPECT_EQ(GetRdmaBusFactor(RdmaCollective::ALL_REDUCE, 1), 0);
    EXPECT_EQ(GetRdmaBusFactor(RdmaCollective::ALL_TO_ALL, 1), 0);
}

TEST(RdmaBandwidth, FiftyMegabytesInAMillisecondAre400GbitPerSecond)
{
    EXPECT_DOUBLE_EQ(GetRdmaAlgbwBps(50000000, RdmaTick::Ms(1)), 400e9);
}
