/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fabric/lossless-ring.h"
#include "run/event-rows.h"

#include "ns3/fabric-pause-watch.h"
#include "ns3/fabric.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace mrcsim;

namespace
{

TEST(PauseEvents, ADeadlockIsARowThatNamesItsCycleAndEndsTheRun)
{
    mrctest::LosslessRing ring;
    ring.Build(3);
    ring.Load(2, 2000);
    ring.fabric->SetPauseWatch(ns3::CreateObject<ns3::FabricPauseWatch>());
    std::vector<EventRow> events;
    std::vector<std::string> cycles;
    RecordPauseEvents(ring.fabric, events, [&cycles](const std::string& cycle) {
        cycles.push_back(cycle);
        ns3::Simulator::Stop();
    });
    ns3::Simulator::Stop(ns3::MilliSeconds(10));
    ns3::Simulator::Run();
    const std::string cycle = "p0-switch-0 > p0-switch-1 > p0-switch-2 > p0-switch-0";
    EXPECT_EQ(cycles, (std::vector<std::string>{cycle}));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, "pfc-deadlock");
    EXPECT_EQ(events[0].object, "priority 3");
    EXPECT_EQ(events[0].detail, cycle);
    EXPECT_LT(events[0].time, ns3::RdmaTick::Ms(1));
    ring.hosts.clear();
    ring.fabric = nullptr;
    ns3::Simulator::Destroy();
}

TEST(PauseEvents, AStormIsARowPerPort)
{
    mrctest::LosslessRing ring;
    ring.Build(3);
    ring.fabric->SetPauseWatch(ns3::CreateObject<ns3::FabricPauseWatch>());
    std::vector<EventRow> events;
    RecordPauseEvents(ring.fabric, events, [](const std::string&) {});
    ring.nics[0]->peer->Pause(ring.fabric->Now(), ns3::RdmaClass::DATA, ns3::RdmaTick::Us(1500));
    ns3::Simulator::Run();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, "pfc-storm");
    EXPECT_EQ(events[0].object, "p0-switch-0 to owner");
    EXPECT_EQ(events[0].detail, "priority 3 paused without a break for 1000000 ns");
    EXPECT_EQ(events[0].time, ns3::RdmaTick::Ms(1));
    ring.hosts.clear();
    ring.fabric = nullptr;
    ns3::Simulator::Destroy();
}

} // namespace
