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
 * What a capacity document has for an answer.
 */

namespace mrcsim
{

/**
 * @param capacity a document without mistakes
 * @return summary.json: flat numbers
 */
Json AnswerCapacity(const CapacityDocument& capacity);

/** @return the keys of that for programs */
Json DescribeCapacity();

/**
 * @param summary see AnswerCapacity
 * @return a short table for people
 */
std::string FormatCapacity(const Json& summary);

} // namespace mrcsim

#endif // CAPACITY_REPORT_H
