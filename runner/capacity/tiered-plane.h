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
 * mrcsim::TieredPlane: what can pass between the parts of a plane.
 */

namespace mrcsim
{

/**
 * What can pass in a plane, in links. All ways between two blocks of a level that lead by one
 * position pass the same uplinks of it at both ends; so what can pass there is a sum over these
 * uplinks of the least of up, down, and what can pass further up.
 */
class TieredPlane
{
  public:
    /**
     * @param links what works; outlive this
     * @param plane a plane
     */
    TieredPlane(const TieredLinks& links, uint32_t plane);

    /// What lies in series on the ways between two blocks by one uplink's switch.
    struct Way
    {
        uint32_t up;   ///< the lesser of up from the first block and further up, links
        uint32_t down; ///< the lesser of further up and down to the second block, links
    };

    /**
     * @param level level of two different blocks
     * @param a a block
     * @param b another one
     * @param at position x uplinks + uplink
     * @return the ways there; what can pass is the lesser of up and down
     */
    Way GetMedium(uint32_t level, uint32_t a, uint32_t b, uint32_t at) const
    {
        const uint32_t beyond = GetBeyond(level, a, b, at);
        return {std::min<uint32_t>(GetUp(level, a)[at], beyond),
                std::min<uint32_t>(GetUp(level, b)[at], beyond)};
    }

    /**
     * @param level a level
     * @param a a block
     * @param b another one
     * @return what can pass between them by all positions, links
     */
    uint64_t GetPath(uint32_t level, uint32_t a, uint32_t b) const;

    /**
     * @param level a level
     * @param block a block
     * @return by position and uplink: links that work
     */
    const TieredLinks::Count* GetUp(uint32_t level, uint32_t block) const
    {
        return m_links.GetUp(level, m_plane, block);
    }

    /**
     * @param level a level above that of T0s
     * @param block a block
     * @return what can leave it, links: by position, the lesser of what goes on and what comes from
     *         the blocks in it
     */
    uint64_t GetExit(uint32_t level, uint32_t block) const;

  private:
    /**
     * @return what can pass between the blocks around two blocks, by the switch at the upper end of
     * an uplink, links; without end if they are in the same
     */
    uint32_t GetBeyond(uint32_t level, uint32_t a, uint32_t b, uint32_t at) const;

    /**
     * @param level a level
     * @param a a block
     * @param b another one
     * @param position one of their positions
     * @return what can pass between them by this position, links
     */
    uint32_t Sum(uint32_t level, uint32_t a, uint32_t b, uint32_t position) const;

    /**
     * @param level a level above that of T0s, those above are done
     */
    void Fill(uint32_t level);

    const TieredLinks& m_links;                   ///< what works
    uint32_t m_plane;                             ///< the plane
    std::vector<std::vector<uint32_t>> m_between; ///< by level, blocks and position: Sum
};

} // namespace mrcsim

#endif // TIERED_PLANE_H
