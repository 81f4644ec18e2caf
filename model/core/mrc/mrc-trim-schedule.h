/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_SCHEDULE_H
#define MRC_TRIM_SCHEDULE_H

#include "mrc-qp-parameters.h"

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcTrimSchedule: the times at which trimmed packets of a receiver may be sent again.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A rule of this test bench (TrimSchedule; no document has it). All QPs of a receiving NIC share
 * one schedule. It models the queue that the packets sent to this NIC would form if none were
 * trimmed: each arrival takes its line time at the end of the queue. The NACK of a trimmed packet
 * carries the length of this queue (in the 16 bits of the NETH that are spdcid in UET and unused in
 * MRC), and the sender delays the packet for that time. The retransmissions of a thousand senders
 * then arrive one after the other at line rate; otherwise each would be sent at once, and be
 * trimmed again.
 */
class MrcTrimSchedule
{
  public:
    /**
     * A packet arrived, whole or trimmed: it takes the next place. A packet that was delayed by the
     * schedule already has its place.
     * @param lineTime its line time on all ports of the NIC together
     * @return length of the queue before it
     */
    RdmaTick Take(RdmaTick now, RdmaTick lineTime)
    {
        const RdmaTick begin = std::max(now, m_end);
        m_end = begin + lineTime;
        return begin - now;
    }

    /**
     * @param hold a time
     * @return the time in units, rounded down, at most 8.39 ms
     */
    static uint16_t Encode(RdmaTick hold)
    {
        return static_cast<uint16_t>(
            std::min<int64_t>(hold.GetPs() / MRC_TIMESTAMP_UNIT.GetPs(), UINT16_MAX));
    }

    /**
     * @param units a time in units
     * @return the time
     */
    static RdmaTick Decode(uint16_t units)
    {
        return MRC_TIMESTAMP_UNIT * units;
    }

  private:
    RdmaTick m_end; ///< end of the queue
};

} // namespace ns3

#endif // MRC_TRIM_SCHEDULE_H
