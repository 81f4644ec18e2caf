/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

using namespace ns3;

namespace
{

// Transitions (mrc reference, 9.2): all rows, all columns

TEST_F(EvTable, EveryEventInEveryStateHasTheOutcomeOfTheTable)
{
    using S = MrcEvState;

    struct Row
    {
        const char* name;
        /// @return the EV, or the value that replaced it
        std::function<uint32_t(MrcEvTable&, RdmaTick, uint32_t)> happen;
        S outcome[4]; // from GOOD, SKIP, ASSUMED_BAD, DENIED
    };

    const auto sack = [](MrcEvVerdict m) {
        return [m](MrcEvTable& t, RdmaTick at, uint32_t ev) {
            t.OnSack(at, ev, m);
            return ev;
        };
    };
    const auto nack = [](MrcNackReason r) {
        return [r](MrcEvTable& t, RdmaTick at, uint32_t ev) {
            t.OnNack(at, ev, r);
            return ev;
        };
    };
    const auto probes = [](int times, MrcEvVerdict m) {
        return [times, m](MrcEvTable& t, RdmaTick at, uint32_t ev) {
            for (int i = 0; i < times; ++i)
            {
                t.OnProbeSuccess(at, ev, m);
            }
            return ev;
        };
    };
    const auto turn = [](MrcEvTable& t, RdmaTick at, uint32_t ev) {
        for (uint32_t i = 0; i < t.GetActiveCount(2); ++i)
        {
            if (t.GetActiveEv(2, i) == ev)
            {
                t.TakeTurn(at, 2, i);
            }
        }
        return ev;
    };
    const auto probeTimeout = [](MrcEvTable& t, RdmaTick at, uint32_t ev) {
        t.OnProbeSuccess(at, ev, MrcEvVerdict::NONE); // has no effect after the time-out
        t.OnProbeSuccess(at, ev, MrcEvVerdict::NONE);
        t.PollProbe(at + RdmaTick::Ms(2), ~0U);
        t.PollProbe(at + RdmaTick::Ms(2) + RdmaTick::Us(50), ~0U);
        t.OnProbeSuccess(at + RdmaTick::Ms(3), ev, MrcEvVerdict::NONE);
        return ev;
    };
    const auto replace = [](S state) {
        return [state](MrcEvTable& t, RdmaTick at, uint32_t ev) {
            EXPECT_TRUE(t.Replace(at, ev, 0xCAFE0000, state));
            EXPECT_EQ(t.GetState(ev), std::nullopt);
            return 0xCAFE0000;
        };
    };
    const std::vector<Row> rows{
        {"SACK m=NONE", sack(MrcEvVerdict::NONE), {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"SACK m=SKIP_ONCE",
         sack(MrcEvVerdict::SKIP_ONCE),
         {S::SKIP, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"SACK m=ALWAYS_SKIP",
         sack(MrcEvVerdict::ALWAYS_SKIP),
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::DENIED}},
        {"NACK TRIMMED",
         nack(MrcNackReason::TRIMMED),
         {S::SKIP, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"NACK TRIMMED_LASTHOP",
         nack(MrcNackReason::TRIMMED_LASTHOP),
         {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"NACK NO_PKT_BUFFER",
         nack(MrcNackReason::NO_PKT_BUFFER),
         {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"loss",
         [](MrcEvTable& t, RdmaTick at, uint32_t ev) {
             t.OnLoss(at, ev);
             return ev;
         },
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::DENIED}},
        {"its turn: skip expires", turn, {S::GOOD, S::GOOD, S::ASSUMED_BAD, S::DENIED}},
        {"1 probe m=NONE",
         probes(1, MrcEvVerdict::NONE),
         {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"3 probes m=NONE", probes(3, MrcEvVerdict::NONE), {S::GOOD, S::SKIP, S::GOOD, S::DENIED}},
        {"3 probes m=SKIP_ONCE",
         probes(3, MrcEvVerdict::SKIP_ONCE),
         {S::SKIP, S::SKIP, S::GOOD, S::DENIED}},
        {"3 probes m=ALWAYS_SKIP",
         probes(3, MrcEvVerdict::ALWAYS_SKIP),
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::DENIED}},
        {"probe time-out", probeTimeout, {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED}},
        {"administrative deny",
         [](MrcEvTable& t, RdmaTick, uint32_t ev) {
             t.Deny(ev);
             return ev;
         },
         {S::DENIED, S::DENIED, S::DENIED, S::DENIED}},
        {"administrative enable",
         [](MrcEvTable& t, RdmaTick, uint32_t ev) {
             t.Enable(ev);
             return ev;
         },
         {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::GOOD}},
        {"retired by a controller",
         [](MrcEvTable& t, RdmaTick at, uint32_t ev) {
             t.AssumeBad(at, ev);
             return ev;
         },
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD}},
        {"replaced, GOOD", replace(S::GOOD), {S::GOOD, S::GOOD, S::GOOD, S::GOOD}},
        {"replaced, ASSUMED_BAD",
         replace(S::ASSUMED_BAD),
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD}},
        {"replaced, DENIED", replace(S::DENIED), {S::DENIED, S::DENIED, S::DENIED, S::DENIED}},
    };

    for (const auto& row : rows)
    {
        for (const auto from : {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::DENIED})
        {
            SCOPED_TRACE(std::string(row.name) + " in state " +
                         std::to_string(static_cast<int>(from)));
            table = MrcEvTable();
            Start(4, 100);
            const uint32_t ev = table.GetActiveEv(2, 7);
            switch (from)
            {
            case S::GOOD:
                break;
            case S::SKIP:
                table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
                break;
            case S::ASSUMED_BAD:
                table.OnLoss(now, ev);
                break;
            case S::DENIED:
                table.Deny(ev);
                break;
            }
            ASSERT_EQ(table.GetState(ev), from);
            const uint32_t after = row.happen(table, now + RdmaTick::Us(1), ev);
            EXPECT_EQ(table.GetState(after), row.outcome[static_cast<int>(from)]);
            EXPECT_EQ(table.GetActiveCount(2), 32U) << "a backup should have filled the gap";
        }
    }
}

// Administration

TEST_F(EvTable, DeniedEvLeavesAndEnabledEvReturns)
{
    Start(2, 4); // 3 active, 1 backup
    const auto evs = table.GetEvs(0);
    table.Deny(evs[0]);
    table.Deny(evs[1]);
    EXPECT_EQ(table.GetActiveCount(0), 2U);
    table.Deny(evs[2]);
    table.Deny(evs[3]);
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U) << "no guard applies to an administrator";
    EXPECT_TRUE(table.NextProbe().IsMax());
    table.Enable(evs[2]);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{evs[2]});
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);
}

TEST_F(EvTable, DeniedEvIsNoLongerProbed)
{
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    table.OnLoss(now, lost);
    EXPECT_FALSE(table.NextProbe().IsMax());
    table.Deny(lost);
    EXPECT_TRUE(table.NextProbe().IsMax());
    table.OnProbeSuccess(now, lost, MrcEvVerdict::NONE);
    EXPECT_EQ(table.GetState(lost), MrcEvState::DENIED);
}

TEST_F(EvTable, DenyingAndEnablingAreReported)
{
    StartWith(1, {{10, 0}, {11, 0}}, 1);
    table.Deny(10);
    table.Deny(10);
    table.Enable(10);
    table.Enable(10);
    EXPECT_EQ(Events(), (Words{"denied 10", "replaced 10 by 11", "enabled 10"}));
}

TEST_F(EvTable, ReplacedEvStandsWhereTheOldOneStood)
{
    StartWith(2, {{10, 0}, {11, 0}, {20, 1}});
    EXPECT_TRUE(table.Replace(now, 10, 77, MrcEvState::GOOD));
    EXPECT_EQ(Active(0), (std::vector<uint32_t>{77, 11}));
    EXPECT_EQ(table.GetActivePath(0, 0), (MrcPath{77, 0})) << "the port stays";
    EXPECT_EQ(Events(), Words{"changed 10 by 77"});
    table.OnLoss(now, 10); // a late loss of the old value
    EXPECT_EQ(table.GetGoodCount(0), 2U);
}

TEST_F(EvTable, ReplacementForgetsLossesSkipsAndProbes)
{
    parameters->lossRetiresEv = 2;
    parameters->probeJitter = 0;
    StartWith(1, {{10, 0}, {11, 0}, {12, 0}});
    table.OnLoss(now, 10);
    ASSERT_TRUE(table.Replace(now, 10, 20, MrcEvState::GOOD));
    EXPECT_EQ(table.GetGoodCount(0), 3U);
    table.OnLoss(now, 20);
    EXPECT_EQ(table.GetState(20), MrcEvState::SKIP) << "its first loss";
    table.OnLoss(now, 20);
    ASSERT_EQ(table.GetState(20), MrcEvState::ASSUMED_BAD);
    ASSERT_TRUE(table.Replace(now, 20, 30, MrcEvState::GOOD));
    EXPECT_TRUE(table.NextProbe().IsMax()) << "the old value is not probed any more";
    EXPECT_EQ(table.GetActiveCount(0), 3U);
    ASSERT_TRUE(table.Replace(now, 30, 40, MrcEvState::ASSUMED_BAD));
    EXPECT_EQ(table.GetActiveCount(0), 2U);
    EXPECT_EQ(NextProbe(), 40U);
}

TEST_F(EvTable, ReplacementMustBeNewAndTheReplacedOneThere)
{
    StartWith(1, {{10, 0}, {11, 0}});
    EXPECT_FALSE(table.Replace(now, 10, 11, MrcEvState::GOOD));
    EXPECT_FALSE(table.Replace(now, 12, 13, MrcEvState::GOOD));
    EXPECT_TRUE(table.Replace(now, 10, 10, MrcEvState::DENIED)) << "just the state";
    EXPECT_EQ(table.GetState(10), MrcEvState::DENIED);
    EXPECT_EQ(table.GetState(11), MrcEvState::GOOD);
}

TEST_F(EvTable, EvAssumedBadIsProbedLikeALostOneAndNoGuardHoldsIt)
{
    StartWith(1, {{10, 0}});
    table.AssumeBad(now, 10);
    EXPECT_EQ(table.GetOpenPlanes(), 0U);
    Revive(10);
    EXPECT_EQ(table.GetState(10), MrcEvState::GOOD);
    EXPECT_EQ(Events(), (Words{"bad 10", "good 10"}));
}

TEST_F(EvTable, StoppedTableProbesNothing)
{
    auto budget = std::make_shared<MrcProbeBudget>();
    MrcEvSetup setup = MakeSetup(1);
    setup.pathsPerPlane = 4;
    setup.probeBudget = budget;
    table.Start(setup, parameters, rng);
    table.OnLoss(now, table.GetActiveEv(0, 0));
    now += RdmaTick::Ms(2);
    EXPECT_TRUE(table.PollProbe(now, 1));
    table.Stop();
    EXPECT_EQ(budget->GetOutstanding(), 0U);
    EXPECT_TRUE(table.NextProbe().IsMax());
}

// Any history

/** A table with a number of unanswered probes that retire a suspect. */
class EvTableHistory : public EvTable, public testing::WithParamInterface<uint32_t>
{
};

TEST_P(EvTableHistory, KeepsTheCountsRight)
{
    parameters->lossTrial = GetParam();
    parameters->probeInterval = MicroSeconds(20);
    Start(4, 24); // 32 + 32 of 24: 18 active, 6 backup
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(7);
    std::map<std::string, uint32_t> events; // by the first letters
    for (int i = 0; i < 150000; ++i)
    {
        now += RdmaTick::Ns(500);
        const uint32_t plane = dice->GetInteger(0, 3);
        const uint32_t ev = MrcEv::Pack(plane, dice->GetInteger(0, 23));
        switch (dice->GetInteger(0, 9))
        {
        case 0:
            table.OnLoss(now, ev);
            break;
        case 1:
            table.OnNack(now, ev, MrcNackReason::TRIMMED);
            break;
        case 2:
            table.SetPortUp(plane, dice->GetInteger(0, 1), dice->GetInteger(0, 3) > 0);
            break;
        case 3:
            dice->GetInteger(0, 20) ? table.Enable(ev) : table.Deny(ev);
            break;
        case 4:
            table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
            break;
        case 5:
            if (table.GetActiveCount(plane) > 0)
            {
                table.TakeTurn(now, plane, table.GetActiveCount(plane) - 1);
            }
            break;
        default:
            if (const auto probe = table.PollProbe(now, ~0U))
            {
                const auto state = table.GetState(probe->ev);
                EXPECT_TRUE(state == MrcEvState::ASSUMED_BAD ||
                            (GetParam() != 0 && state == MrcEvState::SKIP));
                if (dice->GetInteger(0, 4))
                {
                    table.OnProbeSuccess(now, probe->ev, MrcEvVerdict::NONE);
                }
            }
        }
        const auto evs = table.GetEvs(plane);
        ASSERT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 24U);
        uint32_t good = 0;
        for (uint32_t k = 0; k < evs.size(); ++k)
        {
            const auto state = *table.GetState(evs[k]);
            const bool usable = state == MrcEvState::GOOD || state == MrcEvState::SKIP;
            const bool active = k < table.GetActiveCount(plane);
            ASSERT_TRUE(usable || !active) << "active EVs are usable";
            const bool trial = GetParam() != 0 && state == MrcEvState::SKIP && !active;
            ASSERT_TRUE(active || !usable || trial || table.GetActiveCount(plane) == 18)
                << "no usable EV idles while the plane is short of them";
            good += active && state == MrcEvState::GOOD;
        }
        ASSERT_EQ(table.GetGoodCount(plane), good);
        ASSERT_EQ(table.GetOpenPlanes() >> plane & 1,
                  (table.GetUpPlanes() >> plane & 1) && table.GetActiveCount(plane) > 0);
        for (const std::string& word : Events())
        {
            ++events[word.substr(0, 4)];
        }
    }
    // SACKs and NACKs end most trials.
    EXPECT_GT(events["bad "], GetParam() == 0 ? 1000U : 200U);
    EXPECT_GT(events["good"], GetParam() == 0 ? 500U : 100U);
}

INSTANTIATE_TEST_SUITE_P(LossTrial, EvTableHistory, testing::Values(0U, 1U));

TEST_F(EvTable, ABackupOfAnotherPlaneTakesOverIfTheRuleIsOff)
{
    parameters->samePlaneBackup = false;
    Start(4, 16);
    std::array<uint32_t, 4> before{};
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        before[plane] = table.GetActiveCount(plane);
    }
    const std::vector<uint32_t> lost = Active(1);
    for (size_t i = 0; i < lost.size() / 2; ++i)
    {
        table.OnLoss(RdmaTick::Us(1), lost[i]);
    }
    uint32_t now = 0;
    uint32_t was = 0;
    uint32_t more = 0;
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        now += table.GetActiveCount(plane);
        was += before[plane];
        more += plane != 1 && table.GetActiveCount(plane) > before[plane];
    }
    EXPECT_EQ(now, was) << "nothing is missing as long as there are backups";
    EXPECT_GT(more, 0U) << "another plane has taken its share";
    EXPECT_LT(table.GetActiveCount(1), before[1]);
}

TEST_F(EvTable, WithTheRuleOnlyTheOwnPlaneTakesOver)
{
    Start(4, 16);
    const uint32_t before = table.GetActiveCount(2);
    const std::vector<uint32_t> lost = Active(1);
    for (const uint32_t ev : lost)
    {
        table.OnLoss(RdmaTick::Us(1), ev);
    }
    EXPECT_EQ(table.GetActiveCount(2), before);
}

} // namespace
