/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REFERENCE_COMMANDS_H
#define REFERENCE_COMMANDS_H

#include "command-line.h"
#include "document/problem.h"

#include <string>

/**
 * @file
 * The commands that tell what can be set, and what results hold.
 */

namespace mrcsim
{

/**
 * @param line a command KEYS, ATTRIBUTES or RESULTS
 * @param width longest line of text, characters
 * @param [out] text receives the answer
 * @return why there is none
 */
Problems AnswerReference(const CommandLine& line, size_t width, std::string& text);

/** @return characters of a line of the terminal at stdout; of those that go elsewhere, 100 */
size_t GetTerminalWidth();

} // namespace mrcsim

#endif // REFERENCE_COMMANDS_H
