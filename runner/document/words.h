/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORDS_H
#define WORDS_H

#include "json-path.h"

#include "ns3/rdma-join.h"

#include <string>
#include <vector>

/**
 * @file
 * Words of messages: values found, suggestions.
 */

namespace mrcsim
{

/**
 * @param value any JSON value
 * @return the value as text; strings without quotes
 */
std::string ToWord(const Json& value);

/**
 * @param value any JSON value
 * @return the value, shortened for a message
 */
std::string DescribeFound(const Json& value);

/**
 * @param word a word
 * @param candidates possible intended words
 * @return the nearest candidate; empty if none is near
 */
std::string FindNearest(const std::string& word, const std::vector<std::string>& candidates);

/**
 * @param word an unknown word
 * @param known all known words
 * @return the end of a message: ", did you mean NEAREST?" or "; allowed: ALL"
 */
std::string SuggestNearest(const std::string& word, const std::vector<std::string>& known);

} // namespace mrcsim

#endif // WORDS_H
