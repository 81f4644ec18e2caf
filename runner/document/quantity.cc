/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "quantity.h"

#include <array>
#include <cctype>
#include <string_view>

namespace mrcsim
{

namespace
{

/// A unit and its size in the smallest unit of its kind.
struct Unit
{
    std::string_view name; ///< as written
    int64_t factor;        ///< ps, B or bit/s
};

constexpr std::array TIME_UNITS{Unit{"ps", 1},
                                Unit{"ns", 1000},
                                Unit{"us", 1000000},
                                Unit{"ms", 1000000000},
                                Unit{"s", 1000000000000},
                                Unit{"min", 60000000000000}};

constexpr std::array BYTES_UNITS{Unit{"B", 1},
                                 Unit{"kB", 1000},
                                 Unit{"KB", 1000},
                                 Unit{"MB", 1000000},
                                 Unit{"GB", 1000000000},
                                 Unit{"TB", 1000000000000},
                                 Unit{"KiB", 1LL << 10},
                                 Unit{"MiB", 1LL << 20},
                                 Unit{"GiB", 1LL << 30},
                                 Unit{"TiB", 1LL << 40}};

constexpr std::array RATE_UNITS{Unit{"bps", 1},
                                Unit{"b/s", 1},
                                Unit{"kbps", 1000},
                                Unit{"kb/s", 1000},
                                Unit{"Kbps", 1000},
                                Unit{"Kb/s", 1000},
                                Unit{"Mbps", 1000000},
                                Unit{"Mb/s", 1000000},
                                Unit{"Gbps", 1000000000},
                                Unit{"Gb/s", 1000000000},
                                Unit{"Tbps", 1000000000000},
                                Unit{"Tb/s", 1000000000000}};

/**
 * @param units the units of a kind
 * @param name a unit as written
 * @return its factor, 0 if unknown
 */
template <typename T>
int64_t
FindFactor(const T& units, std::string_view name)
{
    for (const auto& unit : units)
    {
        if (unit.name == name)
        {
            return unit.factor;
        }
    }
    return 0;
}

/**
 * @param kind what is expected
 * @param name a unit as written
 * @return its factor, 0 if unknown
 */
int64_t
FindFactor(QuantityKind kind, std::string_view name)
{
    switch (kind)
    {
    case QuantityKind::TIME:
        return FindFactor(TIME_UNITS, name);
    case QuantityKind::BYTES:
        return FindFactor(BYTES_UNITS, name);
    case QuantityKind::RATE:
        return FindFactor(RATE_UNITS, name);
    }
    return 0;
}

/** @return what a value that is too fine for the kind is not */
const char*
SmallestUnit(QuantityKind kind)
{
    switch (kind)
    {
    case QuantityKind::TIME:
        return "ps";
    case QuantityKind::BYTES:
        return "bytes";
    case QuantityKind::RATE:
        return "bit/s";
    }
    return "";
}

/**
 * A decimal number as mantissa / divisor.
 */
struct Decimal
{
    int64_t mantissa{0};  ///< all digits
    int64_t divisor{1};   ///< power of ten
    size_t length{0};     ///< characters read; 0 if there is no number
    bool overflow{false}; ///< more digits than fit
};

/**
 * @param text begins with a sign or digit if it holds a number
 * @return the number at its beginning
 */
Decimal
ReadDecimal(std::string_view text)
{
    Decimal d;
    size_t i = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+'))
    {
        ++i;
    }
    const size_t first = i;
    bool fraction = false;
    for (; i < text.size(); ++i)
    {
        if (text[i] == '.' && !fraction && i > first)
        {
            fraction = true;
            continue;
        }
        if (!std::isdigit(static_cast<unsigned char>(text[i])))
        {
            break;
        }
        d.overflow |= __builtin_mul_overflow(d.mantissa, 10, &d.mantissa);
        d.overflow |= __builtin_add_overflow(d.mantissa, text[i] - '0', &d.mantissa);
        if (fraction)
        {
            d.overflow |= __builtin_mul_overflow(d.divisor, 10, &d.divisor);
        }
    }
    if (i == first || text[i - 1] == '.')
    {
        return d;
    }
    d.length = i;
    if (negative)
    {
        d.mantissa = -d.mantissa;
    }
    return d;
}

} // namespace

Quantity
ParseQuantity(QuantityKind kind, const std::string& text)
{
    auto d = ReadDecimal(text);
    if (d.length == 0)
    {
        return {std::nullopt, "does not begin with a number", false};
    }
    std::string_view unit = std::string_view(text).substr(d.length);
    if (!unit.empty() && unit[0] == ' ')
    {
        unit.remove_prefix(1);
    }
    if (unit.empty())
    {
        return {std::nullopt, "has no unit", false};
    }
    int64_t factor = FindFactor(kind, unit);
    if (factor == 0)
    {
        return {std::nullopt, "has the unknown unit \"" + std::string(unit) + "\"", false};
    }
    while (!d.overflow && d.divisor > 1 && factor % 10 == 0)
    {
        d.divisor /= 10;
        factor /= 10;
    }
    int64_t product = 0;
    if (d.overflow || __builtin_mul_overflow(d.mantissa, factor, &product))
    {
        return {std::nullopt, "is too large", true};
    }
    if (product % d.divisor != 0)
    {
        return {std::nullopt, std::string("is not a whole number of ") + SmallestUnit(kind), true};
    }
    return {product / d.divisor, "", true};
}

Quantity
ScaleQuantity(QuantityKind kind, int64_t number)
{
    const int64_t factor = kind == QuantityKind::TIME ? 1000 : 1;
    int64_t product = 0;
    if (__builtin_mul_overflow(number, factor, &product))
    {
        return {std::nullopt, "is too large", true};
    }
    return {product, "", true};
}

std::string
FormatTime(ns3::RdmaTick time)
{
    const int64_t ps = time.GetPs();
    if (ps == 0)
    {
        return "0ns";
    }
    // Minutes are left out: nobody writes the length of a simulation in them
    for (size_t i = TIME_UNITS.size() - 1; i-- > 0;)
    {
        if (ps % TIME_UNITS[i].factor == 0)
        {
            return std::to_string(ps / TIME_UNITS[i].factor) + std::string(TIME_UNITS[i].name);
        }
    }
    return std::to_string(ps) + "ps";
}

} // namespace mrcsim
