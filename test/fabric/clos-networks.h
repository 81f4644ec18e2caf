/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CLOS_NETWORKS_H
#define CLOS_NETWORKS_H

#include "ns3/fabric-clos.h"

// Clos networks of two and of three tiers for tests.

namespace ns3
{

constexpr uint64_t GBPS = 1000000000;

/**
 * @param planes planes
 * @param t0s T0s of a plane
 * @param hostsPerT0 hosts of each
 * @param t1PerPlane T1s of a plane
 * @param parallelLinks links between a T0 and a T1
 * @param rails T0s over which the NICs of a server are spread
 * @return a network of two tiers
 */
inline FabricClosSpec
TwoTiers(uint32_t planes,
         uint32_t t0s,
         uint32_t hostsPerT0,
         uint32_t t1PerPlane,
         uint32_t parallelLinks = 1,
         uint32_t rails = 1)
{
    FabricClosSpec spec;
    spec.planes = planes;
    spec.hosts = t0s * hostsPerT0;
    spec.hostsPerT0 = hostsPerT0;
    spec.rails = rails;
    spec.t1PerPlane = t1PerPlane;
    spec.parallelLinks = parallelLinks;
    spec.hostRateBps = 100 * GBPS;
    spec.fabricRateBps = 400 * GBPS;
    spec.linkDelay = RdmaTick::Ns(500);
    spec.switchDelay = RdmaTick::Ns(300);
    return spec;
}

/**
 * @param base its planes, hosts and T0s; all T0s in the network of two tiers
 * @param t0PerPod T0s of a pod
 * @param t1PerPod T1s of a pod
 * @param t1Uplinks T2s linked to each T1
 * @return a network of three tiers
 */
inline FabricClosSpec
ThreeTiers(FabricClosSpec base, uint32_t t0PerPod, uint32_t t1PerPod, uint32_t t1Uplinks)
{
    base.t1PerPlane = 0;
    base.t0PerPod = t0PerPod;
    base.t1PerPod = t1PerPod;
    base.t2PerPlane = t1PerPod * t1Uplinks;
    base.coreRateBps = 200 * GBPS;
    return base;
}

} // namespace ns3

#endif // CLOS_NETWORKS_H
