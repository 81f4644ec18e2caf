/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ev-table.h"
#include "ns3/object.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr Tick BASE_RTT = Tick::Us(10);
constexpr Tick RTO = Tick::Us(131);

/** An EV table and what it is made of. */
class EvTable : public testing::Test
{
  protected:
    EvTable()
    {
        rng->SetStream(1);
        parameters->backupReserve = 0.25; // most tests want backups where paths are scarce
    }

    /**
     * @param planes planes
     * @param paths uplinks per plane
     * @param trimming the fabric trims
     */
    void Start(uint32_t planes, uint32_t paths, bool trimming = true)
    {
        MrcEvSetup setup;
        setup.planes = planes;
        setup.pathsPerPlane = paths;
        setup.trimming = trimming;
        setup.baseRtt = BASE_RTT;
        setup.targetDelay = BASE_RTT * 3 / 4;
        setup.rto = RTO;
        table.Start(setup, parameters, rng);
    }

    /**
     * @param plane plane
     * @return its active EVs
     */
    std::vector<uint32_t> Active(uint32_t plane) const
    {
        auto evs = table.GetEvs(plane);
        evs.resize(table.GetActiveCount(plane));
        return evs;
    }

    /**
     * @param ev an EV
     * @return its position among the active EVs of its plane
     */
    uint32_t Position(uint32_t ev) const
    {
        const auto evs = Active(MrcEv::Plane(ev));
        for (uint32_t i = 0; i < evs.size(); ++i)
        {
            if (evs[i] == ev)
            {
                return i;
            }
        }
        ADD_FAILURE() << "EV " << ev << " is not active";
        return 0;
    }

    /**
     * @param now the time
     * @param ev an active EV whose turn it is
     * @return true if it may be used
     */
    bool Turn(Tick now, uint32_t ev)
    {
        return table.TakeTurn(now, MrcEv::Plane(ev), Position(ev));
    }

    /**
     * Lose a packet on each EV of a plane that is still usable, once.
     * @param now the time
     * @param plane plane
     */
    void LoseOnAll(Tick now, uint32_t plane)
    {
        for (const uint32_t ev : table.GetEvs(plane))
        {
            table.OnLoss(now, ev);
        }
    }

    /**
     * Wait for the next probe and take it.
     * @return its EV
     */
    uint32_t NextProbe()
    {
        std::optional<MrcPath> probe;
        while (!probe && !table.NextProbe().IsMax())
        {
            now = std::max(now, table.NextProbe());
            probe = table.PollProbe(now, ~0U);
        }
        EXPECT_TRUE(probe) << "no probe is planned";
        return probe ? probe->ev : 0;
    }

    /**
     * Probe an EV until it comes back; no other EV may be retired.
     * @param ev the EV
     */
    void Revive(uint32_t ev)
    {
        for (uint32_t i = 0; i < parameters->probeSuccesses; ++i)
        {
            EXPECT_EQ(NextProbe(), ev);
            now += BASE_RTT;
            table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
        }
    }

    /** @return the events so far, as words */
    std::vector<std::string> Events()
    {
        static const std::map<RdmaEvent::Kind, std::string> names{
            {RdmaEvent::Kind::EV_SKIP, "skip"},
            {RdmaEvent::Kind::EV_BAD, "bad"},
            {RdmaEvent::Kind::EV_GOOD, "good"},
            {RdmaEvent::Kind::EV_REPLACED, "replaced"}};
        std::vector<std::string> words;
        RdmaEvent event;
        while (table.PollEvent(event))
        {
            EXPECT_EQ(event.port, MrcEv::Plane(event.entropy));
            words.push_back(names.at(event.kind) + " " + std::to_string(event.entropy) +
                            (event.detail ? " by " + std::to_string(event.detail) : ""));
        }
        return words;
    }

    Ptr<MrcEvParameters> parameters{CreateObject<MrcEvParameters>()};      ///< settings
    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the table
    Tick now{Tick::Us(100)};                                               ///< the time
};

using Words = std::vector<std::string>;

// Which EVs there are (3.5)

TEST_F(EvTable, EveryPlaneGetsTheSameNumberOfDistinctPaths)
{
    Start(8, 64);
    std::set<uint32_t> all;
    for (uint32_t p = 0; p < 8; ++p)
    {
        EXPECT_EQ(table.GetActiveCount(p), 16U);
        EXPECT_EQ(table.GetGoodCount(p), 16U);
        EXPECT_EQ(table.GetEvs(p).size(), 32U);
        for (const uint32_t ev : table.GetEvs(p))
        {
            EXPECT_EQ(MrcEv::Plane(ev), p);
            EXPECT_LT(MrcEv::Uplink(ev), 64U);
            EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
            all.insert(ev);
        }
    }
    EXPECT_EQ(all.size(), 256U);
    EXPECT_EQ(table.GetOpenPlanes(), 0xFFU);
}

TEST_F(EvTable, OnePlaneHoldsAllTheEvs)
{
    Start(1, 1000);
    EXPECT_EQ(table.GetEvs(0).size(), 256U);
    EXPECT_EQ(table.GetActiveCount(0), 128U);
    for (const uint32_t ev : table.GetEvs(0))
    {
        EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
    }
}

TEST_F(EvTable, PlanesThatDoNotDivideTheEvsGetEqualShares)
{
    Start(3, 500);
    for (uint32_t p = 0; p < 3; ++p)
    {
        EXPECT_EQ(table.GetEvs(p).size(), 85U);
        EXPECT_EQ(table.GetActiveCount(p), 42U);
    }
}

TEST_F(EvTable, TheSubsetIsRandomAndFollowsTheStream)
{
    Start(4, 200);
    const auto mine = table.GetEvs(0);
    EXPECT_NE(mine, std::vector<uint32_t>(mine.size(), 0));
    EXPECT_FALSE(std::is_sorted(mine.begin(), mine.end()));

    MrcEvTable again;
    MrcEvTable other;
    auto same = CreateObject<UniformRandomVariable>();
    same->SetStream(1);
    again.Start({4, 200, true, BASE_RTT, BASE_RTT, RTO}, parameters, same);
    other.Start({4, 200, true, BASE_RTT, BASE_RTT, RTO}, parameters, same);
    EXPECT_EQ(again.GetEvs(0), mine);
    EXPECT_NE(other.GetEvs(0), mine);
}

TEST_F(EvTable, EveryUplinkIsChosenEquallyOften)
{
    // 32 of 64 uplinks, 2000 QPs: 1000 times each, standard deviation sqrt(2000 / 4) = 22
    std::map<uint32_t, uint32_t> chosen;
    for (int i = 0; i < 2000; ++i)
    {
        MrcEvTable qp;
        qp.Start({8, 64, true, BASE_RTT, BASE_RTT, RTO}, parameters, rng);
        for (const uint32_t ev : qp.GetEvs(5))
        {
            ++chosen[MrcEv::Uplink(ev)];
        }
    }
    ASSERT_EQ(chosen.size(), 64U);
    for (const auto& [uplink, times] : chosen)
    {
        EXPECT_NEAR(times, 1000, 5 * 22) << "uplink " << uplink;
    }
}

TEST_F(EvTable, FewPathsMakeFewEvs)
{
    // 8 planes: share 16 active + 16 backup. D < 32: backup = min(16, D / 4),
    // active = min(16, D - backup), the rest is backup
    struct Row
    {
        uint32_t paths;
        uint32_t active;
        uint32_t count;
    };

    for (const auto& row : {Row{1, 1, 1},
                            Row{2, 2, 2},
                            Row{3, 3, 3},
                            Row{4, 3, 4},
                            Row{8, 6, 8},
                            Row{20, 15, 20},
                            Row{22, 16, 22},
                            Row{31, 16, 31},
                            Row{32, 16, 32},
                            Row{33, 16, 32}})
    {
        MrcEvTable qp;
        qp.Start({8, row.paths, true, BASE_RTT, BASE_RTT, RTO}, parameters, rng);
        EXPECT_EQ(qp.GetActiveCount(7), row.active) << row.paths << " paths";
        const auto evs = qp.GetEvs(7);
        EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), row.count)
            << row.paths << " paths";
    }
}

TEST_F(EvTable, ByDefaultEveryScarcePathIsUsed)
{
    auto defaults = CreateObject<MrcEvParameters>();
    // 4 planes: share 32 active + 32 backup
    for (const auto& [paths, active] : {std::pair{1U, 1U}, {16U, 16U}, {32U, 32U}, {40U, 32U}})
    {
        MrcEvTable qp;
        qp.Start({4, paths, true, BASE_RTT, BASE_RTT, RTO}, defaults, rng);
        EXPECT_EQ(qp.GetActiveCount(3), active) << paths << " paths";
        EXPECT_EQ(qp.GetEvs(3).size(), paths);
    }
}

TEST_F(EvTable, RefusesWhatCannotBe)
{
    EXPECT_DEATH(Start(9, 4), "1 to 8 planes, not 9");
    EXPECT_DEATH(Start(0, 4), "1 to 8 planes, not 0");
    EXPECT_DEATH(Start(1, 5000), "paths per plane, not 5000");
    parameters->evActive = 7;
    EXPECT_DEATH(Start(8, 4), "EvActive 7 of EvCount 256 over 8 planes");
    parameters->evActive = 300;
    EXPECT_DEATH(Start(1, 4), "EvActive 300 of EvCount 256");
}

TEST_F(EvTable, EvsItDoesNotHoldAreIgnored)
{
    Start(2, 1000);
    const auto evs = table.GetEvs(1);
    const std::set<uint32_t> held(evs.begin(), evs.end());
    for (uint32_t uplink = 0; uplink < 1000; ++uplink)
    {
        const uint32_t ev = MrcEv::Pack(1, uplink);
        EXPECT_EQ(table.GetState(ev).has_value(), held.count(ev) == 1);
        if (!held.count(ev))
        {
            table.OnLoss(now, ev);
            table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
        }
    }
    for (const uint32_t ev : {MrcEv::Pack(2, 0), MrcEv::Pack(0, 1000), ~0U})
    {
        table.OnLoss(now, ev);
        table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
        EXPECT_FALSE(table.GetState(ev));
    }
    EXPECT_EQ(table.GetGoodCount(0), 64U);
    EXPECT_EQ(table.GetGoodCount(1), 64U);
    EXPECT_EQ(Events(), Words{});
}

// Transitions (9.2): all rows, all columns

TEST_F(EvTable, EveryEventInEveryStateHasTheOutcomeOfTheTable)
{
    using S = MrcEvState;

    struct Row
    {
        const char* name;
        std::function<void(MrcEvTable&, Tick, uint32_t)> happen;
        S outcome[4]; // from GOOD, SKIP, ASSUMED_BAD, DENIED
    };

    const auto sack = [](MrcEvVerdict m) {
        return [m](MrcEvTable& t, Tick at, uint32_t ev) { t.OnSack(at, ev, m); };
    };
    const auto nack = [](MrcNackReason r) {
        return [r](MrcEvTable& t, Tick at, uint32_t ev) { t.OnNack(at, ev, r); };
    };
    const auto probes = [](MrcEvVerdict m) {
        return [m](MrcEvTable& t, Tick at, uint32_t ev) {
            for (int i = 0; i < 3; ++i)
            {
                t.OnProbeSuccess(at, ev, m);
            }
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
         [](MrcEvTable& t, Tick at, uint32_t ev) { t.OnLoss(at, ev); },
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::DENIED}},
        {"3 probes m=NONE", probes(MrcEvVerdict::NONE), {S::GOOD, S::SKIP, S::GOOD, S::DENIED}},
        {"3 probes m=SKIP_ONCE",
         probes(MrcEvVerdict::SKIP_ONCE),
         {S::SKIP, S::SKIP, S::GOOD, S::DENIED}},
        {"3 probes m=ALWAYS_SKIP",
         probes(MrcEvVerdict::ALWAYS_SKIP),
         {S::ASSUMED_BAD, S::ASSUMED_BAD, S::ASSUMED_BAD, S::DENIED}},
        {"deny",
         [](MrcEvTable& t, Tick, uint32_t ev) { t.Deny(ev); },
         {S::DENIED, S::DENIED, S::DENIED, S::DENIED}},
        {"enable",
         [](MrcEvTable& t, Tick, uint32_t ev) { t.Enable(ev); },
         {S::GOOD, S::SKIP, S::ASSUMED_BAD, S::GOOD}},
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
            row.happen(table, now + Tick::Us(1), ev);
            EXPECT_EQ(table.GetState(ev), row.outcome[static_cast<int>(from)]);
            EXPECT_EQ(table.GetActiveCount(2), 32U) << "a backup should have filled the gap";
        }
    }
}

// SKIP (9.3)

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
    table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE); // three left: a mark does not shorten that
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
    table.OnNack(now + Tick::Us(2), young, MrcNackReason::TRIMMED);
    now += BASE_RTT * 10 + Tick::Us(1);
    EXPECT_TRUE(Turn(now, old));
    EXPECT_FALSE(Turn(now, young));
}

TEST_F(EvTable, OldestSkipIsFoundAmongThePlanesAsked)
{
    Start(2, 64);
    table.OnSack(now + Tick::Us(1), table.GetActiveEv(0, 9), MrcEvVerdict::SKIP_ONCE);
    table.OnSack(now + Tick::Us(2), table.GetActiveEv(0, 1), MrcEvVerdict::SKIP_ONCE);
    table.OnSack(now, table.GetActiveEv(1, 5), MrcEvVerdict::SKIP_ONCE);
    now += Tick::Us(3);
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
    EXPECT_EQ(table.GetRetired(), 1U);
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
        qp.Start({4, 100, true, BASE_RTT, BASE_RTT, RTO}, parameters, rng);
        rng->SetStream(100 + i); // ... but not the same choice
        qp.OnLoss(now, qp.GetActiveEv(2, 5));
        chosen.insert(qp.GetActiveEv(2, 5));
    }
    EXPECT_GT(chosen.size(), 15U) << "of 32 backups";
}

TEST_F(EvTable, PlaneWithoutBackupsShrinksAloneAndGrowsAgain)
{
    Start(2, 8); // 6 active, 2 backup
    const uint32_t first = table.GetActiveEv(0, 0);
    for (uint32_t retired = 1; retired <= 4; ++retired)
    {
        now += Tick::Ms(200);
        table.OnLoss(now, table.GetActiveEv(0, 0));
        EXPECT_EQ(table.GetActiveCount(0), retired <= 2 ? 6U : 8U - retired);
    }
    EXPECT_EQ(table.GetActiveCount(1), 6U);
    EXPECT_EQ(table.GetSuspectPlanes(), 0U);

    // one that comes back fills the gap
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
    EXPECT_EQ(table.GetRestored(), 1U);
    EXPECT_TRUE(table.NextProbe().IsMax());
}

// When a loss retires an EV (5.7)

TEST_F(EvTable, WithoutTrimmingThreeLossesInARowRetire)
{
    Start(4, 100, false);
    const uint32_t ev = table.GetActiveEv(2, 5);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    table.OnSack(now, ev, MrcEvVerdict::NONE); // the row is broken
    table.OnLoss(now, ev);
    table.OnLoss(now, ev);
    table.OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP); // a header came through: broken again
    table.OnLoss(now, ev);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

TEST_F(EvTable, LossesToRetireCanBeSet)
{
    parameters->lossesToRetire = 2;
    Start(4, 100, true);
    const uint32_t ev = table.GetActiveEv(2, 5);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

// Guards (9.2)

TEST_F(EvTable, NoEvIsRetiredBelowTheMinimum)
{
    parameters->evMinActive = 14;
    Start(2, 8);
    table.OnLoss(now, table.GetActiveEv(0, 0));
    table.OnLoss(now, table.GetActiveEv(1, 0));
    EXPECT_EQ(table.GetRetired(), 2U);

    const uint32_t kept = table.GetActiveEv(1, 1);
    table.OnLoss(now, kept);
    EXPECT_EQ(table.GetState(kept), MrcEvState::SKIP);
    EXPECT_EQ(table.GetRetired(), 2U);
    EXPECT_EQ(table.GetMinActiveHits(), 1U);
    table.OnSack(now, kept, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_EQ(table.GetState(kept), MrcEvState::SKIP);
    EXPECT_EQ(table.GetMinActiveHits(), 2U);
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
    now += RTO + Tick::Us(1);
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::SKIP);
    EXPECT_EQ(table.GetMinActiveHits(), 1U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);

    // but not for ever
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::SKIP);
    table.OnLoss(now, last);
    EXPECT_EQ(table.GetState(last), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(table.GetSuspectPlanes(), 0b01U);
}

TEST_F(EvTable, PlaneWhoseEvsAllFailWithinATimeoutIsSuspect)
{
    Start(4, 16);
    LoseOnAll(now, 2);
    EXPECT_EQ(table.GetActiveCount(2), 0U);
    EXPECT_EQ(table.GetSuspectPlanes(), 0b0100U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1011U);
    EXPECT_EQ(table.GetUpPlanes(), 0b1111U);
    EXPECT_EQ(table.GetMinActiveHits(), 0U);
    for (const uint32_t p : {0U, 1U, 3U})
    {
        EXPECT_EQ(table.GetActiveCount(p), 12U) << "no other plane takes over";
    }

    // three answers on one EV open the plane with this one
    const uint32_t first = NextProbe();
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, first, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetSuspectPlanes(), 0U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b1111U);
    EXPECT_EQ(Active(2), std::vector<uint32_t>{first});
}

TEST_F(EvTable, SuspectPlanesComeBackOneByOne)
{
    Start(4, 4);
    const uint32_t ev = table.GetActiveEv(1, 0);
    LoseOnAll(now, 1);
    LoseOnAll(now, 3);
    EXPECT_EQ(table.GetSuspectPlanes(), 0b1010U);
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(table.GetSuspectPlanes(), 0b1000U);
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
    EXPECT_EQ(table.GetRetired(), 63U);
}

// Ports (9.6)

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
    EXPECT_EQ(table.GetRetired(), 0U);
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
    EXPECT_EQ(table.GetState(only), MrcEvState::SKIP) << "it is the last that is reachable";
}

TEST_F(EvTable, NothingIsProbedOnAPlaneThatIsDown)
{
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(1, 0);
    table.OnLoss(now, lost);
    table.SetPortUp(1, false, false);
    EXPECT_TRUE(table.NextProbe().IsMax());
    now += Tick::Ms(10);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    table.SetPortUp(1, false, true);
    EXPECT_LE(table.NextProbe(), now);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, lost);
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
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U) << "no guard holds an administrator";
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

// Last resort and reverse path

TEST_F(EvTable, LastResortIsTheLeastRecentFailureOncePerProbeInterval)
{
    parameters->evMinActive = 0;
    Start(2, 2);
    const auto a = table.GetEvs(0);
    const auto b = table.GetEvs(1);
    table.OnLoss(now + Tick::Us(2), a[0]);
    table.OnLoss(now + Tick::Us(1), b[1]);
    table.OnLoss(now + Tick::Us(3), a[1]);
    table.OnLoss(now + Tick::Us(4), b[0]);
    ASSERT_EQ(table.GetOpenPlanes(), 0U);

    now += Tick::Us(5);
    EXPECT_EQ(table.TakeLastResort(now, 0), std::nullopt);
    EXPECT_EQ(table.TakeLastResort(now, 0b01)->ev, a[0]);
    EXPECT_EQ(table.TakeLastResort(now, 0b11), std::nullopt);
    now += Tick::Us(999);
    EXPECT_EQ(table.TakeLastResort(now, 0b11), std::nullopt);
    now += Tick::Us(1);
    EXPECT_EQ(table.TakeLastResort(now, 0b11)->ev, b[1]);
}

TEST_F(EvTable, ControlPacketsTakeTheActiveEvsOfTheirPlaneInTurn)
{
    Start(4, 16);
    std::set<uint32_t> used;
    for (uint32_t i = 0; i < table.GetActiveCount(3); ++i)
    {
        used.insert(table.TakeReverse(3)->ev);
    }
    const auto active = Active(3);
    EXPECT_EQ(used, std::set<uint32_t>(active.begin(), active.end()));
}

TEST_F(EvTable, ControlPacketsOfAClosedPlaneTakeAnother)
{
    Start(4, 16);
    table.SetPortUp(3, true, false);
    EXPECT_EQ(table.TakeReverse(3)->port, 0U);
    table.SetPortUp(0, true, false);
    EXPECT_EQ(table.TakeReverse(3)->port, 1U);
    table.SetPortUp(1, true, false);
    table.SetPortUp(2, true, false);
    EXPECT_EQ(table.TakeReverse(3), std::nullopt);
}

TEST_F(EvTable, ControlPacketsHaveAnEvEvenWhenAllAreBad)
{
    parameters->evMinActive = 0;
    Start(1, 4);
    LoseOnAll(now, 0);
    ASSERT_EQ(table.GetOpenPlanes(), 0U);
    const auto path = table.TakeReverse(0);
    ASSERT_TRUE(path);
    EXPECT_EQ(table.GetState(path->ev), MrcEvState::ASSUMED_BAD);
}

// Probing (9.5)

TEST_F(EvTable, FirstProbeComesAfterOneIntervalWithJitter)
{
    Tick least = Tick::Max();
    Tick most;
    for (int i = 0; i < 200; ++i)
    {
        MrcEvTable qp;
        qp.Start({2, 16, true, BASE_RTT, BASE_RTT, RTO}, parameters, rng);
        qp.OnLoss(now, qp.GetActiveEv(0, 0));
        least = std::min(least, qp.NextProbe() - now);
        most = std::max(most, qp.NextProbe() - now);
    }
    EXPECT_GE(least, Tick::Us(750));
    EXPECT_LT(least, Tick::Us(770));
    EXPECT_LE(most, Tick::Us(1250));
    EXPECT_GT(most, Tick::Us(1230));
}

TEST_F(EvTable, ProbeIsHandedOutOnceWhenItIsDue)
{
    parameters->probeJitter = 0;
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    table.OnLoss(now, lost);
    ASSERT_EQ(table.NextProbe(), now + Tick::Ms(1));
    EXPECT_EQ(table.PollProbe(now + Tick::Us(999), ~0U), std::nullopt);
    now += Tick::Ms(1);
    EXPECT_EQ(table.PollProbe(now, 0b10), std::nullopt) << "its port is busy";
    EXPECT_EQ(table.NextProbe(), now);
    EXPECT_EQ(table.PollProbe(now, 0b01)->ev, lost);
    EXPECT_EQ(table.PollProbe(now, 0b01), std::nullopt);
    // 2 base RTTs + 4 targets = 20 us + 30 us
    EXPECT_EQ(table.NextProbe(), now + Tick::Us(50));
}

TEST_F(EvTable, UnansweredProbesDoubleThePauseUpTo64Milliseconds)
{
    parameters->probeJitter = 0;
    Start(2, 16);
    const uint32_t lost = table.GetActiveEv(0, 0);
    table.OnLoss(now, lost);
    for (const int pause : {1, 2, 4, 8, 16, 32, 64, 64, 64})
    {
        EXPECT_EQ(table.NextProbe(), now + Tick::Ms(pause));
        EXPECT_EQ(NextProbe(), lost);
        now += Tick::Us(50);
        EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt); // given up
    }
    // an answer makes the prober eager again
    EXPECT_EQ(NextProbe(), lost);
    now += BASE_RTT;
    table.OnProbeSuccess(now, lost, MrcEvVerdict::NONE);
    EXPECT_EQ(table.NextProbe(), now + Tick::Ms(1));
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
    table.OnLoss(now, lost); // a straggler: from zero
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
    now += Tick::Ms(1);
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
    now += Tick::Us(50);
    EXPECT_TRUE(table.PollProbe(now, ~0U)) << "two were given up";
}

TEST_F(EvTable, FlappingEvIsProbedMoreSlowly)
{
    parameters->probeJitter = 0;
    Start(1, 3); // 3 active, no backups
    const uint32_t flapping = table.GetActiveEv(0, 0);
    for (const int pause : {1, 2, 4, 8})
    {
        now += Tick::Ms(900);
        table.OnLoss(now, flapping);
        EXPECT_EQ(table.NextProbe(), now + Tick::Ms(pause));
        Revive(flapping);
    }
    now += Tick::Ms(1001); // calm for a second
    table.OnLoss(now, flapping);
    EXPECT_EQ(table.NextProbe(), now + Tick::Ms(1));
}

TEST_F(EvTable, IntervalCanBeShortened)
{
    parameters->probeInterval = MicroSeconds(20);
    parameters->probeJitter = 0;
    Start(2, 16);
    table.OnLoss(now, table.GetActiveEv(0, 0));
    EXPECT_EQ(table.NextProbe(), now + Tick::Us(20));
}

// Whatever happens

TEST_F(EvTable, RandomHistoryKeepsTheCountsRight)
{
    parameters->probeInterval = MicroSeconds(20);
    Start(4, 24); // 32 + 32 of 24: 18 active, 6 backup
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(7);
    for (int i = 0; i < 50000; ++i)
    {
        now += Tick::Ns(500);
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
                EXPECT_EQ(table.GetState(probe->ev), MrcEvState::ASSUMED_BAD);
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
            ASSERT_TRUE(active || !usable || table.GetActiveCount(plane) == 18)
                << "no usable EV idles while the plane is short of them";
            good += active && state == MrcEvState::GOOD;
        }
        ASSERT_EQ(table.GetGoodCount(plane), good);
        ASSERT_EQ(table.GetOpenPlanes() >> plane & 1,
                  (table.GetUpPlanes() >> plane & 1) && table.GetActiveCount(plane) > 0);
        Events();
    }
    EXPECT_GT(table.GetRetired(), 1000U);
    EXPECT_GT(table.GetRestored(), 500U);
}

} // namespace
