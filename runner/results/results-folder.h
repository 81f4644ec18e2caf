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
 * The folder that results go to: of files that are not results nothing is lost, of earlier results
 * nothing until new ones stand, and of new ones nothing at all.
 *
 * Results are made in a folder of their own inside of it and then moved, file by file. So it does
 * not matter whether it is a mount point, the current folder or a link to one.
 */
class ResultsFolder
{
  public:
    /** @param folder where results shall go */
    explicit ResultsFolder(const std::filesystem::path& folder);

    /** Discards what Open has made. */
    ~ResultsFolder();

    ResultsFolder(const ResultsFolder&) = delete;
    ResultsFolder& operator=(const ResultsFolder&) = delete;

    /**
     * May results go there, and can they? They may if it does not exist, is empty, or holds earlier
     * results (a summary.json and a config.json, or a config.json that is a scenario or a capacity
     * document). Makes the folder in which they are made, and clears away what runs that were
     * killed have left.
     *
     * @return why not; then nothing has changed
     */
    Problems Open();

    /** Undo Open; does nothing after Put, or without Open. */
    void Discard();

    /**
     * Make the folder for captures, which are written while the simulation runs.
     * @return why it could not be made
     */
    Problems MakeCaptureFolder(std::filesystem::path& captures) const;

    /**
     * Write all files and put them in their place. Parts of results (those of a run that was
     * interrupted) do not replace whole ones: they go into a folder beside them.
     *
     * @param config the effective scenario
     * @param results what happened
     * @return what could not be written, and where the rest is
     */
    Problems Put(const Json& config, const Results& results);

    /** The same for results that are a summary and nothing else. */
    Problems Put(const Json& config, const Json& summary);

    /** @return where the results are, after Put, as seen from where the folder was given */
    const std::filesystem::path& GetPlace() const
    {
        return m_place;
    }

  private:
    /** @return why results may not go there */
    Problems Check() const;

    /**
     * Make the folder, with those around it that do not exist, and in it the one for new results.
     * @return what failed; no_such_file_or_directory if another run has removed a folder meanwhile,
     * as Discard does with folders that it made and that are empty
     */
    std::error_code Make();

    /**
     * Remove what runs that were killed have left.
     * @return what failed
     */
    std::error_code RemoveLeftOvers() const;

    /** Move all that has been made to its place. */
    void Move(const std::filesystem::path& to) const;

    /// Writes all files into a folder; throws std::filesystem::filesystem_error.
    using Writer = std::function<void(const std::filesystem::path& folder)>;

    /**
     * @param write writes the results
     * @param whole they are not parts
     * @return see Put
     */
    Problems Put(const Writer& write, bool whole);

    /**
     * Not everything could be written: keep what was.
     * @param reason why
     * @param write writes the results
     * @return the same for the user
     */
    Problems Rescue(const std::string& reason, const Writer& write);

    std::filesystem::path m_given;                ///< where results shall go, as it was given
    std::filesystem::path m_target;               ///< the same, absolute
    std::filesystem::path m_fresh;                ///< where they are made
    std::filesystem::path m_place;                ///< see GetPlace
    std::vector<std::filesystem::path> m_created; ///< folders that were not there
    bool m_open{false};                           ///< there may be something to discard
};

} // namespace mrcsim

#endif // RESULTS_FOLDER_H
