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
 * The cuts of a Clos network, of two or three tiers, with rails or without. A path between two T0s
 * uses the T1s with the same number in their pods at both ends, so the capacity between two T0s is
 * a sum over these numbers, and each term is the minimum of the capacities in series. Cuts are
 *
 * - the bytes that a host sends, those that it receives;
 * - the traffic that leaves, or reaches, the T0s of a group, also limited by the capacities of the
 *   other ends;
 * - the part of a host's traffic that leaves or reaches its group, if the group's T0 in some plane
 *   has less capacity left than the NIC's port;
 * - the traffic between two groups, or two hosts, if the remaining capacity is below the above
 *   bounds;
 * - with three tiers, the traffic that leaves a pod, reaches a pod, and goes from one pod to
 *   another.
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
