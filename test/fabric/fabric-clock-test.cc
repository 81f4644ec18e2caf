/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-clock.h"
#include "ns3/make-event.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/// A clock, and an event that records its times.
class FabricClockTest : public ::testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }

    /** The function of the event. */
    void Fire()
    {
        fired.push_back(clock->Now());
    }

    std::unique_ptr<FabricClock> clock{std::make_unique<FabricClock>()};  ///< under test
    Ptr<EventImpl> event{MakeEvent(&FabricClockTest::Fire, this), false}; ///< re-used
    std::vector<RdmaTick> fired;                                          ///< times of the event
};

TEST_F(FabricClockTest, SchedulesAnEventAgainAndAgain)
{
    EXPECT_EQ(clock->Schedule(RdmaTick{}, RdmaTick::Ns(3), PeekPointer(event)), RdmaTick::Ns(3));
    clock->Schedule(RdmaTick{}, RdmaTick::Ns(1), PeekPointer(event));
    Simulator::Run();
    clock->Schedule(clock->Now(), clock->Now() + RdmaTick::Ps(1), PeekPointer(event));
    Simulator::Run();
    EXPECT_EQ(fired, (std::vector<RdmaTick>{RdmaTick::Ns(1), RdmaTick::Ns(3), RdmaTick::Ps(3001)}));
    EXPECT_EQ(event->GetReferenceCount(), 1U);
}

TEST_F(FabricClockTest, MayEndBeforeTheSimulation)
{
    clock->Schedule(RdmaTick{}, RdmaTick::Ns(1), PeekPointer(event));
    clock.reset();
    Simulator::Destroy();
    EXPECT_EQ(event->GetReferenceCount(), 1U);
}

TEST_F(FabricClockTest, OutlivesTheSimulation)
{
    clock->Schedule(clock->Now(), RdmaTick::Ns(5), PeekPointer(event));
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(clock->Now(), RdmaTick{});
    clock->Schedule(RdmaTick{}, RdmaTick::Ns(7), PeekPointer(event));
    Simulator::Run();
    EXPECT_EQ(fired, (std::vector<RdmaTick>{RdmaTick::Ns(5), RdmaTick::Ns(7)}));
}

} // namespace
