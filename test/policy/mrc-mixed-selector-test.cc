/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "selector-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-mixed-selector.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

/** A mixed selector and its feedback. */
class MixedSelector : public SelectorFixture<MrcMixedSelector>
{
  protected:
    /** @param ev EV of a SACK without a mark */
    void Praise(uint32_t ev)
    {
        selector->OnSack(now, ev, MrcEvVerdict::NONE);
    }
};

TEST_F(MixedSelector, WithoutFeedbackEveryPathIsUsedOncePerRotation)
{
    Start(4, 16);
    for (int rotation = 0; rotation < 5; ++rotation)
    {
        const auto evs = SendMany(64);
        EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 64U);
    }
}

TEST_F(MixedSelector, EvsOfUnmarkedSacksAreRecycledOnceInTheirOrder)
{
    Start(1, 8);
    const auto evs = SendMany(8);
    const std::vector<uint32_t> praised{evs[5], evs[1], evs[5], evs[3]};
    for (const uint32_t ev : praised)
    {
        Praise(ev);
    }
    EXPECT_EQ(SendMany(4), praised);
    const auto rest = SendMany(8);
    EXPECT_EQ(std::set<uint32_t>(rest.begin(), rest.end()).size(), 8U) << "the rotation continues";
}

TEST_F(MixedSelector, WhatSpeaksIllOfAPathIsAPenaltyAndNothingToRecycle)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(selector->GetPenalty(ev), 1U);
    selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    EXPECT_EQ(selector->GetPenalty(ev), 5U);
    selector->OnNack(now, ev, MrcNackReason::NO_RESOURCE);
    EXPECT_EQ(selector->GetPenalty(ev), 5U) << "not caused by the path";
    selector->OnLoss(now, ev);
    EXPECT_EQ(selector->GetPenalty(ev), 15U);
    EXPECT_NE(Send().ev, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD) << "MRC's states do not change";
}

TEST_F(MixedSelector, PathsWithAPenaltyArePassedOverWhereNothingIsRecycled)
{
    Start(1, 8);
    const uint32_t lost = Send().ev;
    SendMany(7);
    selector->OnLoss(now, lost);
    EXPECT_EQ(Count(SendMany(15 * 7), lost), 0U);
    EXPECT_EQ(Count(SendMany(8), lost), 1U);
}

TEST_F(MixedSelector, RecyclingNeitherAsksForAPenaltyNorWorksOneOff)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
    Praise(ev);
    EXPECT_EQ(Send().ev, ev);
    EXPECT_EQ(selector->GetPenalty(ev), 1U);
}

TEST_F(MixedSelector, TrimOfTheLastHopSpeaksWellOfThePath)
{
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(selector->GetPenalty(ev), 0U);
    EXPECT_EQ(Send().ev, ev);
}

TEST_F(MixedSelector, TrimOfTheLastHopIsPunishedIfAskedFor)
{
    selector->SetAttribute("PunishLasthopTrims", BooleanValue(true));
    Start(1, 8);
    const uint32_t ev = Send().ev;
    selector->OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(selector->GetPenalty(ev), 4U);
    EXPECT_NE(Send().ev, ev);
}

TEST_F(MixedSelector, PlanesHaveTheirTurnsAndQueuesOfTheirOwn)
{
    Start(2, 8);
    const uint32_t ev = table.GetActiveEv(1, 3);
    for (int i = 0; i < 10; ++i)
    {
        Praise(ev);
    }
    std::vector<uint32_t> packets(2);
    for (int i = 0; i < 20; ++i)
    {
        const MrcPath path = Send();
        ++packets[path.port];
        EXPECT_TRUE(path.port == 0 || path.ev == ev);
    }
    EXPECT_EQ(packets, (std::vector<uint32_t>{10, 10}));
    EXPECT_EQ(Count(SendMany(16), ev), 1U) << "the rotation continues";
}

TEST_F(MixedSelector, EvOfAPortThatIsNotReadyWaits)
{
    Start(2, 8);
    const uint32_t ev = table.GetActiveEv(1, 3);
    Praise(ev);
    Praise(ev);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Send(0b01).port, 0);
    }
    EXPECT_EQ(Send(0b10).ev, ev);
    EXPECT_EQ(Send(0b10).ev, ev);
}

TEST_F(MixedSelector, QueueKeepsTheLatest)
{
    selector->SetAttribute("MaxRecycled", UintegerValue(3));
    Start(1, 16);
    const auto evs = SendMany(16);
    // many more than fit, some of them removed in between
    for (uint32_t i = 0; i < 16; ++i)
    {
        Praise(evs[i]);
        if (i % 5 == 4)
        {
            EXPECT_EQ(Send().ev, evs[i - 2]);
        }
    }
    EXPECT_EQ(SendMany(3), (std::vector<uint32_t>{evs[13], evs[14], evs[15]}));
    const auto rest = SendMany(16);
    EXPECT_EQ(std::set<uint32_t>(rest.begin(), rest.end()).size(), 16U) << "the rotation continues";
}

TEST_F(MixedSelector, EvThatIsNotActiveIsNotRecycled)
{
    Start(1, 4);
    const uint32_t denied = table.GetActiveEv(0, 0);
    const uint32_t other = table.GetActiveEv(0, 1);
    Praise(denied);
    Praise(other);
    table.Deny(denied);
    EXPECT_EQ(Send().ev, other);
    Praise(denied); // a SACK of an earlier packet
    EXPECT_EQ(Count(SendMany(30), denied), 0U);
    Praise(denied);
    Praise(other);
    table.Enable(denied);
    EXPECT_EQ(Send().ev, other);
}

TEST_F(MixedSelector, PenaltiesAreAttributesOfItsOwn)
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
