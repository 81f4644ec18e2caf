/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The order of the data classes and of trimmed frames at a FabricPort.

#include "fabric-port.h"

#include <new>

namespace ns3
{

FabricPortClasses&
FabricPort::GetOrMakeClasses()
{
    if (!m_classes)
    {
        m_classes = new (m_arena.Alloc(sizeof(FabricPortClasses))) FabricPortClasses;
    }
    return *m_classes;
}

void
FabricPort::NoteClasses()
{
    const uint8_t was = m_notes;
    const bool ready = m_classes->second.frames.head && !IsPaused(RdmaClass::DATA2);
    m_notes =
        static_cast<uint8_t>((m_notes & TRIMS_WAIT) | (IsPaused(RdmaClass::DATA) ? PAUSED : 0) |
                             (ready ? SECOND_READY : 0));
    if ((was ^ m_notes) & SECOND_READY)
    {
        m_classes->lead = 0; // a class gains no credit while it does not compete
    }
}

bool
FabricPort::IsSecondNext() const
{
    return !IsReady() && !IsPaused(RdmaClass::DATA2);
}

bool
FabricPort::IsTurnOfSecond()
{
    FabricPortClasses& classes = *m_classes;
    if (!DataReady())
    {
        classes.lead = 0;
        return true;
    }
    const bool second = classes.lead > 0;
    const FabricFrame* frame = (second ? classes.second : m_first).frames.head;
    classes.lead += second ? -int64_t{frame->wireBytes} * profile->weights[0]
                           : int64_t{frame->wireBytes} * profile->weights[1];
    return second;
}

void
FabricPort::EnqueueTrimmed(RdmaTick now, FabricFrame* frame)
{
    if (!m_trimmed)
    {
        m_trimmed =
            new (m_arena.Alloc(sizeof(FabricPortTrims))) FabricPortTrims(*profile, m_txBytes);
    }
    if (!m_trimmed->Push(*profile, frame))
    {
        Drop(frame, FabricDropReason::CTRL_QUEUE_FULL);
        return;
    }
    m_notes |= TRIMS_WAIT;
    Note(now, FabricPortTap::Act::ENQUEUE, *frame);
}

bool
FabricPort::IsTurnOfTrimmed()
{
    return (!DataReady() && !(m_notes & SECOND_READY)) || m_trimmed->HasCredit(*profile, m_txBytes);
}

FabricFrame*
FabricPort::DequeueTrimmed()
{
    FabricFrame* frame = m_trimmed->Pop();
    m_notes = m_trimmed->IsEmpty() ? m_notes & ~TRIMS_WAIT : m_notes;
    return frame;
}

FabricFrame*
FabricPort::DequeueNoted(RdmaTick now)
{
    if (m_notes & TRIMS_WAIT && IsTurnOfTrimmed())
    {
        return DequeueTrimmed();
    }
    if (!(m_notes & SECOND_READY) || !IsTurnOfSecond())
    {
        return DequeueData(now, m_first);
    }
    FabricFrame* frame = DequeueData(now, m_classes->second);
    NoteClasses();
    return frame;
}

} // namespace ns3
