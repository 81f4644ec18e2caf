/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ADAPTIVE_BALANCER_H
#define FABRIC_ADAPTIVE_BALANCER_H

#include "fabric-load-balancer.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricAdaptiveBalancer: every frame takes the uplink with the shortest queue.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Adaptive routing by the switch's own queues: every frame takes the uplink with the shortest data
 * queue, of all uplinks or of a few drawn at random. Queues are compared in steps, as switches
 * grade them, so that near ties are ties. Queues of other switches are not considered, so a path
 * whose second hop is congested looks empty.
 *
 * A port whose link is down is not chosen while another one works, even before routing has learned
 * of it: its queue drains at once, so it would attract all frames. A failure behind the next switch
 * is not detected, as with the other balancers.
 */
class FabricAdaptiveBalancer final : public FabricLoadBalancer
{
  public:
    /// Values of the attribute Ties.
    enum Ties
    {
        RANDOM, ///< one of them at random
        HASH,   ///< the flow's hashed uplink, if it is one of them
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Ptr<FabricLoadBalancer> Fork() const override;
    int32_t Choose(RdmaTick now,
                   const FabricFrame* frame,
                   const FabricEcmpGroup& group,
                   uint32_t target) override;

  private:
    /**
     * Collect the ports to compare.
     * @param group the ports
     * @param target destination, see FabricHop
     */
    void DrawCandidates(const FabricEcmpGroup& group, uint32_t target);

    /**
     * Keep only the candidates with the shortest queue; none if all links are down.
     * @param group the ports
     */
    void KeepShortest(const FabricEcmpGroup& group);

    /**
     * @param number of a port
     * @return the grade of its queue, in steps; DARK if its link is down
     */
    uint64_t Grade(uint32_t number) const;

    uint32_t m_choices;   ///< attribute Choices
    uint64_t m_stepBytes; ///< attribute Step, B
    Ties m_ties;          ///< attribute Ties

    /// Places in the group; a member, so that no frame allocates memory.
    std::vector<uint32_t> m_candidates;
};

} // namespace ns3

#endif // FABRIC_ADAPTIVE_BALANCER_H
