/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FILES_H
#define RESULT_FILES_H

#include "document/json-path.h"
#include "result-rows.h"

#include <array>
#include <filesystem>

/**
 * @file
 * The files with results, one by one.
 */

namespace mrcsim
{

/// What a results folder holds; captures come on top. Without faults there is no recovery.csv,
/// without a monitor no monitor.csv, without jobs that tell of their steps no steps.csv. The
/// summary, which says that the results are whole, is written last.
constexpr std::array<const char*, 11> RESULT_FILES = {"jobs.csv",
                                                      "flows.csv",
                                                      "steps.csv",
                                                      "samples.csv",
                                                      "links.csv",
                                                      "evs.csv",
                                                      "events.csv",
                                                      "recovery.csv",
                                                      "monitor.csv",
                                                      "config.json",
                                                      "summary.json"};

/**
 * Write RESULT_FILES, those of which there is something to tell. Throws
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

} // namespace mrcsim

#endif // RESULT_FILES_H
