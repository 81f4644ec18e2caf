/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Frames that a switch forwards while they arrive, at a FabricPort.

#include "fabric-context.h"
#include "fabric-port-cut.h"
#include "fabric-port.h"
#include "fabric-rate.h"

#include <new>

namespace ns3
{

void
FabricPort::SetCutThrough()
{
    m_cutThrough = true;
    NoteRare();
}

RdmaTick
FabricPort::GetCutDue(RdmaTick start, FabricFrame* frame)
{
    const bool cut = frame->wireBytes > FABRIC_CUT_BYTES && m_receiver->MayCutThrough(*this, frame);
    frame->flags =
        static_cast<uint8_t>((frame->flags & ~FabricFrame::CUT) | (cut ? FabricFrame::CUT : 0));
    return cut ? start + GetTxTime(FABRIC_CUT_BYTES) + m_delay : m_busyUntil + m_delay;
}

bool
FabricPort::IsStopped(RdmaTick now, FabricFrame* frame)
{
    // Injected loss applies to packets. A lost pause frame breaks the lossless class itself, so it
    // has a separate setting.
    const bool pfc = frame->encap == FabricEncap::PFC;
    const bool taken = pfc ? m_context.LosePfc() : m_lossy && IsTaken(*frame);
    if (frame->flags & FabricFrame::CUT && m_cutThrough)
    {
        NotePassing(frame);
        if (taken)
        {
            LosePassing(now, FabricDropReason::RANDOM_LOSS);
        }
        if (!m_wire.head)
        {
            AwaitLine(now); // the frame may still occupy the line
        }
        return false;
    }
    if (taken)
    {
        ++m_lostFrames;
        Drop(frame, FabricDropReason::RANDOM_LOSS);
        return true;
    }
    if (frame->flags & FabricFrame::DAMAGED)
    {
        ++m_rxFrames;
        m_context.Consume(frame); // a NIC, or a switch that has the whole frame, notices
        return true;
    }
    return false;
}

void
FabricPort::NotePassing(FabricFrame* frame)
{
    if (!m_cut)
    {
        m_cut = new (m_arena.Alloc(sizeof(FabricPortCut))) FabricPortCut;
    }
    m_cut->frame = frame;
    m_cut->until = frame->due + GetTxTime(frame->wireBytes - FABRIC_CUT_BYTES);
    m_cut->uses = frame->uses;
}

void
FabricPort::LosePassing(RdmaTick now, FabricDropReason reason)
{
    if (!m_cut || m_cut->until <= now || m_cut->uses != m_cut->frame->uses ||
        m_cut->frame->flags & FabricFrame::DAMAGED)
    {
        return;
    }
    --m_rxFrames; // its headers were received
    ++m_lostFrames;
    ++m_drops;
    m_context.Damage(m_cut->frame, this, reason);
}

} // namespace ns3
