/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <optional>

using namespace ns3;

namespace
{

// SKIP (mrc reference, 9.3)

TEST_F(EvTable, MarkedEvIsPassedOverOnce)
{
    Start(2, 64);
    const uint32_t ev = table.GetActiveEv(0, 3);
    table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(table.GetGoodCount(0), table.GetActiveCount(0) - 1);
    EXPECT_FALSE(Turn(now, ev));
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
    EXPECT_TRUE(Turn(now, ev));
}

TEST_F(EvTable, TrimmedEvIsPassedOverFourTimes)
{
    Start(2, 64);
    const uint32_t ev = table.GetActiveEv(0, 3);
    table.OnNack(now, ev, MrcNackReason::TRIMMED);
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
        EXPECT_FALSE(Turn(now, ev));
    }
    EXPECT_TRUE(Turn(now, ev));
}

TEST_F(EvTable, SecondSignalRestartsTheSkip)
{
    Start(2, 64);
    const uint32_t ev = table.GetActiveEv(0, 3);
    table.OnNack(now, ev, MrcNackReason::TRIMMED);
    EXPECT_FALSE(Turn(now, ev));
    EXPECT_FALSE(Turn(now, ev));
    table.OnNack(now, ev, MrcNackReason::TRIMMED); // four again
    EXPECT_FALSE(Turn(now, ev));
    table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE); // three left: a mark does not shorten the SKIP
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_FALSE(Turn(now, ev));
    }
    EXPECT_TRUE(Turn(now, ev));
}

TEST_F(EvTable, SkipEndsAfterTenBaseRttsWithoutATurn)
{
    Start(2, 64);
    const uint32_t old = table.GetActiveEv(0, 3);
    const uint32_t young = table.GetActiveEv(0, 4);
    table.OnNack(now, old, MrcNackReason::TRIMMED);
    table.OnNack(now + RdmaTick::Us(2), young, MrcNackReason::TRIMMED);
    now += BASE_RTT * 10 + RdmaTick::Us(1);
    EXPECT_TRUE(Turn(now, old));
    EXPECT_FALSE(Turn(now, young));
}

TEST_F(EvTable, SkipOfExactlyTheLongestAgeStillCounts)
{
    Start(2, 64);
    const uint32_t ev = table.GetActiveEv(0, 3);
    constexpr RdmaTick UNIT = RdmaTick::Ps(65536); // ages are whole multiples of it
    now = UNIT * 2000;
    table.OnNack(now, ev, MrcNackReason::TRIMMED);
    now += UNIT * 1525; // 100 us / 65.536 ns, rounded down
    EXPECT_FALSE(Turn(now, ev));
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    now += UNIT;
    EXPECT_TRUE(Turn(now, ev));
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
}

TEST_F(EvTable, OldestSkipIsFoundAmongThePlanesAsked)
{
    Start(2, 64);
    table.OnSack(now + RdmaTick::Us(1), table.GetActiveEv(0, 9), MrcEvVerdict::SKIP_ONCE);
    table.OnSack(now + RdmaTick::Us(2), table.GetActiveEv(0, 1), MrcEvVerdict::SKIP_ONCE);
    table.OnSack(now, table.GetActiveEv(1, 5), MrcEvVerdict::SKIP_ONCE);
    now += RdmaTick::Us(3);
    EXPECT_EQ(table.GetOldestSkip(now, 0b11), table.GetActivePath(1, 5));
    EXPECT_EQ(table.GetOldestSkip(now, 0b01), table.GetActivePath(0, 9));
    EXPECT_EQ(table.GetOldestSkip(now, 0), std::nullopt);
}

TEST_F(EvTable, SkipsAreReportedOnRequest)
{
    parameters->reportSkip = true;
    Start(2, 64);
    const uint32_t ev = table.GetActiveEv(1, 0);
    table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(Events(), Words{"skip " + std::to_string(ev)});
}

} // namespace
