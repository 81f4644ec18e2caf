/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_LIST_H
#define KEY_LIST_H

#include "keys/key-set.h"

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/**
 * @file
 * List of the keys of scenarios, from their declarations.
 */

namespace mrcsim
{

/**
 * A key. A key with the same meaning in several kinds has one entry; a key with different meanings
 * has an entry for each.
 */
struct ListedKey
{
    std::string path; ///< path as in --set, lists without index: workload[].bytes
    std::vector<std::string>
        kinds; ///< kinds that have it; empty: all kinds, or it belongs to no kind
    std::vector<std::string>
        forms; ///< conditions for its existence, as text; empty: it always exists
    /**
     * Its facts, in this order, as far as they apply:
     *
     * - type: time, size, rate, string, whole number, number, boolean, list or object, several of
     *   them joined by "or"; word, if only the words of values are allowed
     * - unit: unit of a plain number
     * - range: of numbers and quantities, such as "from 1 to 8"
     * - values: all allowed values, for a list those of its entries, or additional words;
     *   "ns3::NAME" stands for any class
     * - form: allowed values, if type, range and values are not sufficient
     * - with: another key of the object that is required for it
     * - required (true), or default, or absent: the meaning of its absence
     * - defaultFrom: path of the key whose value is the default
     * - defaultByTransport: the default by transport.type
     * - attribute: the ns-3 attribute that it sets; its initial value is the default if none is
     *   declared
     * - meaning: one or more sentences
     */
    Json facts;
};

/**
 * All keys of a document.
 */
struct KeyList
{
    std::vector<ListedKey> entries; ///< keys in the order of documents, grouped by path
    std::map<std::string, std::vector<std::string>>
        kinds; ///< kinds by path, for values that have kinds
};

/**
 * @param keys keys of the document
 * @return these keys and all keys below them
 */
KeyList ListKeys(const KeySet& keys);

/**
 * @return the keys as a list of objects: path, kinds and only (the forms) unless all have it, the
 * facts, and as text the "allowed" values and the effect "without" it
 */
Json ToJson(const std::vector<ListedKey>& entries);

/**
 * @param width longest line, characters
 * @return the keys as text, a paragraph each
 */
std::string FormatKeys(const std::vector<ListedKey>& entries, size_t width);

} // namespace mrcsim

#endif // KEY_LIST_H
