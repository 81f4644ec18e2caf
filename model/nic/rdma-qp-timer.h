/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_TIMER_H
#define RDMA_QP_TIMER_H

#include "ns3/event-impl.h"
#include "ns3/fabric.h"
#include "ns3/rdma-tick.h"

#include <algorithm>
#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaQpTimer: the one timer of a QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Wakes a QP at or before the requested time, without canceling events: the event is scheduled
 * again only if no pending one fires early enough. A QP that requests ever later times (as
 * transports do with every SACK) costs one event per timeout, not one per packet.
 *
 * Two pending expiries are stored, a near one (pacing) and a far one (timeouts). An expiry that is
 * no longer needed fires nevertheless; transports accept early calls. The subclass (Notify) decides
 * which object an expiry wakes.
 */
class RdmaQpTimer : public EventImpl
{
  public:
    /**
     * Make sure that the timer fires at or before a time.
     * @param fabric the clock
     * @param at time; RdmaTick::Max() for never
     */
    void Arm(Fabric& fabric, RdmaTick now, RdmaTick at);

    /** @return time of the first pending expiry; RdmaTick::Max() if there is none */
    RdmaTick GetFirst() const
    {
        return std::min(m_pending[0], m_pending[1]);
    }

    /**
     * Remove the pending times that have passed.
     */
    void Fired(RdmaTick now);

  private:
    std::array<RdmaTick, 2> m_pending{RdmaTick::Max(), RdmaTick::Max()}; ///< times in the scheduler
};

} // namespace ns3

#endif // RDMA_QP_TIMER_H
