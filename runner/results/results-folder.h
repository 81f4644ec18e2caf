/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULTS_FOLDER_H
#define RESULTS_FOLDER_H

#include "document/json-path.h"
#include "document/problem.h"
#include "result-rows.h"

#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

/**
 * @file
 * The folder that results go to.
 */

namespace mrcsim
{

/**
 * The folder for results. It never removes files that are not results, keeps earlier results until
 * new ones are complete, and loses no new results.
 *
 * Results are written to a temporary folder inside of it and then moved file by file. So it may be
 * a mount point, the current folder or a symbolic link.
 */
class ResultsFolder
{
  public:
    /** @param folder destination of the results */
    explicit ResultsFolder(const std::filesystem::path& folder);

    /** Removes the folders that Open has made. */
    ~ResultsFolder();

    ResultsFolder(const ResultsFolder&) = delete;
    ResultsFolder& operator=(const ResultsFolder&) = delete;

    /**
     * Check that results may be written there, and make the temporary folder. They may if the
     * folder does not exist, is empty, or contains earlier results (a summary.json and a
     * config.json, or a config.json that is a scenario or a capacity document). Also removes the
     * temporary folders of killed runs.
     *
     * @return the problems; if there are any, nothing has changed
     */
    Problems Open();

    /** Undo Open; does nothing after Put, or without Open. */
    void Discard();

    /**
     * Make the folder for captures, which are written during the simulation.
     * @return the problem if it could not be made
     */
    Problems MakeCaptureFolder(std::filesystem::path& captures) const;

    /**
     * Write all files and move them to their destination. Partial results (of an interrupted run)
     * do not replace complete ones: they are moved to a separate folder.
     *
     * @param config the effective scenario
     * @param results results of the run
     * @return the problems: files that could not be written, and the location of the others
     */
    Problems Put(const Json& config, const Results& results);

    /** Write results that consist of a summary only. */
    Problems Put(const Json& config, const Json& summary);

    /** @return the location of the results after Put, relative as the given folder */
    const std::filesystem::path& GetPlace() const
    {
        return m_place;
    }

  private:
    /** @return the reasons why results may not be written there */
    Problems Check() const;

    /**
     * Make the folder with its missing parents, and in it the temporary folder.
     * @return the error; no_such_file_or_directory if another run has removed a folder meanwhile,
     * as Discard does with empty folders that it made
     */
    std::error_code Make();

    /**
     * Remove the temporary folders of killed runs.
     * @return the error
     */
    std::error_code RemoveLeftOvers() const;

    /** Move all files of the temporary folder to their destination. */
    void Move(const std::filesystem::path& to) const;

    /// Writes all files into a folder; throws std::filesystem::filesystem_error.
    using Writer = std::function<void(const std::filesystem::path& folder)>;

    /**
     * @param write writes the results
     * @param whole false for partial results
     * @return see Put
     */
    Problems Put(const Writer& write, bool whole);

    /**
     * Keep the files that were written although others could not be.
     * @param reason reason of the failure
     * @param write writes the results
     * @return the problem for the user
     */
    Problems Rescue(const std::string& reason, const Writer& write);

    std::filesystem::path m_given;                ///< destination, as given
    std::filesystem::path m_target;               ///< destination, absolute
    std::filesystem::path m_fresh;                ///< temporary folder
    std::filesystem::path m_place;                ///< see GetPlace
    std::vector<std::filesystem::path> m_created; ///< folders that did not exist before
    bool m_open{false};                           ///< true if there may be folders to discard
};

} // namespace mrcsim

#endif // RESULTS_FOLDER_H
