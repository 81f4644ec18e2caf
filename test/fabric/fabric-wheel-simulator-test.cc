/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Times at which the simulator changes to an event list.
using Changes = std::map<Time, std::string>;

/// A program of events that schedule, cancel and remove others at random, run by ns-3.
class RandomProgram
{
  public:
    /// Result: time in steps and number of each event.
    using Trace = std::vector<std::pair<int64_t, uint32_t>>;

    /**
     * Run the program.
     * @param changes event lists
     * @return the trace
     */
    Trace Run(const Changes& changes)
    {
        for (const auto& [at, name] : changes)
        {
            if (at.IsZero())
            {
                Simulator::SetScheduler(ObjectFactory(name));
            }
            else
            {
                Simulator::Schedule(at, &Simulator::SetScheduler, ObjectFactory(name));
            }
        }
        for (int i = 0; i < 50; ++i)
        {
            Add();
        }
        Simulator::Stop(MicroSeconds(300));
        Simulator::Run();
        m_trace.emplace_back(Simulator::Now().GetTimeStep(), 0);
        Add();
        Simulator::Run(); // the events left over by the stop
        m_trace.emplace_back(Simulator::Now().GetTimeStep(), 0);
        Simulator::Destroy();
        return m_trace;
    }

  private:
    /// Total number of events.
    static constexpr uint32_t ENOUGH = 20000;

    /** Schedule one more event. */
    void Add()
    {
        const uint64_t spans[] = {1, 100, 40000, 1000000, 50000000};
        const Time delay = TimeStep(m_dice() % spans[m_dice() % std::size(spans)]);
        m_ids.push_back(Simulator::Schedule(delay, &RandomProgram::Happen, this, ++m_count));
    }

    /**
     * Execute an event.
     * @param number its number
     */
    void Happen(uint32_t number)
    {
        m_trace.emplace_back(Simulator::Now().GetTimeStep(), number);
        const uint64_t roll = m_dice() % 16;
        const uint64_t children = m_count >= ENOUGH ? 0 : roll < 6 ? 1 : roll < 13 ? 2 : 0;
        for (uint64_t i = 0; i < children; ++i)
        {
            Add();
        }
        if (roll == 13)
        {
            m_ids[m_dice() % m_ids.size()].Cancel();
        }
        else if (roll == 14)
        {
            Simulator::Remove(m_ids[m_dice() % m_ids.size()]);
        }
    }

    std::mt19937_64 m_dice{7};  ///< the same in every run
    uint32_t m_count{0};        ///< events scheduled
    std::vector<EventId> m_ids; ///< of all of them
    Trace m_trace;              ///< see Run
};

/// Another event list: the same run.
class FabricWheelInSimulator : public ::testing::TestWithParam<Changes>
{
};

const char* const WHEEL = "ns3::FabricWheelScheduler";

TEST_P(FabricWheelInSimulator, RunsAnyProgramAsTheMapDoes)
{
    const RandomProgram::Trace wanted = RandomProgram().Run({{Time{0}, "ns3::MapScheduler"}});
    EXPECT_GT(wanted.size(), 10000U);
    EXPECT_EQ(RandomProgram().Run(GetParam()), wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Changes,
    FabricWheelInSimulator,
    ::testing::Values(Changes{{Time{0}, WHEEL}},
                      Changes{{Time{0}, "ns3::PriorityQueueScheduler"}, {MicroSeconds(100), WHEEL}},
                      Changes{{Time{0}, WHEEL}, {MicroSeconds(100), "ns3::MapScheduler"}},
                      Changes{{Time{0}, WHEEL},
                              {NanoSeconds(500), "ns3::ListScheduler"},
                              {MicroSeconds(150), WHEEL}}));

} // namespace
