/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_SCHEMA_TEXT_H
#define SCENARIO_SCHEMA_TEXT_H

/**
 * @file
 * The schema of scenarios as the program holds it. The build writes the source.
 */

namespace mrcsim
{

/// JSON Schema, draft 7, with our annotations; lines.
extern const char* const SCENARIO_SCHEMA_TEXT;

} // namespace mrcsim

#endif // SCENARIO_SCHEMA_TEXT_H
