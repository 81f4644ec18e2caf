/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORDS_H
#define WORDS_H

#include "json-path.h"

#include <string>
#include <vector>

/**
 * @file
 * Words of messages: lists, what was found, what may have been meant.
 */

namespace mrcsim
{

/**
 * @tparam Words a container of strings
 * @param words some words
 * @param between what separates them
 * @return them in the order of the container
 */
template <typename Words>
std::string
JoinWords(const Words& words, const char* between = ", ")
{
    std::string all;
    for (const auto& word : words)
    {
        all += (all.empty() ? "" : between) + word;
    }
    return all;
}

/**
 * @param value any JSON value
 * @return it as one writes it in a sentence: strings without quotes
 */
std::string ToWord(const Json& value);

/**
 * @param value any JSON value
 * @return it, shortened for a message
 */
std::string DescribeFound(const Json& value);

/**
 * @param word a word
 * @param candidates what could have been meant
 * @return the nearest candidate, empty if none is near
 */
std::string FindNearest(const std::string& word, const std::vector<std::string>& candidates);

/**
 * @param word none of the known ones
 * @param known what it could be
 * @return the end of a complaint: ", did you mean NEAREST?", or else "; allowed: ALL"
 */
std::string SuggestNearest(const std::string& word, const std::vector<std::string>& known);

} // namespace mrcsim

#endif // WORDS_H
