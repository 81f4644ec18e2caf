/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMALL_CLOS_H
#define SMALL_CLOS_H

#include "ns3/fabric-clos.h"

#include <cstdint>

/**
 * @file
 * The network of tests that need a real one.
 */

namespace ns3
{

/**
 * @param t1PerPlane T1s of a plane
 * @param linkDelay propagation on any link
 * @param planes planes
 * @return 4 hosts under 2 T0s, all links with 100 Gb/s
 */
inline FabricClosSpec
MakeSmallClos(uint32_t t1PerPlane, Tick linkDelay = {}, uint32_t planes = 1)
{
    FabricClosSpec clos;
    clos.planes = planes;
    clos.hosts = 4;
    clos.hostsPerT0 = 2;
    clos.t1PerPlane = t1PerPlane;
    clos.hostRateBps = clos.fabricRateBps = 100000000000;
    clos.linkDelay = linkDelay;
    return clos;
}

} // namespace ns3

#endif // SMALL_CLOS_H
