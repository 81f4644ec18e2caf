/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_SCHEMA_TEXT_H
#define CAPACITY_SCHEMA_TEXT_H

/**
 * @file
 * The schema of capacity documents.
 */

namespace mrcsim
{

/// JSON Schema of capacity documents, after parameters.file has been read.
extern const char* const CAPACITY_SCHEMA_TEXT;

} // namespace mrcsim

#endif // CAPACITY_SCHEMA_TEXT_H
