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
 * JSON files, read strictly; and objects that are written without what is empty.
 */

namespace mrcsim
{

/**
 * Read a JSON text. A key that occurs twice in an object is an error, since one of the two values
 * would be ignored.
 *
 * @param [out] document what it says
 * @return the syntax error with line and column, or all duplicate keys
 */
Problems ParseJson(const std::string& text, Json& document);

/**
 * Read a JSON file.
 *
 * @param file its name
 * @param [out] document what it says
 * @return why it cannot be read, or what ParseJson returns
 */
Problems ReadJsonFile(const std::string& file, Json& document);

/**
 * @param [in,out] object receives the value, unless that is null, or an empty text, list or object
 * @param key its key
 * @param value the value
 */
void PutUnlessEmpty(Json& object, const char* key, const Json& value);

} // namespace mrcsim

#endif // JSON_TEXT_H
