/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_KEYWORDS_H
#define SCHEMA_KEYWORDS_H

#include "json-path.h"
#include "problem.h"

#include <string>

/**
 * @file
 * The words that the files of a schema may have: keywords of JSON Schema that the runner obeys,
 * annotations of its own, and what tells where kinds go. Whoever writes such a file shall not
 * believe in a word that nobody obeys.
 */

namespace mrcsim
{

/// What knows the words of an object.
enum class SchemaVocabulary
{
    SCHEMA, ///< a schema, base or kind
    PLACE,  ///< a "kinds" in the base
    KIND,   ///< a kind's file
};

/**
 * @param object an object; those in it are not looked at
 * @param vocabulary what it is
 * @param file its file
 * @param path its place in the file, empty for all of it
 * @param [out] problems receives unknown words, values that they cannot have, and words that are
 *              needed and missing
 * @return true if there are none
 */
bool CheckWords(const Json& object,
                SchemaVocabulary vocabulary,
                const std::string& file,
                const std::string& path,
                Problems& problems);

/**
 * @param absent value of the word "absent"
 * @return what the description of such a key ends with, for editors, which show nothing else
 */
std::string DescribeAbsence(const std::string& absent);

} // namespace mrcsim

#endif // SCHEMA_KEYWORDS_H
