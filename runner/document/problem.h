/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROBLEM_H
#define PROBLEM_H

#include <string>
#include <vector>

/**
 * @file
 * Errors in an input, with the information that its author needs to correct them.
 */

namespace mrcsim
{

/**
 * An error in a scenario or on the command line.
 */
struct Problem
{
    std::string path; ///< position, such as workload[0].bytes; empty for the whole document
    std::string text; ///< the value found and the allowed values
};

/// All errors of one input, in the order of the document.
using Problems = std::vector<Problem>;

/**
 * @param problem an error
 * @return "path: text", or the text alone for the whole document
 */
inline std::string
ToString(const Problem& problem)
{
    return problem.path.empty() ? problem.text : problem.path + ": " + problem.text;
}

} // namespace mrcsim

#endif // PROBLEM_H
