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

/// What a network shall be.
struct TieredSpec
{
    uint32_t nics{0};          ///< NICs
    uint32_t planes{1};        ///< disjoint networks; a NIC has a port in each
    uint32_t tiers{2};         ///< tiers of switches, 2..4
    uint64_t nicRateBps{0};    ///< of a NIC, all its ports together, bit/s
    uint64_t switchRateBps{0}; ///< of a switch, all its ports together, bit/s
};

/**
 * How switches of a tier are linked with those of the next one.
 *
 * A block of a level is a part of a plane that hangs together without the tiers above: a T0, a pod
 * of T0s and T1s, a group of pods with their T2s. Its topmost switches are told apart by their
 * positions.
 */
struct TieredLevel
{
    uint32_t blocks;    ///< of a plane
    uint32_t children;  ///< blocks of the level below in one; of a T0: NICs
    uint32_t positions; ///< topmost switches of a block
    uint32_t ups;       ///< switches above to which each of these is linked
    uint32_t parallel;  ///< links to each of them
};

/**
 * A Clos network of full bisection, all of whose ports have one rate: half of the ports of a switch
 * lead down and half lead up, those of the topmost tier all down. With few blocks below, the
 * topmost tier has fewer switches and more links to each, so that no port is idle.
 *
 * A switch of tier k+1 is named by the way up to it: uplink number of the T0, of the T1, ... So all
 * ways between two blocks pass the same positions at both ends, as they do in ns3::FabricClos.
 */
class TieredShape
{
  public:
    /**
     * @param spec a network that Check finds nothing wrong with
     */
    explicit TieredShape(const TieredSpec& spec);

    /**
     * @param spec a network
     * @return why there is no such network, with the keys of a capacity document
     */
    static Problems Check(const TieredSpec& spec);

    /** @return what it was made of */
    const TieredSpec& GetSpec() const
    {
        return m_spec;
    }

    /** @return tiers - 1 levels, that of T0s first */
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
    TieredSpec m_spec;                 ///< what it was made of
    std::vector<TieredLevel> m_levels; ///< T0s first
};

} // namespace mrcsim

#endif // TIERED_SHAPE_H
