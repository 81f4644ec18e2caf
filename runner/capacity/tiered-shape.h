/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_SHAPE_H
#define TIERED_SHAPE_H

#include "document/problem.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::TieredShape: a Clos network of any number of tiers, as arithmetic.
 */

namespace mrcsim
{

/// Specification of a network.
struct TieredSpec
{
    uint32_t nics{0};          ///< NICs
    uint32_t planes{1};        ///< disjoint networks; a NIC has a port in each
    uint32_t tiers{2};         ///< tiers of switches, 2..4
    uint64_t nicRateBps{0};    ///< rate of a NIC, all ports together, bit/s
    uint64_t switchRateBps{0}; ///< rate of a switch, all ports together, bit/s
};

/**
 * Links between the switches of a tier and those of the next tier.
 *
 * A block of a level is a part of a plane that is connected without the higher tiers: a T0, a pod
 * of T0s and T1s, a group of pods with their T2s. Its top switches are identified by their
 * positions.
 */
struct TieredLevel
{
    uint32_t blocks;    ///< blocks of a plane
    uint32_t children;  ///< blocks of the level below per block; for a T0: NICs
    uint32_t positions; ///< top switches of a block
    uint32_t ups;       ///< switches above to which each of these is connected
    uint32_t parallel;  ///< links to each of them
};

/**
 * A Clos network with full bisection bandwidth and one port rate: half of the ports of a switch
 * lead down and half lead up; those of the top tier all lead down. With few blocks, the top tier
 * has fewer switches and more links to each, so that all ports are used.
 *
 * A switch of tier k+1 is identified by the path up to it: uplink number of the T0, of the T1, ...
 * So all paths between two blocks use the same positions at both ends, as in ns3::FabricClos.
 */
class TieredShape
{
  public:
    /**
     * @param spec a specification that Check accepts
     */
    explicit TieredShape(const TieredSpec& spec);

    /**
     * @param spec a specification
     * @return the problems, with the keys of a capacity document
     */
    static Problems Check(const TieredSpec& spec);

    /** @return the specification */
    const TieredSpec& GetSpec() const
    {
        return m_spec;
    }

    /** @return tiers - 1 levels, beginning with that of T0s */
    const std::vector<TieredLevel>& GetLevels() const
    {
        return m_levels;
    }

    /** @return rate of a port, bit/s */
    uint64_t GetPortBps() const
    {
        return m_spec.nicRateBps / m_spec.planes;
    }

    /** @return NICs of a T0 */
    uint32_t GetNicsPerT0() const
    {
        return m_levels.front().children;
    }

    /**
     * @param tier 0: T0
     * @return its switches, in all planes
     */
    uint64_t GetNSwitches(uint32_t tier) const;

    /** @return switches of all tiers and planes */
    uint64_t GetNSwitches() const;

    /**
     * @param level a level
     * @return links from its switches to those above, in all planes
     */
    uint64_t GetNLinks(uint32_t level) const;

    /** @return links between switches, in all planes */
    uint64_t GetNFabricLinks() const;

    /** @return links of NICs, in all planes */
    uint64_t GetNNicLinks() const
    {
        return static_cast<uint64_t>(m_spec.nics) * m_spec.planes;
    }

  private:
    TieredSpec m_spec;                 ///< the specification
    std::vector<TieredLevel> m_levels; ///< levels, beginning with that of T0s
};

} // namespace mrcsim

#endif // TIERED_SHAPE_H
