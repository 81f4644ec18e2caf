/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "selector-fixture.h"

#include "ns3/mrc-single-selector.h"

#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

using SingleSelector = SelectorFixture<MrcSingleSelector>;

TEST_F(SingleSelector, AllPacketsTakeOnePathWhateverBecomesOfThem)
{
    Start(4, 16);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    selector->OnSack(now, ev, MrcEvVerdict::ALWAYS_SKIP);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    selector->OnLoss(now, ev);
    EXPECT_EQ(Count(SendMany(100), ev), 100U);
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
}

TEST_F(SingleSelector, BusyPortIsWaitedFor)
{
    Start(4, 16);
    const MrcPath path = Send();
    EXPECT_EQ(selector->GetSendParams(now, ALL & ~(1U << path.port)), std::nullopt);
    EXPECT_EQ(selector->GetSendParams(now, 1U << path.port), path);
}

TEST_F(SingleSelector, AnotherPathIsDrawnOnlyWhenThePlaneGoesDown)
{
    Start(4, 16);
    const MrcPath first = Send();
    table.SetPortUp((first.port + 1) % 4, true, false);
    EXPECT_EQ(Send(), first) << "another plane's state has no effect";
    table.SetPortUp(first.port, false, false);
    const MrcPath second = Send();
    EXPECT_NE(second.port, first.port);
    table.SetPortUp(first.port, false, true);
    EXPECT_EQ(Count(SendMany(100), second.ev), 100U) << "it does not return";
}

TEST_F(SingleSelector, DeniedPathIsReplaced)
{
    Start(2, 4);
    const uint32_t ev = Send().ev;
    table.Deny(ev);
    EXPECT_EQ(Count(SendMany(100), ev), 0U);
}

TEST_F(SingleSelector, EveryPathOfEveryPlaneMayBeDrawn)
{
    std::set<uint32_t> drawn;
    for (int qp = 0; qp < 200; ++qp)
    {
        table = MrcEvTable();
        selector = CreateObject<MrcSingleSelector>();
        Start(3, 4);
        drawn.insert(Send().ev);
    }
    EXPECT_EQ(drawn.size(), 12U);
}

TEST_F(SingleSelector, WithoutAPlaneThereIsNoPathUntilOneIsBack)
{
    Start(2, 4);
    table.SetPortUp(0, true, false);
    table.SetPortUp(1, true, false);
    EXPECT_EQ(selector->GetSendParams(now, ALL), std::nullopt);
    table.SetPortUp(1, true, true);
    EXPECT_EQ(Send().port, 1);
}

TEST_F(SingleSelector, EvThatNowLeavesByAnotherPortIsGivenUp)
{
    Start(2, 4);
    const MrcPath first = Send();
    const uint32_t other = table.GetActiveEv(1 - first.port, 0);
    ASSERT_TRUE(table.Replace(now, first.ev, 0x7001, MrcEvState::GOOD));
    ASSERT_TRUE(table.Replace(now, other, first.ev, MrcEvState::GOOD));
    const MrcPath second = Send();
    EXPECT_EQ(second, table.FindPath(second.ev));
}

} // namespace
