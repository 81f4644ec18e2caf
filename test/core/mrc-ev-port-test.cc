/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include "ns3/mrc-ev-rotation.h"

#include <set>
#include <vector>

using namespace ns3;

namespace
{

// Ports (mrc reference, 9.6)

TEST_F(EvTable, PlaneIsOpenWhileThePortsOfBothEndsAreUp)
{
    Start(4, 16);
    table.SetPortUp(1, true, false);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1101U);
    table.SetPortUp(1, false, false);
    table.SetPortUp(1, true, true);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1101U);
    table.SetPortUp(1, false, true);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1111U);
}

TEST_F(EvTable, LossesOnAPlaneThatIsDownRetireNothing)
{
    Start(4, 16);
    table.SetPortUp(1, true, false);
    LoseOnAll(now, 1);
    table.SetPortUp(1, true, true);
    EXPECT_EQ(table.GetGoodCount(1), 12U);
    EXPECT_EQ(Events(), Words{});
}

TEST_F(EvTable, EvsOfAPlaneThatIsDownDoNotCountAsUsable)
{
    Start(2, 1);
    table.SetPortUp(0, true, false);
    const uint32_t only = table.GetActiveEv(1, 0);
    for (int i = 0; i < 10; ++i)
    {
        table.OnLoss(now, only);
    }
    EXPECT_EQ(table.GetState(only), MrcEvState::SKIP) << "it is the last reachable EV";
}

TEST_F(EvTable, NothingIsProbedOnAPlaneThatIsDown)
{
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(1, 0);
    table.OnLoss(now, lost);
    table.SetPortUp(1, false, false);
    EXPECT_TRUE(table.NextProbe().IsMax());
    now += RdmaTick::Ms(10);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    table.SetPortUp(1, false, true);
    EXPECT_LE(table.NextProbe(), now);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, lost);
}

// Last resort and reverse path

TEST_F(EvTable, LastResortIsTheLeastRecentFailureOncePerProbeInterval)
{
    parameters->evMinActive = 0;
    Start(2, 2);
    const auto a = table.GetEvs(0);
    const auto b = table.GetEvs(1);
    table.OnLoss(now + RdmaTick::Us(2), a[0]);
    table.OnLoss(now + RdmaTick::Us(1), b[1]);
    table.OnLoss(now + RdmaTick::Us(3), a[1]);
    table.OnLoss(now + RdmaTick::Us(4), b[0]);
    ASSERT_EQ(table.GetOpenPlanes(), 0U);

    now += RdmaTick::Us(5);
    EXPECT_EQ(table.TakeLastResort(now, 0), std::nullopt);
    EXPECT_EQ(table.TakeLastResort(now, 0b01)->ev, a[0]);
    EXPECT_EQ(table.TakeLastResort(now, 0b11), std::nullopt);
    now += RdmaTick::Us(999);
    EXPECT_EQ(table.TakeLastResort(now, 0b11), std::nullopt);
    now += RdmaTick::Us(1);
    EXPECT_EQ(table.TakeLastResort(now, 0b11)->ev, b[1]);
}

TEST_F(EvTable, ControlPacketsTakeTheActiveEvsOfTheirPlaneInTurn)
{
    MrcEvRotation answers(&table);
    Start(4, 16);
    std::set<uint32_t> used;
    for (uint32_t i = 0; i < table.GetActiveCount(3); ++i)
    {
        used.insert(answers.TakeNext(3)->ev);
    }
    const auto active = Active(3);
    EXPECT_EQ(used, std::set<uint32_t>(active.begin(), active.end()));
}

TEST_F(EvTable, ControlPacketsOfAClosedPlaneTakeAnother)
{
    MrcEvRotation answers(&table);
    Start(4, 16);
    table.SetPortUp(3, true, false);
    EXPECT_EQ(answers.TakeNext(3)->port, 0U);
    table.SetPortUp(0, true, false);
    EXPECT_EQ(answers.TakeNext(3)->port, 1U);
    table.SetPortUp(1, true, false);
    table.SetPortUp(2, true, false);
    EXPECT_EQ(answers.TakeNext(3), std::nullopt);
}

TEST_F(EvTable, ControlPacketsHaveAnEvEvenWhenAllAreBad)
{
    MrcEvRotation answers(&table);
    parameters->evMinActive = 0;
    Start(1, 4);
    LoseOnAll(now, 0);
    ASSERT_EQ(table.GetOpenPlanes(), 0U);
    const auto path = answers.TakeNext(0);
    ASSERT_TRUE(path);
    EXPECT_EQ(table.GetState(path->ev), MrcEvState::ASSUMED_BAD);
}

TEST_F(EvTable, ControlPacketsTakeADeniedEvOnlyIfAllAre)
{
    MrcEvRotation answers(&table);
    parameters->evMinActive = 0;
    Start(1, 4);
    LoseOnAll(now, 0);
    std::vector<uint32_t> evs;
    for (uint32_t position = 0; position < table.GetCount(0); ++position)
    {
        evs.push_back(table.GetActiveEv(0, position));
    }
    for (size_t denied = 0; denied < evs.size(); ++denied)
    {
        for (size_t i = 0; i < 2 * evs.size(); ++i)
        {
            EXPECT_EQ(table.GetState(answers.TakeNext(0)->ev), MrcEvState::ASSUMED_BAD);
        }
        table.Deny(evs[denied]);
    }
    EXPECT_EQ(table.GetState(answers.TakeNext(0)->ev), MrcEvState::DENIED);
}

} // namespace
