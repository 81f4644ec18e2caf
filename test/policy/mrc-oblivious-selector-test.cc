/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "selector-fixture.h"

#include "ns3/mrc-oblivious-selector.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

using ObliviousSelector = SelectorFixture<MrcObliviousSelector>;

TEST_F(ObliviousSelector, EveryPathOfEveryPlaneIsUsedOncePerRotation)
{
    Start(4, 13);
    for (int rotation = 0; rotation < 5; ++rotation)
    {
        const auto evs = SendMany(4 * 13);
        EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 4 * 13U);
    }
}

TEST_F(ObliviousSelector, OrderDiffersFromRotationToRotation)
{
    Start(1, 64);
    EXPECT_NE(SendMany(64), SendMany(64));
}

TEST_F(ObliviousSelector, FeedbackChangesNothing)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    SendMany(7);
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    selector->OnSack(now, ev, MrcEvVerdict::ALWAYS_SKIP);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    selector->OnLoss(now, ev);
    EXPECT_EQ(Count(SendMany(80), ev), 10U);
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
}

TEST_F(ObliviousSelector, BusyPlaneLosesItsTurnsOnlyAndADeadOneAll)
{
    Start(4, 8);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_NE(Send(0b1011).port, 2);
    }
    table.SetPortUp(1, false, false);
    std::vector<uint32_t> packets(4);
    for (int i = 0; i < 300; ++i)
    {
        ++packets[Send().port];
    }
    EXPECT_EQ(packets, (std::vector<uint32_t>{100, 0, 100, 100}));
}

} // namespace
