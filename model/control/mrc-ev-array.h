/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_ARRAY_H
#define MRC_EV_ARRAY_H

#include "mrc-ev-entry.h"
#include "mrc-ev-format-profile.h"

#include "ns3/mrc-ev-set.h"
#include "ns3/mrc-qp-attributes.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvArray: the EVs that a controller has given a profile, or had drawn.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The array of an EV profile: entries as the controller sees them, EVs as packets carry them, and
 * the states that the controller wants. Where an EV leads is not known here (MrcEvPathMap).
 */
class MrcEvArray
{
  public:
    /// An EV.
    struct Slot
    {
        MrcEvEntry entry;                               ///< as the controller sees it
        uint32_t ev{0};                                 ///< as packets carry it
        MrcEvPublicState state{MrcEvPublicState::GOOD}; ///< as the controller wants it
    };

    /** @return number of places */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_slots.size());
    }

    /**
     * @param size number of places; new ones are not populated
     */
    void Resize(uint32_t size)
    {
        m_slots.resize(size);
    }

    /** Have no places. */
    void Clear()
    {
        m_slots.clear();
    }

    /**
     * @param place less than GetSize
     * @return what is there
     */
    Slot& At(uint32_t place)
    {
        return m_slots[place];
    }

    /// @copydoc At
    const Slot& At(uint32_t place) const
    {
        return m_slots[place];
    }

    /**
     * @param entry an EV as the controller sees it; not populated: any free place
     * @return its place, the first if there are several; nothing if there is none
     */
    std::optional<uint32_t> Find(const MrcEvEntry& entry) const;

    /**
     * @param ev an EV as packets carry it
     * @return the EV, or nullptr
     */
    const Slot* FindEv(uint32_t ev) const;

    /**
     * @param entry an EV for the array
     * @param mode where packets carry EVs
     * @return EINVAL if it cannot be one, or is there already
     */
    MrcVerbsResult CheckEntry(const MrcEvEntry& entry, MrcEvFormatMode mode) const;

    /**
     * @param ports ports of a NIC
     * @return EINVAL if an EV is of another port
     */
    MrcVerbsResult CheckPorts(uint32_t ports) const;

    /** @return how many places hold an EV */
    uint32_t CountPopulated() const;

    /**
     * @param setup what a new QP's EV table is told: takes the EVs with their states
     */
    void Configure(MrcEvSetup& setup) const;

  private:
    std::vector<Slot> m_slots; ///< by place
};

} // namespace ns3

#endif // MRC_EV_ARRAY_H
