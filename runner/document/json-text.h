/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include "json-path.h"
#include "problem.h"

#include <string>

/**
 * @file
 * Strict reading of JSON files, and objects without empty values.
 */

namespace mrcsim
{

/**
 * Read a JSON text. A key that occurs twice in an object is an error, since one of the two values
 * would be ignored.
 *
 * @param [out] document receives the content
 * @return the syntax error with line and column, or all duplicate keys
 */
Problems ParseJson(const std::string& text, Json& document);

/**
 * Read a JSON file.
 *
 * @param file name of the file
 * @param [out] document receives the content
 * @return the problems: it cannot be read, or those of ParseJson
 */
Problems ReadJsonFile(const std::string& file, Json& document);

/**
 * @param [in,out] object receives the value unless it is null or an empty text, list or object
 * @param key its key
 * @param value the value
 */
void PutUnlessEmpty(Json& object, const char* key, const Json& value);

} // namespace mrcsim

#endif // JSON_TEXT_H
