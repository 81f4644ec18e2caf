/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FACTS_TEXT_H
#define FACTS_TEXT_H

#include "document/json-path.h"

#include <cstddef>
#include <string>

/**
 * @file
 * What is known of a key or an attribute, in words.
 */

namespace mrcsim
{

/**
 * @param facts of a key or of an attribute: type, unit, range, values, form
 * @return what it can be, such as "time above 0 (ns if a plain number)"
 */
std::string DescribeType(const Json& facts);

/**
 * @param facts of a key
 * @return what holds without it, such as "default 1", or that it is required
 */
std::string DescribeDefault(const Json& facts);

/**
 * @param text words separated by blanks
 * @param indent blanks in front of every line
 * @param width longest line, characters; a longer word has a line of its own
 * @return the lines, each with its end; none for an empty text
 */
std::string WrapText(const std::string& text, size_t indent, size_t width);

/// Most names that are suggested for one that is not known: more do not help to find the right one.
constexpr size_t MAX_SUGGESTED_NAMES = 8;

/// Blanks in front of what is told of a key or an attribute.
constexpr size_t FACTS_INDENT = 4;

/**
 * @param facts of a key or of an attribute
 * @param width longest line, characters
 * @return lines: what it can be, what holds without it, what it means
 */
std::string FormatFacts(const Json& facts, size_t width);

} // namespace mrcsim

#endif // FACTS_TEXT_H
