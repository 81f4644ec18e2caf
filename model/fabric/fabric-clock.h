/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOCK_H
#define FABRIC_CLOCK_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/rdma-tick.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClock: the fabric's interface to ns-3's simulator.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Translates between RdmaTick and the steps of ns3::Time, and schedules re-used events.
 *
 * It calls ns-3's SimulatorImpl directly, because Simulator's static functions look it up for every
 * call. The clock stores a reference when it schedules the first event, releases it when the
 * simulation is destroyed, and uses the static functions before and after.
 */
class FabricClock
{
  public:
    FabricClock();
    ~FabricClock();
    FabricClock(const FabricClock&) = delete;
    FabricClock& operator=(const FabricClock&) = delete;

    /** @return the time */
    RdmaTick Now() const
    {
        const Time now = m_simulator ? m_simulator->Now() : Simulator::Now();
        return RdmaTick::Ps(now.GetTimeStep() * m_psPerStep);
    }

    /** @return picoseconds per step of ns3::Time */
    int64_t GetPsPerStep() const
    {
        return m_psPerStep;
    }

    /**
     * @return the duration in steps of ns3::Time, rounded up
     */
    int64_t ToSteps(RdmaTick span) const
    {
        const int64_t ps = span.GetPs();
        return m_psPerStep == 1 ? ps : (ps + m_psPerStep - 1) / m_psPerStep; // spares a division
    }

    /**
     * Schedule a re-used event; the caller keeps its reference.
     * @param at time of the event, not before now
     * @param context number of the node in whose context the event runs
     * @return time at which it will fire: at, or the next step of ns3::Time
     */
    RdmaTick Schedule(RdmaTick now,
                      RdmaTick at,
                      EventImpl* event,
                      uint32_t context = Simulator::NO_CONTEXT)
    {
        const int64_t steps = ToSteps(at - now);
        const Time delay = TimeStep(static_cast<uint64_t>(steps));
        event->Ref();
        if (m_simulator)
        {
            m_simulator->ScheduleWithContext(context, delay, event);
        }
        else
        {
            ScheduleUnattached(delay, event, context);
        }
        return now + RdmaTick::Ps(steps * m_psPerStep);
    }

  private:
    /**
     * Schedule an event without a reference to the simulator, and store one if the simulation has
     * not ended.
     * @param delay from now
     * @param event the event, already referenced
     * @param context number of the node in whose context the event runs
     */
    void ScheduleUnattached(const Time& delay, EventImpl* event, uint32_t context);

    /** The simulator ends. */
    void Detach();

    int64_t m_psPerStep;                 ///< see GetPsPerStep
    SimulatorImpl* m_simulator{nullptr}; ///< null before the first event and after the simulation
    bool m_ended{false};                 ///< the simulation has been destroyed
    EventId m_end;                       ///< calls Detach
};

} // namespace ns3

#endif // FABRIC_CLOCK_H
