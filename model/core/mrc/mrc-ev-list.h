/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_LIST_H
#define MRC_EV_LIST_H

#include "mrc-ev-set.h"
#include "mrc-ev.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvList: the entropy values of one QP in order, with an index.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Position of an active EV in its table.
 */
struct MrcEvPlace
{
    uint32_t plane{0};    ///< plane, 0-based
    uint32_t position{0}; ///< position among the active EVs of the plane
};

/**
 * @ingroup mrc
 * The entries of an EV table (MrcEvTable), plane by plane: the active EVs of a plane come first,
 * then its backups and retired EVs. A hash index finds an EV by its value. The list maintains order
 * and index; it does not check whether a change of state is allowed.
 */
class MrcEvList
{
  public:
    /// An EV. Its size is 12 B, because every QP has 256 of them.
    struct Entry
    {
        uint32_t ev;          ///< value
        uint32_t since;       ///< SKIP: its begin, in units of the table's clock
        uint8_t port : 3;     ///< port (plane), 0-based
        bool longer : 1;      ///< its path is longer than the shortest ones
        MrcEvState state : 4; ///< health
        uint8_t marks;        ///< smoothed share of SACKs with a mark, and of trims, x 255
        uint8_t turns;        ///< SKIP: turns that are still to be skipped
        uint8_t losses;       ///< losses since the last success, saturating
    };

    static_assert(sizeof(Entry) == 12, "256 EVs must fit in 3 KiB");

    /// The range of entries of a plane.
    struct Plane
    {
        uint16_t first{0};  ///< index of its first EV
        uint16_t count{0};  ///< EVs
        uint16_t active{0}; ///< active EVs, the first ones
        uint16_t target{0}; ///< active EVs when none is retired
    };

    /**
     * Take the EVs with which the QP starts, all of them GOOD. Aborts if a value occurs twice.
     * @param shares EVs by plane
     */
    void Fill(const std::vector<MrcEvShare>& shares);

    /**
     * Append EVs of longer paths to a plane, none of them active, all of them GOOD. Changes the
     * indices of entries of later planes.
     * @param plane 0-based
     * @param evs values that no entry has
     */
    void AppendLonger(uint32_t plane, const std::vector<uint32_t>& evs);

    /** @return number of planes, 1 to 8 */
    uint32_t GetPlanes() const
    {
        return m_nPlanes;
    }

    /**
     * @param plane 0-based
     * @return its range of entries
     */
    const Plane& GetPlane(uint32_t plane) const
    {
        return m_planes[plane];
    }

    /**
     * @param index of an entry
     * @return the entry
     */
    const Entry& At(uint32_t index) const
    {
        return m_entries[index];
    }

    /**
     * @param index of an entry
     * @return the entry; its value must not be changed
     */
    Entry& At(uint32_t index)
    {
        return m_entries[index];
    }

    /**
     * @param plane 0-based
     * @param position position among the EVs of the plane
     * @return the entry
     */
    const Entry& At(uint32_t plane, uint32_t position) const
    {
        return m_entries[m_planes[plane].first + position];
    }

    /** @return the same, writable */
    Entry& At(uint32_t plane, uint32_t position)
    {
        return m_entries[m_planes[plane].first + position];
    }

    /** @return index of the entry of an EV, or -1 */
    int32_t Find(uint32_t ev) const
    {
        const uint16_t index = m_index[FindSlot(ev)];
        return index == FREE ? -1 : index;
    }

    /** @return true if the entry is an active one */
    bool IsActive(uint32_t index) const
    {
        const Plane& plane = m_planes[m_entries[index].port];
        return index - plane.first < plane.active;
    }

    /** @return position of an EV if it is active, or nothing */
    std::optional<MrcEvPlace> FindActive(uint32_t ev) const;

    /** @return the EV of an entry, with its port */
    MrcPath GetPath(uint32_t index) const
    {
        return {m_entries[index].ev, m_entries[index].port};
    }

    /**
     * Give an entry another value, which no other entry has.
     * @param ev the new value
     */
    void SetEv(uint32_t index, uint32_t ev);

    /**
     * Exchange the places of two entries of the same plane: a backup for an active one.
     */
    void Swap(uint32_t i, uint32_t j);

    /**
     * Remove an EV from the active ones of its plane.
     * @param index of an active entry
     * @return its new index
     */
    uint32_t Deactivate(uint32_t index);

    /**
     * Make an EV the last active one of its plane.
     * @param index of an entry that is not active
     */
    void Activate(uint32_t index);

  private:
    /// Marks a free slot of m_index.
    static constexpr uint16_t FREE = 0xFFFF;

    /** @return the slot of m_index at which the search for an EV begins */
    uint32_t Hash(uint32_t ev) const
    {
        return ev * 0x9E3779B1U >> m_indexShift; // Fibonacci hashing: spreads consecutive values
    }

    /** @return the slot of an EV in m_index, or the free slot where it belongs */
    uint32_t FindSlot(uint32_t ev) const;

    /** Build m_index from m_entries. */
    void BuildIndex();

    uint32_t m_nPlanes{0};                         ///< GetPlanes()
    uint32_t m_indexShift{0};                      ///< 32 - log2 of the size of m_index
    std::vector<Entry> m_entries;                  ///< plane by plane
    std::vector<uint16_t> m_index;                 ///< open addressing, at most half full
    std::array<Plane, MrcEv::MAX_PLANES> m_planes; ///< ranges of entries
};

} // namespace ns3

#endif // MRC_EV_LIST_H
