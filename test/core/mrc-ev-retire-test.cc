/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <set>

using namespace ns3;

namespace
{

// Replacement

TEST_F(EvTable, LostEvIsReplacedByABackupOfItsPlane)
{
    Start(4, 100);
    const auto before = table.GetEvs(2);
    const uint32_t lost = before[5];
    table.OnLoss(now, lost);

    EXPECT_EQ(table.GetState(lost), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(table.GetActiveCount(2), 32U);
    const uint32_t replacement = table.GetActiveEv(2, 5);
    EXPECT_GE(std::find(before.begin(), before.end(), replacement) - before.begin(), 32)
        << "it was active before";
    EXPECT_EQ(MrcEv::Plane(replacement), 2U);
    EXPECT_EQ(Events(),
              (Words{"bad " + std::to_string(lost),
                     "replaced " + std::to_string(lost) + " by " + std::to_string(replacement)}));
    // both are still found
    EXPECT_EQ(table.GetState(replacement), MrcEvState::GOOD);
    table.OnSack(now, replacement, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(table.GetState(replacement), MrcEvState::SKIP);
    EXPECT_EQ(table.GetGoodCount(2), 31U);
}

TEST_F(EvTable, BackupsAreTakenInRandomOrder)
{
    std::set<uint32_t> chosen;
    for (int i = 0; i < 50; ++i)
    {
        MrcEvTable qp;
        rng->SetStream(1); // the same EVs for every QP ...
        qp.Start({4, 100, true, BASE_RTT, BASE_RTT}, parameters, rng);
        rng->SetStream(100 + i); // ... but another choice
        qp.OnLoss(now, qp.GetActiveEv(2, 5));
        chosen.insert(qp.GetActiveEv(2, 5));
    }
    EXPECT_GT(chosen.size(), 15U) << "of 32 backups";
}

TEST_F(EvTable, BackupThatIsGoodGoesBeforeOneInSkip)
{
    Start(2, 8); // 6 active, 2 backups
    for (const uint32_t plane : {0U, 1U})
    {
        const auto evs = table.GetEvs(plane);
        table.OnSack(now, evs[6 + plane], MrcEvVerdict::SKIP_ONCE); // the one or the other
        ASSERT_EQ(table.GetState(evs[6 + plane]), MrcEvState::SKIP);
        table.OnLoss(now, evs[0]);
        EXPECT_EQ(table.GetActiveEv(plane, 0), evs[7 - plane]);
        table.OnLoss(now, evs[1]);
        EXPECT_EQ(table.GetActiveEv(plane, 1), evs[6 + plane]) << "better than none";
    }
}

TEST_F(EvTable, PlaneWithoutBackupsShrinksAloneAndGrowsAgain)
{
    Start(2, 8); // 6 active, 2 backup
    const uint32_t first = table.GetActiveEv(0, 0);
    for (uint32_t retired = 1; retired <= 4; ++retired)
    {
        now += RdmaTick::Ms(200);
        table.OnLoss(now, table.GetActiveEv(0, 0));
        EXPECT_EQ(table.GetActiveCount(0), retired <= 2 ? 6U : 8U - retired);
    }
    EXPECT_EQ(table.GetActiveCount(1), 6U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);

    // one that returns fills the gap
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, first, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetState(first), MrcEvState::GOOD);
    EXPECT_EQ(table.GetActiveCount(0), 5U);
    EXPECT_EQ(Position(first), 4U);
    EXPECT_EQ(table.GetGoodCount(0), 5U);
}

TEST_F(EvTable, RestoredEvJoinsTheBackups)
{
    Start(4, 100);
    const uint32_t lost = table.GetActiveEv(2, 5);
    table.OnLoss(now, lost);
    Events();
    Revive(lost);

    EXPECT_EQ(table.GetState(lost), MrcEvState::GOOD);
    EXPECT_EQ(table.GetActiveCount(2), 32U);
    const auto active = Active(2);
    EXPECT_EQ(std::count(active.begin(), active.end(), lost), 0);
    EXPECT_EQ(Events(), Words{"good " + std::to_string(lost)});
    EXPECT_TRUE(table.NextProbe().IsMax());
}

// Losses that retire an EV (mrc reference, 5.7)

TEST_F(EvTable, WithoutTrimmingThreeLossesInARowRetire)
{
    Start(4, 100, false);
    const uint32_t ev = table.GetActiveEv(2, 5);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    table.OnSack(now, ev, MrcEvVerdict::NONE); // the row is interrupted
    table.OnLoss(now, ev);
    table.OnLoss(now, ev);
    table.OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP); // a header has arrived: interrupted
                                                           // again
    now += RTO;                                            // the report of the trim is too old
    table.OnLoss(now, ev);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

TEST_F(EvTable, EvThatCameBackMayLoseAsManyPacketsAsANewOne)
{
    Start(4, 100, false);
    const uint32_t ev = table.GetActiveEv(2, 5);
    for (int i = 0; i < 3; ++i)
    {
        table.OnLoss(now, ev);
    }
    ASSERT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
    Revive(ev);
    for (int i = 0; i < 2; ++i)
    {
        table.OnLoss(now, ev);
        EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP) << "loss " << i;
    }
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

TEST_F(EvTable, LossRetiresEvCanBeSet)
{
    parameters->lossRetiresEv = 2;
    Start(4, 100, true);
    const uint32_t ev = table.GetActiveEv(2, 5);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

// Guards (mrc reference, 9.2)

TEST_F(EvTable, NoEvIsRetiredBelowTheMinimum)
{
    parameters->evMinActive = 14;
    Start(2, 8);
    for (const uint32_t plane : {0U, 1U})
    {
        const uint32_t lost = table.GetActiveEv(plane, 0);
        table.OnLoss(now, lost);
        EXPECT_EQ(table.GetState(lost), MrcEvState::ASSUMED_BAD);
    }
    Events();

    const uint32_t kept = table.GetActiveEv(1, 1);
    table.OnLoss(now, kept);
    EXPECT_EQ(table.GetState(kept), MrcEvState::SKIP);
    const uint32_t unwanted = table.GetActiveEv(1, 2);
    table.OnSack(now, unwanted, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_EQ(table.GetState(unwanted), MrcEvState::SKIP);
    EXPECT_EQ(Events(), Words{});
}

TEST_F(EvTable, TheLastEvOfAPlaneStaysWhenTheOthersFailedLongBefore)
{
    Start(2, 4);
    for (int i = 0; i < 3; ++i)
    {
        table.OnLoss(now, table.GetActiveEv(0, 0));
    }
    ASSERT_EQ(table.GetActiveCount(0), 1U);
    const uint32_t last = table.GetActiveEv(0, 0);
    now += RTO + RdmaTick::Us(1);
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::SKIP);
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);

    // but not forever
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::SKIP);
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U);
}

TEST_F(EvTable, PlaneWhoseLastEvFailsExactlyATimeoutAfterTheOthersIsSuspect)
{
    Start(2, 4);
    for (int i = 0; i < 3; ++i)
    {
        table.OnLoss(now, table.GetActiveEv(0, 0));
    }
    ASSERT_EQ(table.GetActiveCount(0), 1U);
    const uint32_t last = table.GetActiveEv(0, 0);
    now += RTO;
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U);
}

TEST_F(EvTable, PlaneWhoseEvsAllFailWithinATimeoutIsSuspect)
{
    Start(4, 16);
    LoseOnAll(now, 2);
    EXPECT_EQ(table.GetActiveCount(2), 0U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1011U);
    EXPECT_EQ(table.GetUpPlanes(), 0b1111U);
    for (const uint32_t p : {0U, 1U, 3U})
    {
        EXPECT_EQ(table.GetActiveCount(p), 12U) << "no other plane takes its share";
    }

    // three answers on one EV open the plane with this one
    const uint32_t first = NextProbe();
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, first, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetOpenPlanes(), 0b1111U);
    EXPECT_EQ(Active(2), std::vector<uint32_t>{first});
}

TEST_F(EvTable, SuspectPlanesComeBackOneByOne)
{
    Start(4, 4);
    const uint32_t ev = table.GetActiveEv(1, 0);
    LoseOnAll(now, 1);
    LoseOnAll(now, 3);
    EXPECT_EQ(table.GetOpenPlanes(), 0b0101U);
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetOpenPlanes(), 0b0111U);
}

TEST_F(EvTable, OnlyEvOfAPlaneSurvivesALossButNotThreeInARow)
{
    Start(4, 1);
    const uint32_t only = table.GetActiveEv(1, 0);
    for (int i = 0; i < 10; ++i)
    {
        table.OnLoss(now, only);
        table.OnLoss(now, only);
        EXPECT_EQ(table.GetState(only), MrcEvState::SKIP);
        table.OnSack(now, only, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetOpenPlanes(), 0b1111U);
    for (int i = 0; i < 3; ++i)
    {
        table.OnLoss(now, only);
    }
    EXPECT_EQ(table.GetOpenPlanes(), 0b1101U);
}

TEST_F(EvTable, OneEvAlwaysRemains)
{
    Start(4, 16);
    for (int round = 0; round < 5; ++round)
    {
        for (uint32_t p = 0; p < 4; ++p)
        {
            LoseOnAll(now, p);
        }
    }
    EXPECT_EQ(table.GetOpenPlanes(), 0b1000U);
    EXPECT_EQ(table.GetActiveCount(3), 1U);
    EXPECT_EQ(table.GetState(table.GetActiveEv(3, 0)), MrcEvState::SKIP);
    const Words events = Events();
    EXPECT_EQ(std::count_if(events.begin(),
                            events.end(),
                            [](const std::string& word) { return word.substr(0, 3) == "bad"; }),
              63);
}

} // namespace
