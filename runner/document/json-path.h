/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_PATH_H
#define JSON_PATH_H

#include "problem.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

/**
 * @file
 * Places in a JSON document, written like workload[0].bytes.
 */

namespace mrcsim
{

/// JSON whose objects keep the order of their keys.
using Json = nlohmann::ordered_json;

/**
 * @param path path of an object, empty for the document
 * @param key a key in it
 * @return path of the key's value
 */
std::string AppendKey(const std::string& path, const std::string& key);

/**
 * @param path path of a list
 * @param index a place in it
 * @return path of the entry
 */
std::string AppendIndex(const std::string& path, size_t index);

/**
 * Change one value, as --set does. Objects on the way that are absent are created (their keys may
 * have defaults); entries of lists are not.
 *
 * @param [in,out] document where to set
 * @param assignment "path=value"; the value is JSON, or else a string
 * @return what is wrong with the assignment; the document is unchanged then
 */
Problems ApplyAssignment(Json& document, const std::string& assignment);

} // namespace mrcsim

#endif // JSON_PATH_H
