/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_PLANE_H
#define TIERED_PLANE_H

#include "tiered-links.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::TieredPlane: capacities between the parts of a plane.
 */

namespace mrcsim
{

/**
 * Capacities in a plane, in links. All paths between two blocks of a level through one position use
 * the same uplinks of it at both ends; so their capacity is a sum over these uplinks of the minimum
 * of up, down, and the capacity further up.
 */
class TieredPlane
{
  public:
    /**
     * @param links working links; outlive this
     * @param plane a plane
     */
    TieredPlane(const TieredLinks& links, uint32_t plane);

    /// Capacities in series on the paths between two blocks through the switch of one uplink.
    struct Way
    {
        uint32_t up;   ///< minimum of up from the first block and further up, links
        uint32_t down; ///< minimum of further up and down to the second block, links
    };

    /**
     * @param level level of two different blocks
     * @param a a block
     * @param b another one
     * @param at position x uplinks + uplink
     * @return the paths there; their capacity is the minimum of up and down
     */
    Way GetWay(uint32_t level, uint32_t a, uint32_t b, uint32_t at) const
    {
        const uint32_t beyond = GetBeyond(level, a, b, at);
        return {std::min<uint32_t>(GetUp(level, a)[at], beyond),
                std::min<uint32_t>(GetUp(level, b)[at], beyond)};
    }

    /**
     * @param level a level
     * @param a a block
     * @param b another one
     * @return capacity between them through all positions, links
     */
    uint64_t GetPath(uint32_t level, uint32_t a, uint32_t b) const;

    /**
     * @param level a level
     * @param block a block
     * @return working links by position and uplink
     */
    const TieredLinks::Count* GetUp(uint32_t level, uint32_t block) const
    {
        return m_links.GetUp(level, m_plane, block);
    }

    /**
     * @param level a level above that of T0s
     * @param block a block
     * @return capacity out of it, links: by position, the minimum of the capacity up and that from
     * the blocks in it
     */
    uint64_t GetExit(uint32_t level, uint32_t block) const;

  private:
    /**
     * @return capacity between the parent blocks of two blocks, through the switch at the upper end
     * of an uplink, links; infinite if the parent is the same
     */
    uint32_t GetBeyond(uint32_t level, uint32_t a, uint32_t b, uint32_t at) const;

    /**
     * @param level a level
     * @param a a block
     * @param b another one
     * @param position one of their positions
     * @return capacity between them through this position, links
     */
    uint32_t Sum(uint32_t level, uint32_t a, uint32_t b, uint32_t position) const;

    /**
     * @param level a level above that of T0s; higher levels are already filled
     */
    void Fill(uint32_t level);

    const TieredLinks& m_links;                   ///< working links
    uint32_t m_plane;                             ///< the plane
    std::vector<std::vector<uint32_t>> m_between; ///< by level, blocks and position: Sum
};

} // namespace mrcsim

#endif // TIERED_PLANE_H
