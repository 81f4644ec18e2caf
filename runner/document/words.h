/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_WORDS_H
#define SCHEMA_WORDS_H

#include "json-path.h"

#include <string>
#include <vector>

/**
 * @file
 * A JSON Schema told in words: what is allowed, what was found.
 */

namespace mrcsim
{

/**
 * @tparam Words a container of strings
 * @param words some words
 * @return them in the order of the container, separated by commas
 */
template <typename Words>
std::string
JoinWords(const Words& words)
{
    std::string all;
    for (const auto& word : words)
    {
        all += (all.empty() ? "" : ", ") + word;
    }
    return all;
}

/**
 * @param value any JSON value
 * @return it, shortened for a message
 */
std::string DescribeFound(const Json& value);

/**
 * @param node schema of a value, chosen
 * @return what is allowed, for example "a whole number from 1 to 8"
 */
std::string DescribeAllowed(const Json& node);

/**
 * @param node schema of a number or quantity
 * @return its bounds, for example " from 1 to 8"; empty if there are none worth a word
 */
std::string DescribeBounds(const Json& node);

/**
 * @param key a key that an object may not have
 * @param properties the schemas of those that it may have
 * @return the complaint, with what could have been meant
 */
std::string DescribeUnknownKey(const std::string& key, const Json& properties);

/**
 * @param word what somebody wrote
 * @param candidates what could have been meant
 * @return the nearest candidate, empty if none is near
 */
std::string FindNearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace mrcsim

#endif // SCHEMA_WORDS_H
