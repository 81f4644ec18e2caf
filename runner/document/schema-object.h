/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_OBJECT_H
#define SCHEMA_OBJECT_H

#include "schema-site.h"

#include <map>
#include <string>

/**
 * @file
 * Schemas of objects, made of the schemas of their keys.
 */

namespace mrcsim
{

/** @return an "if" that holds for objects in which the key has the value */
Json MakeCondition(const std::string& key, const Json& value);

/**
 * What cannot be seen in a keyword alone.
 *
 * @param node a schema without references
 * @param site where
 * @param [out] problems receives the mistakes
 */
void CheckNode(const Json& node, const SchemaSite& site, Problems& problems);

/**
 * @param properties schemas by key
 * @param required keys that must be there
 * @param site where the keys stand
 * @param [out] problems receives the mistakes
 * @return the schema of an object with these keys and no others
 */
Json CloseObject(const Json& properties,
                 const Json& required,
                 const SchemaSite& site,
                 Problems& problems);

/// Keys that are there for one value of another key alone: {"tiers": 3} by key.
using KeyLimits = std::map<std::string, Json>;

/**
 * @param properties schemas of all keys
 * @param required those that must be there, where they may be
 * @param limits keys that are not always there; all depend on the same one
 * @param site where the keys stand
 * @param [out] problems receives the mistakes
 * @return a schema that chooses by the value of this key, and closes the object
 */
Json SplitObject(const Json& properties,
                 const Json& required,
                 const KeyLimits& limits,
                 const SchemaSite& site,
                 Problems& problems);

} // namespace mrcsim

#endif // SCHEMA_OBJECT_H
