/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_PATH_H
#define JSON_PATH_H

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * Paths in a JSON document, such as workload[0].bytes.
 */

namespace mrcsim
{

/// JSON whose objects keep the order of their keys. Code that reads it includes nlohmann/json.hpp.
using Json = nlohmann::ordered_json;

/**
 * @param path path of an object, empty for the document
 * @param key a key in it
 * @return path of the key's value
 */
std::string AppendKey(const std::string& path, const std::string& key);

/**
 * @param path path of a list
 * @param index index of an entry
 * @return path of the entry
 */
std::string AppendIndex(const std::string& path, size_t index);

/// A step of a path: a key.
struct PathStep
{
    std::string key;                   ///< the key
    std::vector<std::string> brackets; ///< texts in the brackets after the key
};

/** @return the steps of a path; empty if it is not well formed */
std::vector<PathStep> SplitPath(const std::string& path);

} // namespace mrcsim

#endif // JSON_PATH_H
