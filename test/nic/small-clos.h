/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMALL_CLOS_H
#define SMALL_CLOS_H

#include "ns3/fabric-clos-spec.h"

#include <cstdint>

/**
 * @file
 * A small network for tests.
 */

namespace ns3
{

/**
 * @param t1PerPlane T1s of a plane
 * @param linkDelay propagation delay of every link
 * @param planes planes
 * @param hosts hosts, 2 under each T0
 * @return the network, all links with 100 Gb/s
 */
inline FabricClosSpec
MakeSmallClos(uint32_t t1PerPlane, RdmaTick linkDelay = {}, uint32_t planes = 1, uint32_t hosts = 4)
{
    FabricClosSpec clos;
    clos.planes = planes;
    clos.hosts = hosts;
    clos.hostsPerT0 = 2;
    clos.t1PerPlane = t1PerPlane;
    clos.hostRateBps = clos.fabricRateBps = 100000000000;
    clos.linkDelay = linkDelay;
    return clos;
}

} // namespace ns3

#endif // SMALL_CLOS_H
