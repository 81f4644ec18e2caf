/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULTS_FOLDER_H
#define RESULTS_FOLDER_H

#include "json-path.h"
#include "problem.h"
#include "result-rows.h"

#include <filesystem>
#include <string>

/**
 * @file
 * Result files in one folder, all or nothing.
 */

namespace mrcsim
{

/**
 * May this folder be written? It may if it does not exist, is empty, or holds earlier results
 * (a summary.json and a config.json), which are replaced.
 *
 * @param folder where results shall go
 * @return why not
 */
Problems CheckResultsFolder(const std::filesystem::path& folder);

/**
 * Make the folder for captures, which are written while the simulation runs: part of the new folder
 * that WriteResults fills and puts in its place.
 *
 * @param folder where results shall go
 * @param [out] captures the folder for captures
 * @return why it could not be made
 */
Problems MakeCaptureFolder(const std::filesystem::path& folder, std::filesystem::path& captures);

/**
 * Write all files into a new folder beside the given one, then put it in its place, so that nobody
 * ever sees half of the results.
 *
 * @param folder where results shall go
 * @param config the effective scenario
 * @param results what happened
 * @return why it could not be written
 */
Problems WriteResults(const std::filesystem::path& folder,
                      const Json& config,
                      const Results& results);

/**
 * Remove what a run has left that did not get to WriteResults, or not to its end.
 * @param folder where results should go; it stays as it is
 */
void RemoveUnfinishedResults(const std::filesystem::path& folder);

/**
 * @param results what happened
 * @return summary.json
 */
Json MakeSummary(const Results& results);

} // namespace mrcsim

#endif // RESULTS_FOLDER_H
