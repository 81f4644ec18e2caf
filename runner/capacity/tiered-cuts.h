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
 * mrcsim::ListTieredCuts: what bounds traffic in a network of many tiers.
 */

namespace mrcsim
{

/**
 * The cuts of FluidClosShape, continued to any number of tiers. What a NIC sends and receives; what
 * leaves and reaches a T0 group, a pod, or a block of any level above; and what goes from one of
 * these to another, where less is left than these say.
 *
 * FluidClosShape also has cuts for the part of a NIC's traffic that leaves its group, and for two
 * NICs. Here all ports have one rate, so in a plane these have less left than a NIC's port only if
 * nothing is left, and then the planes that flows may use say as much.
 *
 * @param links what works
 * @param flows traffic over all planes
 * @return what bounds it
 */
FluidCuts ListTieredCuts(const TieredLinks& links, const std::vector<FluidFlow>& flows);

} // namespace mrcsim

#endif // TIERED_CUTS_H
