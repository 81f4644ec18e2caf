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
 * ns3::MrcMixedSelector: recycled entropies, else spraying with penalties.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Recycles, else sprays with penalties (mrc reference, 3.8, "mixed"): a packet takes the EV with
 * the oldest good answer that has not been used since; if there is none, the next one without a
 * penalty, as MrcBitmapSelector does. Recycling neither checks a penalty nor reduces one.
 *
 * Unlike REPS it stores every EV, up to MaxRecycled, and never freezes. The scheme was made for one
 * plane. Here every plane has its own queue, and planes take turns as in MRC, so that load never
 * moves to another plane.
 */
class MrcMixedSelector : public MrcPenaltySelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;

  protected:
    MrcPath Choose(uint32_t plane) override;
    void OnGood(uint32_t ev) override;

  private:
    /// EVs of one plane that wait to be recycled, oldest first.
    struct Queue
    {
        std::vector<uint32_t> evs; ///< used ones, then those that wait
        std::size_t used{0};       ///< number of EVs that have been used, or dropped for newer ones
    };

    /**
     * @param plane 0-based
     * @return the oldest EV that can still be used, which is removed; nothing if there is none
     */
    std::optional<MrcPath> Recycle(uint32_t plane);

    uint32_t m_maxRecycled;                          ///< attribute MaxRecycled
    std::array<Queue, MrcEv::MAX_PLANES> m_queues{}; ///< by plane
};

} // namespace ns3

#endif // MRC_MIXED_SELECTOR_H
