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
 * ns3::FabricNextRandom: draws that belong to one port or switch.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * SplitMix64: a sequence of its own for everybody who keeps a state. Which draw a frame gets must
 * not depend on what happens elsewhere in the network, and 64 bits of state are all a port can
 * spare.
 * @param [in,out] state any number at first; different numbers give different sequences
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
