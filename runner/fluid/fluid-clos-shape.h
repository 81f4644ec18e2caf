/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_CLOS_SHAPE_H
#define FLUID_CLOS_SHAPE_H

#include "fluid-cuts.h"

#include "ns3/fabric-clos.h"

/**
 * @file
 * mrcsim::FluidClosShape: the cuts of a Clos network.
 */

namespace mrcsim
{

/**
 * The cuts of a Clos network, of two or three tiers, with rails or without. A way between two T0s
 * goes by the T1 with the same number in its pod at both ends, so the capacity between two T0s is a
 * sum over these numbers, and each term is the least of what lies in series. Cuts are
 *
 * - what a host sends, what it receives;
 * - what leaves, or reaches, the T0s of a group; here counts, too, what the other ends can take;
 * - the part of a host's traffic that leaves or reaches its group, if the group's T0 in some plane
 *   has less left than the NIC's port;
 * - the traffic between two groups, between two hosts, where less is left than the above say;
 * - with three tiers, what leaves a pod, reaches a pod, and goes from one to another.
 */
class FluidClosShape : public FluidShape
{
  public:
    /**
     * @param clos outlives this
     */
    explicit FluidClosShape(const ns3::FabricClos& clos);

    FluidCuts ListCuts(const FluidCapacities& capacities,
                       const std::vector<FluidFlow>& flows) const override;
    bool MayHoldUp() const override;

  private:
    const ns3::FabricClos& m_clos; ///< the network
};

} // namespace mrcsim

#endif // FLUID_CLOS_SHAPE_H
