/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MIXED_SELECTOR_H
#define MRC_MIXED_SELECTOR_H

#include "ns3/mrc-penalty-selector.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMixedSelector: recycled entropies, and penalties where there are none.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Recycles, else sprays with penalties (mrc reference, 3.8, "mixed"): a packet takes the EV that
 * spoke well of its path longest ago and has not been used since; if there is none, the next one
 * without a penalty, as MrcBitmapSelector does. Recycling neither asks for a penalty nor works one
 * off.
 *
 * Unlike REPS it remembers every EV, up to MaxRecycled, and never freezes. The scheme was made for
 * one plane. Here every plane has a queue of its own, and planes have their turns as in MRC, so
 * that load never moves to another plane.
 */
class MrcMixedSelector : public MrcPenaltySelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;

    /**
     * @param plane 0-based
     * @return EVs that wait to be recycled
     */
    uint32_t GetRecycledCount(uint32_t plane) const
    {
        const Queue& queue = m_queues[plane];
        return static_cast<uint32_t>(queue.evs.size() - queue.used);
    }

  protected:
    MrcPath Choose(uint32_t plane) override;
    void OnGood(uint32_t ev) override;

  private:
    /// EVs of one plane that wait to be recycled, oldest first.
    struct Queue
    {
        std::vector<uint32_t> evs; ///< those in use already, then those that wait
        std::size_t used{0};       ///< how many have been used, or given up for newer ones
    };

    /**
     * @param plane 0-based
     * @return the oldest EV that can still be used, which then waits no longer; nothing if there is
     * none
     */
    std::optional<MrcPath> Recycle(uint32_t plane);

    uint32_t m_maxRecycled;                          ///< attribute MaxRecycled
    std::array<Queue, MrcEv::MAX_PLANES> m_queues{}; ///< by plane
};

} // namespace ns3

#endif // MRC_MIXED_SELECTOR_H
