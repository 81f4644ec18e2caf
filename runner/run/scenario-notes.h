/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_NOTES_H
#define SCENARIO_NOTES_H

#include "document/json-path.h"

#include <string>
#include <vector>

/**
 * @file
 * What a user should know of a scenario although it is no mistake.
 */

namespace mrcsim
{

/**
 * @param effective a scenario without mistakes, with all defaults
 * @return a sentence for everything that may come as a surprise
 */
std::vector<std::string> GetNotes(const Json& effective);

} // namespace mrcsim

#endif // SCENARIO_NOTES_H
