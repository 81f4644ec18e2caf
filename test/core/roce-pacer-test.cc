/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/roce-pacer.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

TEST(RocePacer, FullPacketAtLineRateTakesItsLineTime)
{
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 400e9);
    EXPECT_TRUE(pacer.IsReady(RdmaTick()));
    pacer.OnSent(RdmaTick(), 4198);
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Ps(83960));
    EXPECT_FALSE(pacer.IsReady(RdmaTick::Ps(83959)));
    EXPECT_TRUE(pacer.IsReady(RdmaTick::Ps(83960)));
}

TEST(RocePacer, FractionsOfAPicosecondAddUp)
{
    // 4198 B at 7 Gb/s take 4797714.2857 ps; a thousand of them 4797714285.7 ps.
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 7e9);
    for (int i = 0; i < 1000; ++i)
    {
        pacer.OnSent(pacer.GetNext(), 4198);
    }
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Ps(4797714285));
}

TEST(RocePacer, IdleTimeIsNotSavedUp)
{
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 400e9);
    pacer.OnSent(RdmaTick(), 4198);
    pacer.OnSent(RdmaTick::Us(100), 4198);
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Us(100) + RdmaTick::Ps(83960));
    EXPECT_FALSE(pacer.IsReady(RdmaTick::Us(100)));
}

TEST(RocePacer, RestOfAGapPassesAtTheNewRate)
{
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 1e6);
    pacer.OnSent(RdmaTick(), 1000); // 8 ms
    pacer.SetRate(RdmaTick::Ms(2), 2e6);
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Ms(5)); // 6 ms left, now 3
    pacer.SetRate(RdmaTick::Ms(4), 0.5e6);
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Ms(8)); // 1 ms left, now 4
}

TEST(RocePacer, FractionOfAGapIsStretchedWithIt)
{
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 3e9);
    pacer.OnSent(RdmaTick(), 1); // 2666.67 ps
    pacer.SetRate(RdmaTick(), 3e3);
    EXPECT_EQ(pacer.GetNext(), RdmaTick::Ps(2666666666)) << "a million times as long";
}

TEST(RocePacer, RateChangeDoesNotDelayAReadyPacket)
{
    RocePacer pacer;
    pacer.SetRate(RdmaTick(), 400e9);
    pacer.OnSent(RdmaTick(), 4198);
    pacer.SetRate(RdmaTick::Us(1), 1e9);
    EXPECT_TRUE(pacer.IsReady(RdmaTick::Us(1)));
}

} // namespace
