/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ECMP_H
#define FABRIC_ECMP_H

#include "fabric-frame.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEcmpGroup: which uplink a hashed flow takes.
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
 * The uplinks of a T0 switch as equal-cost next hops, and what routing has learnt to avoid: its
 * own dead uplinks (local repair), and T1s that lost their link to a destination's T0 (routing
 * convergence, much later).
 */
class FabricEcmpGroup
{
  public:
    /**
     * @param uplinks number of uplinks, at least 1
     * @param t0s number of T0 switches in the plane
     */
    FabricEcmpGroup(uint32_t uplinks, uint32_t t0s);

    /**
     * Routing learns that an uplink is dead or alive.
     * @param uplink uplink number
     * @param usable the new state
     */
    void SetUplink(uint32_t uplink, bool usable);

    /**
     * Routing learns that the T1 behind an uplink lost or regained its link to a T0.
     * @param uplink uplink number
     * @param dstT0 the T0
     * @param usable the new state
     */
    void SetRemote(uint32_t uplink, uint32_t dstT0, bool usable);

    /**
     * @param hash flow hash
     * @param dstT0 T0 of the destination
     * @return uplink number, or -1 if none is left
     */
    int32_t Select(uint64_t hash, uint32_t dstT0) const
    {
        return m_avoided == 0 ? static_cast<int32_t>(hash % m_uplinks) : SelectUsable(hash, dstT0);
    }

  private:
    /**
     * @param hash flow hash
     * @param dstT0 T0 of the destination
     * @return uplink number among those not avoided, or -1
     */
    int32_t SelectUsable(uint64_t hash, uint32_t dstT0) const;

    /**
     * @param uplink uplink number
     * @param dstT0 T0 of the destination
     * @return true if nothing speaks against it
     */
    bool IsUsable(uint32_t uplink, uint32_t dstT0) const;

    uint32_t m_uplinks;             ///< equal-cost next hops
    uint32_t m_t0s;                 ///< destinations
    uint32_t m_avoided{0};          ///< number of true entries below
    std::vector<bool> m_deadUplink; ///< by uplink
    std::vector<bool> m_deadRemote; ///< by uplink x t0s + dstT0; empty until needed
};

} // namespace ns3

#endif // FABRIC_ECMP_H
