/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include "ns3/mrc-ev-rotation.h"

#include <optional>
#include <set>
#include <utility>

using namespace ns3;

namespace
{

// The EVs of a QP (mrc reference, 3.5)

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
    again.Start({4, 200, true, BASE_RTT, BASE_RTT}, parameters, same);
    other.Start({4, 200, true, BASE_RTT, BASE_RTT}, parameters, same);
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
        qp.Start({8, 64, true, BASE_RTT, BASE_RTT}, parameters, rng);
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
        qp.Start({8, row.paths, true, BASE_RTT, BASE_RTT}, parameters, rng);
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
        qp.Start({4, paths, true, BASE_RTT, BASE_RTT}, defaults, rng);
        EXPECT_EQ(qp.GetActiveCount(3), active) << paths << " paths";
        EXPECT_EQ(qp.GetEvs(3).size(), paths);
    }
}

TEST_F(EvTable, PathsWithCodesAreCalledByThem)
{
    MrcEvSetup setup = MakeSetup(2);
    setup.pathsPerPlane = 5;
    const MrcPathCodes codes{{3, 0x800, 17, 0xFFF, 9}, {4, 0x7F}};
    setup.pathCodes = std::make_shared<const MrcPathCodes>(codes);
    table.Start(setup, parameters, rng);
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        std::set<uint32_t> expected;
        for (const uint16_t code : codes[plane])
        {
            expected.insert(MrcEv::Pack(plane, code));
        }
        const auto evs = table.GetEvs(plane);
        EXPECT_EQ(evs.size(), expected.size()) << "each once";
        EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()), expected);
    }
    EXPECT_EQ(table.GetActiveCount(0), 4U) << "a quarter of five is a backup";
    EXPECT_EQ(table.GetActiveCount(1), 2U) << "of two, none: each plane is counted separately";
}

TEST_F(EvTable, PathsWithCodesAreDrawnLikeThoseWithNumbers)
{
    MrcPathCodes codes(4);
    for (auto& list : codes)
    {
        for (uint16_t path = 0; path < 200; ++path)
        {
            list.push_back(static_cast<uint16_t>(3 * path));
        }
    }
    Start(4, 200);
    MrcEvSetup setup = MakeSetup(4);
    setup.pathsPerPlane = 200;
    setup.pathCodes = std::make_shared<const MrcPathCodes>(codes);
    rng->SetStream(1);
    MrcEvTable coded;
    coded.Start(setup, parameters, rng);
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        std::vector<uint32_t> expected;
        for (const uint32_t ev : table.GetEvs(plane))
        {
            expected.push_back(MrcEv::Pack(plane, 3 * MrcEv::Uplink(ev)));
        }
        EXPECT_EQ(coded.GetEvs(plane), expected);
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

// EVs given by a controller

TEST_F(EvTable, GivenEvsAreOpaqueAndLeaveByTheirPorts)
{
    // the values do not contain the port
    StartWith(3, {{0xDEADBEEF, 2}, {7, 0}, {0xFFFFFFFF, 0}, {0, 1}, {0x80000000, 2}, {1, 1}});
    EXPECT_EQ(Active(0), (std::vector<uint32_t>{7, 0xFFFFFFFF}));
    EXPECT_EQ(Active(1), (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(Active(2), (std::vector<uint32_t>{0xDEADBEEF, 0x80000000}));
    EXPECT_EQ(table.GetActivePath(2, 0), (MrcPath{0xDEADBEEF, 2}));
    table.OnLoss(now, 0xDEADBEEF);
    EXPECT_EQ(table.GetState(0xDEADBEEF), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(table.GetState(0xDEADBEEE), std::nullopt);
    now += RdmaTick::Ms(2);
    EXPECT_EQ(table.PollProbe(now, 0b011), std::nullopt) << "its port is 2";
    EXPECT_EQ(table.PollProbe(now, 0b100), (MrcPath{0xDEADBEEF, 2}));
}

TEST_F(EvTable, ActiveOnesOfAGivenListAreDealtToThePlanesInTurn)
{
    std::vector<MrcPath> paths;
    for (uint32_t i = 0; i < 12; ++i)
    {
        paths.push_back(
            {100 + i, static_cast<uint8_t>(i / 6)}); // six of port 0, then six of port 1
    }
    StartWith(2, paths, 7);
    EXPECT_EQ(Active(0), (std::vector<uint32_t>{100, 101, 102, 103}));
    EXPECT_EQ(Active(1), (std::vector<uint32_t>{106, 107, 108}));
    EXPECT_EQ(table.GetEvs(1).size(), 6U);
    table.OnLoss(now, 106);
    EXPECT_EQ(table.GetActiveCount(1), 3U) << "a backup of its plane";
    EXPECT_GE(table.GetActiveEv(1, 0), 109U);
}

TEST_F(EvTable, PlanesMayHaveFewerGivenEvsThanOthersOrNone)
{
    StartWith(3, {{10, 0}, {11, 0}, {12, 0}, {20, 2}}, 4);
    EXPECT_EQ(table.GetActiveCount(0), 3U);
    EXPECT_EQ(table.GetActiveCount(1), 0U);
    EXPECT_EQ(table.GetActiveCount(2), 1U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b101U);
    MrcEvRotation answers(&table);
    EXPECT_EQ(answers.TakeNext(1), (MrcPath{20, 2})) << "plane 1 has no EV for answers";
    table.SetPortUp(0, true, false);
    table.SetPortUp(2, true, false);
    EXPECT_EQ(answers.TakeNext(1), std::nullopt);
}

TEST_F(EvTable, LargeGivenSetIsFoundByValue)
{
    std::vector<MrcPath> paths;
    for (uint32_t i = 0; i < 2048; ++i)
    {
        paths.push_back({i * 0x9E3779B9U, static_cast<uint8_t>(i % 8)});
    }
    StartWith(8, paths, 1024);
    for (const MrcPath& path : paths)
    {
        table.OnSack(now, path.ev, MrcEvVerdict::SKIP_ONCE);
        ASSERT_EQ(table.GetState(path.ev), MrcEvState::SKIP);
    }
    EXPECT_EQ(table.GetState(0x9E3779B8U), std::nullopt);
}

TEST_F(EvTable, GivenEvsAreNeitherDrawnNorShuffled)
{
    auto untouched = CreateObject<UniformRandomVariable>();
    untouched->SetStream(1);
    StartWith(2, {{3, 0}, {1, 0}, {2, 1}});
    EXPECT_EQ(rng->GetInteger(0, 1000000), untouched->GetInteger(0, 1000000));
}

TEST_F(EvTable, RefusesGivenEvsThatCannotBe)
{
    EXPECT_DEATH(StartWith(2, {{5, 0}, {6, 1}, {5, 1}}),
                 "EV 5 of port 2 is given twice, first for port 1: .* must be unique");
    EXPECT_DEATH(StartWith(2, {{5, 2}}),
                 "EV 5 is to leave by port 3, but the NIC has ports 1 to 2");
    EXPECT_DEATH(StartWith(2, {{5, 1}}, 2), "2 active EVs of 1 that are given");
    EXPECT_DEATH(StartWith(9, {{5, 1}}), "1 to 8 planes, not 9");
    std::vector<MrcPath> many;
    for (uint32_t i = 0; i < 257; ++i)
    {
        many.push_back({i, 0});
    }
    EXPECT_DEATH(StartWith(1, many), "port 1 of a QP has more than 256 EVs");
}

TEST_F(EvTable, DeniedFromTheStart)
{
    StartWith(2, {{10, 0}, {11, 0}, {12, 0}, {20, 1}});
    MrcEvSetup setup = MakeSetup(2);
    setup.paths = {{10, 0}, {11, 0}, {12, 0}, {20, 1}};
    setup.active = 3;
    setup.denied = {10, 99};
    MrcEvTable qp;
    qp.Start(setup, parameters, rng);
    EXPECT_EQ(qp.GetState(10), MrcEvState::DENIED);
    EXPECT_EQ(qp.GetActiveCount(0), 2U) << "the backup has taken its place";
    RdmaEvent event;
    EXPECT_FALSE(qp.PollEvent(event)) << "nothing has changed: so it was from the start";
}

TEST_F(EvTable, AssumedBadFromTheStart)
{
    MrcEvSetup setup = MakeSetup(2);
    setup.paths = {{10, 0}, {11, 0}, {12, 0}, {20, 1}};
    setup.active = 3;
    setup.assumedBad = {10, 99};
    MrcEvTable qp;
    qp.Start(setup, parameters, rng);
    EXPECT_EQ(qp.GetState(10), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(qp.GetActiveCount(0), 2U) << "the backup has taken its place";
    EXPECT_FALSE(qp.NextProbe().IsMax()) << "it is probed";
    RdmaEvent event;
    EXPECT_FALSE(qp.PollEvent(event)) << "nothing has changed: so it was from the start";
}

} // namespace
