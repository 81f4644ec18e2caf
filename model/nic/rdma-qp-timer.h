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
 * Wakes a QP at or before the time it asked for, without cancelling anything: the event is put
 * into the scheduler again only when no pending shot comes early enough. A QP that asks for ever
 * later times (as transports do with every SACK) costs one event per time-out, not one per packet.
 *
 * Two shots are remembered, a near one (pacing) and a far one (time-outs). A shot that is not
 * needed any more fires all the same; transports take early calls. Whom a shot wakes is the
 * subclass's business (Notify).
 */
class RdmaQpTimer : public EventImpl
{
  public:
    /**
     * Make sure that a shot fires at or before a time.
     * @param fabric the clock
     * @param at when; RdmaTick::Max() for never
     */
    void Arm(Fabric& fabric, RdmaTick now, RdmaTick at);

    /** @return when the first pending shot fires; RdmaTick::Max() if there is none */
    RdmaTick GetFirst() const
    {
        return std::min(m_pending[0], m_pending[1]);
    }

    /**
     * A shot has fired: forget the pending times that have come.
     */
    void Fired(RdmaTick now);

  private:
    std::array<RdmaTick, 2> m_pending{RdmaTick::Max(), RdmaTick::Max()}; ///< shots in the scheduler
};

} // namespace ns3

#endif // RDMA_QP_TIMER_H
