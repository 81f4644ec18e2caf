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

/// Enough for any rate or ratio we compute, few enough to hide the last bits of their arithmetic.
constexpr int SIGNIFICANT_DIGITS = 9;

/// Appends values to a line of CSV.
class Appender
{
  public:
    /** @param line receives the values */
    explicit Appender(std::string& line)
        : m_line(line)
    {
    }

    void operator()(std::monostate /* none */) const
    {
    }

    void operator()(bool flag) const
    {
        m_line += flag ? "true" : "false";
    }

    void operator()(uint64_t number) const
    {
        Append(number);
    }

    void operator()(double number) const
    {
        Append(number == 0 ? 0.0 : number, std::chars_format::general, SIGNIFICANT_DIGITS);
    }

    void operator()(ns3::RdmaTick time) const
    {
        Append(time.GetPs() / 1000);
        auto fraction = time.GetPs() % 1000;
        if (fraction == 0)
        {
            return;
        }
        m_line += '.';
        for (int64_t digit = 100; fraction != 0; digit /= 10)
        {
            m_line += static_cast<char>('0' + fraction / digit);
            fraction %= digit;
        }
    }

    void operator()(Hexadecimal number) const
    {
        m_line += "0x";
        Append(number.value, 16);
    }

    void operator()(std::string_view text) const
    {
        if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        {
            m_line += text;
            return;
        }
        m_line += '"';
        for (const char c : text)
        {
            m_line.append(c == '"' ? 2 : 1, c);
        }
        m_line += '"';
    }

  private:
    /**
     * @param number a number
     * @param format as std::to_chars takes it
     */
    template <typename T, typename... Format>
    void Append(T number, Format... format) const
    {
        std::array<char, 40> text;
        const auto end =
            std::to_chars(text.data(), text.data() + text.size(), number, format...).ptr;
        m_line.append(text.data(), end);
    }

    std::string& m_line; ///< the line
};

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
    std::visit(Appender(line), cell.Get());
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
