/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-qp-timer.h"

#include <algorithm>

namespace ns3
{

void
RdmaQpTimer::Arm(Fabric& fabric, RdmaTick now, RdmaTick at)
{
    if (at >= GetFirst())
    {
        return;
    }
    // Use a free place; if there is none, the later expiry is no longer stored.
    RdmaTick& place = m_pending[0] > m_pending[1] ? m_pending[0] : m_pending[1];
    place = std::max(at, now);
    fabric.GetContext().Schedule(now, place, this);
}

void
RdmaQpTimer::Fired(RdmaTick now)
{
    for (RdmaTick& pending : m_pending)
    {
        if (pending <= now)
        {
            pending = RdmaTick::Max();
        }
    }
}

} // namespace ns3
