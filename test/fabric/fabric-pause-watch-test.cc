/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ring.h"

#include "ns3/double.h"
#include "ns3/fabric-pause-watch.h"
#include "ns3/nstime.h"
#include "ns3/rdma-time.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Records the reports of a watch.
struct Reports
{
    /**
     * @param fabric the fabric to watch
     */
    explicit Reports(Ptr<Fabric> fabric)
        : watch(CreateObject<FabricPauseWatch>())
    {
        watch->TraceConnectWithoutContext("Storm", MakeCallback(&Reports::OnStorm, this));
        watch->TraceConnectWithoutContext("Deadlock", MakeCallback(&Reports::OnDeadlock, this));
        fabric->SetPauseWatch(watch);
    }

    /** @param storm a storm */
    void OnStorm(const FabricPauseStorm& storm)
    {
        storms.push_back(storm.GetWhere());
        lasting.push_back(storm.lasting);
        paused.push_back(storm.paused);
    }

    /** @param deadlock a deadlock */
    void OnDeadlock(const FabricDeadlock& deadlock)
    {
        deadlocks.push_back(deadlock.GetCycle());
        foundAt = deadlock.time;
    }

    Ptr<FabricPauseWatch> watch;        ///< the watch
    std::vector<std::string> storms;    ///< ports
    std::vector<bool> lasting;          ///< true: one pause; false: many
    std::vector<RdmaTick> paused;       ///< pause times
    std::vector<std::string> deadlocks; ///< cycles
    RdmaTick foundAt;                   ///< time of the last detection
};

class PauseStormTest : public LosslessRig
{
  protected:
    /** @param until end of the run */
    void RunUntil(RdmaTick until)
    {
        Simulator::Stop(ToTime(until - fabric->Now()));
        Simulator::Run();
    }
};

TEST_F(PauseStormTest, AReceiverThatPausesForLongIsReportedOnce)
{
    Reports reports(fabric);
    Build(2, Spec(400000));
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Ms(3));
    Load(2, 100);
    RunUntil(RdmaTick::Us(950));
    EXPECT_TRUE(reports.storms.empty());
    RunUntil(RdmaTick::Us(1250));
    EXPECT_EQ(
        reports.storms,
        (std::vector<std::string>{"p0-t0-0 to owner", "owner to p0-t0-0", "owner to p0-t0-0"}));
    RunUntil(RdmaTick::Ms(4));
    EXPECT_EQ(reports.watch->GetNStorms(), 3U) << "once";
    EXPECT_TRUE(reports.lasting[0]);
    EXPECT_TRUE(reports.deadlocks.empty()) << "a chain is no cycle";
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 200U);
}

TEST_F(PauseStormTest, ManyShortPausesAreOneToo)
{
    Reports reports(fabric);
    reports.watch->SetAttribute("StormShare", DoubleValue(0.4));
    reports.watch->SetAttribute("StormWindow", TimeValue(MicroSeconds(500)));
    Build(2, Spec(400000));
    Load(2, 2000); // each sender is paused half of the time
    RunUntil(RdmaTick::Us(1300));
    EXPECT_EQ(reports.storms, (std::vector<std::string>{"owner to p0-t0-0", "owner to p0-t0-0"}));
    EXPECT_FALSE(reports.lasting[0]);
}

TEST_F(PauseStormTest, AStormIsOverOnlyAfterAWindowWithoutOne)
{
    Reports reports(fabric);
    Build(1, Spec(400000));
    const auto pause = [this](RdmaTick from, RdmaTick until) {
        RunUntil(from);
        nics[0]->Pause(fabric->Now(), FIRST, until);
        RunUntil(until + RdmaTick::Us(200));
    };
    pause(RdmaTick::Us(100), RdmaTick::Us(1500));
    EXPECT_EQ(reports.watch->GetNStorms(), 1U);
    pause(RdmaTick::Us(2000), RdmaTick::Us(3500));
    EXPECT_EQ(reports.watch->GetNStorms(), 1U) << "the window of 10 ms has not ended";
    pause(RdmaTick::Us(12000), RdmaTick::Us(12100)); // the window has ended, mostly without pauses
    pause(RdmaTick::Us(13000), RdmaTick::Us(14500));
    EXPECT_EQ(reports.watch->GetNStorms(), 2U);
}

TEST_F(PauseStormTest, APauseAcrossTwoWindowsCountsInEachOnlyWithItsPart)
{
    Reports reports(fabric);
    reports.watch->SetAttribute("StormShare", DoubleValue(0.5));
    reports.watch->SetAttribute("StormWindow", TimeValue(MicroSeconds(500)));
    Build(1, Spec(400000));
    // Checks follow a pause every 100 us, so the windows are 50 to 550 us and 550 to 1100 us.
    const auto pause = [this](int64_t from, int64_t until) {
        RunUntil(RdmaTick::Us(from));
        nics[0]->Pause(fabric->Now(), FIRST, RdmaTick::Us(until));
    };
    pause(50, 60);
    pause(350, 650);
    pause(1000, 1060);
    RunUntil(RdmaTick::Us(1200));
    EXPECT_EQ(nics[0]->GetPausedTime(fabric->Now()), RdmaTick::Us(370));
    EXPECT_EQ(reports.watch->GetNStorms(), 0U) << "210 of 500 us, then 160 of 550";
}

TEST_F(PauseStormTest, AStormTellsHowLongItsPauseLastsOrWhatItsWindowHas)
{
    Reports reports(fabric);
    reports.watch->SetAttribute("StormShare", DoubleValue(0.4));
    reports.watch->SetAttribute("StormWindow", TimeValue(MicroSeconds(500)));
    Build(1, Spec(400000));
    const auto pause = [this](int64_t from, int64_t until) {
        RunUntil(RdmaTick::Us(from));
        nics[0]->Pause(fabric->Now(), FIRST, RdmaTick::Us(until));
    };
    pause(100, 210); // checks at 200, 300, ... us
    pause(250, 460);
    pause(480, 640);
    RunUntil(RdmaTick::Us(710));
    EXPECT_EQ(reports.paused, std::vector<RdmaTick>{RdmaTick::Us(110 + 210 + 120)})
        << "until 600 us";
    reports.watch->SetAttribute("StormWindow", TimeValue(MilliSeconds(10)));
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(720));
    RunUntil(RdmaTick::Us(740));
    sw->GetPort(receiver)->Pause(fabric->Now(),
                                 FIRST,
                                 RdmaTick::Us(2000)); // checks at 810, 910, ...
    RunUntil(RdmaTick::Us(1900));
    ASSERT_EQ(reports.paused.size(), 2U);
    EXPECT_EQ(reports.paused[1], RdmaTick::Us(1070)) << "at 1810 us, without the 20 before";
}

TEST_F(PauseStormTest, ATimeWithoutPausesBeforeTheFirstChangesNothing)
{
    std::vector<std::vector<RdmaTick>> paused;
    for (const RdmaTick begin :
         {RdmaTick::Ps(0), RdmaTick::Us(3), RdmaTick::Us(999), RdmaTick::Ms(77)})
    {
        Reports reports(fabric);
        reports.watch->SetAttribute("StormShare", DoubleValue(0.4));
        reports.watch->SetAttribute("StormWindow", TimeValue(MicroSeconds(500)));
        Build(1, Spec(400000));
        for (int64_t from = 100; from < 2000; from += 70)
        {
            RunUntil(begin + RdmaTick::Us(from));
            nics[0]->Pause(fabric->Now(),
                           FIRST,
                           fabric->Now() + RdmaTick::Us(from < 900 ? 30 : 20));
        }
        RunUntil(begin + RdmaTick::Us(3000));
        paused.push_back(reports.paused);
        TearDown();
        SetUp();
    }
    EXPECT_EQ(paused[0].size(), 1U);
    EXPECT_EQ(paused, std::vector<std::vector<RdmaTick>>(4, paused[0]));
}

TEST_F(PauseStormTest, AnIncastIsNoStorm)
{
    Reports reports(fabric);
    Build(4, Spec(600000));
    Load(4, 1000);
    Simulator::Run();
    EXPECT_GT(nics[0]->GetPausedTime(fabric->Now()), RdmaTick::Us(500));
    EXPECT_EQ(reports.watch->GetNStorms(), 0U);
}

TEST_F(PauseStormTest, NothingIsLookedAtWhereNothingIsPaused)
{
    Reports reports(fabric);
    Build(2, Spec(400000));
    for (uint32_t f = 0; f < 100; ++f)
    {
        Send(0, receiver, f);
    }
    const uint64_t before = Simulator::GetEventCount();
    Simulator::Run();
    const uint64_t with = Simulator::GetEventCount() - before;
    TearDown();
    SetUp();
    Build(2, Spec(400000));
    for (uint32_t f = 0; f < 100; ++f)
    {
        Send(0, receiver, f);
    }
    const uint64_t start = Simulator::GetEventCount();
    Simulator::Run();
    EXPECT_EQ(Simulator::GetEventCount() - start, with);
}

class RingTest : public testing::TestWithParam<uint32_t>, protected LosslessRing
{
  protected:
    void TearDown() override
    {
        hosts.clear();
        fabric = nullptr;
        Simulator::Destroy();
    }
};

TEST_P(RingTest, FlowsOfTwoHopsLockUpAndTheCycleIsNamed)
{
    Reports reports(fabric);
    Build(GetParam());
    Load(2, 2000);
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    std::string cycle;
    for (uint32_t i = 0; i < GetParam(); ++i)
    {
        cycle += "p0-switch-" + std::to_string(i) + " > ";
    }
    EXPECT_EQ(reports.deadlocks, (std::vector<std::string>{cycle + "p0-switch-0"}));
    EXPECT_EQ(reports.watch->GetNDeadlocks(), 1U);
    EXPECT_LT(reports.foundAt, RdmaTick::Us(800));
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U) << "lossless";
    const size_t stuck = CountArrivals();
    EXPECT_LT(stuck, 2000U * GetParam());
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    EXPECT_EQ(CountArrivals(), stuck) << "no frame moves any more";
    EXPECT_EQ(fabric->CheckConservation(), "");
}

TEST_P(RingTest, FlowsOfOneHopNeverWaitForEachOther)
{
    Reports reports(fabric);
    Build(GetParam());
    Load(1, 2000);
    Simulator::Run();
    EXPECT_TRUE(reports.deadlocks.empty());
    EXPECT_EQ(CountArrivals(), 2000U * GetParam());
}

TEST_P(RingTest, AHostThatNoRouteLeadsToIsADrop)
{
    Build(GetParam());
    FabricFrame* frame = MakeFrame(*fabric, 100, FIRST, 0);
    frame->dstHost = 7;
    nics[0]->Send(fabric->Now(), frame);
    Simulator::Run();
    EXPECT_EQ(switches[0]->GetStats().drops[static_cast<size_t>(FabricDropReason::IPV6_NO_ROUTE)],
              1U);
}

class LoopTest : public testing::Test, protected LosslessRing
{
  protected:
    void TearDown() override
    {
        hosts.clear();
        fabric = nullptr;
        Simulator::Destroy();
    }

    /**
     * Send frames in a loop until both links between the switches are paused for 2 ms.
     * @param classes their classes
     */
    void LockUp(const std::vector<RdmaClass>& classes)
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            tables[i]->SetRoute(7, 1);
            for (const RdmaClass cls : classes)
            {
                FabricFrame* frame = MakeFrame(*fabric, 1000, cls, i);
                frame->dscp = cls == FIRST ? FabricDscp::ROCE_DATA : FabricDscp::ROCE_DATA2;
                frame->dstHost = 7;
                nics[i]->Send(fabric->Now(), frame);
            }
        }
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        for (FabricSwitch* sw : switches)
        {
            for (const RdmaClass cls : classes)
            {
                sw->GetPort(1)->Pause(fabric->Now(), cls, RdmaTick::Ms(2));
            }
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }
};

TEST_F(LoopTest, TwoPortsThatWaitForEachOtherAreADeadlock)
{
    Reports reports(fabric);
    Build(2);
    LockUp({FIRST});
    EXPECT_EQ(reports.deadlocks,
              (std::vector<std::string>{"p0-switch-0 > p0-switch-1 > p0-switch-0"}));
    EXPECT_EQ(reports.foundAt, RdmaTick::Us(10 + 500)) << "DeadlockThreshold after both pauses";
    EXPECT_FALSE(nics[0]->IsPaused(FIRST)) << "the cycle has no third port";
    EXPECT_FALSE(nics[1]->IsPaused(FIRST));
}

TEST_F(LoopTest, ADeadlockOfTheOtherClassIsAnother)
{
    Reports reports(fabric);
    Build(2);
    LockUp({FIRST, RdmaClass::DATA2});
    EXPECT_EQ(reports.deadlocks.size(), 2U);
    EXPECT_EQ(reports.watch->GetNDeadlocks(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Switches, RingTest, testing::Values(3U, 4U));

} // namespace
