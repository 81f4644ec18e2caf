/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WRAPPED_TEXT_H
#define WRAPPED_TEXT_H

#include <cstddef>
#include <string>

/**
 * @file
 * Sentences in lines that fit a terminal.
 */

namespace mrcsim
{

/**
 * @param text words separated by blanks
 * @param indent blanks in front of every line
 * @param width longest line, characters; a longer word has a line of its own
 * @return the lines, each with its end; none for an empty text
 */
std::string WrapText(const std::string& text, size_t indent, size_t width);

} // namespace mrcsim

#endif // WRAPPED_TEXT_H
