/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_EV_FIELD_H
#define FABRIC_EV_FIELD_H

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEvField: position of a digit in structured EVs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A bit field of a 32-bit EV that a switch reads as the number of the uplink (mrc reference, 3.2,
 * STEV).
 */
struct FabricEvField
{
    uint8_t shift{0}; ///< its lowest bit, 0 .. 31
    uint8_t bits{12}; ///< its width, 0 .. 16

    /**
     * @return the number of the uplink
     */
    constexpr uint32_t Read(uint32_t ev) const
    {
        return ev >> shift & ((1U << bits) - 1);
    }
};

/**
 * @ingroup mrc
 * @param values number of values of a digit, at most 2^31
 * @return width of a field that can hold each of them, bits
 */
constexpr uint8_t
FabricBitsFor(uint32_t values)
{
    uint8_t bits = 0;
    while (values > 1U << bits)
    {
        ++bits;
    }
    return bits;
}

} // namespace ns3

#endif // FABRIC_EV_FIELD_H
