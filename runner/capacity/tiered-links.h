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
 * mrcsim::TieredLinks: what faults have left of a network.
 */

namespace mrcsim
{

/// A switch.
struct TieredSwitch
{
    uint32_t tier;     ///< 0: T0
    uint32_t plane;    ///< plane
    uint32_t block;    ///< block of its level; of the topmost tier: 0
    uint32_t position; ///< among the topmost switches of the block
};

/**
 * The links that work. A link works in both directions or in none. Links between switches are
 * numbered by level, plane, block, position, uplink and parallel link, in this order.
 */
class TieredLinks
{
  public:
    /// Links that work, from a switch to one above.
    using Count = uint16_t;

    /**
     * @param shape the network, which outlives this; everything works
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
     * @return links from its topmost switches to those above, by position and uplink
     */
    const Count* GetUp(uint32_t level, uint32_t plane, uint32_t block) const
    {
        return &m_up[level][Find(level, plane, block)];
    }

    /**
     * @param nic a NIC
     * @return the planes in which it has a link that works to a T0 that works, a bit each
     */
    uint8_t GetPlanes(uint32_t nic) const
    {
        return m_nics[nic];
    }

    /**
     * A link between switches fails. Parallel links are alike, so it does not matter which of them.
     * @param level a level
     * @param bundle number of the pair of switches on this level, by plane, block, position, uplink
     */
    void FailLink(uint32_t level, uint64_t bundle);

    /**
     * @param nic a NIC
     * @param plane the plane of its port that fails
     */
    void FailNicLink(uint32_t nic, uint32_t plane);

    /**
     * @param sw a switch that fails with all its links
     */
    void FailSwitch(const TieredSwitch& sw);

    /**
     * @param number below TieredShape::GetNSwitches(), by tier, plane, block and position
     * @return the switch
     */
    TieredSwitch GetSwitch(uint64_t number) const;

  private:
    /** @return where the counts of a block begin */
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
