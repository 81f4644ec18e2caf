/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_KINDS_H
#define SCHEMA_KINDS_H

#include "json-path.h"
#include "problem.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * The part of a schema that belongs to one kind of topology, transport, job or fault.
 */

namespace mrcsim
{

/// A JSON file that a schema is made of.
struct SchemaFile
{
    std::string name; ///< for messages
    Json content;     ///< what it says
};

/// Files of kinds, by the family they belong to: "jobs", "transports", ...
using SchemaFiles = std::map<std::string, std::vector<SchemaFile>>;

/**
 * What a file tells of one kind.
 */
struct SchemaKind
{
    std::string file;        ///< name of the file
    std::string name;        ///< the word by which a scenario chooses it
    std::string description; ///< a sentence
    int64_t order;           ///< where it stands among its like: by this number, then by name
    Json required;           ///< its keys that must be there
    Json properties;         ///< schemas of its own keys
    Json definitions;        ///< schemas that these refer to
    Json defaults;           ///< values by path of a key elsewhere; transports only
};

/// Kinds by family, in the order in which scenarios list them.
using SchemaKinds = std::map<std::string, std::vector<SchemaKind>>;

/**
 * @param files what is there
 * @param [out] problems receives the mistakes, with file and place
 * @return the kinds that the files tell of
 */
SchemaKinds ReadSchemaKinds(const SchemaFiles& files, Problems& problems);

} // namespace mrcsim

#endif // SCHEMA_KINDS_H
