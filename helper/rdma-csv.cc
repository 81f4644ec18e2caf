/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-csv.h"

#include <array>
#include <charconv>

namespace ns3
{

namespace
{

/// Significant digits of a number.
constexpr int SIGNIFICANT_DIGITS = 9;

/**
 * @param format arguments of std::to_chars
 */
template <typename T, typename... Format>
void
AppendNumber(std::string& line, T number, Format... format)
{
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, format...).ptr;
    line.append(text.data(), end);
}

} // namespace

void
AppendRdmaCsv(std::string& line, uint64_t number)
{
    AppendNumber(line, number);
}

void
AppendRdmaCsv(std::string& line, double number)
{
    AppendNumber(line, number == 0 ? 0.0 : number, std::chars_format::general, SIGNIFICANT_DIGITS);
}

void
AppendRdmaCsv(std::string& line, RdmaTick time)
{
    AppendNumber(line, time.GetPs() / 1000);
    auto fraction = time.GetPs() % 1000;
    if (fraction == 0)
    {
        return;
    }
    line += '.';
    for (int64_t digit = 100; fraction != 0; digit /= 10)
    {
        line += static_cast<char>('0' + fraction / digit);
        fraction %= digit;
    }
}

void
AppendRdmaCsv(std::string& line, std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
    {
        line += text;
        return;
    }
    line += '"';
    for (const char c : text)
    {
        line.append(c == '"' ? 2 : 1, c);
    }
    line += '"';
}

} // namespace ns3
