/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "quantity.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

namespace mrcsim
{

namespace
{

using Unit = QuantityUnit;

constexpr std::array TIME_UNITS{Unit{"ps", 1},
                                Unit{"ns", 1000},
                                Unit{"us", 1000000},
                                Unit{"ms", 1000000000},
                                Unit{"s", 1000000000000},
                                Unit{"min", 60000000000000}};

constexpr std::array BYTES_UNITS{Unit{"B", 1},
                                 Unit{"KB", 1000},
                                 Unit{"kB", 1000},
                                 Unit{"MB", 1000000},
                                 Unit{"GB", 1000000000},
                                 Unit{"TB", 1000000000000},
                                 Unit{"KiB", 1LL << 10},
                                 Unit{"MiB", 1LL << 20},
                                 Unit{"GiB", 1LL << 30},
                                 Unit{"TiB", 1LL << 40}};

constexpr std::array RATE_UNITS{Unit{"bps", 1},
                                Unit{"kbps", 1000},
                                Unit{"Kbps", 1000},
                                Unit{"Mbps", 1000000},
                                Unit{"Gbps", 1000000000},
                                Unit{"Tbps", 1000000000000},
                                Unit{"b/s", 1},
                                Unit{"kb/s", 1000},
                                Unit{"Kb/s", 1000},
                                Unit{"Mb/s", 1000000},
                                Unit{"Gb/s", 1000000000},
                                Unit{"Tb/s", 1000000000000}};

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

/**
 * @param facts facts without units
 * @param units the units
 * @param example description of an example
 * @param plain name of the unit of a plain number in messages
 * @return the facts with their units and the texts that name these
 */
template <typename Units>
QuantityFacts
WithUnits(QuantityFacts facts, const Units& units, const std::string& example, const char* plain)
{
    std::vector<std::string> names;
    for (const QuantityUnit& unit : units)
    {
        names.emplace_back(unit.name);
    }
    facts.units.assign(units.begin(), units.end());
    facts.pattern = "(" + ns3::JoinRdmaWords(names, "|") + ")";
    facts.allowed =
        example + " (units " + ns3::JoinRdmaWords(names) + "), or a whole number of " + plain;
    return facts;
}

} // namespace

const QuantityFacts&
GetFacts(QuantityKind kind)
{
    static const std::array FACTS{
        WithUnits({"time", "time", "ns", 1000, "ps"}, TIME_UNITS, "a time such as \"500ns\"", "ns"),
        WithUnits({"size", "bytes", "B", 1, "bytes"},
                  BYTES_UNITS,
                  "a size such as \"4MB\" or \"4MiB\"",
                  "bytes"),
        WithUnits({"rate", "rate", "bit/s", 1, "bit/s"},
                  RATE_UNITS,
                  "a rate such as \"100Gbps\"",
                  "bit/s")};
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
    const auto& units = GetFacts(kind).units;
    const auto known =
        std::find_if(units.begin(), units.end(), [unit](QuantityUnit u) { return u.name == unit; });
    if (known == units.end())
    {
        return {std::nullopt, "has the unknown unit \"" + std::string(unit) + "\"", false};
    }
    int64_t factor = known->factor;
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
    const auto& units = GetFacts(QuantityKind::TIME).units;
    const auto unit = std::find_if(units.rbegin() + 1, units.rend(), [ps](QuantityUnit u) {
        return ps % u.factor == 0;
    });
    return std::to_string(ps / unit->factor) + std::string(unit->name);
}

} // namespace mrcsim
