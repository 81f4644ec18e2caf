/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_LIST_H
#define KEY_LIST_H

#include "document/json-path.h"

#include <map>
#include <string>
#include <vector>

/**
 * @file
 * The keys of scenarios, as their schema tells of them.
 */

namespace mrcsim
{

/**
 * A key. One that several kinds have with the same meaning is one entry; one that means something
 * else in another kind has an entry for each meaning.
 */
struct KeyEntry
{
    std::string path; ///< as --set takes it, lists without index: workload[].bytes
    std::vector<std::string>
        kinds; ///< the kinds that have it; empty: all there are, or it is of no kind
    std::vector<std::string> forms; ///< when there is such a key, in words; empty: always
    Json facts;                     ///< what is known of it (key-facts.h)
};

/**
 * All keys of a schema.
 */
struct KeyList
{
    std::vector<KeyEntry> entries; ///< in the order of the schema, those that share a path together
    std::map<std::string, std::vector<std::string>> kinds; ///< by path, of values that have kinds
};

/**
 * @param schema an assembled schema (schema-assembly.h)
 * @return its keys
 */
KeyList ListKeys(const Json& schema);

/**
 * @return the keys as a list of objects: path, kinds and only (the forms) where not all have it,
 *         the facts, and in words what is "allowed", and what holds "without" it
 */
Json ToJson(const std::vector<KeyEntry>& entries);

} // namespace mrcsim

#endif // KEY_LIST_H
