/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_SCHEDULE_H
#define MRC_TRIM_SCHEDULE_H

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcTrimSchedule: when the packets that a receiver had no room for may come again.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A rule of our own (TrimSchedule; no document has it). All QPs of a receiving NIC share one. It is
 * the queue that the packets sent to this NIC would form if none were trimmed: each that arrives
 * takes its line time at the end of the queue. The NACK of a trimmed packet tells its sender how
 * long that queue is (in the 16 bits of the NETH that UET calls spdcid and MRC does not use), and
 * the sender holds the packet back for so long. The retransmissions of a thousand senders then
 * arrive one after the other, as fast as the line takes them, where otherwise each would come at
 * once, and be trimmed again.
 */
class MrcTrimSchedule
{
  public:
    /// Unit of a hold on the wire: that of timestamps (mrc reference, 2.6).
    static constexpr RdmaTick UNIT = RdmaTick::Ns(128);

    /**
     * A packet arrived, whole or trimmed: it takes the next place. One that comes again as it was
     * told has had its place before.
     * @param lineTime its line time on all ports of the NIC together
     * @return how long the queue before it is
     */
    RdmaTick Take(RdmaTick now, RdmaTick lineTime)
    {
        const RdmaTick begin = std::max(now, m_end);
        m_end = begin + lineTime;
        return begin - now;
    }

    /**
     * @param hold a time
     * @return it in units, rounded down, at most 8.39 ms
     */
    static uint16_t Encode(RdmaTick hold)
    {
        return static_cast<uint16_t>(std::min<int64_t>(hold.GetPs() / UNIT.GetPs(), UINT16_MAX));
    }

    /**
     * @param units a time in units
     * @return the time
     */
    static RdmaTick Decode(uint16_t units)
    {
        return UNIT * units;
    }

  private:
    RdmaTick m_end; ///< end of the queue
};

} // namespace ns3

#endif // MRC_TRIM_SCHEDULE_H
