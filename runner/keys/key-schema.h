/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_SCHEMA_H
#define KEY_SCHEMA_H

#include "key-set.h"

/**
 * @file
 * Declarations of keys as a JSON Schema.
 */

namespace mrcsim
{

/**
 * @param keys those of a document
 * @param description of the document
 * @return its JSON Schema, draft 7, for editors. Annotations tell what it cannot say: 'quantity'
 * (bounds of strings with a unit), 'defaultFrom', 'defaultByTransport', 'attribute', 'unit',
 * 'absent'
 */
Json MakeSchema(const KeySet& keys, const std::string& description);

} // namespace mrcsim

#endif // KEY_SCHEMA_H
