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
 * The keys of scenarios, as they are declared.
 */

namespace mrcsim
{

/**
 * A key. One that several kinds have with the same meaning is one entry; one that means something
 * else in another kind has an entry for each meaning.
 */
struct ListedKey
{
    std::string path; ///< as --set takes it, lists without index: workload[].bytes
    std::vector<std::string>
        kinds; ///< the kinds that have it; empty: all there are, or it is of no kind
    std::vector<std::string> forms; ///< when there is such a key, in words; empty: always
    /**
     * What is known of it, in this order, as far as it applies:
     *
     * - type: time, size, rate, string, whole number, number, boolean, list or object, several of
     *   them joined by "or"; word, where nothing but the words of values is allowed
     * - unit: that of a plain number
     * - range: of numbers and quantities, such as "from 1 to 8"
     * - values: all that it can be, of a list its entries, or words that it can be besides;
     *   "ns3::NAME" stands for any class
     * - form: what is allowed, where type, range and values do not tell all of it
     * - with: the key beside it without which there is no such key
     * - required (true), or default, or absent: what it means that it is not there
     * - defaultFrom: path of the key whose value is the default
     * - defaultByTransport: the default by transport.type
     * - attribute: the ns-3 attribute that it sets; its initial value is the default where none is
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
    std::vector<ListedKey> entries; ///< in the order of documents, those that share a path together
    std::map<std::string, std::vector<std::string>> kinds; ///< by path, of values that have kinds
};

/**
 * @param keys those of the document
 * @return the same, and all below them
 */
KeyList ListKeys(const KeySet& keys);

/**
 * @return the keys as a list of objects: path, kinds and only (the forms) where not all have it,
 *         the facts, and in words what is "allowed", and what holds "without" it
 */
Json ToJson(const std::vector<ListedKey>& entries);

/**
 * @param width longest line, characters
 * @return some keys for people, each in a paragraph
 */
std::string FormatKeys(const std::vector<ListedKey>& entries, size_t width);

} // namespace mrcsim

#endif // KEY_LIST_H
