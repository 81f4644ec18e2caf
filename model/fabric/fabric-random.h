/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RANDOM_H
#define FABRIC_RANDOM_H

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricNextRandom: random draws of one port or switch.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * SplitMix64: an independent sequence per state. The draw for a frame must not depend on events
 * elsewhere in the network, and a port has space for only 64 bits of state.
 * @param [in,out] state state, initially any number; different numbers give different sequences
 * @return 64 random bits
 */
inline uint64_t
FabricNextRandom(uint64_t& state)
{
    state += 0x9E3779B97F4A7C15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

} // namespace ns3

#endif // FABRIC_RANDOM_H
