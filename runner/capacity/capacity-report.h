/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_REPORT_H
#define CAPACITY_REPORT_H

#include "capacity-document.h"
#include "document/json-path.h"

#include <string>

/**
 * @file
 * Result of a capacity computation.
 */

namespace mrcsim
{

/**
 * @param capacity a valid document
 * @return summary.json: flat numbers
 */
Json AnswerCapacity(const CapacityDocument& capacity);

/** @return machine-readable list of the keys of the summary */
Json DescribeCapacity();

/**
 * @param summary see AnswerCapacity
 * @return a short table as text
 */
std::string FormatCapacity(const Json& summary);

} // namespace mrcsim

#endif // CAPACITY_REPORT_H
