/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-sizes-file.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

namespace mrcsim
{

namespace
{

/// Sizes from here on are no whole numbers of bytes any more.
constexpr double MAX_BYTES = static_cast<double>(uint64_t{1} << 53);

/**
 * @param line a line without its comment, not empty
 * @param [out] points receives the point
 * @return true if it is one
 */
bool
ReadPoint(const std::string& line, Json& points)
{
    std::istringstream words(line);
    double bytes = -1;
    double percent = -1;
    std::string more;
    const bool two = (words >> bytes >> percent) && !(words >> more);
    if (!two || bytes < 0 || bytes > MAX_BYTES || std::floor(bytes) != bytes || percent < 0 ||
        percent > 100)
    {
        return false;
    }
    points.push_back({{"bytes", static_cast<uint64_t>(bytes)}, {"percent", percent}});
    return true;
}

} // namespace

Problems
ReadFlowSizes(const std::string& file, const std::string& path, Json& points)
{
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    {
        return {{path, file + ": is no file of text"}};
    }
    std::ifstream in(file);
    std::string line;
    points = Json::array();
    size_t number = 0;
    while (std::getline(in, line))
    {
        ++number;
        line = line.substr(0, line.find('#'));
        const bool empty = line.find_first_not_of(" \t\r") == std::string::npos;
        if (!empty && !ReadPoint(line, points))
        {
            return {{path,
                     file + ", line " + std::to_string(number) + ": found \"" + line.substr(0, 40) +
                         "\"; allowed: a size in bytes and a percentage from 0 to 100"}};
        }
    }
    if (in.bad() || number == 0)
    {
        const auto reason = number == 0 && in.is_open() ? "is empty" : std::strerror(errno);
        return {{path, file + ": " + reason}};
    }
    return {};
}

} // namespace mrcsim
