/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FLAPS_H
#define FABRIC_FLAPS_H

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * When links flap at random: ns3::DrawFabricFlaps.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A link goes dark for a moment.
 */
struct FabricFlap
{
    RdmaTick at;      ///< when
    uint32_t link{0}; ///< number of the link
};

/**
 * @ingroup mrc
 * Draw flaps of links that know nothing of each other: the flaps of a link are a Poisson process.
 *
 * @param links numbers of the links
 * @param perSecond flaps of one link per second, on average
 * @param from when the first one may come
 * @param until none comes from then on
 * @param rng source of the draws
 * @return the flaps, by time
 */
std::vector<FabricFlap> DrawFabricFlaps(const std::vector<uint32_t>& links,
                                        double perSecond,
                                        RdmaTick from,
                                        RdmaTick until,
                                        const Ptr<UniformRandomVariable>& rng);

} // namespace ns3

#endif // FABRIC_FLAPS_H
