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
        const uint32_t candidates = active ? active : m_table->GetCount(plane);
        uint16_t& turn = m_turns[plane];
        turn = static_cast<uint16_t>(turn + 1U < candidates ? turn + 1 : 0);
        return m_table->GetActivePath(plane, turn);
    }

  private:
    const MrcEvTable* m_table;                         ///< the QP's EVs
    std::array<uint16_t, MrcEv::MAX_PLANES> m_turns{}; ///< by plane: position of the EV used last
};

} // namespace ns3

#endif // MRC_EV_ROTATION_H
