/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_EXPANSION_H
#define MRC_EV_EXPANSION_H

#include "srv6-usid.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * From a compact EV to the bits that a packet carries, and the rules that EV formats and EV fields
 * obey (mrc reference, 3.2 to 3.4). Arithmetic only: profiles and their states are elsewhere.
 *
 * A format is an ordered list of widths, the layout of an expanded EV. A list of fields says what
 * goes there: field i fills the i-th width of the format, with constant bits (initVal) and with
 * bits of the compact EV (wherever mask has a one). Format widths without a field become zeros.
 *
 * Functions whose names begin with Check, and ExpandMrcEv, return an empty string if all is well,
 * or else a sentence that names the place (fields count from 0) and the rule.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Mode of an EV format: where packets carry expanded EVs. The values are those of the control API.
 */
enum class MrcEvFormatMode : uint8_t
{
    STEV = 1, ///< structured EV: flow label and UDP source port, 32 bits
    SRV6 = 2, ///< outer destination address, and one SRH segment behind its 128 bits
    UDP = 4,  ///< UDP source port, 16 bits
};

/**
 * @ingroup mrc
 * One field of an EV profile, as in the control API. A field with an empty mask is fixed.
 */
struct MrcEvField
{
    uint32_t width{0};   ///< bits, 1 .. 32
    uint32_t initVal{0}; ///< value before bits of the EV overwrite those under the mask
    uint32_t minVal{0};  ///< smallest value to generate, counted in the mask's bits alone
    uint32_t maxVal{0};  ///< largest value to generate, counted in the mask's bits alone
    uint32_t mask{0};    ///< which bits come from the EV
};

/**
 * @ingroup mrc
 * A string of bits, most significant first: bit 0 is the top bit of bytes[0]. Bits behind the end
 * are 0. A compact EV is one, and so is an expanded one.
 */
struct MrcEvBits
{
    /// An outer destination address and one SRH segment.
    static constexpr uint32_t MAX_BITS = 256;

    std::array<uint8_t, MAX_BITS / 8> bytes{}; ///< the bits in network order
    uint32_t size{0};                          ///< how many of them, 0 .. MAX_BITS

    /**
     * @param index position from the most significant bit on, 0 .. MAX_BITS - 1
     * @return the bit
     */
    bool GetBit(uint32_t index) const
    {
        NS_ASSERT_MSG(index < MAX_BITS, "bit " << index << " of an EV");
        return bytes[index / 8] >> (7 - index % 8) & 1;
    }

    /**
     * Append a number.
     * @param value the number; bits above the width are cut off
     * @param width bits to append, as many as still fit; above 32 the leading ones are 0
     */
    void Append(uint32_t value, uint32_t width);

    /// @cond
    friend bool operator==(const MrcEvBits& a, const MrcEvBits& b)
    {
        return a.size == b.size && a.bytes == b.bytes;
    }

    friend bool operator!=(const MrcEvBits& a, const MrcEvBits& b)
    {
        return !(a == b);
    }

    /// @endcond
};

/**
 * @ingroup mrc
 * @param mode where packets carry EVs
 * @return the widest expanded EV, bits (mrc reference, 3.2)
 */
uint32_t GetMrcMaxEvFormatBits(MrcEvFormatMode mode);

/**
 * @ingroup mrc
 * Check a format: at least one width, none of them 0, and a sum that the mode can carry.
 * @param mode where packets carry EVs
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @return an empty string, or which rule is broken
 */
std::string CheckMrcEvFormat(MrcEvFormatMode mode, const std::vector<uint8_t>& formatWidths);

/**
 * @ingroup mrc
 * Check fields against a format (mrc reference, 3.3): not more fields than the format has; widths
 * not wider in sum, nor one by one, than the format's; initVal and mask within the width; minVal <=
 * maxVal < 2^popcount(mask). A fixed field therefore has minVal = maxVal = 0.
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @param fields the fields, most significant first
 * @return an empty string, or which field breaks which rule
 */
std::string CheckMrcEvFields(const std::vector<uint8_t>& formatWidths,
                             const std::vector<MrcEvField>& fields);

/**
 * @ingroup mrc
 * @return bits of the compact EV that they consume: the ones in all masks
 */
uint32_t CountMrcEvBits(const std::vector<MrcEvField>& fields);

/**
 * @ingroup mrc
 * Expand a compact EV (mrc reference, 3.4). Refuses what CheckMrcEvFields refuses, formats of more
 * than 256 bits, EVs with fewer bits than the fields consume, and EVs with ones behind the consumed
 * bits.
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @param fields the fields, most significant first
 * @param ev the compact EV
 * @param expanded the bits for the packet, written; unspecified if refused
 * @return an empty string, or why the EV cannot be expanded
 */
std::string ExpandMrcEv(const std::vector<uint8_t>& formatWidths,
                        const std::vector<MrcEvField>& fields,
                        const MrcEvBits& ev,
                        MrcEvBits& expanded);

/**
 * @ingroup mrc
 * The string of an EV that is kept as a number: its low bits.
 * @param ev the number; bits above the size are cut off
 * @param size bits of the string, 0 .. 32
 * @return the string
 */
MrcEvBits MrcEvToBits(uint32_t ev, uint32_t size);

/**
 * @ingroup mrc
 * The inverse of MrcEvToBits.
 * @param bits a string
 * @return the string as a number, its last bit the lowest; nothing if it is longer than 32 bits
 */
std::optional<uint32_t> BitsToMrcEv(const MrcEvBits& bits);

/**
 * @ingroup mrc
 * @param expanded an expanded EV of mode SRV6
 * @return its first 128 bits, the outer destination address; what is missing is 0
 */
Srv6Carrier GetMrcEvDestination(const MrcEvBits& expanded);

/**
 * @ingroup mrc
 * @param expanded an expanded EV of mode SRV6
 * @return its second 128 bits, the segment of the SRH; what is missing is 0
 */
Srv6Carrier GetMrcEvSegment(const MrcEvBits& expanded);

} // namespace ns3

#endif // MRC_EV_EXPANSION_H
