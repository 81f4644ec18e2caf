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
 * Facts about a key or an attribute, as text.
 */

namespace mrcsim
{

/**
 * @param facts facts about a key or an attribute: type, unit, range, values, form
 * @return its type, such as "time above 0 (ns if a plain number)"
 */
std::string DescribeType(const Json& facts);

/**
 * @param facts facts about a key
 * @return the effect of its absence, such as "default 1" or "required"
 */
std::string DescribeDefault(const Json& facts);

/**
 * @param text words separated by blanks
 * @param indent blanks at the start of every line
 * @param width maximum line length, characters; a longer word is on its own line
 * @return the lines, each with a line break; none for an empty text
 */
std::string WrapText(const std::string& text, size_t indent, size_t width);

/// Maximum number of suggested names for an unknown name.
constexpr size_t MAX_SUGGESTED_NAMES = 8;

/// Indentation of the facts of a key or an attribute, blanks.
constexpr size_t FACTS_INDENT = 4;

/**
 * @param facts facts about a key or an attribute
 * @param width maximum line length, characters
 * @return lines: type, effect of its absence, meaning
 */
std::string FormatFacts(const Json& facts, size_t width);

} // namespace mrcsim

#endif // FACTS_TEXT_H
