/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Sufficient for any rate or ratio, and few enough to hide rounding errors.
constexpr int SIGNIFICANT_DIGITS = 9;

/**
 * @param number a number
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

void
Append(std::string& /* line */, std::monostate /* none */)
{
}

void
Append(std::string& line, bool flag)
{
    line += flag ? "true" : "false";
}

void
Append(std::string& line, uint64_t number)
{
    AppendNumber(line, number);
}

void
Append(std::string& line, double number)
{
    AppendNumber(line, number == 0 ? 0.0 : number, std::chars_format::general, SIGNIFICANT_DIGITS);
}

void
Append(std::string& line, ns3::RdmaTick time)
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
Append(std::string& line, Hexadecimal number)
{
    line += "0x";
    AppendNumber(line, number.value, 16);
}

void
Append(std::string& line, std::string_view text)
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

/// A value in JSON.
struct JsonOf
{
    Json operator()(std::monostate /* none */) const
    {
        return {};
    }

    Json operator()(ns3::RdmaTick time) const
    {
        return time.GetPs() % 1000 == 0 ? Json(time.GetPs() / 1000) : Json(time.GetNs());
    }

    Json operator()(Hexadecimal number) const
    {
        std::string text;
        AppendCsv(number, text);
        return text;
    }

    template <typename T>
    Json operator()(const T& value) const
    {
        return value;
    }
};

} // namespace

void
AppendCsv(const Cell& cell, std::string& line)
{
    std::visit([&line](const auto& value) { Append(line, value); }, cell.Get());
}

Json
ToJson(const Cell& cell)
{
    return std::visit(JsonOf(), cell.Get());
}

std::string
FormatNumber(double value)
{
    std::string text;
    AppendCsv(value, text);
    return text;
}

} // namespace mrcsim
