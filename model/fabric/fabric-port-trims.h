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
 * Queue of trimmed frames, where they have a share of the line of their own
 * (FabricQueueProfile::trimShareQ16). Made when the first one has to wait; it lives in the port's
 * arena.
 *
 * Trimmed frames go before data as long as they have credit. Credit grows by the share of all bytes
 * that leave the port, up to a limit that lets a burst pass at once: few trims have priority, as
 * senders want to hear of them soon, and many of them cannot starve the data. When more of them
 * wait than such a burst, their share grows in proportion, up to its maximum.
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
     * @param frame waits from now on, if there is room
     * @return false if there is none
     */
    bool Push(const FabricQueueProfile& profile, FabricFrame* frame);

    /** @return the first frame, which leaves; that costs credit */
    FabricFrame* Pop();

    /** @return the first frame, which waits no longer and does not leave either */
    FabricFrame* Remove();

    /**
     * @param profile of the port
     * @param sentBytes that the port has sent so far, B
     * @return true if the first frame has the credit to go before data
     */
    bool HasCredit(const FabricQueueProfile& profile, uint64_t sentBytes);

    /** @return true if nothing waits */
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
    uint64_t m_creditQ16;     ///< what may go before data, B x 2^16
    uint64_t m_creditedBytes; ///< bytes sent by the port for which credit was given, B
};

static_assert(std::is_trivially_destructible_v<FabricPortTrims>, "an arena only frees memory");

} // namespace ns3

#endif // FABRIC_PORT_TRIMS_H
