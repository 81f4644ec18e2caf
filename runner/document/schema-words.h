/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_WORDS_H
#define SCHEMA_WORDS_H

#include "json-path.h"
#include "problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * A JSON Schema told in words: what is allowed, what was found.
 */

namespace mrcsim
{

/**
 * @param value any JSON value
 * @return it, shortened for a message
 */
std::string DescribeFound(const Json& value);

/**
 * @param node resolved schema of a value
 * @return what is allowed, for example "a whole number from 1 to 8"
 */
std::string DescribeAllowed(const Json& node);

/**
 * @param word what somebody wrote
 * @param candidates what could have been meant
 * @return the nearest candidate, empty if none is near
 */
std::string FindNearest(const std::string& word, const std::vector<std::string>& candidates);

/**
 * What is wrong with one value, entries of lists and objects aside.
 *
 * @param value the value
 * @param node its resolved schema
 * @param path its path
 * @param [out] problems receives the mistakes
 */
void ExplainValue(const Json& value, const Json& node, const std::string& path, Problems& problems);

/**
 * @param value a value
 * @param node its resolved schema
 * @return the quantity in its smallest unit (ps, B, bit/s), if the value is a valid one
 */
std::optional<int64_t> ReadQuantity(const Json& value, const Json& node);

/**
 * Bounds of quantities that are written with a unit, which JSON Schema cannot see.
 *
 * @param value a value of the right form
 * @param node its resolved schema
 * @param path its path
 * @param [out] problems receives the mistake
 */
void ExplainQuantity(const Json& value,
                     const Json& node,
                     const std::string& path,
                     Problems& problems);

} // namespace mrcsim

#endif // SCHEMA_WORDS_H
