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
    pacer.SetRate(Tick(), 400e9);
    EXPECT_TRUE(pacer.IsReady(Tick()));
    pacer.OnSent(Tick(), 4198);
    EXPECT_EQ(pacer.GetNext(), Tick::Ps(83960));
    EXPECT_FALSE(pacer.IsReady(Tick::Ps(83959)));
    EXPECT_TRUE(pacer.IsReady(Tick::Ps(83960)));
}

TEST(RocePacer, FractionsOfAPicosecondAddUp)
{
    // 4198 B at 7 Gb/s take 4797714.2857 ps; a thousand of them 4797714285.7 ps.
    RocePacer pacer;
    pacer.SetRate(Tick(), 7e9);
    for (int i = 0; i < 1000; ++i)
    {
        pacer.OnSent(pacer.GetNext(), 4198);
    }
    EXPECT_EQ(pacer.GetNext(), Tick::Ps(4797714285));
}

TEST(RocePacer, IdleTimeIsNotSavedUp)
{
    RocePacer pacer;
    pacer.SetRate(Tick(), 400e9);
    pacer.OnSent(Tick(), 4198);
    pacer.OnSent(Tick::Us(100), 4198);
    EXPECT_EQ(pacer.GetNext(), Tick::Us(100) + Tick::Ps(83960));
    EXPECT_FALSE(pacer.IsReady(Tick::Us(100)));
}

TEST(RocePacer, RestOfAGapPassesAtTheNewRate)
{
    RocePacer pacer;
    pacer.SetRate(Tick(), 1e6);
    pacer.OnSent(Tick(), 1000); // 8 ms
    pacer.SetRate(Tick::Ms(2), 2e6);
    EXPECT_EQ(pacer.GetNext(), Tick::Ms(5)); // 6 ms left, now 3
    pacer.SetRate(Tick::Ms(4), 0.5e6);
    EXPECT_EQ(pacer.GetNext(), Tick::Ms(8)); // 1 ms left, now 4
}

TEST(RocePacer, FractionOfAGapIsStretchedWithIt)
{
    RocePacer pacer;
    pacer.SetRate(Tick(), 3e9);
    pacer.OnSent(Tick(), 1); // 2666.67 ps
    pacer.SetRate(Tick(), 3e3);
    EXPECT_EQ(pacer.GetNext(), Tick::Ps(2666666666)) << "a million times as long";
}

TEST(RocePacer, RateChangeDoesNotDelayAReadyPacket)
{
    RocePacer pacer;
    pacer.SetRate(Tick(), 400e9);
    pacer.OnSent(Tick(), 4198);
    pacer.SetRate(Tick::Us(1), 1e9);
    EXPECT_TRUE(pacer.IsReady(Tick::Us(1)));
}

} // namespace
