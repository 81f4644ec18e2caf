/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_ASSIGNMENT_H
#define JSON_ASSIGNMENT_H

#include "json-path.h"
#include "problem.h"

#include <string>

/**
 * @file
 * Changes of a JSON document from the command line.
 */

namespace mrcsim
{

/**
 * Change one value, as --set does. Missing objects on the path are created, because their keys may
 * have defaults; missing entries of lists are not.
 *
 * @param [in,out] document document to change
 * @param assignment "path=value"; the value is JSON, or else a string
 * @return the problems of the assignment; if there are any, the document is unchanged
 */
Problems ApplyAssignment(Json& document, const std::string& assignment);

} // namespace mrcsim

#endif // JSON_ASSIGNMENT_H
