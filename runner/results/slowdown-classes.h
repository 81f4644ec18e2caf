/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOWDOWN_CLASSES_H
#define SLOWDOWN_CLASSES_H

#include "document/json-path.h"
#include "flow-table.h"

#include <string>
#include <vector>

/**
 * @file
 * How much longer messages took than alone, by their size.
 */

namespace mrcsim
{

/**
 * @param flows the messages of a run
 * @param jobs names of the jobs whose messages count
 * @return an object for each job and class with messages, in order: job, over_bytes, upto_bytes
 * (powers of ten), flows, completed, and of the slowdowns of those delivered mean, p50, p99
 * (nearest rank) and max, null if there are none
 */
Json MakeSlowdownClasses(const FlowTable& flows, const std::vector<std::string>& jobs);

} // namespace mrcsim

#endif // SLOWDOWN_CLASSES_H
