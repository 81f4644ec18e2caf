/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_LINKS_H
#define TIERED_LINKS_H

#include "tiered-shape.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::TieredLinks: the working links of a network.
 */

namespace mrcsim
{

/// A switch.
struct TieredSwitch
{
    uint32_t tier;     ///< 0: T0
    uint32_t plane;    ///< plane
    uint32_t block;    ///< block of its level; 0 in the top tier
    uint32_t position; ///< position among the top switches of the block
};

/**
 * The working links. A link works in both directions or in none. Links between switches are
 * numbered by level, plane, block, position, uplink and parallel link, in this order.
 */
class TieredLinks
{
  public:
    /// Number of working links from a switch to one above.
    using Count = uint16_t;

    /**
     * @param shape the network, which outlives this; all links work
     */
    explicit TieredLinks(const TieredShape& shape);

    /** @return the network */
    const TieredShape& GetShape() const
    {
        return m_shape;
    }

    /**
     * @param level a level
     * @param plane a plane
     * @param block a block
     * @return links from its top switches to those above, by position and uplink
     */
    const Count* GetUp(uint32_t level, uint32_t plane, uint32_t block) const
    {
        return &m_up[level][Find(level, plane, block)];
    }

    /**
     * @param nic a NIC
     * @return the planes in which it has a working link to a working T0, one bit each
     */
    uint8_t GetPlanes(uint32_t nic) const
    {
        return m_nics[nic];
    }

    /**
     * Mark one of the parallel links between two switches as failed.
     * @param level a level
     * @param bundle number of the pair of switches on this level, by plane, block, position, uplink
     */
    void FailLink(uint32_t level, uint64_t bundle);

    /**
     * @param nic a NIC
     * @param plane the plane of its failed port
     */
    void FailNicLink(uint32_t nic, uint32_t plane);

    /**
     * @param sw a switch to mark as failed with all its links
     */
    void FailSwitch(const TieredSwitch& sw);

    /**
     * @param number below TieredShape::GetNSwitches(), by tier, plane, block and position
     * @return the switch
     */
    TieredSwitch GetSwitch(uint64_t number) const;

  private:
    /** @return index of the first count of a block */
    size_t Find(uint32_t level, uint32_t plane, uint32_t block) const
    {
        const auto& l = m_shape.GetLevels()[level];
        return (static_cast<size_t>(plane) * l.blocks + block) * l.positions * l.ups;
    }

    /**
     * @param sw a switch above T0
     */
    void FailDownlinks(const TieredSwitch& sw);

    const TieredShape& m_shape;           ///< the network
    std::vector<std::vector<Count>> m_up; ///< by level: links by plane, block, position, uplink
    std::vector<uint8_t> m_nics;          ///< see GetPlanes
};

} // namespace mrcsim

#endif // TIERED_LINKS_H
