/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_TRIMS_H
#define FABRIC_PORT_TRIMS_H

#include "fabric-frame-fifo.h"
#include "fabric-queue-profile.h"

#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPortTrims: the trimmed frames that wait at a port.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Queue of trimmed frames, if they have their own share of the line
 * (FabricQueueProfile::trimShareQ16). It is made when the first one has to wait, in the port's
 * arena.
 *
 * Trimmed frames precede data as long as they have credit. Credit grows by the share of all bytes
 * that leave the port, up to a limit that lets a burst pass at once: few trims have priority, so
 * senders receive their NACKs soon, and many trims cannot starve the data. When more of them wait
 * than such a burst, their share grows in proportion, up to its maximum.
 */
class FabricPortTrims
{
  public:
    /**
     * @param profile of the port
     * @param sentBytes that the port has sent so far, B
     */
    FabricPortTrims(const FabricQueueProfile& profile, uint64_t sentBytes)
        : m_creditQ16(profile.trimBurstBytes << 16),
          m_creditedBytes(sentBytes)
    {
    }

    /**
     * @param profile of the port
     * @param frame frame to append, if the queue has room
     * @return false if it has none
     */
    bool Push(const FabricQueueProfile& profile, FabricFrame* frame);

    /** @return the first frame, which leaves and takes credit */
    FabricFrame* Pop();

    /** @return the first frame, which is removed without taking credit */
    FabricFrame* Remove();

    /**
     * @param profile of the port
     * @param sentBytes that the port has sent so far, B
     * @return true if there is credit for the first frame to precede data
     */
    bool HasCredit(const FabricQueueProfile& profile, uint64_t sentBytes);

    /** @return true if no frame waits */
    bool IsEmpty() const
    {
        return !m_queue.head;
    }

    /** @return frames that wait */
    uint64_t Count() const
    {
        return m_queue.Count();
    }

  private:
    FabricFrameFifo m_queue;  ///< waiting trimmed frames
    uint64_t m_bytes{0};      ///< in that queue, B
    uint64_t m_creditQ16;     ///< credit, B x 2^16
    uint64_t m_creditedBytes; ///< bytes sent by the port and already credited, B
};

static_assert(std::is_trivially_destructible_v<FabricPortTrims>, "an arena only frees memory");

} // namespace ns3

#endif // FABRIC_PORT_TRIMS_H
