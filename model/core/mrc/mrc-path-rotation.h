/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_ROTATION_H
#define MRC_PATH_ROTATION_H

#include "mrc-ev.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcPathRotation: the order in which planes and EVs take turns.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The pseudo-random order of the mrc reference, 3.6 and 3.7, for path selectors.
 *
 * Planes take turns, so that every plane carries the same number of packets as long as its port is
 * not the bottleneck, and a busy port costs its plane only the turn. Each plane has a separate
 * rotation over its active EVs: step i of a rotation visits EV number i XOR x, with a new random x
 * for every rotation. A rotation thus visits every EV of the plane exactly once, and QPs do not
 * become synchronized.
 */
class MrcPathRotation
{
  public:
    /**
     * Called once, before all other functions: draws the first plane.
     * @param planes their number, 1 to 8
     * @param rng source of all random choices
     */
    void Start(uint32_t planes, Ptr<UniformRandomVariable> rng);

    /**
     * @param planes a set of planes, not empty
     * @return the one of them whose turn it is
     */
    uint32_t GetPlane(uint32_t planes) const
    {
        const uint32_t rest = planes & (~uint32_t{0} << m_nextPlane);
        return static_cast<uint32_t>(__builtin_ctz(rest ? rest : planes));
    }

    /**
     * End the turn of a plane.
     * @param plane 0-based
     */
    void EndTurn(uint32_t plane)
    {
        m_nextPlane = (plane + 1) % MrcEv::MAX_PLANES;
    }

    /**
     * Take the turn of a plane.
     * @param planes a set of planes
     * @return the one of them whose turn it was; nothing if the set is empty
     */
    std::optional<uint32_t> TakePlane(uint32_t planes)
    {
        if (planes == 0)
        {
            return std::nullopt;
        }
        const uint32_t plane = GetPlane(planes);
        EndTurn(plane);
        return plane;
    }

    /**
     * @param plane 0-based
     * @return steps of the plane's current rotation; 0 before the first
     */
    uint32_t GetSpan(uint32_t plane) const
    {
        return m_cursors[plane].span;
    }

    /**
     * Take one step in a plane's rotation.
     * @param plane 0-based
     * @param active number of its active EVs, at least 1
     * @return position of the EV visited; active or more if the step visits none
     */
    uint32_t Step(uint32_t plane, uint32_t active)
    {
        Cursor& cursor = m_cursors[plane];
        if (cursor.step >= cursor.span)
        {
            Rotate(cursor, active);
        }
        return cursor.step++ ^ cursor.flip;
    }

  private:
    /// State of a plane's rotation.
    struct Cursor
    {
        uint16_t step{0}; ///< next step of the rotation
        uint16_t flip{0}; ///< XORed to the step; below span
        uint16_t span{0}; ///< length of the rotation: a power of two, 0 before the first
    };

    /**
     * Begin a rotation over the currently active EVs.
     * @param cursor cursor of the plane
     * @param active number of active EVs, at least 1
     */
    void Rotate(Cursor& cursor, uint32_t active);

    /**
     * @param bound a power of two, at most 256
     * @return a random number below it
     */
    uint32_t Draw(uint32_t bound);

    std::array<Cursor, MrcEv::MAX_PLANES> m_cursors{}; ///< per plane
    uint32_t m_nextPlane{0};                           ///< plane whose turn it is
    uint32_t m_bits{1};               ///< random bits not yet used, below a leading 1
    Ptr<UniformRandomVariable> m_rng; ///< source of random choices
};

} // namespace ns3

#endif // MRC_PATH_ROTATION_H
