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
 * What is wrong with an input, told so that its author can mend it.
 */

namespace mrcsim
{

/**
 * One mistake in a scenario or on the command line.
 */
struct Problem
{
    std::string path; ///< where, written like workload[0].bytes; empty for the whole document
    std::string text; ///< what was found and what is allowed
};

/// All mistakes of one input, in the order of the document.
using Problems = std::vector<Problem>;

/**
 * @param problem a mistake
 * @return "path: text", or the text alone for the whole document
 */
inline std::string
ToString(const Problem& problem)
{
    return problem.path.empty() ? problem.text : problem.path + ": " + problem.text;
}

} // namespace mrcsim

#endif // PROBLEM_H
