/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_SITE_H
#define SCHEMA_SITE_H

#include "json-path.h"
#include "problem.h"

#include <cstddef>
#include <string>

/**
 * @file
 * Places in the files that a schema is made of.
 */

namespace mrcsim
{

/**
 * Where a schema stands, and for which value.
 */
struct SchemaSite
{
    const std::string& file; ///< its file
    const Json& definitions; ///< what references mean there, before those of the base
    std::string path;        ///< place in the file
    std::string key;         ///< place of the value in a scenario
    size_t depth{0};         ///< schemas around it

    /**
     * @param step what leads from the schema to one in it
     * @param name key of the value that the inner one is for, empty for the same value
     * @return where the inner one stands
     */
    SchemaSite Below(const std::string& step, const std::string& name = "") const
    {
        return {file,
                definitions,
                AppendKey(path, step),
                name.empty() ? key : AppendKey(key, name),
                depth + 1};
    }

    /**
     * @param text what is wrong there
     * @return the same with file and place
     */
    Problem Refuse(const std::string& text) const
    {
        return {path.empty() ? file : file + ": " + path, text};
    }
};

} // namespace mrcsim

#endif // SCHEMA_SITE_H
