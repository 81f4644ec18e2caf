/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/result-files.h"
#include "run/scenario.h"
#include "scenario-harness.h"

#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>

namespace
{

using namespace mrcsim;

/// An event list that counts the events of all its instances.
class CountingScheduler : public ns3::MapScheduler
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static auto tid = ns3::TypeId("mrcsim::CountingScheduler")
                              .SetParent<ns3::MapScheduler>()
                              .AddConstructor<CountingScheduler>();
        return tid;
    }

    void Insert(const Event& event) override
    {
        ++g_inserted;
        ns3::MapScheduler::Insert(event);
    }

    static inline int g_inserted = 0; ///< events so far
};

/** @return number of events in the list that was there before a small run */
int
CountEventsOfEarlierList()
{
    ns3::Simulator::SetScheduler(ns3::ObjectFactory(CountingScheduler::GetTypeId().GetName()));
    CountingScheduler::g_inserted = 0;
    RunScenario(LoadDocument(
        {{"schema", 1},
         {"name", "small"},
         {"topology",
          {{"type", "clos"}, {"planes", 1}, {"hosts", 4}, {"hostsPerT0", 2}, {"t1PerPlane", 1}}},
         {"transport", {{"type", "mrc"}}},
         {"workload", {{{"type", "write"}, {"hosts", {0, 2}}, {"bytes", 4000}}}}}));
    return CountingScheduler::g_inserted;
}

TEST(SimulationScheduler, IsTheWheelUnlessTheEnvironmentNamesAnother)
{
    unsetenv("NS_GLOBAL_VALUE");
    EXPECT_EQ(CountEventsOfEarlierList(), 0);
    setenv("NS_GLOBAL_VALUE", "RngRun=1", 1);
    EXPECT_EQ(CountEventsOfEarlierList(), 0);
    setenv("NS_GLOBAL_VALUE", "SchedulerType=mrcsim::CountingScheduler", 1);
    EXPECT_GT(CountEventsOfEarlierList(), 0);
    unsetenv("NS_GLOBAL_VALUE");
}

} // namespace
