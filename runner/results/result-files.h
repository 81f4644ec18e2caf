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
 * The files of a results folder.
 */

namespace mrcsim
{

/// Files that a results folder may contain, in addition to captures. The summary is written last,
/// because it marks complete results.
extern const std::vector<const char*> RESULT_FILES;

/**
 * Write the files of RESULT_FILES that this run has. Throws std::filesystem::filesystem_error if
 * one cannot be written.
 *
 * @param folder an existing folder
 * @param config the effective scenario
 * @param results results of the run
 */
void WriteResultFiles(const std::filesystem::path& folder,
                      const Json& config,
                      const Results& results);

/**
 * Write only config.json and summary.json. Throws std::filesystem::filesystem_error if one cannot
 * be written.
 *
 * @param folder an existing folder
 * @param config the effective document
 * @param summary the summary
 */
void WriteSummaryFiles(const std::filesystem::path& folder,
                       const Json& config,
                       const Json& summary);

/**
 * @param results results of the run
 * @return summary.json
 */
Json MakeSummary(const Results& results);

/** @return machine-readable list of CSV files: name, content, condition, columns */
Json DescribeFiles();

/**
 * @return machine-readable list of the keys of summary.json; [] follows lists, a dot precedes
 * members of objects
 */
Json DescribeSummary();

} // namespace mrcsim

#endif // RESULT_FILES_H
