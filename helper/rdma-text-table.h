/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TEXT_TABLE_H
#define RDMA_TEXT_TABLE_H

#include "ns3/rdma-tick.h"

#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Tables of text that scripts print.
 */

namespace ns3
{

/**
 * @param number a number
 * @param digits number of decimals
 * @param valid false: there is none
 * @return its text; a dash if there is none
 */
std::string ShowRdmaNumber(double number, int digits, bool valid = true);

/**
 * @param time a time
 * @param valid false: there is none
 * @return microseconds; a dash if there is none
 */
std::string ShowRdmaUs(RdmaTick time, bool valid = true);

/**
 * Print a line of a table.
 * @param os the stream
 * @param cells its texts, the first to the left
 */
void PrintRdmaLine(std::ostream& os, const std::vector<std::string>& cells);

} // namespace ns3

#endif // RDMA_TEXT_TABLE_H
