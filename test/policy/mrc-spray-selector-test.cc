/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/double.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace
{

using namespace ns3;

constexpr RdmaTick BASE_RTT = RdmaTick::Us(10);
constexpr uint32_t EVERY_PORT = ~0U;

/**
 * @param rng a random variable, from which one more number is drawn
 * @param twin one with the same stream that has not been used
 * @return numbers drawn from the first since its start
 */
uint32_t
CountTaken(UniformRandomVariable& rng, UniformRandomVariable& twin)
{
    const double next = rng.GetValue(0, 1);
    uint32_t taken = 0;
    for (mrctest::StepBudget steps; twin.GetValue(0, 1) != next && steps.Take();)
    {
        ++taken;
    }
    return taken;
}

/** A selector and its table. */
class SpraySelector : public testing::Test
{
  protected:
    SpraySelector()
    {
        rng->SetStream(1);
    }

    /**
     * @param planes their number, 1 to 8
     * @param paths uplinks per plane
     */
    void Start(uint32_t planes, uint32_t paths)
    {
        table.Start({planes, paths, true, BASE_RTT, BASE_RTT}, parameters, rng);
        table.SetRto(RdmaTick::Us(131));
        selector->Start(table, rng);
    }

    /**
     * @param plane 0-based
     * @return its active EVs
     */
    std::set<uint32_t> Active(uint32_t plane) const
    {
        const auto evs = table.GetEvs(plane);
        return {evs.begin(), evs.begin() + table.GetActiveCount(plane)};
    }

    /**
     * @param count number of packets to send
     * @param ready ready ports
     * @return their EVs
     */
    std::vector<uint32_t> Send(uint32_t count, uint32_t ready = EVERY_PORT)
    {
        std::vector<uint32_t> evs;
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto path = selector->GetSendParams(now, ready);
            EXPECT_TRUE(path) << "packet " << i;
            evs.push_back(path ? path->ev : EVERY_PORT);
        }
        return evs;
    }

    Ptr<MrcEvParameters> parameters{CreateObject<MrcEvParameters>()};      ///< settings
    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the EVs
    Ptr<MrcSpraySelector> selector{CreateObject<MrcSpraySelector>()};      ///< the selector
    RdmaTick now{RdmaTick::Us(100)};                                       ///< the time
};

// Fair use

TEST_F(SpraySelector, EveryActiveEvIsUsedOncePerRotation)
{
    Start(8, 64);
    for (int rotation = 0; rotation < 10; ++rotation)
    {
        const auto evs = Send(128);
        const std::set<uint32_t> used(evs.begin(), evs.end());
        EXPECT_EQ(used.size(), 128U);
        for (uint32_t p = 0; p < 8; ++p)
        {
            for (const uint32_t ev : Active(p))
            {
                EXPECT_EQ(used.count(ev), 1U);
            }
        }
    }
}

TEST_F(SpraySelector, RotationsOverOtherNumbersThanPowersOfTwoAreFairToo)
{
    for (const uint32_t paths : {1U, 2U, 3U, 7U, 13U, 20U, 31U})
    {
        table = MrcEvTable();
        selector = CreateObject<MrcSpraySelector>();
        Start(4, paths);
        const uint32_t active = table.GetActiveCount(0);
        for (int rotation = 0; rotation < 5; ++rotation)
        {
            const auto evs = Send(4 * active);
            EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 4 * active)
                << active << " active EVs";
        }
    }
}

TEST_F(SpraySelector, PlanesAreServedInTurn)
{
    Start(4, 64);
    const auto evs = Send(400);
    for (uint32_t i = 4; i < evs.size(); ++i)
    {
        EXPECT_EQ(MrcEv::Plane(evs[i]), MrcEv::Plane(evs[i - 4]));
    }
    EXPECT_NE(MrcEv::Plane(evs[0]), MrcEv::Plane(evs[1]));
}

TEST_F(SpraySelector, EveryPlaneIsTheFirstOfSomeQp)
{
    std::set<uint32_t> first;
    for (int qp = 0; qp < 64; ++qp)
    {
        table = MrcEvTable();
        selector = CreateObject<MrcSpraySelector>();
        Start(4, 8);
        first.insert(MrcEv::Plane(Send(1).front()));
    }
    EXPECT_EQ(first, (std::set<uint32_t>{0, 1, 2, 3}));
}

TEST_F(SpraySelector, OrderChangesFromRotationToRotation)
{
    Start(1, 1000);
    const auto a = Send(128);
    const auto b = Send(128);
    EXPECT_NE(a, b);
    // x is uniform: each of 128 EVs opens a rotation equally often. 12800 rotations, 100 each,
    // standard deviation 10; chi-square with 127 degrees of freedom: 127 +- 16
    std::map<uint32_t, uint32_t> first;
    for (int i = 0; i < 12800; ++i)
    {
        ++first[Send(128).front()];
    }
    double chi = 0;
    for (const uint32_t ev : Active(0))
    {
        const double d = first[ev] - 100.0;
        chi += d * d / 100;
    }
    EXPECT_LT(chi, 127 + 5 * 16);
    EXPECT_GT(chi, 127 - 5 * 16) << "too even to be random";
}

TEST_F(SpraySelector, QpsAreNotInStep)
{
    Start(1, 128);
    const auto mine = Send(256);
    MrcEvTable otherTable;
    otherTable.Start({1, 128, true, BASE_RTT, BASE_RTT}, parameters, rng);
    selector = CreateObject<MrcSpraySelector>();
    selector->Start(otherTable, rng);
    const auto other = Send(256);
    int same = 0;
    for (uint32_t i = 0; i < 256; ++i)
    {
        same += mine[i] == other[i];
    }
    EXPECT_LT(same, 12) << "256 / 128 = 2 are expected by chance";
}

TEST_F(SpraySelector, RandomNumbersAreTakenPerRotationNotPerPacket)
{
    struct Row
    {
        uint32_t paths;
        uint32_t packets;
        uint32_t numbers;
    };

    // The first number chooses the first plane. One path: nothing more to draw. 32 active EVs per
    // plane: 5 bits per rotation, four times in a number of 24 bits, 40 rotations: 10 numbers.
    for (const auto& row : {Row{1, 1000, 1}, Row{64, 4 * 32 * 10, 11}})
    {
        table = MrcEvTable();
        Start(4, row.paths);
        auto own = CreateObject<UniformRandomVariable>();
        auto twin = CreateObject<UniformRandomVariable>();
        own->SetStream(9);
        twin->SetStream(9);
        selector = CreateObject<MrcSpraySelector>();
        selector->Start(table, own);
        Send(row.packets);
        EXPECT_EQ(CountTaken(*own, *twin), row.numbers);
    }
}

// Busy and dead ports

TEST_F(SpraySelector, PacketsGoToReadyPortsOnly)
{
    Start(8, 64);
    for (const uint32_t ready : {0b1U, 0b10000000U, 0b01010101U, 0b11100U})
    {
        for (const uint32_t ev : Send(500, ready))
        {
            EXPECT_TRUE(ready >> MrcEv::Plane(ev) & 1);
        }
    }
    EXPECT_EQ(selector->GetSendParams(now, 0), std::nullopt);
    EXPECT_EQ(selector->GetSendParams(now, 0xFFFFFF00), std::nullopt) << "ports it does not have";
}

TEST_F(SpraySelector, MostlyBusyPortIsNotStarvedOfEvs)
{
    // port 2 is ready one time in ten; the EVs it uses then must still be all of its EVs in turn
    Start(4, 64);
    std::map<uint32_t, uint32_t> used;
    for (int i = 0; i < 32 * 10 * 20; ++i)
    {
        ++used[Send(1, i % 10 == 0 ? 0b0100 : 0b1011).front()];
    }
    for (const uint32_t ev : Active(2))
    {
        EXPECT_EQ(used[ev], 20U);
    }
    // the others share the rest: 5760 / 3 planes / 32 EVs
    for (const uint32_t p : {0U, 1U, 3U})
    {
        for (const uint32_t ev : Active(p))
        {
            EXPECT_EQ(used[ev], 60U);
        }
    }
}

TEST_F(SpraySelector, DeadPortIsNeverUsedAndComesBack)
{
    Start(4, 64);
    table.SetPortUp(1, true, false);
    for (const uint32_t ev : Send(1000))
    {
        EXPECT_NE(MrcEv::Plane(ev), 1U);
    }
    EXPECT_EQ(selector->GetSendParams(now, 0b0010), std::nullopt);
    table.SetPortUp(1, true, true);
    const auto evs = Send(400);
    EXPECT_EQ(
        std::count_if(evs.begin(), evs.end(), [](uint32_t ev) { return MrcEv::Plane(ev) == 1; }),
        100);
}

TEST_F(SpraySelector, RetiredEvIsUsedNoMoreAndItsBackupIs)
{
    Start(4, 100);
    const uint32_t lost = Send(1).front();
    selector->OnLoss(now, lost);
    const auto evs = Send(4 * 32 * 3);
    const std::set<uint32_t> used(evs.begin(), evs.end());
    EXPECT_EQ(used.count(lost), 0U);
    EXPECT_EQ(used.size(), 128U);
    for (const uint32_t ev : Active(MrcEv::Plane(lost)))
    {
        EXPECT_EQ(used.count(ev), 1U);
    }
}

TEST_F(SpraySelector, SuspectPlaneGetsNoData)
{
    Start(4, 16);
    for (const uint32_t ev : table.GetEvs(0))
    {
        // The other end receives packets, so the losses are due to paths
        selector->OnSack(now, ev, MrcEvVerdict::NONE);
    }
    for (const uint32_t ev : table.GetEvs(3))
    {
        selector->OnLoss(now, ev);
    }
    for (const uint32_t ev : Send(1000))
    {
        EXPECT_NE(MrcEv::Plane(ev), 3U);
    }
}

// Congestion

TEST_F(SpraySelector, MarkedEvSitsOutOneRotation)
{
    Start(1, 1000);
    const uint32_t marked = Send(128).front();
    selector->OnSack(now, marked, MrcEvVerdict::SKIP_ONCE);
    const auto evs = Send(127);
    EXPECT_EQ(std::count(evs.begin(), evs.end(), marked), 0);
    EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 127U);
    const auto after = Send(128);
    EXPECT_EQ(std::count(after.begin(), after.end(), marked), 1);
}

TEST_F(SpraySelector, TrimmedEvSitsOutFourRotations)
{
    Start(1, 1000);
    const uint32_t trimmed = Send(128).front();
    selector->OnNack(now, trimmed, MrcNackReason::TRIMMED);
    const auto evs = Send(4 * 127);
    EXPECT_EQ(std::count(evs.begin(), evs.end(), trimmed), 0);
    const auto after = Send(128);
    EXPECT_EQ(std::count(after.begin(), after.end(), trimmed), 1);
}

TEST_F(SpraySelector, LastHopTrimPassesOverNothing)
{
    Start(1, 1000);
    const uint32_t trimmed = Send(128).front();
    selector->OnNack(now, trimmed, MrcNackReason::TRIMMED_LASTHOP);
    const auto evs = Send(128);
    EXPECT_EQ(std::count(evs.begin(), evs.end(), trimmed), 1);
}

TEST_F(SpraySelector, TurnsPassedOverInVainDoNotStopAReadyPort)
{
    // for any number of remaining turns, a path is returned at once, without another event
    for (uint32_t turns = 1; turns < 10; ++turns)
    {
        parameters->skipTurnsTrim = turns;
        table = MrcEvTable();
        selector = CreateObject<MrcSpraySelector>();
        Start(1, 5);
        for (const uint32_t ev : Active(0))
        {
            selector->OnNack(now, ev, MrcNackReason::TRIMMED);
        }
        Send(20);
    }
}

TEST_F(SpraySelector, CongestionEverywhereStopsNothing)
{
    Start(2, 64);
    for (int round = 0; round < 20; ++round)
    {
        for (uint32_t p = 0; p < 2; ++p)
        {
            for (const uint32_t ev : Active(p))
            {
                selector->OnNack(now, ev, MrcNackReason::TRIMMED);
            }
        }
        Send(1);
    }
}

TEST_F(SpraySelector, WithOnlySkipsLeftTheOldestIsUsed)
{
    parameters->skipMarkRatio = 0;
    Start(2, 2); // two EVs per plane, both active
    const uint32_t oldest = table.GetActiveEv(1, 1);
    selector->OnNack(now, oldest, MrcNackReason::TRIMMED);
    now += RdmaTick::Us(1);
    for (const uint32_t ev :
         {table.GetActiveEv(0, 0), table.GetActiveEv(0, 1), table.GetActiveEv(1, 0)})
    {
        selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    }
    EXPECT_EQ(selector->GetSendParams(now, 0b11)->ev, oldest);
    EXPECT_EQ(selector->GetSendParams(now, 0b01)->port, 0U) << "among the ready ones";
}

TEST_F(SpraySelector, WithOnlySkipsLeftEachPacketIsATurnOfAllOfThem)
{
    parameters->skipMarkRatio = 0;
    parameters->skipTurnsTrim = 2;
    Start(1, 4);
    for (const uint32_t ev : Active(0))
    {
        selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    }
    ASSERT_EQ(table.GetGoodCount(0), 0U);
    EXPECT_EQ(table.GetState(Send(1).front()), MrcEvState::SKIP);
    EXPECT_EQ(table.GetGoodCount(0), 0U) << "one turn of two";
    EXPECT_EQ(table.GetState(Send(1).front()), MrcEvState::GOOD);
}

TEST_F(SpraySelector, ReadyPortWithOnlySkipsWaitsForAGoodOne)
{
    Start(2, 1);
    selector->OnNack(now, table.GetActiveEv(0, 0), MrcNackReason::TRIMMED);
    EXPECT_EQ(selector->GetSendParams(now, 0b01), std::nullopt) << "plane 1 is busy, but GOOD";
    EXPECT_EQ(selector->GetSendParams(now, 0b11), table.GetActivePath(1, 0));
}

// Last resort

TEST_F(SpraySelector, WithNothingButBadEvsOnePacketLeavesPerProbeInterval)
{
    parameters->evMinActive = 0;
    Start(2, 4);
    std::vector<uint32_t> lost;
    for (uint32_t p = 0; p < 2; ++p)
    {
        for (const uint32_t ev : table.GetEvs(p))
        {
            selector->OnLoss(now, ev);
            lost.push_back(ev);
            now += RdmaTick::Us(1);
        }
    }
    ASSERT_EQ(table.GetOpenPlanes(), 0U);
    uint32_t packets = 0;
    for (const RdmaTick end = now + RdmaTick::Ms(10); now < end; now += RdmaTick::Us(10))
    {
        if (const auto path = selector->GetSendParams(now, EVERY_PORT))
        {
            EXPECT_EQ(path->ev, lost.front());
            ++packets;
        }
    }
    EXPECT_EQ(packets, 10U);
}

TEST_F(SpraySelector, PlanesHaveTurnsByTheirEvsIfAsked)
{
    selector->SetAttribute("PlaneTurns", StringValue("evs"));
    parameters->evCount = 4 * 16;
    parameters->evActive = 4 * 12;
    Start(4, 16);
    // Half of plane 0 cannot be used and is not replaced.
    const auto evs = table.GetEvs(0);
    for (size_t i = 0; i < 10; ++i)
    {
        table.Deny(evs[i]);
    }
    const uint32_t rest = table.GetActiveCount(0);
    ASSERT_LT(rest, table.GetActiveCount(1));
    constexpr uint32_t PACKETS = 20000;
    std::array<uint32_t, 4> sent{};
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        ++sent[selector->GetSendParams(RdmaTick::Us(1), EVERY_PORT).value().port];
    }
    uint32_t all = 0;
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        all += table.GetActiveCount(plane);
    }
    EXPECT_NEAR(sent[0], PACKETS * rest / all, 4 * std::sqrt(PACKETS));
    EXPECT_GT(sent[1], sent[0]);
}

// Planes that have lost paths

/** A selector whose planes may have lost paths. */
class WeakPlane : public SpraySelector
{
  protected:
    /**
     * Deny an EV of a plane.
     * @return the EV
     */
    uint32_t Weaken(uint32_t plane)
    {
        const uint32_t ev = table.GetActiveEv(plane, 0);
        table.Deny(ev);
        return ev;
    }

    /**
     * Mark packets of a plane.
     * @param count their number
     */
    void Mark(uint32_t plane, uint32_t count = 1)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            selector->OnSack(now, table.GetActiveEv(plane, 0), MrcEvVerdict::SKIP_ONCE);
        }
    }

    /**
     * Send packets.
     * @param count their number
     * @return packets of each plane
     */
    std::vector<uint32_t> Count(uint32_t count, uint32_t ready = EVERY_PORT)
    {
        std::vector<uint32_t> sent(table.GetPlanes());
        for (const uint32_t ev : Send(count, ready))
        {
            ++sent[MrcEv::Plane(ev)];
        }
        return sent;
    }
};

using Counts = std::vector<uint32_t>;

TEST_F(WeakPlane, PassesTwoTurnsPerMark)
{
    for (uint32_t marks = 1; marks <= 3; ++marks)
    {
        table = MrcEvTable();
        selector = CreateObject<MrcSpraySelector>();
        Start(4, 16);
        Weaken(2);
        Mark(2, marks);
        // Of every four turns, one is that of plane 2. Another plane takes it, and the next turn is
        // that of the plane after it, so plane 2 has a turn after three packets.
        EXPECT_EQ(Count(3 * 2 * marks)[2], 0U) << marks << " marks";
        EXPECT_EQ(Count(4), (Counts{1, 1, 1, 1})) << "then planes take turns again";
    }
}

TEST_F(WeakPlane, OwesAtMostSixteenTurns)
{
    Start(2, 16);
    Weaken(0);
    Mark(0, 100);
    EXPECT_EQ(Count(16)[0], 0U);
    EXPECT_EQ(Count(10)[0], 5U);
}

TEST_F(WeakPlane, TrimCountsAsAMarkAndOneOfTheLastHopDoesNot)
{
    Start(2, 16);
    Weaken(0);
    selector->OnNack(now, table.GetActiveEv(0, 0), MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(Count(4), (Counts{2, 2}));
    selector->OnNack(now, table.GetActiveEv(0, 0), MrcNackReason::TRIMMED);
    EXPECT_EQ(Count(2), (Counts{0, 2}));
}

TEST_F(WeakPlane, PlaneThatHasLostNothingPassesNoTurn)
{
    Start(4, 16);
    Weaken(1);
    Mark(2, 5);
    EXPECT_EQ(Count(400), (Counts{100, 100, 100, 100}));
}

TEST_F(WeakPlane, PlaneThatIsMarkedAsOftenAsTheOthersPassesNoTurn)
{
    Start(2, 16);
    Weaken(0);
    Mark(1, 8); // 7/8 of the mark below
    Mark(0, 8);
    EXPECT_EQ(Count(200)[0], 100U);
    selector->SetAttribute("WeakPlaneMarkRatio", DoubleValue(1));
    Mark(0, 1);
    EXPECT_EQ(Count(2)[0], 0U);
}

TEST_F(WeakPlane, WaitsForABusyPortOfAnotherPlane)
{
    Start(2, 16);
    Weaken(0);
    Mark(0);
    EXPECT_EQ(selector->GetSendParams(now, 0b01), std::nullopt);
    EXPECT_EQ(selector->GetSendParams(now, 0b01), std::nullopt) << "asking pays nothing";
    EXPECT_EQ(Count(1, 0b10), (Counts{0, 1}));
    EXPECT_EQ(selector->GetSendParams(now, 0b01), std::nullopt) << "it had not been its turn";
    EXPECT_EQ(Count(2, 0b11), (Counts{0, 2}));
    EXPECT_EQ(Count(1, 0b01), (Counts{1, 0}));
}

TEST_F(WeakPlane, NeverStopsAQp)
{
    Start(2, 16);
    Weaken(0);
    Mark(0);
    table.SetPortUp(1, true, false);
    EXPECT_EQ(Count(10), (Counts{10, 0})) << "there is no other plane";
    table.SetPortUp(1, true, true);
    Mark(0, 9);
    for (const uint32_t ev : Active(1))
    {
        selector->OnNack(now, ev, MrcNackReason::TRIMMED);
        selector->OnNack(now, ev, MrcNackReason::TRIMMED);
    }
    Count(40); // expects a path for each
    Weaken(1);
    Mark(1, 60); // both planes may owe turns now
    Count(40);
}

TEST_F(WeakPlane, OwesNothingAfterItsPathsAreBackAndOwesAgainAfterTheNextLoss)
{
    Start(2, 16);
    for (int round = 0; round < 3; ++round)
    {
        const uint32_t ev = Weaken(0);
        Mark(0, 4);
        EXPECT_EQ(Count(1)[0], 0U) << "round " << round;
        table.Enable(ev);
        EXPECT_EQ(Count(20)[0], 10U) << "round " << round;
        const uint32_t other = Weaken(0);
        EXPECT_EQ(Count(20)[0], 10U) << "old debts are forgotten, round " << round;
        table.Enable(other);
    }
}

TEST_F(WeakPlane, RuleCanBeSwitchedOff)
{
    selector->SetAttribute("WeakPlaneTurns", UintegerValue(0));
    Start(2, 16);
    Weaken(0);
    Mark(0, 10);
    EXPECT_EQ(Count(100), (Counts{50, 50}));
}

} // namespace
