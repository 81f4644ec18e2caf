/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clock.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{
/** @return picoseconds per step of ns3::Time */
int64_t
PsPerStep()
{
    const Time::Unit unit = Time::GetResolution();
    NS_ABORT_MSG_IF(unit == Time::FS, "a time resolution finer than picoseconds is not supported");
    return TimeStep(1).GetPicoSeconds();
}
} // namespace

FabricClock::FabricClock()
    : m_psPerStep(PsPerStep())
{
}

FabricClock::~FabricClock()
{
    if (m_simulator)
    {
        m_end.Cancel();
    }
}

void
FabricClock::ScheduleUnattached(const Time& delay, EventImpl* event, uint32_t context)
{
    Simulator::ScheduleWithContext(context, delay, event);
    if (!m_ended)
    {
        m_simulator = PeekPointer(Simulator::GetImplementation());
        m_end = Simulator::ScheduleDestroy(&FabricClock::Detach, this);
    }
}

void
FabricClock::Detach()
{
    m_simulator = nullptr;
    m_ended = true;
}

} // namespace ns3
