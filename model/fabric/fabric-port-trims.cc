/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port-trims.h"

#include "ns3/rdma-wire-size.h"

#include <algorithm>

namespace ns3
{

bool
FabricPortTrims::Push(const FabricQueueProfile& profile, FabricFrame* frame)
{
    const uint32_t bytes = FabricQueueBytes(*frame);
    if (m_bytes + bytes > profile.trimLimitBytes)
    {
        return false;
    }
    m_queue.Push(frame);
    m_bytes += bytes;
    return true;
}

FabricFrame*
FabricPortTrims::Pop()
{
    FabricFrame* frame = Remove();
    m_creditQ16 -= std::min(m_creditQ16, uint64_t{FabricQueueBytes(*frame)} << 16);
    return frame;
}

FabricFrame*
FabricPortTrims::Remove()
{
    FabricFrame* frame = m_queue.Pop();
    m_bytes -= FabricQueueBytes(*frame);
    return frame;
}

bool
FabricPortTrims::HasCredit(const FabricQueueProfile& profile, uint64_t sentBytes)
{
    // The share grows with the queue: the headers of the first windows of a thousand senders pass
    // soon, as senders without feedback would retransmit.
    const uint64_t burst = profile.trimBurstBytes;
    const uint64_t grown = profile.trimShareQ16 * std::max(m_bytes, burst) / burst;
    const uint64_t share = std::min<uint64_t>(grown, profile.trimMaxShareQ16);
    const uint64_t earned = (sentBytes - m_creditedBytes) * share;
    m_creditQ16 = std::min(m_creditQ16 + earned, burst << 16);
    m_creditedBytes = sentBytes;
    const uint64_t needed = uint64_t{FabricQueueBytes(*m_queue.head)} << 16;
    return m_creditQ16 >= needed;
}

} // namespace ns3
