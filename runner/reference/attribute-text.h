/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_TEXT_H
#define ATTRIBUTE_TEXT_H

#include "attribute-list.h"

#include <cstddef>
#include <string>
#include <vector>

/**
 * @file
 * Attributes of ns-3, for people.
 */

namespace mrcsim
{

/**
 * @param width longest line, characters
 * @return a line for each class: its name, how much it has, what it inherits from
 */
std::string FormatClassList(const std::vector<ClassEntry>& classes, size_t width);

/**
 * @param width longest line, characters
 * @return the classes, each attribute and trace source in a paragraph
 */
std::string FormatClasses(const std::vector<ClassEntry>& classes, size_t width);

} // namespace mrcsim

#endif // ATTRIBUTE_TEXT_H
