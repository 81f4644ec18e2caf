/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell.h"

#include "ns3/rdma-csv.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

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
Append(std::string& line, Hexadecimal number)
{
    std::array<char, 16> text;
    line += "0x";
    line.append(text.data(), std::to_chars(text.begin(), text.end(), number.value, 16).ptr);
}

template <typename T>
void
Append(std::string& line, const T& value)
{
    ns3::AppendRdmaCsv(line, value);
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
