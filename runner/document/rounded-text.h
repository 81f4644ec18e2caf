/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUNDED_TEXT_H
#define ROUNDED_TEXT_H

#include <string>

/**
 * @file
 * Numbers of any size in readable form: about three digits and a unit.
 */

namespace mrcsim
{

/**
 * @param count a number of things
 * @return text such as "4032" or "2.25 million"
 */
std::string FormatCount(double count);

/**
 * @param bytes a number of bytes
 * @return text such as "1.42 GB"
 */
std::string FormatBytes(double bytes);

/**
 * @param seconds a time, s
 * @return text such as "184 us" or "3 days"
 */
std::string FormatSeconds(double seconds);

} // namespace mrcsim

#endif // ROUNDED_TEXT_H
