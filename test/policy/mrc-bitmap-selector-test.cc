/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "selector-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-bitmap-selector.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

using BitmapSelector = SelectorFixture<MrcBitmapSelector>;

TEST_F(BitmapSelector, WithoutPenaltiesEveryPathIsUsedOncePerRotation)
{
    Start(4, 16);
    for (int rotation = 0; rotation < 5; ++rotation)
    {
        const auto evs = SendMany(64);
        EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 64U);
    }
}

TEST_F(BitmapSelector, MarkAddsOneTrimFourAndLossTheMaximum)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::NONE);
    EXPECT_EQ(selector->GetPenalty(ev), 0U);
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(selector->GetPenalty(ev), 1U);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    EXPECT_EQ(selector->GetPenalty(ev), 5U);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(selector->GetPenalty(ev), 5U)
        << "a trim of the last hop does not count against the path";
    selector->OnNack(now, ev, MrcNackReason::NO_PKT_BUFFER);
    EXPECT_EQ(selector->GetPenalty(ev), 5U) << "not caused by the path";
    selector->OnLoss(now, ev);
    EXPECT_EQ(selector->GetPenalty(ev), 15U);
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    EXPECT_EQ(selector->GetPenalty(ev), 15U) << "the maximum";
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD) << "MRC's states do not change";
}

TEST_F(BitmapSelector, AlwaysSkipIsTheMaximumToo)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_EQ(selector->GetPenalty(ev), 15U);
}

TEST_F(BitmapSelector, TrimOfTheLastHopIsPunishedIfAskedFor)
{
    selector->SetAttribute("PunishLasthopTrims", BooleanValue(true));
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(selector->GetPenalty(ev), 4U);
}

TEST_F(BitmapSelector, MarkedPathSitsOutOneRotation)
{
    Start(1, 8);
    const uint32_t marked = Send().ev;
    SendMany(7);
    selector->OnSack(now, marked, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(Count(SendMany(7), marked), 0U);
    EXPECT_EQ(Count(SendMany(8), marked), 1U);
}

TEST_F(BitmapSelector, LostPathSitsOutFifteenRotations)
{
    Start(1, 8);
    const uint32_t lost = Send().ev;
    SendMany(7);
    selector->OnLoss(now, lost);
    EXPECT_EQ(Count(SendMany(15 * 7), lost), 0U);
    EXPECT_EQ(Count(SendMany(8), lost), 1U);
}

TEST_F(BitmapSelector, PacketThatPassesOverManyPathsWorksOffOneUnit)
{
    Start(1, 8);
    const auto evs = SendMany(8);
    for (uint32_t i = 1; i < 8; ++i)
    {
        selector->OnNack(now, evs[i], MrcNackReason::TRIMMED);
    }
    uint32_t before = 7 * 4;
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(Send().ev, evs[0]) << "the only path without a penalty";
        uint32_t sum = 0;
        for (const uint32_t ev : evs)
        {
            sum += selector->GetPenalty(ev);
        }
        EXPECT_GE(sum, before - 1) << "at most one, for any number of skipped paths";
        before = sum;
    }
    EXPECT_LT(before, 7 * 4U);
}

TEST_F(BitmapSelector, PenaltiesEverywhereStopNothing)
{
    Start(2, 4);
    const auto evs = SendMany(8);
    for (const uint32_t ev : evs)
    {
        selector->OnLoss(now, ev);
    }
    // one unit is removed per packet
    SendMany(8 * 15 - 1);
    uint32_t sum = 0;
    for (const uint32_t ev : evs)
    {
        sum += selector->GetPenalty(ev);
    }
    EXPECT_LE(sum, 15U) << "penalties end slowly";
}

TEST_F(BitmapSelector, PenaltyDoesNotMovePacketsToAnotherPlane)
{
    Start(2, 4);
    const MrcPath marked = Send();
    selector->OnLoss(now, marked.ev);
    std::vector<uint32_t> packets(2);
    for (int i = 0; i < 100; ++i)
    {
        ++packets[Send().port];
    }
    EXPECT_EQ(packets, (std::vector<uint32_t>{50, 50}));
}

TEST_F(BitmapSelector, PenaltyIsOfAnEvNotOfItsPosition)
{
    Start(1, 4);
    const uint32_t last = table.GetActiveEv(0, 3);
    const uint32_t denied = table.GetActiveEv(0, 0);
    selector->OnLoss(now, denied);
    table.Deny(denied); // the last one takes its place
    ASSERT_EQ(table.GetActiveEv(0, 0), last);
    EXPECT_EQ(selector->GetPenalty(last), 0U);
    EXPECT_EQ(Count(SendMany(30), last), 10U);
    selector->OnLoss(now, denied); // not in the table any more
    EXPECT_EQ(selector->GetPenalty(denied), 0U);
}

TEST_F(BitmapSelector, PenaltiesAreAttributes)
{
    selector->SetAttribute("MaxPenalty", UintegerValue(7));
    selector->SetAttribute("EcnPenalty", UintegerValue(2));
    selector->SetAttribute("NackPenalty", UintegerValue(3));
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(selector->GetPenalty(ev), 2U);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    EXPECT_EQ(selector->GetPenalty(ev), 5U);
    selector->OnLoss(now, ev);
    EXPECT_EQ(selector->GetPenalty(ev), 7U);
}

} // namespace
