/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "quantity.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

namespace mrcsim
{

namespace
{

/// A unit and its size in the smallest unit of its kind.
struct Unit
{
    std::string_view name; ///< name in documents
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
 * @param kind expected kind
 * @param name name of a unit
 * @return its factor, 0 if unknown
 */
int64_t
FindFactor(QuantityKind kind, std::string_view name)
{
    const auto find = [name](const auto& units) {
        const auto unit =
            std::find_if(units.begin(), units.end(), [name](Unit u) { return u.name == name; });
        return unit == units.end() ? 0 : unit->factor;
    };
    return kind == QuantityKind::TIME    ? find(TIME_UNITS)
           : kind == QuantityKind::BYTES ? find(BYTES_UNITS)
                                         : find(RATE_UNITS);
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
 * @param text text that begins with a sign or digit if it contains a number
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

const QuantityFacts&
GetFacts(QuantityKind kind)
{
    static constexpr std::array FACTS{
        QuantityFacts{"time",
                      "time",
                      "ns",
                      1000,
                      "ps",
                      "a time such as \"500ns\" (units ps, ns, us, ms, s, min), or a whole number "
                      "of ns",
                      "(ps|ns|us|ms|s|min)"},
        QuantityFacts{"size",
                      "bytes",
                      "B",
                      1,
                      "bytes",
                      "a size such as \"4MB\" or \"4MiB\" (units B, KB, kB, MB, GB, TB, KiB, MiB, "
                      "GiB, TiB), or a whole number of bytes",
                      "(B|[kKMGT]B|[KMGT]iB)"},
        QuantityFacts{"rate",
                      "rate",
                      "bit/s",
                      1,
                      "bit/s",
                      "a rate such as \"100Gbps\" (units bps, kbps, Kbps, Mbps, Gbps, Tbps, and "
                      "b/s, kb/s, Kb/s, Mb/s, Gb/s, Tb/s), or a whole number of bit/s",
                      "[kKMGT]?(bps|b/s)"}};
    return FACTS[static_cast<size_t>(kind)];
}

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
        return {std::nullopt,
                std::string("is not a whole number of ") + GetFacts(kind).smallest,
                true};
    }
    return {product / d.divisor, "", true};
}

Quantity
ReadQuantity(QuantityKind kind, const Json& value)
{
    Quantity found;
    if (value.is_string())
    {
        found = ParseQuantity(kind, value.get_ref<const std::string&>());
    }
    else if (int64_t product = 0;
             __builtin_mul_overflow(value.get<int64_t>(), GetFacts(kind).factor, &product))
    {
        found.error = "is too large";
    }
    else
    {
        found.value = product;
    }
    if (kind == QuantityKind::TIME && found.value > MAX_TIME.GetPs())
    {
        return {std::nullopt, std::string("is more than ") + MAX_TIME_TEXT, true};
    }
    return found;
}

std::string
FormatTime(ns3::RdmaTick time)
{
    const int64_t ps = time.GetPs();
    if (ps == 0)
    {
        return "0ns";
    }
    // Without minutes, which are unusual for simulated times
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
