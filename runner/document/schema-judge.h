/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_JUDGE_H
#define SCHEMA_JUDGE_H

#include "problem.h"
#include "schema-place.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * What a schema says of one value.
 */

namespace mrcsim
{

/**
 * What is wrong with one value, what is in it aside. The keywords of JSON Schema mean what they
 * mean everywhere; with the annotation "quantity", bounds hold for strings with a unit, too.
 *
 * @param [out] problems receives the mistakes
 */
void JudgeValue(const SchemaPlace& place, Problems& problems);

/**
 * @param node its schema
 * @return the quantity in its smallest unit (ps, B, bit/s), if the value is a valid one
 */
std::optional<int64_t> ReadQuantity(const Json& value, const Json& node);

} // namespace mrcsim

#endif // SCHEMA_JUDGE_H
