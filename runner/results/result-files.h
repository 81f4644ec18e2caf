/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FILES_H
#define RESULT_FILES_H

#include "cell.h"
#include "result-rows.h"

#include <filesystem>
#include <vector>

/**
 * @file
 * The files with results, one by one.
 */

namespace mrcsim
{

/// What a results folder may hold; captures come on top. The summary, which says that the results
/// are whole, is written last.
extern const std::vector<const char*> RESULT_FILES;

/**
 * Write RESULT_FILES, those that this run has. Throws
 * std::filesystem::filesystem_error where one cannot be written.
 *
 * @param folder an existing folder
 * @param config the effective scenario
 * @param results what happened
 */
void WriteResultFiles(const std::filesystem::path& folder,
                      const Json& config,
                      const Results& results);

/**
 * Write config.json and summary.json alone. Throws std::filesystem::filesystem_error where one
 * cannot be written.
 *
 * @param folder an existing folder
 * @param config the effective document
 * @param summary what came out
 */
void WriteSummaryFiles(const std::filesystem::path& folder,
                       const Json& config,
                       const Json& summary);

/**
 * @param results what happened
 * @return summary.json
 */
Json MakeSummary(const Results& results);

/** @return the CSV files for programs: name, what they hold, when they are there, columns */
Json DescribeFiles();

/** @return the keys of summary.json for programs; [] stands behind lists, a dot before what is in
 * objects */
Json DescribeSummary();

} // namespace mrcsim

#endif // RESULT_FILES_H
