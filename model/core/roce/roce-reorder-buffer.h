/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_REORDER_BUFFER_H
#define ROCE_REORDER_BUFFER_H

#include "ns3/rdma-bit-ring.h"
#include "ns3/rdma-psn.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceReorderBuffer: the packets received out of order by a QP with selective repeat.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The bitmap of an IRN responder (SIGCOMM 2018, 3.1 and 5.2): packets are placed in any order,
 * messages complete in order. It contains only packets above the expected one. A second bit per
 * packet marks those that end a message.
 */
class RoceReorderBuffer
{
  public:
    /**
     * @param windowPackets places, as many as the requester may have in flight
     */
    explicit RoceReorderBuffer(uint32_t windowPackets);

    /** The result of Put. */
    enum class Verdict
    {
        STORED,    ///< it is new
        DUPLICATE, ///< it was stored before
        BEYOND,    ///< there is no place for it
    };

    /**
     * A packet has arrived out of order.
     * @param expected the expected packet
     * @param psn the arrived packet, above it
     * @param last it ends its message
     * @return result
     */
    Verdict Put(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last);

    /**
     * The expected packet has arrived: take the stored packets that follow it without a gap, up to
     * the end of a message.
     * @param expected PSN after it; moved up to the PSN after the last packet taken
     * @return true if a message ends there: more packets may follow
     */
    bool Take(RdmaPsnSeq& expected);

    /** @return packets stored above the first missing one */
    uint32_t GetStored() const
    {
        return m_stored;
    }

  private:
    const uint32_t m_windowPackets; ///< places
    uint32_t m_stored{0};           ///< bits set in m_received
    RdmaBitRing m_received;         ///< bit set: received
    RdmaBitRing m_last;             ///< bit set: received, and ends a message
};

} // namespace ns3

#endif // ROCE_REORDER_BUFFER_H
