/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include "ns3/mrc-longer-paths.h"
#include "ns3/mrc-reverse-evs.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

// Backups over longer paths, for planes whose other EVs are all broken.

using namespace ns3;

namespace
{

/// Three longer paths in every plane, numbered from 2 on.
class ThreeLonger : public MrcLongerPaths
{
  public:
    std::vector<uint16_t> ListLonger(uint32_t plane) const override
    {
        asked |= 1U << plane;
        return {2, 3, 4};
    }

    mutable uint32_t asked{0}; ///< bit p: the paths of plane p were listed
};

/** A table with two shortest and three longer paths in each plane, and trials. */
class LongerPaths : public EvTable
{
  protected:
    LongerPaths()
    {
        parameters->lossTrial = CreateObject<MrcEvParameters>()->lossTrial;
        parameters->probeJitter = 0;
    }

    /**
     * @param planes their number
     * @param paths shortest paths of each, 1 or 2
     */
    void Begin(uint32_t planes, uint32_t paths = 2)
    {
        MrcEvSetup setup = MakeSetup(planes);
        setup.pathsPerPlane = paths;
        setup.longerPaths = &longer;
        table.Start(setup, parameters, rng);
        table.SetRto(RTO);
    }

    /** Let time pass without an answer to any probe. */
    void Wait(RdmaTick time)
    {
        for (const RdmaTick end = now + time; now < end; now += RdmaTick::Us(10))
        {
            while (table.PollProbe(now, ~0U))
            {
            }
        }
    }

    /** @return the active EVs of a plane in numerical order */
    std::vector<uint32_t> Sorted(uint32_t plane) const
    {
        auto evs = Active(plane);
        std::sort(evs.begin(), evs.end());
        return evs;
    }

    /** Retire all EVs of a plane that are in use. */
    void Kill(uint32_t plane)
    {
        for (int i = 0; i < 3; ++i)
        {
            for (const uint32_t ev : table.GetEvs(plane))
            {
                if (ev % 4096 < 2)
                {
                    table.OnLoss(now, ev);
                }
            }
        }
        Wait(RdmaTick::Us(400));
    }

    ThreeLonger longer; ///< the longer paths
};

TEST_F(LongerPaths, TheyAreNotListedWhileAShortestPathIsUsable)
{
    Begin(2);
    table.OnLoss(now, 0);
    Wait(RdmaTick::Us(400));
    EXPECT_EQ(table.GetState(0), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{1});
    EXPECT_EQ(table.GetCount(0), 2U);
    EXPECT_EQ(longer.asked, 0U);
}

TEST_F(LongerPaths, TheyTakeOverWhenTheLastTrialHasFailed)
{
    Begin(2);
    table.OnLoss(now, 4096);
    table.OnLoss(now, 4097);
    Wait(RdmaTick::Us(100));
    EXPECT_EQ(table.GetOpenPlanes(), 0b01U) << "two of three probes are not answered yet";
    Wait(RdmaTick::Us(300));
    EXPECT_EQ(Sorted(1), (std::vector<uint32_t>{4098, 4099, 4100}));
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);
    EXPECT_EQ(table.GetGoodCount(1), 3U);
    EXPECT_EQ(longer.asked, 0b10U) << "those of the other plane are not listed";
    EXPECT_EQ(Active(0).size(), 2U);
    std::string replaced;
    for (const std::string& word : Events())
    {
        replaced += word.substr(0, 8) == "replaced" ? word.substr(13) : "";
    }
    EXPECT_EQ(replaced, " by 4098 by 4099 by 4100");
}

TEST_F(LongerPaths, ATrialThatIsAnsweredBringsTheShortestPathBackWithoutThem)
{
    Begin(2);
    table.OnLoss(now, 0);
    table.OnLoss(now, 1);
    const uint32_t ev = NextProbe();
    table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{ev});
    EXPECT_EQ(longer.asked, 0U);
}

TEST_F(LongerPaths, TheyLeaveWhenAShortestPathReturns)
{
    Begin(1);
    Kill(0);
    ASSERT_EQ(Active(0).size(), 3U);
    Events();
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, 1, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(Active(0), std::vector<uint32_t>{1});
    EXPECT_EQ(table.GetGoodCount(0), 1U);
    EXPECT_EQ(Events(), Words{"good 1"});
    EXPECT_EQ(table.GetState(2), MrcEvState::GOOD) << "idle";
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, 0, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{0, 1}));
    Kill(0);
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{2, 3, 4})) << "a second time";
}

TEST_F(LongerPaths, TheOnlyPathOfTheOnlyPlaneIsRetiredForThem)
{
    Begin(1, 1);
    const uint32_t only = table.GetActiveEv(0, 0);
    ASSERT_EQ(only, 0U);
    for (int i = 0; i < 2; ++i)
    {
        table.OnLoss(now, only);
        EXPECT_EQ(table.GetState(only), MrcEvState::SKIP);
        EXPECT_EQ(table.GetOpenPlanes(), 1U);
    }
    table.OnLoss(now, only);
    Wait(RdmaTick::Us(200));
    EXPECT_EQ(table.GetState(only), MrcEvState::ASSUMED_BAD);
}

TEST_F(LongerPaths, WithoutThemTheOnlyPathIsNeverRetired)
{
    Start(1, 1);
    for (int i = 0; i < 10; ++i)
    {
        table.OnLoss(now, 0);
        Wait(RdmaTick::Us(400));
        EXPECT_EQ(table.GetOpenPlanes(), 1U);
    }
    EXPECT_FALSE(table.IsLonger(5));
}

TEST_F(LongerPaths, ABrokenOneIsRetiredAndTheOthersGoOn)
{
    Begin(1);
    Kill(0);
    table.OnLoss(now, 3);
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{2, 4}));
    Events();
    Wait(RdmaTick::Us(400));
    EXPECT_EQ(table.GetState(3), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(Events(), Words{"bad 3"});
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, 3, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{2, 3, 4}));
    EXPECT_EQ(Events(), Words{"good 3"}) << "it replaces no other a second time";
}

TEST_F(LongerPaths, APlaneWithoutAnyPathIsClosed)
{
    Begin(2);
    Kill(0);
    for (int i = 0; i < 3; ++i)
    {
        for (const uint32_t ev : {2, 3, 4})
        {
            table.OnLoss(now, ev);
        }
    }
    Wait(RdmaTick::Us(600));
    EXPECT_EQ(table.GetActiveCount(0), 0U);
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U);
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, 4, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(Active(0), std::vector<uint32_t>{4});
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);
}

TEST_F(LongerPaths, DeniedPathsAreNotUsableEither)
{
    Begin(1);
    table.Deny(0);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{1});
    table.Deny(1);
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{2, 3, 4}));
    table.Deny(3);
    EXPECT_EQ(Sorted(0), (std::vector<uint32_t>{2, 4}));
    table.Enable(1);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{1});
    table.Enable(3);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{1});
}

TEST_F(LongerPaths, EvsOfAControllerHaveNone)
{
    MrcEvSetup setup = MakeSetup(1);
    setup.paths = {{0, 0}, {1, 0}};
    setup.longerPaths = &longer;
    table.Start(setup, parameters, rng);
    table.SetRto(RTO);
    Kill(0);
    EXPECT_EQ(longer.asked, 0U);
    EXPECT_EQ(table.GetCount(0), 2U);
    EXPECT_FALSE(table.IsLonger(2));
}

TEST_F(LongerPaths, BackupsOfAnyPlaneAreNotTheseOnes)
{
    parameters->samePlaneBackup = false;
    Begin(2);
    Kill(0);
    ASSERT_EQ(Active(0).size(), 3U);
    table.OnLoss(now, 4096);
    Wait(RdmaTick::Us(400));
    EXPECT_EQ(Active(1), std::vector<uint32_t>{4097});
    for (int i = 0; i < 3; ++i)
    {
        table.OnProbeSuccess(now, 4096, MrcEvVerdict::NONE);
    }
    EXPECT_EQ(Sorted(1), (std::vector<uint32_t>{4096, 4097}));
}

TEST_F(LongerPaths, AnAnswerTakesTheLongerPathOfThePacketItAnswers)
{
    Begin(2);
    MrcReverseEvs reverse(table, BASE_RTT, rng);
    reverse.OnReceived(3);
    EXPECT_EQ(reverse.Take(0)->ev, 3U);
    EXPECT_EQ(MrcEv::Plane(reverse.Take(1)->ev), 1U) << "the other plane has its own paths";
    reverse.OnReceived(4096);
    EXPECT_EQ(reverse.Take(0)->ev, 3U) << "the last packet of its plane";
    EXPECT_LT(reverse.Take(1)->ev, 4098U);
    reverse.OnReceived(1);
    EXPECT_LT(reverse.Take(0)->ev, 2U);
    EXPECT_EQ(longer.asked, 0U) << "it needs no EV for it";
}

TEST_F(LongerPaths, SoDoesTheAnswerToAProbe)
{
    Begin(2);
    MrcReverseEvs reverse(table, BASE_RTT, rng);
    reverse.OnReceived(4100);
    reverse.OnReliabilityProbe(1);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(reverse.Take(MrcReverseEvs::ANY_PLANE)->ev, 4100U);
        EXPECT_EQ(reverse.Take(MrcReverseEvs::SAME_PATH)->ev, 4100U);
    }
    EXPECT_EQ(reverse.Take(1)->ev, 4100U);
    reverse.Ask(now);
    EXPECT_FALSE(reverse.PollProbe()) << "the packet has proved its path";
}

TEST_F(LongerPaths, AClosedPlaneAnswersByAnotherOne)
{
    Begin(2);
    MrcReverseEvs reverse(table, BASE_RTT, rng);
    reverse.OnReceived(3);
    table.SetPortUp(0, true, false);
    EXPECT_EQ(reverse.Take(0)->port, 1U);
}

} // namespace
