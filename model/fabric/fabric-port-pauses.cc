/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// PFC pauses of FabricPort.

#include "fabric-context.h"
#include "fabric-port.h"

#include "ns3/log.h"

#include <new>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricPortPauses");

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
            NS_LOG_INFO("port " << id << " of " << owner->GetName() << " is paused");
            pause.active = true;
            pause.since = now;
            NoteClasses();
            m_context.NotePause();
            ShowPause(now, cls, true);
        }
        pause.until = until;
        SchedulePauseDue(now, until);
    }
    else if (pause.active)
    {
        NS_LOG_INFO("port " << id << " of " << owner->GetName() << " resumes");
        pause.active = false;
        pause.total += now - pause.since;
        NoteClasses();
        ShowPause(now, cls, false);
        TrySend(now);
    }
}

void
FabricPort::ShowPause(RdmaTick now, RdmaClass cls, bool paused) const
{
    ForEachTap([&](FabricPortTap& tap) { tap.OnPause(now, cls, paused); });
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

} // namespace ns3
