/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CSV_H
#define RDMA_CSV_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <string_view>

/**
 * @file
 * @ingroup mrc
 * Fields of CSV files by RFC 4180, the same bytes on every machine.
 */

namespace ns3
{

/**
 * Append a number.
 * @param [in,out] line receives the digits
 */
void AppendRdmaCsv(std::string& line, uint64_t number);

/**
 * Append a number with at most 9 significant digits: enough for any rate or ratio, and few enough
 * to hide rounding errors.
 * @param [in,out] line receives the digits
 */
void AppendRdmaCsv(std::string& line, double number);

/**
 * Append a time in ns, exact, with a fraction only if necessary.
 * @param [in,out] line receives the digits
 */
void AppendRdmaCsv(std::string& line, RdmaTick time);

/**
 * Append a text, quoted if it contains a comma, quote or line break.
 * @param [in,out] line receives the text
 */
void AppendRdmaCsv(std::string& line, std::string_view text);

} // namespace ns3

#endif // RDMA_CSV_H
