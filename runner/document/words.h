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
 * @param word a word
 * @param candidates what could have been meant
 * @return the nearest candidate, empty if none is near
 */
std::string FindNearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace mrcsim

#endif // WORDS_H
