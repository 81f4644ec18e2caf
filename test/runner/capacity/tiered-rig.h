/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIERED_RIG_H
#define TIERED_RIG_H

#include "capacity/tiered-shape.h"

#include <cstdint>

/**
 * @file
 * Helpers for tests of capacity: networks of the paper, and small ones.
 */

namespace mrcsim
{

/**
 * @param nics NICs of 800 Gb/s
 * @param planes planes
 * @param tiers tiers of switches of 51.2 Tb/s
 * @return the network
 */
inline TieredSpec
Big(uint32_t nics, uint32_t planes, uint32_t tiers)
{
    return {nics, planes, tiers, 800'000'000'000, 51'200'000'000'000};
}

/**
 * @param nics NICs with ports of 100 Gb/s
 * @param planes planes
 * @param tiers tiers
 * @param ports ports of a switch
 * @return the network
 */
inline TieredSpec
Small(uint32_t nics, uint32_t planes, uint32_t tiers, uint32_t ports)
{
    return {nics, planes, tiers, planes * 100'000'000'000ULL, ports * 100'000'000'000ULL};
}

} // namespace mrcsim

#endif // TIERED_RIG_H
