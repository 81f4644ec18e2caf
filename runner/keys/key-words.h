/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_WORDS_H
#define KEY_WORDS_H

#include "key-type.h"

#include <string>
#include <vector>

/**
 * @file
 * Allowed values of keys as text.
 */

namespace mrcsim
{

/** @return the allowed values, for example "a whole number from 1 to 8" */
std::string DescribeAllowed(const KeyType& type);

/**
 * @param type allowed values
 * @param text a string that is not allowed
 * @return the allowed word, or class, that is nearest; empty if none is near
 */
std::string FindNearestWord(const KeyType& type, const std::string& text);

/** @return bounds of a number or quantity, such as " from 1 to 8"; empty if there are none */
std::string DescribeBounds(const KeyType& type);

/** @return unit of a plain number, empty if it has none */
std::string GetUnit(const KeyType& type);

/** @return words in quotes, separated by commas */
std::string QuoteWords(const std::vector<std::string>& words);

/**
 * @param key an unknown key of an object
 * @param keys allowed keys
 * @return a message with a suggestion
 */
std::string DescribeUnknownKey(const std::string& key, const std::vector<const KeyEntry*>& keys);

} // namespace mrcsim

#endif // KEY_WORDS_H
