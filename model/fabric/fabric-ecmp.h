/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ECMP_H
#define FABRIC_ECMP_H

#include "fabric-frame.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEcmpGroup: which uplinks a switch may choose from, and ns3::FabricPlaneRoutes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param seed the switch's seed; different per switch, or the tiers polarize
 * @param frame a frame; its addresses, UDP source port and (fixed) destination port are hashed
 * @return 64 well mixed bits
 */
uint64_t FabricFlowHash(uint64_t seed, const FabricFrame* frame);

/**
 * @ingroup mrc
 * What the routing of a plane has learnt about links between its T1s and T0s. All T0s of a plane
 * learn it at the same time, so they share it, those that come to life later included.
 */
class FabricPlaneRoutes
{
  public:
    /**
     * Routing learns that a T1 lost or regained its link to a T0.
     * @param t1 the T1
     * @param t0 the T0
     * @param usable the new state
     */
    void SetLink(uint32_t t1, uint32_t t0, bool usable);

    /** @return true if every link is usable */
    bool IsWhole() const
    {
        return m_lost.empty();
    }

    /**
     * @param t0 a T0
     * @return the T1s that lost their link to it, in ascending order
     */
    const std::vector<uint32_t>& GetLost(uint32_t t0) const;

  private:
    std::map<uint32_t, std::vector<uint32_t>> m_lost; ///< by T0, never empty: see GetLost
};

/**
 * @ingroup mrc
 * The uplinks of a T0 switch as equal-cost next hops, and what routing has learnt to avoid: its
 * own dead uplinks (local repair), and T1s that lost their link to a destination's T0 (routing
 * convergence, much later). Which of the others a frame takes is up to a FabricLoadBalancer.
 */
class FabricEcmpGroup
{
  public:
    /**
     * @param uplinks number of uplinks, at least 1
     * @param routes of the plane; outlive the group
     */
    FabricEcmpGroup(uint32_t uplinks, const FabricPlaneRoutes& routes);

    /**
     * Routing learns that an uplink is dead or alive.
     * @param uplink uplink number
     * @param usable the new state
     */
    void SetUplink(uint32_t uplink, bool usable);

    /**
     * @param number a hash, a draw, or a rank: taken modulo the number of usable uplinks
     * @param dstT0 T0 of the destination
     * @return uplink number, or -1 if none is left
     */
    int32_t Select(uint64_t number, uint32_t dstT0) const
    {
        return IsWhole() ? static_cast<int32_t>(number % m_uplinks) : SelectUsable(number, dstT0);
    }

    /** @return number of uplinks, those included that routing avoids */
    uint32_t GetNUplinks() const
    {
        return m_uplinks;
    }

    /**
     * @param dstT0 T0 of the destination
     * @return how many uplinks routing does not avoid
     */
    uint32_t CountUsable(uint32_t dstT0) const;

    /**
     * @param uplink uplink number
     * @param dstT0 T0 of the destination
     * @return true if routing does not avoid the uplink
     */
    bool IsUsable(uint32_t uplink, uint32_t dstT0) const;

  private:
    /** @return true if routing avoids nothing */
    bool IsWhole() const
    {
        return m_dead.empty() && m_routes.IsWhole();
    }

    /**
     * @param number a hash, a draw, or a rank
     * @param dstT0 T0 of the destination
     * @return uplink number among those not avoided, or -1
     */
    int32_t SelectUsable(uint64_t number, uint32_t dstT0) const;

    uint32_t m_uplinks;                ///< equal-cost next hops
    const FabricPlaneRoutes& m_routes; ///< of the plane
    std::vector<uint32_t> m_dead;      ///< own dead uplinks, in ascending order
};

} // namespace ns3

#endif // FABRIC_ECMP_H
