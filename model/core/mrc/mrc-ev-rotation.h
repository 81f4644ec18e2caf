/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_ROTATION_H
#define MRC_EV_ROTATION_H

#include "mrc-ev-table.h"
#include "mrc-ev.h"

#include <array>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvRotation: paths of answers, in turn.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Paths for SACKs, NACKs and other control packets (mrc reference, 9.7, simple form): the active
 * EVs of a plane in turn.
 */
class MrcEvRotation
{
  public:
    /**
     * @param table the QP's EVs; null: none yet
     */
    explicit MrcEvRotation(const MrcEvTable* table)
        : m_table(table)
    {
    }

    /**
     * @param plane plane that the packet should use: that of the packet it answers
     * @return an EV of that plane, or of another one if it is not open; nothing if all ports are
     * down, or without a table
     */
    std::optional<MrcPath> TakeNext(uint32_t plane)
    {
        const uint32_t planes = m_table ? m_table->GetReversePlanes() : 0;
        if (!planes)
        {
            return std::nullopt;
        }
        while (!(planes >> plane & 1))
        {
            plane = (plane + 1) % m_table->GetPlanes();
        }
        const uint32_t active = m_table->GetActiveCount(plane);
        return active ? Step(plane, active) : TakeInactive(planes, plane);
    }

  private:
    /** @return the next of the first EVs of a plane, of which there are count */
    MrcPath Step(uint32_t plane, uint32_t count)
    {
        uint16_t& turn = m_turns[plane];
        turn = static_cast<uint16_t>(turn + 1U < count ? turn + 1 : 0);
        return m_table->GetActivePath(plane, turn);
    }

    /**
     * @param planes open planes
     * @param first one of them, which has no active EV
     * @return an EV that is not DENIED, of the first plane if possible; a DENIED one if all are
     */
    MrcPath TakeInactive(uint32_t planes, uint32_t first)
    {
        for (uint32_t i = 0; i < m_table->GetPlanes(); ++i)
        {
            const uint32_t plane = (first + i) % m_table->GetPlanes();
            const uint32_t count = planes >> plane & 1 ? m_table->GetCount(plane) : 0;
            for (uint32_t tries = 0; tries < count; ++tries)
            {
                const MrcPath path = Step(plane, count);
                if (m_table->GetState(path.ev) != MrcEvState::DENIED)
                {
                    return path;
                }
            }
        }
        return Step(first, m_table->GetCount(first));
    }

    const MrcEvTable* m_table;                         ///< the QP's EVs
    std::array<uint16_t, MrcEv::MAX_PLANES> m_turns{}; ///< by plane: position of the EV used last
};

} // namespace ns3

#endif // MRC_EV_ROTATION_H
