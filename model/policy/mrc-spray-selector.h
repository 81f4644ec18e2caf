/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAY_SELECTOR_H
#define MRC_SPRAY_SELECTOR_H

#include "ns3/mrc-path-selector.h"

#include <array>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSpraySelector: MRC's own way to spray packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Pseudo-random rotation over the active EVs (MRC 1.0, 3.6 and 3.7).
 *
 * Ready planes are served in turn, so that every plane carries the same number of packets as long
 * as its port keeps up, and a busy port costs its plane nothing but the turn. Each plane has a
 * cursor of its own: step i of a rotation visits EV number i XOR x, with x drawn anew for every
 * rotation. A rotation thus uses every GOOD EV of the plane exactly once, and QPs do not fall into
 * step. An EV in SKIP is passed over and its turns are counted.
 *
 * When no plane has a GOOD EV, the EV that has been in SKIP longest is used: congestion never
 * stops a QP. When there is none in SKIP either, the EV that was retired longest ago gets one
 * packet per probe interval.
 */
class MrcSpraySelector : public MrcPathSelector
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::optional<MrcPath> GetSendParams(Tick now, uint32_t readyPorts) override;

  protected:
    void DoStart() override;

  private:
    /// Where a plane's rotation is.
    struct Cursor
    {
        uint16_t step{0}; ///< next step of the rotation
        uint16_t flip{0}; ///< XORed to the step; below span
        uint16_t span{0}; ///< length of the rotation: a power of two, 0 before the first
    };

    /**
     * Go on in a plane's rotation to the next EV that may be used.
     * @param now the time
     * @param plane plane, 0-based
     * @return the EV, or nothing: all were passed over
     */
    std::optional<MrcPath> Advance(Tick now, uint32_t plane);

    /**
     * Begin a rotation over the EVs that are active now.
     * @param cursor cursor of the plane
     * @param active number of active EVs, at least 1
     */
    void Rotate(Cursor& cursor, uint32_t active);

    /**
     * @param bound a power of two, at most 256
     * @return a random number below it
     */
    uint32_t Draw(uint32_t bound);

    /** @return true if an open plane, ready or not, has a GOOD EV */
    bool IsAnyGood() const;

    std::array<Cursor, MrcEv::MAX_PLANES> m_cursors{}; ///< per plane
    uint32_t m_nextPlane{0};                           ///< plane whose turn it is
    uint32_t m_bits{1}; ///< random bits not yet used, below a leading 1
};

} // namespace ns3

#endif // MRC_SPRAY_SELECTOR_H
