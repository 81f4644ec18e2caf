/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Cold methods of FabricPort: pauses, the second data class, trimmed frames, faults.

#include "fabric-context.h"
#include "fabric-port.h"
#include "fabric-shared-buffer.h"

#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <new>

namespace ns3
{

namespace
{
/**
 * @param pps counter in units of 1 / 2^32
 * @param draw uniform in [0, 1)
 * @return true if the draw hits
 */
bool
Hit(uint32_t pps, double draw)
{
    return draw * 4294967296.0 < pps;
}
} // namespace

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
FabricPort::OnPfc(RdmaTick now, FabricFrame* frame)
{
    FabricPortClasses& classes = GetOrMakeClasses();
    ++classes.pfcReceived;
    const RdmaTick response = profile ? profile->pfcResponse : RdmaTick{};
    if (response == RdmaTick{})
    {
        ObeyPfc(now, now, frame);
        return;
    }
    frame->due = now + response;
    classes.heard.Push(frame);
    SchedulePauseDue(now, frame->due);
}

void
FabricPort::ObeyPfc(RdmaTick now, RdmaTick heardAt, FabricFrame* frame)
{
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        const uint32_t priority = FABRIC_DATA_PRIORITY + i;
        if (frame->pfcClasses >> priority & 1)
        {
            // A quantum is 512 bit times of the paused line. Quanta begin at the frame's arrival.
            const RdmaTick time = GetTxTime(64) * frame->GetPfcQuanta(priority);
            Pause(now, FabricDataClass(i), heardAt + time);
        }
    }
    m_context.Consume(frame);
}

void
FabricPort::ForgetPfc()
{
    while (m_classes->heard.head)
    {
        m_context.Consume(m_classes->heard.Pop());
    }
}

void
FabricPort::SchedulePauseDue(RdmaTick now, RdmaTick at)
{
    if (!m_pauseDue)
    {
        m_pauseDue = new (m_arena.Alloc(sizeof(PauseDue))) PauseDue(this, m_arena);
    }
    m_context.Schedule(now, at, m_pauseDue);
}

void
FabricPort::Pause(RdmaTick now, RdmaClass cls, RdmaTick until)
{
    Advance(now);
    FabricPortPause& pause = GetOrMakeClasses().pauses[FabricDataIndex(cls)];
    if (until > now)
    {
        if (!pause.active)
        {
            pause.active = true;
            pause.since = now;
            NoteClasses();
            m_context.NotePause();
        }
        pause.until = until;
        SchedulePauseDue(now, until);
    }
    else if (pause.active)
    {
        pause.active = false;
        pause.total += now - pause.since;
        NoteClasses();
        TrySend(now);
    }
}

void
FabricPort::PauseDue::Notify()
{
    if (m_port)
    {
        m_port->OnPauseDue();
    }
}

void
FabricPort::OnPauseDue()
{
    const RdmaTick now = m_context.Now();
    while (m_classes->heard.head && m_classes->heard.head->due <= now)
    {
        FabricFrame* frame = m_classes->heard.Pop();
        ObeyPfc(now, frame->due - profile->pfcResponse, frame);
    }
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        const FabricPortPause& pause = m_classes->pauses[i];
        if (pause.active && pause.until <= now)
        {
            Pause(now, FabricDataClass(i), now);
        }
    }
}

RdmaTick
FabricPort::GetPausedTime(RdmaTick now) const
{
    RdmaTick sum;
    for (uint32_t i = 0; m_classes && i < FABRIC_DATA_CLASSES; ++i)
    {
        const FabricPortPause& pause = m_classes->pauses[i];
        sum += pause.active ? pause.total + (now - pause.since) : pause.total;
    }
    return sum;
}

void
FabricPort::EnqueueTrimmed(FabricFrame* frame)
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

bool
FabricPort::IsTaken(const FabricFrame& frame)
{
    bool taken = m_lossQ32 && Hit(m_lossQ32, m_context.Draw());
    for (FabricLoss* loss : m_context.GetLosses(this))
    {
        taken = loss->Takes(frame, m_context) || taken; // each process is applied to every frame
    }
    return taken;
}

void
FabricPort::SetLoss(uint32_t q32)
{
    m_lossQ32 = q32;
    m_lossy = q32 != 0 || !m_context.GetLosses(this).empty();
    m_touched = m_touched || q32 != 0;
}

void
FabricPort::AddLoss(FabricLoss* loss)
{
    m_context.GetLosses(this).push_back(loss);
    m_lossy = true;
    m_touched = true;
}

void
FabricPort::RemoveLoss(FabricLoss* loss)
{
    std::vector<FabricLoss*>& losses = m_context.GetLosses(this);
    losses.erase(std::remove(losses.begin(), losses.end(), loss), losses.end());
    m_lossy = m_lossQ32 != 0 || !losses.empty();
}

void
FabricPort::SetRate(RdmaTick now, uint64_t bps)
{
    Advance(now);
    const uint64_t made = m_rateBps;
    SetLink(bps, m_delay);
    m_rateBps = made;
    m_touched = m_touched || bps < made;
}

void
FabricPort::SetDelay(RdmaTick now, RdmaTick delay)
{
    Advance(now);
    m_touched = m_touched || delay > m_delay;
    m_delay = delay;
    if (m_wire.tail && m_wire.head)
    {
        m_busyUntil = std::max(m_busyUntil, m_wire.tail->due - delay);
    }
    AwaitLine(now);
}

} // namespace ns3
