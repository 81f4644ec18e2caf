/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Cold methods of FabricPort: trimmed frames with a share of the line of their own.

#include "fabric-port-trims.h"

#include "fabric-port.h"
#include "fabric.h"

#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <new>

namespace ns3
{

void
FabricPort::EnqueueTrimmed(FabricFrame* frame)
{
    if (!m_trimmed)
    {
        m_trimmed = new (m_arena.Alloc(sizeof(FabricPortTrims))) FabricPortTrims;
        m_trimmed->creditQ16 = profile->trimBurstBytes << 16;
        m_trimmed->creditedBytes = m_txBytes;
    }
    const uint32_t bytes = FabricQueueBytes(*frame);
    if (m_trimmed->bytes + bytes > profile->trimLimitBytes)
    {
        Drop(frame, FabricDropReason::CTRL_QUEUE_FULL);
        return;
    }
    m_trimmed->queue.Push(frame);
    m_trimmed->bytes += bytes;
    m_notes |= TRIMS_WAIT;
}

bool
FabricPort::IsTurnOfTrimmed()
{
    if (!DataReady() && !(m_notes & SECOND_READY))
    {
        return true;
    }
    FabricPortTrims& trims = *m_trimmed;
    // The longer they wait, the more they get: what the first windows of a thousand senders leave
    // is soon over, and who hears nothing for long would send once more.
    const uint64_t burst = profile->trimBurstBytes;
    const uint64_t grown = profile->trimShareQ16 * std::max(trims.bytes, burst) / burst;
    const uint64_t share = std::min<uint64_t>(grown, profile->trimMaxShareQ16);
    const uint64_t earned = (m_txBytes - trims.creditedBytes) * share;
    trims.creditQ16 = std::min(trims.creditQ16 + earned, burst << 16);
    trims.creditedBytes = m_txBytes;
    const uint64_t needed = uint64_t{FabricQueueBytes(*trims.queue.head)} << 16;
    return trims.creditQ16 >= needed;
}

FabricFrame*
FabricPort::DequeueTrimmed()
{
    FabricPortTrims& trims = *m_trimmed;
    FabricFrame* frame = trims.queue.Pop();
    trims.bytes -= FabricQueueBytes(*frame);
    trims.creditQ16 -= std::min(trims.creditQ16, uint64_t{FabricQueueBytes(*frame)} << 16);
    m_notes = trims.queue.head ? m_notes : m_notes & ~TRIMS_WAIT;
    return frame;
}

FabricFrame*
FabricPort::DequeueNoted(RdmaTick now)
{
    if (m_notes & TRIMS_WAIT && IsTurnOfTrimmed())
    {
        return DequeueTrimmed();
    }
    return m_notes & SECOND_READY ? DequeueShared(now) : DequeueFirst(now);
}

} // namespace ns3
