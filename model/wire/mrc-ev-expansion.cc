/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-expansion.h"

#include <bitset>
#include <numeric>
#include <sstream>

namespace ns3
{

namespace
{

/// Widest field, bits.
constexpr uint32_t MAX_FIELD_BITS = 32;

/// Number of ones of a mask.
uint32_t
CountOnes(uint32_t mask)
{
    return static_cast<uint32_t>(std::bitset<MAX_FIELD_BITS>(mask).count());
}

/// Sum of all format widths, bits.
uint32_t
SumWidths(const std::vector<uint8_t>& widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0U);
}

/// True if a number has ones above its width.
bool
IsWider(uint32_t value, uint32_t width)
{
    return uint64_t{value} >> width != 0;
}

/// Check one field by itself and at its place in the format.
std::string
CheckField(const MrcEvField& field, uint32_t formatWidth)
{
    std::ostringstream out;
    if (field.width == 0 || field.width > MAX_FIELD_BITS)
    {
        out << "width is " << field.width << ", must be 1 to " << MAX_FIELD_BITS;
    }
    else if (field.width > formatWidth)
    {
        out << "width is " << field.width << ", the format has " << formatWidth << " bits there";
    }
    else if (IsWider(field.initVal, field.width))
    {
        out << "init_val 0x" << std::hex << field.initVal << " does not fit its width of "
            << std::dec << field.width;
    }
    else if (IsWider(field.mask, field.width))
    {
        out << "mask 0x" << std::hex << field.mask << " is not within its width of " << std::dec
            << field.width;
    }
    else if (IsWider(field.maxVal, CountOnes(field.mask)))
    {
        out << "max_val " << field.maxVal << " needs more bits than the " << CountOnes(field.mask)
            << " of the mask";
    }
    else if (field.minVal > field.maxVal)
    {
        out << "min_val " << field.minVal << " is above max_val " << field.maxVal;
    }
    return out.str();
}

/// One field's value: initVal with the next bits of the EV under the mask.
uint32_t
FillField(const MrcEvField& field, const MrcEvBits& ev, uint32_t& nextBit)
{
    uint32_t value = field.initVal & ~field.mask;
    for (uint32_t bit = field.width; bit > 0;)
    {
        --bit;
        if (field.mask >> bit & 1)
        {
            value |= static_cast<uint32_t>(ev.GetBit(nextBit)) << bit;
            ++nextBit;
        }
    }
    return value;
}

/// A half of an expanded EV that starts at a byte.
Srv6Carrier
ReadCarrier(const MrcEvBits& bits, size_t firstByte)
{
    return Srv6AddressFromBytes(bits.bytes.data() + firstByte);
}

} // namespace

void
MrcEvBits::Append(uint32_t value, uint32_t width)
{
    for (uint32_t bit = width; bit > 0 && size < MAX_BITS; ++size)
    {
        --bit;
        if (bit < MAX_FIELD_BITS && (value >> bit & 1))
        {
            bytes[size / 8] |= static_cast<uint8_t>(0x80 >> size % 8);
        }
    }
}

uint32_t
GetMrcMaxEvFormatBits(MrcEvFormatMode mode)
{
    switch (mode)
    {
    case MrcEvFormatMode::UDP:
        return 16;
    case MrcEvFormatMode::STEV:
        return 32;
    case MrcEvFormatMode::SRV6:
        return MrcEvBits::MAX_BITS;
    }
    return 0;
}

std::string
CheckMrcEvFormat(MrcEvFormatMode mode, const std::vector<uint8_t>& formatWidths)
{
    std::ostringstream out;
    const uint32_t max = GetMrcMaxEvFormatBits(mode);
    for (size_t i = 0; i < formatWidths.size(); ++i)
    {
        if (formatWidths[i] == 0)
        {
            out << "EV format field " << i << ": width is 0";
            return out.str();
        }
    }
    if (max == 0)
    {
        out << "EV format mode " << static_cast<unsigned>(mode)
            << " is unknown, must be 1 (STEV), 2 (SRV6) or 4 (UDP)";
    }
    else if (formatWidths.empty())
    {
        out << "an EV format has at least one field";
    }
    else if (SumWidths(formatWidths) > max)
    {
        out << "the fields of the EV format have " << SumWidths(formatWidths)
            << " bits, its mode carries " << max;
    }
    return out.str();
}

std::string
CheckMrcEvFields(const std::vector<uint8_t>& formatWidths, const std::vector<MrcEvField>& fields)
{
    std::ostringstream out;
    if (fields.size() > formatWidths.size())
    {
        out << fields.size() << " EV fields, the format has " << formatWidths.size();
        return out.str();
    }
    // Widths that fit one by one also fit in sum.
    for (size_t i = 0; i < fields.size(); ++i)
    {
        const std::string problem = CheckField(fields[i], formatWidths[i]);
        if (!problem.empty())
        {
            out << "EV field " << i << ": " << problem;
            return out.str();
        }
    }
    return {};
}

uint32_t
CountMrcEvBits(const std::vector<MrcEvField>& fields)
{
    uint32_t bits = 0;
    for (const MrcEvField& field : fields)
    {
        bits += CountOnes(field.mask);
    }
    return bits;
}

std::string
ExpandMrcEv(const std::vector<uint8_t>& formatWidths,
            const std::vector<MrcEvField>& fields,
            const MrcEvBits& ev,
            MrcEvBits& expanded)
{
    std::ostringstream out;
    out << CheckMrcEvFields(formatWidths, fields);
    const uint32_t consumed = CountMrcEvBits(fields);
    if (out.tellp() > 0)
    {
        return out.str();
    }
    if (SumWidths(formatWidths) > MrcEvBits::MAX_BITS)
    {
        out << "the EV format has " << SumWidths(formatWidths) << " bits, at most "
            << MrcEvBits::MAX_BITS << " fit";
        return out.str();
    }
    if (consumed > ev.size)
    {
        out << "the EV has " << ev.size << " bits, its fields take " << consumed;
        return out.str();
    }
    for (uint32_t i = consumed; i < ev.size; ++i)
    {
        if (ev.GetBit(i))
        {
            out << "bit " << i << " of the EV is set, its fields take " << consumed << " bits";
            return out.str();
        }
    }
    expanded = MrcEvBits{};
    uint32_t nextBit = 0;
    for (size_t i = 0; i < formatWidths.size(); ++i)
    {
        expanded.Append(i < fields.size() ? FillField(fields[i], ev, nextBit) : 0, formatWidths[i]);
    }
    return {};
}

std::optional<uint32_t>
BitsToMrcEv(const MrcEvBits& bits)
{
    if (bits.size > MAX_FIELD_BITS)
    {
        return std::nullopt;
    }
    uint32_t ev = 0;
    for (uint32_t i = 0; i < bits.size; ++i)
    {
        ev = ev << 1 | static_cast<uint32_t>(bits.GetBit(i));
    }
    return ev;
}

Srv6Carrier
GetMrcEvDestination(const MrcEvBits& expanded)
{
    return ReadCarrier(expanded, 0);
}

Srv6Carrier
GetMrcEvSegment(const MrcEvBits& expanded)
{
    return ReadCarrier(expanded, sizeof(Srv6Carrier));
}

} // namespace ns3
