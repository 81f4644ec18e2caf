/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rounded-text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace mrcsim
{

namespace
{

/// Names of units, each a thousand times the previous one.
using Units = std::array<const char*, 7>;

/**
 * @param value a number in the smallest unit
 * @param units units
 * @return the number with three digits
 */
std::string
Format(double value, const Units& units)
{
    size_t unit = 0;
    // 999.5 would be written as 1000
    while (value >= 999.5 && unit + 1 < units.size())
    {
        value /= 1000;
        ++unit;
    }
    char text[64];
    const int decimals = value >= 99.95 || (unit == 0 && value == std::floor(value)) ? 0
                         : value >= 9.995                                            ? 1
                                                                                     : 2;
    std::snprintf(text, sizeof(text), "%.*f%s", decimals, value, units[unit]);
    return text;
}

/**
 * @param unit its unit
 * @return the number without fraction
 */
std::string
Whole(double value, const char* unit)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.0f%s", value, unit);
    return text;
}

} // namespace

std::string
FormatCount(double count)
{
    // Numbers of hosts or messages below a million have all digits
    static const Units UNITS{" million", " billion", "e12", "e15", "e18", "e21", "e24"};
    return count < 999999.5 ? Whole(count, "") : Format(count / 1e6, UNITS);
}

std::string
FormatBytes(double bytes)
{
    static const Units UNITS{" B", " kB", " MB", " GB", " TB", " PB", " EB"};
    return Format(bytes, UNITS);
}

std::string
FormatSeconds(double seconds)
{
    static const Units FRACTIONS{" ps", " ns", " us", " ms", " s", " s", " s"};
    constexpr double MINUTE = 60;
    constexpr double HOUR = 60 * MINUTE;
    constexpr double DAY = 24 * HOUR;
    if (seconds < 10 * MINUTE)
    {
        return seconds < 99.5 ? Format(seconds * 1e12, FRACTIONS) : Whole(seconds, " s");
    }
    return seconds < 5 * HOUR  ? Whole(seconds / MINUTE, " min")
           : seconds < 4 * DAY ? Whole(seconds / HOUR, " h")
                               : Whole(seconds / DAY, " days");
}

} // namespace mrcsim
