/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAY_SELECTOR_H
#define MRC_SPRAY_SELECTOR_H

#include "ns3/mrc-path-rotation.h"
#include "ns3/mrc-path-selector.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSpraySelector: packet spraying of MRC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Pseudo-random rotation over the active EVs (mrc reference, 3.6 and 3.7; MrcPathRotation), among
 * the planes that are ready. A rotation uses every GOOD EV of its plane exactly once. An EV in SKIP
 * loses its turns, which are counted.
 *
 * When no plane has a GOOD EV, the EV that has been in SKIP longest is used: congestion never stops
 * a QP. If there is none in SKIP either, the EV that was retired longest ago takes one packet per
 * probe interval.
 */
class MrcSpraySelector : public MrcPathSelector
{
  public:
    /// Order of the planes (attribute PlaneTurns).
    enum PlaneTurns
    {
        EQUAL,  ///< one plane after the other
        BY_EVS, ///< at random, in proportion to the active EVs of a plane
    };

    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;

  protected:
    void DoStart() override;

  private:
    /**
     * Advance a plane's rotation to the next EV that may be used.
     * @param plane 0-based
     * @return the EV, or nothing if all were skipped
     */
    std::optional<MrcPath> Advance(RdmaTick now, uint32_t plane);

    /**
     * @param planes a set of planes, not empty
     * @return one of them, with probabilities in proportion to their active EVs
     */
    [[gnu::cold]] uint32_t DrawPlane(uint32_t planes) const;

    /** @return true if an open plane, ready or not, has a GOOD EV */
    bool IsAnyGood() const;

    MrcPathRotation m_rotation;     ///< turns of planes and EVs
    PlaneTurns m_planeTurns{EQUAL}; ///< attribute PlaneTurns
};

} // namespace ns3

#endif // MRC_SPRAY_SELECTOR_H
