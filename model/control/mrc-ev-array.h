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
 * ns3::MrcEvArray: the EVs of a profile, set by a controller or drawn.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The array of an EV profile: entries in the form of the controller, EVs as packets carry them, and
 * the states that the controller requests. The paths of EVs are in MrcEvPathMap.
 */
class MrcEvArray
{
  public:
    /// An EV.
    struct Slot
    {
        MrcEvEntry entry;                               ///< in the controller's form
        uint32_t ev{0};                                 ///< as packets carry it
        MrcEvPublicState state{MrcEvPublicState::GOOD}; ///< as the controller requests it
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

    /** Remove all places. */
    void Clear()
    {
        m_slots.clear();
    }

    /**
     * @param place less than GetSize
     * @return the slot there
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
     * @param entry an EV in the controller's form; not populated: any free place
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
     * @param mode position of EVs in packets
     * @return EINVAL if it is not a valid EV, or already present
     */
    MrcVerbsResult CheckEntry(const MrcEvEntry& entry, MrcEvFormatMode mode) const;

    /**
     * @param ports ports of a NIC
     * @return EINVAL if an EV belongs to another port
     */
    MrcVerbsResult CheckPorts(uint32_t ports) const;

    /** @return number of places that hold an EV */
    uint32_t CountPopulated() const;

    /**
     * @param setup inputs of a new QP's EV table; receives the EVs with their states
     */
    void Configure(MrcEvSetup& setup) const;

  private:
    std::vector<Slot> m_slots; ///< by place
};

} // namespace ns3

#endif // MRC_EV_ARRAY_H
