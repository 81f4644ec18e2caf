/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Injected loss and changes of rate and delay of FabricPort.

#include "fabric-context.h"
#include "fabric-port.h"

#include <algorithm>
#include <vector>

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
    NoteRare();
    m_touched = m_touched || q32 != 0;
}

void
FabricPort::AddLoss(FabricLoss* loss)
{
    m_context.GetLosses(this).push_back(loss);
    m_lossy = true;
    NoteRare();
    m_touched = true;
}

void
FabricPort::RemoveLoss(FabricLoss* loss)
{
    std::vector<FabricLoss*>& losses = m_context.GetLosses(this);
    losses.erase(std::remove(losses.begin(), losses.end(), loss), losses.end());
    m_lossy = m_lossQ32 != 0 || !losses.empty();
    NoteRare();
}

void
FabricPort::SetRate(RdmaTick now, uint64_t bps)
{
    Advance(now);
    const uint64_t made = m_rateBps;
    SetLink(bps, m_delay);
    m_rateBps = made;
    m_touched = m_touched || bps < made;
    owner->OnRateChange(this, bps);
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
