/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_ASSEMBLY_H
#define SCHEMA_ASSEMBLY_H

#include "schema-kinds.h"

/**
 * @file
 * One schema out of a base and of what each kind adds. The build does this, not the program.
 */

namespace mrcsim
{

/**
 * Put a schema together.
 *
 * The base says where kinds go: {"kinds": {"of": "jobs", "by": "type", "required": [...],
 * "first": {...}, "last": {...}}} stands in a schema whose value is of the kind that its key
 * "type" names. Every kind has the keys of "first" ("type" among them), then its own, then those
 * of "last", and no others. {"enumOf": "jobs"} is the list of their names;
 * {"defaultByTransport": true} asks each transport for a default ("defaults" in its file, by
 * path). A kind's own key may be {"onlyWith": {"tiers": 3}}: there is one then for one value of
 * another of its keys, which has an enum and a default.
 *
 * In what comes out references are followed, and a schema's allOf is folded into it. What is left
 * of an allOf are choices: if, then, and perhaps else, of which the first that fits tells all
 * about the value.
 *
 * @param base the schema without kinds
 * @param files the kinds
 * @param [out] schema valid JSON Schema, draft 7, with our annotations, if there are no mistakes
 * @return the mistakes, with file and place
 */
Problems AssembleSchema(const SchemaFile& base, const SchemaFiles& files, Json& schema);

} // namespace mrcsim

#endif // SCHEMA_ASSEMBLY_H
