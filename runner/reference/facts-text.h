/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FACTS_TEXT_H
#define FACTS_TEXT_H

#include "document/json-path.h"

#include <string>

/**
 * @file
 * What is known of a key or an attribute, in words.
 */

namespace mrcsim
{

/**
 * @param facts of a key or of an attribute: type, unit, range, values, form
 * @return what it can be, such as "time above 0 (ns if a plain number)"
 */
std::string DescribeType(const Json& facts);

/**
 * @param facts of a key
 * @return what holds without it, such as "default 1", or that it is required
 */
std::string DescribeDefault(const Json& facts);

} // namespace mrcsim

#endif // FACTS_TEXT_H
