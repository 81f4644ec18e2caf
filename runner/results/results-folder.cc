/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results-folder.h"

#include "document/json-text.h"
#include "result-files.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

namespace mrcsim
{

namespace fs = std::filesystem;

namespace
{

/// Prefix of the temporary folder of a process, followed by the process ID.
constexpr const char* FRESH = ".unfinished-";

/// Prefix of a folder with incomplete results, followed by the process ID.
constexpr const char* RESCUED = "incomplete-";

/// Folder with the results of an interrupted run, if earlier results are complete.
constexpr const char* INTERRUPTED = "interrupted";

/// Largest number of attempts of Open, which repeats if another run has removed an empty folder of
/// the path.
constexpr uint32_t MAX_ATTEMPTS = 1000;

/// Folder of captures.
constexpr const char* CAPTURES = "pcap";

/** @return the number after the prefix of a name; 0 if it has another prefix */
int
GetNumber(const std::string& name, const std::string& beginning)
{
    return name.rfind(beginning, 0) == 0 ? std::atoi(name.c_str() + beginning.size()) : 0;
}

/** @return true if it contains results */
bool
HoldsResults(const fs::path& folder)
{
    std::error_code ignored;
    return fs::exists(folder / "summary.json", ignored) &&
           fs::exists(folder / "config.json", ignored);
}

/** @return its summary; null if it has no readable one */
Json
ReadSummary(const fs::path& folder)
{
    Json summary;
    return HoldsResults(folder) && ReadJsonFile((folder / "summary.json").string(), summary).empty()
               ? summary
               : Json();
}

/** @return true if its other files belong, or belonged, to a run */
bool
IsOwn(const fs::path& folder)
{
    Json config;
    return HoldsResults(folder) ||
           (ReadJsonFile((folder / "config.json").string(), config).empty() &&
            config.contains("schema") &&
            (config.contains("topology") || config.contains("network")));
}

/** @return true if the run of a summary was not interrupted */
bool
IsWhole(const Json& summary)
{
    return summary.is_object() &&
           (!summary.contains("outcome") || summary["outcome"] != "interrupted");
}

/** Remove a capture that a summary lists, which may have been edited: only files of the folder. */
void
RemoveCapture(const fs::path& folder, const Json& name)
{
    if (name.is_string())
    {
        const auto file = folder / fs::path(name.get<std::string>()).filename();
        std::error_code missing;
        if (!fs::is_directory(fs::symlink_status(file, missing)))
        {
            fs::remove(file);
        }
    }
}

/** Remove earlier results only. The summary is removed first, because it marks complete results. */
void
RemoveResults(const fs::path& folder)
{
    const auto summary = ReadSummary(folder);
    std::for_each(RESULT_FILES.rbegin(), RESULT_FILES.rend(), [&folder](const char* name) {
        fs::remove(folder / name);
    });
    if (summary.is_object() && summary.contains("captures"))
    {
        for (const auto& name : summary["captures"])
        {
            RemoveCapture(folder / CAPTURES, name);
        }
        std::error_code notEmpty;
        fs::remove(folder / CAPTURES, notEmpty);
    }
}

/**
 * The sole right to replace results in a folder, for the lifetime of the object: files of two runs
 * must not be mixed. Without effect on file systems that have no locks.
 */
class ReplacementLock
{
  public:
    /** Wait until no other process has it. @param folder an existing folder */
    explicit ReplacementLock(const fs::path& folder)
        : m_folder(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        while (m_folder >= 0 && flock(m_folder, LOCK_EX) != 0 && errno == EINTR)
        {
        }
    }

    ~ReplacementLock()
    {
        if (m_folder >= 0)
        {
            close(m_folder);
        }
    }

    ReplacementLock(const ReplacementLock&) = delete;
    ReplacementLock& operator=(const ReplacementLock&) = delete;

  private:
    int m_folder; ///< its descriptor, which holds the lock
};

/** @return the problem, for the user */
Problems
AddProblem(const std::string& text)
{
    return {{"", "the results cannot be written: " + text}};
}

} // namespace

ResultsFolder::ResultsFolder(const fs::path& folder)
    : m_given(folder),
      m_target(folder.has_filename() ? fs::absolute(folder) : fs::absolute(folder).parent_path()),
      m_fresh(m_target / (FRESH + std::to_string(getpid())))
{
}

ResultsFolder::~ResultsFolder()
{
    Discard();
}

Problems
ResultsFolder::Check() const
{
    std::error_code error;
    const auto status = fs::status(m_target, error);
    if (!fs::exists(status))
    {
        return error && error != std::errc::no_such_file_or_directory ? AddProblem(error.message())
                                                                      : Problems();
    }
    if (!fs::is_directory(status))
    {
        return {{"", "exists and is not a folder"}};
    }
    const auto isForeign = [](const fs::directory_entry& entry) {
        const auto name = entry.path().filename().string();
        return !GetNumber(name, FRESH) && !GetNumber(name, RESCUED);
    };
    const fs::directory_iterator entries(m_target, error);
    if (error == std::errc::no_such_file_or_directory)
    {
        return {}; // another run has removed it just now
    }
    if (error)
    {
        return AddProblem(error.message());
    }
    if (!IsOwn(m_target) && std::any_of(begin(entries), end(entries), isForeign))
    {
        return {{"",
                 "exists and contains files other than results; allowed: a new or empty folder, "
                 "or an earlier results folder"}};
    }
    return {};
}

Problems
ResultsFolder::Open()
{
    const auto problems = Check();
    if (!problems.empty())
    {
        return problems;
    }
    m_open = true;
    std::error_code error;
    for (uint32_t attempt = 0; attempt < MAX_ATTEMPTS; ++attempt)
    {
        error = Make();
        if (error != std::errc::no_such_file_or_directory)
        {
            break;
        }
    }
    if (error)
    {
        Discard();
        return AddProblem("cannot create " + m_fresh.string() + ": " + error.message());
    }
    return {};
}

std::error_code
ResultsFolder::Make()
{
    std::error_code error;
    // A dangling symbolic link exists
    for (auto folder = m_target; !fs::exists(fs::symlink_status(folder, error));
         folder = folder.parent_path())
    {
        if (std::find(m_created.begin(), m_created.end(), folder) == m_created.end())
        {
            m_created.push_back(folder);
        }
    }
    fs::create_directories(m_target, error);
    if (!error)
    {
        error = RemoveLeftOvers();
    }
    if (!error)
    {
        fs::create_directory(m_fresh, error);
    }
    return error;
}

std::error_code
ResultsFolder::RemoveLeftOvers() const
{
    std::vector<fs::path> left;
    std::error_code error;
    const fs::directory_iterator entries(m_target, error);
    for (const auto& entry : entries)
    {
        const int process = GetNumber(entry.path().filename().string(), FRESH);
        if (process > 0 && kill(process, 0) != 0 && errno == ESRCH)
        {
            left.push_back(entry.path());
        }
    }
    for (auto folder = left.begin(); folder != left.end() && !error; ++folder)
    {
        fs::remove_all(*folder, error);
    }
    return error;
}

void
ResultsFolder::Discard()
{
    if (!m_open)
    {
        return;
    }
    std::error_code ignored;
    fs::remove_all(m_fresh, ignored);
    std::sort(m_created.begin(), m_created.end()); // outer folders first
    for (; !m_created.empty(); m_created.pop_back())
    {
        fs::remove(m_created.back(), ignored); // if it is empty
    }
    m_open = false;
}

Problems
ResultsFolder::MakeCaptureFolder(fs::path& captures) const
{
    captures = m_fresh / CAPTURES;
    std::error_code error;
    fs::create_directories(captures, error);
    return error ? AddProblem(error.message()) : Problems();
}

void
ResultsFolder::Move(const fs::path& to) const
{
    fs::create_directories(to);
    RemoveResults(to);
    if (fs::exists(m_fresh / CAPTURES))
    {
        fs::create_directories(to / CAPTURES);
        for (const auto& entry : fs::directory_iterator(m_fresh / CAPTURES))
        {
            fs::rename(entry.path(), to / CAPTURES / entry.path().filename());
        }
    }
    for (const auto* name : RESULT_FILES)
    {
        if (fs::exists(m_fresh / name))
        {
            fs::rename(m_fresh / name, to / name);
        }
    }
}

Problems
ResultsFolder::Put(const Json& config, const Results& results)
{
    const auto write = [&](const fs::path& folder) { WriteResultFiles(folder, config, results); };
    return Put(write, results.summary.outcome != "interrupted");
}

Problems
ResultsFolder::Put(const Json& config, const Json& summary)
{
    return Put([&](const fs::path& folder) { WriteSummaryFiles(folder, config, summary); }, true);
}

Problems
ResultsFolder::Put(const Writer& write, bool whole)
{
    try
    {
        write(m_fresh);
        const ReplacementLock alone(m_target);
        const bool beside = !whole && IsWhole(ReadSummary(m_target));
        m_place = beside ? m_given / INTERRUPTED : m_given;
        Move(beside ? m_target / INTERRUPTED : m_target);
        if (!beside && HoldsResults(m_target / INTERRUPTED))
        {
            RemoveResults(m_target / INTERRUPTED);
            std::error_code notEmpty;
            fs::remove(m_target / INTERRUPTED, notEmpty);
        }
    }
    catch (const fs::filesystem_error& error)
    {
        return Rescue(error.what(), write);
    }
    m_created.clear();
    Discard();
    return {};
}

Problems
ResultsFolder::Rescue(const std::string& reason, const Writer& write)
{
    m_open = false;
    const auto number = std::to_string(getpid());
    auto kept = m_target / (RESCUED + number);
    std::error_code error;
    fs::rename(m_fresh, kept, error);
    std::string text =
        reason + "; the files written so far are in " + (error ? m_fresh : kept).string();
    try
    {
        const auto elsewhere = fs::temp_directory_path() / ("mrc-results-" + number);
        fs::create_directory(elsewhere);
        write(elsewhere);
        text += ", and all files except captures are in " + elsewhere.string();
    }
    catch (const fs::filesystem_error&)
    {
        // No space there either
    }
    return AddProblem(text);
}

} // namespace mrcsim
