/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_CUTS_H
#define TIERED_CUTS_H

#include "fluid/fluid-cuts.h"
#include "tiered-links.h"

#include <vector>

/**
 * @file
 * mrcsim::ListTieredCuts: the cuts of a network of many tiers.
 */

namespace mrcsim
{

/**
 * The cuts of FluidClosShape for any number of tiers: the traffic that a NIC sends and receives;
 * the traffic that leaves and reaches a T0 group, a pod, or a block of any higher level; and the
 * traffic from one of these to another, if its capacity is less than the above.
 *
 * FluidClosShape also has cuts for the part of a NIC's traffic that leaves its group, and for two
 * NICs. Here all ports have the same rate, so in a plane these are below the rate of a NIC's port
 * only if they are 0, which the planes of the flows already express.
 *
 * @param links working links
 * @param flows traffic over all planes
 * @return the bounds of the traffic
 */
FluidCuts ListTieredCuts(const TieredLinks& links, const std::vector<FluidFlow>& flows);

} // namespace mrcsim

#endif // TIERED_CUTS_H
