/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-text-table.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

std::string
ShowRdmaNumber(double number, int digits, bool valid)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << number;
    return valid ? text.str() : "-";
}

std::string
ShowRdmaUs(RdmaTick time, bool valid)
{
    return ShowRdmaNumber(time.GetNs() / 1e3, 3, valid);
}

void
PrintRdmaLine(std::ostream& os, const std::vector<std::string>& cells)
{
    constexpr int NAME_WIDTH = 16;
    constexpr int WIDTH = 13;
    for (size_t i = 0; i < cells.size(); ++i)
    {
        os << (i == 0 ? std::left : std::right) << std::setw(i == 0 ? NAME_WIDTH : WIDTH)
           << cells[i];
    }
    os << std::endl;
}

} // namespace ns3
