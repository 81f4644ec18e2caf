/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "csv-writer.h"

#include <array>
#include <charconv>

namespace mrcsim
{

namespace
{

/// Enough for any rate or ratio we compute, few enough to hide the last bits of their arithmetic.
constexpr int SIGNIFICANT_DIGITS = 9;

} // namespace

std::string
FormatNumber(double value)
{
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(),
                                   text.data() + text.size(),
                                   value == 0 ? 0.0 : value,
                                   std::chars_format::general,
                                   SIGNIFICANT_DIGITS);
    return {text.data(), end.ptr};
}

std::string
FormatNs(ns3::RdmaTick time)
{
    const auto ps = time.GetPs();
    auto text = std::to_string(ps / 1000);
    auto fraction = ps % 1000;
    if (fraction != 0)
    {
        auto digits = std::to_string(1000 + fraction).substr(1);
        text += "." + digits.erase(digits.find_last_not_of('0') + 1);
    }
    return text;
}

CsvWriter::CsvWriter(std::ostream& out, const char* header)
    : m_out(out)
{
    m_out << header << '\n';
}

void
CsvWriter::Separate()
{
    if (!m_first)
    {
        m_out << ',';
    }
    m_first = false;
}

void
CsvWriter::Field(bool value)
{
    Separate();
    m_out << (value ? "true" : "false");
}

void
CsvWriter::Field(double value)
{
    Separate();
    m_out << FormatNumber(value);
}

void
CsvWriter::Field(ns3::RdmaTick value)
{
    Separate();
    m_out << FormatNs(value);
}

void
CsvWriter::Field(const char* value)
{
    Field(std::string(value));
}

void
CsvWriter::Field(const std::string& value)
{
    Separate();
    if (value.find_first_of(",\"\r\n") == std::string::npos)
    {
        m_out << value;
        return;
    }
    m_out << '"';
    for (const char c : value)
    {
        m_out << (c == '"' ? "\"\"" : std::string(1, c));
    }
    m_out << '"';
}

} // namespace mrcsim
