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
 * Expansion of a compact EV to the bits in a packet, and the rules of EV formats and EV fields (mrc
 * reference, 3.2 to 3.4). Arithmetic only: profiles and their states are elsewhere.
 *
 * A format is an ordered list of widths, the layout of an expanded EV. A list of fields fills it:
 * field i fills the i-th width of the format, with constant bits (initVal) and with bits of the
 * compact EV (where mask has a one). Format widths without a field become zeros.
 *
 * Functions whose names begin with Check, and ExpandMrcEv, return an empty string on success, or
 * else a sentence with the place (fields count from 0) and the rule.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Mode of an EV format: the headers that carry expanded EVs. The values are those of the control
 * API.
 */
enum class MrcEvFormatMode : uint8_t
{
    STEV = 1, ///< structured EV: flow label and UDP source port, 32 bits
    SRV6 = 2, ///< outer destination address, and one SRH segment after its 128 bits
    UDP = 4,  ///< UDP source port, 16 bits
};

/**
 * @ingroup mrc
 * One field of an EV profile, as in the control API. A field with an empty mask is fixed.
 */
struct MrcEvField
{
    uint32_t width{0};   ///< bits, 1 .. 32
    uint32_t initVal{0}; ///< value before bits of the EV replace those under the mask
    uint32_t minVal{0};  ///< smallest value to generate, counted in the mask's bits alone
    uint32_t maxVal{0};  ///< largest value to generate, counted in the mask's bits alone
    uint32_t mask{0};    ///< bits that come from the EV
};

/**
 * @ingroup mrc
 * A string of bits, most significant first: bit 0 is the top bit of bytes[0]. Bits after the end
 * are 0. Compact and expanded EVs have this type.
 */
struct MrcEvBits
{
    /// Size of an outer destination address and one SRH segment.
    static constexpr uint32_t MAX_BITS = 256;

    std::array<uint8_t, MAX_BITS / 8> bytes{}; ///< the bits in network order
    uint32_t size{0};                          ///< number of bits, 0 .. MAX_BITS

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
     * @param value the number; bits above the width are ignored
     * @param width bits to append, limited to the space left; above 32 the leading ones are 0
     */
    void Append(uint32_t value, uint32_t width);

    /// @cond
    friend bool operator==(const MrcEvBits& a, const MrcEvBits& b)
    {
        return a.size == b.size && a.bytes == b.bytes;
    }

    /// @endcond
};

/**
 * @ingroup mrc
 * @param mode headers that carry EVs
 * @return the widest expanded EV, bits (mrc reference, 3.2)
 */
uint32_t GetMrcMaxEvFormatBits(MrcEvFormatMode mode);

/**
 * @ingroup mrc
 * Check a format: at least one width, none of them 0, and a sum within the limit of the mode.
 * @param mode headers that carry EVs
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @return an empty string, or the rule that is broken
 */
std::string CheckMrcEvFormat(MrcEvFormatMode mode, const std::vector<uint8_t>& formatWidths);

/**
 * @ingroup mrc
 * Check fields against a format (mrc reference, 3.3): at most as many fields as the format has;
 * neither their sum nor a single width exceeds the format's; initVal and mask within the width;
 * minVal <= maxVal < 2^popcount(mask). A fixed field therefore has minVal = maxVal = 0.
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @param fields the fields, most significant first
 * @return an empty string, or the field and the rule that it breaks
 */
std::string CheckMrcEvFields(const std::vector<uint8_t>& formatWidths,
                             const std::vector<MrcEvField>& fields);

/**
 * @ingroup mrc
 * @return bits of the compact EV that the fields consume: the ones in all masks
 */
uint32_t CountMrcEvBits(const std::vector<MrcEvField>& fields);

/**
 * @ingroup mrc
 * Expand a compact EV (mrc reference, 3.4). Rejects the same fields as CheckMrcEvFields, formats of
 * more than 256 bits, EVs with fewer bits than the fields consume, and EVs with ones after the
 * consumed bits.
 * @param formatWidths widths of the format's fields, bits, most significant first
 * @param fields the fields, most significant first
 * @param ev the compact EV
 * @param expanded the bits for the packet, written; unspecified if rejected
 * @return an empty string, or the reason why the EV cannot be expanded
 */
std::string ExpandMrcEv(const std::vector<uint8_t>& formatWidths,
                        const std::vector<MrcEvField>& fields,
                        const MrcEvBits& ev,
                        MrcEvBits& expanded);

/**
 * @ingroup mrc
 * @param bits a string
 * @return the string as a number, its last bit the lowest; nothing if it is longer than 32 bits
 */
std::optional<uint32_t> BitsToMrcEv(const MrcEvBits& bits);

/**
 * @ingroup mrc
 * @param expanded an expanded EV of mode SRV6
 * @return its first 128 bits, the outer destination address; missing bits are 0
 */
Srv6Carrier GetMrcEvDestination(const MrcEvBits& expanded);

/**
 * @ingroup mrc
 * @param expanded an expanded EV of mode SRV6
 * @return its second 128 bits, the segment of the SRH; missing bits are 0
 */
Srv6Carrier GetMrcEvSegment(const MrcEvBits& expanded);

} // namespace ns3

#endif // MRC_EV_EXPANSION_H
