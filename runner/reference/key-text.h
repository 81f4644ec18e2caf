/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_TEXT_H
#define KEY_TEXT_H

#include "key-list.h"

#include <cstddef>
#include <string>
#include <vector>

/**
 * @file
 * Keys of scenarios, for people.
 */

namespace mrcsim
{

/**
 * @param width longest line, characters
 * @return some keys, each in a paragraph
 */
std::string FormatKeys(const std::vector<ListedKey>& entries, size_t width);

} // namespace mrcsim

#endif // KEY_TEXT_H
