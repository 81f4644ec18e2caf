/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RANDOM_GRAPH_H
#define FABRIC_RANDOM_GRAPH_H

#include "fabric-graph-spec.h"

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Networks whose switches are linked at random.
 */

namespace ns3
{

/**
 * Make a plane of switches with the same number of random links each ("Jellyfish": Singla et al.,
 * NSDI 2012) and the same number of hosts each. Hosts are h0, h1 and so on, switch by switch;
 * switches are s0, s1 and so on. The graph is connected, and no two switches have more than one
 * link between them.
 * @ingroup mrc
 * @param switches number of switches; aborts if no such graph exists
 * @param degree links of each to other switches, below switches; switches x degree is even
 * @param hostsPerSwitch hosts under each switch
 * @param rateBps rate of every link, bit/s
 * @param delay propagation on every link
 * @param switchDelay forwarding latency of every switch
 * @param seed of the draw, and of the draw of paths
 * @return the network
 */
FabricGraphSpec MakeFabricRandomRegularGraph(uint32_t switches,
                                             uint32_t degree,
                                             uint32_t hostsPerSwitch,
                                             uint64_t rateBps,
                                             RdmaTick delay,
                                             RdmaTick switchDelay,
                                             uint64_t seed);

} // namespace ns3

#endif // FABRIC_RANDOM_GRAPH_H
