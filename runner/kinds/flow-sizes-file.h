/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_SIZES_FILE_H
#define FLOW_SIZES_FILE_H

#include "document/json-path.h"
#include "document/problem.h"

#include <string>

/**
 * @file
 * Distributions of message sizes in files.
 */

namespace mrcsim
{

/**
 * Read a distribution as other simulators write it: a line for each point, a size in bytes and the
 * percentage of messages that are not larger. Empty lines, and what follows a #, mean nothing.
 *
 * @param file its name
 * @param path of the key that names it
 * @param [out] points a list of objects with bytes and percent, as the key sizes takes it
 * @return why it cannot be read, with the line
 */
Problems ReadFlowSizes(const std::string& file, const std::string& path, Json& points);

} // namespace mrcsim

#endif // FLOW_SIZES_FILE_H
