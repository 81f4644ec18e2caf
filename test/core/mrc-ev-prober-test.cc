/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <algorithm>
#include <memory>

using namespace ns3;

namespace
{

// Probing (mrc reference, 9.5)

TEST_F(EvTable, FirstProbeComesAfterOneIntervalWithJitter)
{
    RdmaTick least = RdmaTick::Max();
    RdmaTick most;
    for (int i = 0; i < 200; ++i)
    {
        MrcEvTable qp;
        qp.Start({2, 16, true, BASE_RTT, BASE_RTT}, parameters, rng);
        qp.OnLoss(now, qp.GetActiveEv(0, 0));
        least = std::min(least, qp.NextProbe() - now);
        most = std::max(most, qp.NextProbe() - now);
    }
    EXPECT_GE(least, RdmaTick::Us(750));
    EXPECT_LT(least, RdmaTick::Us(770));
    EXPECT_LE(most, RdmaTick::Us(1250));
    EXPECT_GT(most, RdmaTick::Us(1230));
}

TEST_F(EvTable, ProbeIsHandedOutOnceWhenItIsDue)
{
    parameters->probeJitter = 0;
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    table.OnLoss(now, lost);
    ASSERT_EQ(table.NextProbe(), now + RdmaTick::Ms(1));
    EXPECT_EQ(table.PollProbe(now + RdmaTick::Us(999), ~0U), std::nullopt);
    now += RdmaTick::Ms(1);
    EXPECT_EQ(table.PollProbe(now, 0b10), std::nullopt) << "its port is busy";
    EXPECT_EQ(table.NextProbe(), now);
    EXPECT_EQ(table.PollProbe(now, 0b01)->ev, lost);
    EXPECT_EQ(table.PollProbe(now, 0b01), std::nullopt);
    // 2 base RTTs + 4 targets = 20 us + 30 us
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Us(50));
}

TEST_F(EvTable, UnansweredProbesDoubleThePauseUpTo64Milliseconds)
{
    parameters->probeJitter = 0;
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    table.OnLoss(now, lost);
    for (const int pause : {1, 2, 4, 8, 16, 32, 64, 64, 64})
    {
        EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(pause));
        EXPECT_EQ(NextProbe(), lost);
        now += RdmaTick::Us(50);
        EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt); // given up
    }
    // an answer resets the pause
    EXPECT_EQ(NextProbe(), lost);
    now += BASE_RTT;
    table.OnProbeSuccess(now, lost, MrcEvVerdict::NONE);
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(1));
}

TEST_F(EvTable, SuccessesMustBeConsecutive)
{
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    const auto answer = [&](MrcEvVerdict m) {
        EXPECT_EQ(NextProbe(), lost);
        now += BASE_RTT;
        table.OnProbeSuccess(now, lost, m);
        return table.GetState(lost) == MrcEvState::GOOD;
    };
    table.OnLoss(now, lost);
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_EQ(NextProbe(), lost); // this one is lost
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_FALSE(answer(MrcEvVerdict::SKIP_ONCE));
    EXPECT_FALSE(answer(MrcEvVerdict::ALWAYS_SKIP)); // from zero
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    table.OnLoss(now, lost); // a late loss: from zero
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_FALSE(answer(MrcEvVerdict::NONE));
    EXPECT_TRUE(answer(MrcEvVerdict::SKIP_ONCE));
}

TEST_F(EvTable, OnlySoManyProbesAreUnderWay)
{
    parameters->probeMaxOutstanding = 2;
    parameters->probeJitter = 0;
    Start(4, 16);
    for (uint32_t i = 0; i < 4; ++i)
    {
        table.OnLoss(now, table.GetActiveEv(i, 0));
    }
    now += RdmaTick::Ms(1);
    const auto first = table.PollProbe(now, ~0U);
    EXPECT_TRUE(first);
    EXPECT_TRUE(table.PollProbe(now, ~0U));
    EXPECT_FALSE(table.PollProbe(now, ~0U));
    EXPECT_GT(table.NextProbe(), now) << "nothing to do before an answer or a time-out";
    now += BASE_RTT;
    table.OnProbeSuccess(now, first->ev, MrcEvVerdict::NONE);
    EXPECT_LE(table.NextProbe(), now);
    EXPECT_TRUE(table.PollProbe(now, ~0U));
    EXPECT_FALSE(table.PollProbe(now, ~0U));
    now += RdmaTick::Us(50);
    EXPECT_TRUE(table.PollProbe(now, ~0U)) << "two were given up";
}

TEST_F(EvTable, QpsOfANicShareTheBudgetOfProbes)
{
    parameters->probeMaxOutstanding = 2;
    parameters->probeJitter = 0;
    auto budget = std::make_shared<MrcProbeBudget>();
    MrcEvSetup setup = MakeSetup(1);
    setup.pathsPerPlane = 8;
    setup.probeBudget = budget;
    MrcEvTable other;
    {
        MrcEvTable failing;
        failing.Start(setup, parameters, rng);
        other.Start(setup, parameters, rng);
        for (uint32_t i = 0; i < 2; ++i)
        {
            failing.OnLoss(now, failing.GetActiveEv(0, 0));
        }
        other.OnLoss(now, other.GetActiveEv(0, 0));
        now += RdmaTick::Ms(1);
        EXPECT_TRUE(failing.PollProbe(now, 1));
        EXPECT_TRUE(failing.PollProbe(now, 1));
        EXPECT_FALSE(other.PollProbe(now, 1)) << "the budget is used up";
        EXPECT_EQ(other.NextProbe(), now + RdmaTick::Us(50)) << "by then two answers are due";
        EXPECT_EQ(budget->GetOutstanding(), 2U);
    }
    EXPECT_EQ(budget->GetOutstanding(), 0U) << "a QP returns its probes when it is destroyed";
    now += RdmaTick::Us(50);
    EXPECT_TRUE(other.PollProbe(now, 1));
    EXPECT_EQ(budget->GetOutstanding(), 1U);
}

TEST_F(EvTable, FlappingEvIsProbedMoreSlowly)
{
    parameters->probeJitter = 0;
    Start(1, 3); // 3 active, no backups
    const uint32_t flapping = table.GetActiveEv(0, 0);
    for (const int pause : {1, 2, 4, 8})
    {
        now += RdmaTick::Ms(900);
        table.OnLoss(now, flapping);
        EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(pause));
        Revive(flapping);
    }
    now += RdmaTick::Ms(1001); // stable for a second
    table.OnLoss(now, flapping);
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(1));
}

TEST_F(EvTable, IntervalCanBeShortened)
{
    parameters->probeInterval = MicroSeconds(20);
    parameters->probeJitter = 0;
    Start(2, 16);
    table.OnLoss(now, table.GetActiveEv(0, 0));
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Us(20));
}

TEST_F(EvTable, ProbesAreAwaitedLongerOnLongPathsAndNeverShorterThan50Microseconds)
{
    struct Case
    {
        RdmaTick baseRtt;
        RdmaTick target;
        RdmaTick timeout;
    };

    parameters->probeJitter = 0;
    for (const Case& c : {Case{RdmaTick::Us(2), RdmaTick::Us(1), RdmaTick::Us(50)},
                          Case{RdmaTick::Us(20), RdmaTick::Us(15), RdmaTick::Us(100)}})
    {
        MrcEvSetup setup = MakeSetup(2);
        setup.pathsPerPlane = 16;
        setup.baseRtt = c.baseRtt;
        setup.targetDelay = c.target;
        table = MrcEvTable();
        table.Start(setup, parameters, rng);
        table.OnLoss(now, table.GetActiveEv(0, 0));
        NextProbe();
        EXPECT_EQ(table.NextProbe(), now + c.timeout);
    }
}

} // namespace
