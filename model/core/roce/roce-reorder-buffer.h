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
 * ns3::RoceReorderBuffer: what the responder of a QP with selective repeat has received.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The bitmap of an IRN responder (SIGCOMM 2018, 3.1 and 5.2): packets are placed in any order,
 * messages complete in order. Only packets above the expected one are in it. A second bit per
 * packet tells which of them end a message.
 */
class RoceReorderBuffer
{
  public:
    /**
     * @param windowPackets places, as many as the requester may have in flight
     */
    explicit RoceReorderBuffer(uint32_t windowPackets);

    /** What Put has found. */
    enum class Verdict
    {
        STORED,    ///< it is new
        DUPLICATE, ///< it was there
        BEYOND,    ///< there is no place for it
    };

    /**
     * A packet has arrived out of order.
     * @param expected the packet expected
     * @param psn the one that came, above it
     * @param last it ends its message
     * @return whether to place it
     */
    Verdict Put(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last);

    /**
     * The expected packet has arrived: take what follows it without a gap.
     * @param expected the packet after it; moved up to the first one missing
     * @return messages that end in what was taken
     */
    uint32_t Take(RdmaPsnSeq& expected);

    /** @return packets stored above the first one missing */
    uint32_t GetStored() const
    {
        return m_stored;
    }

  private:
    const uint32_t m_windowPackets; ///< places
    uint32_t m_stored{0};           ///< bits set in m_received
    RdmaBitRing m_received;         ///< is here
    RdmaBitRing m_last;             ///< and ends a message
};

} // namespace ns3

#endif // ROCE_REORDER_BUFFER_H
