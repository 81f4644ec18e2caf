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
 * Values of a JSON document that are changed from the command line.
 */

namespace mrcsim
{

/**
 * Change one value, as --set does. Objects on the way that are absent are created (their keys may
 * have defaults); entries of lists are not.
 *
 * @param [in,out] document where to set
 * @param assignment "path=value"; the value is JSON, or else a string
 * @return what is wrong with the assignment; the document is unchanged then
 */
Problems ApplyAssignment(Json& document, const std::string& assignment);

} // namespace mrcsim

#endif // JSON_ASSIGNMENT_H
