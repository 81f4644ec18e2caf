/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_INSERTION_H
#define FILE_INSERTION_H

#include "document/json-path.h"
#include "document/problem.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * Parts of scenarios in separate files.
 */

namespace mrcsim
{

/// Paths of keys that received the content of a file: the path of the key that named it, with the
/// file, for messages.
using FileNames = std::map<std::string, std::string>;

/**
 * Replaces a key that names a file by the content of the file, so that the scenario does not depend
 * on other files. Leaves documents without the key unchanged.
 *
 * @param folder that file names are relative to
 * @param [in,out] document a scenario, of any form
 * @param [in,out] names receives the names of the files
 * @return the problems: a file cannot be read, or its content is invalid
 */
using FileInserter =
    std::function<Problems(const std::filesystem::path& folder, Json& document, FileNames& names)>;

/// Registers a key that names files: the source file of its kind has a static object of this class.
class FileKey
{
  public:
    /** @param insert replaces the key by the content of the files */
    explicit FileKey(FileInserter insert);
};

/// A key of jobs that names a file in place of another key.
struct JobFileKey
{
    const char* type;                 ///< type of the jobs
    const char* name;                 ///< its name
    std::vector<const char*> instead; ///< keys that exclude it; the last one receives the content
    const char* either;               ///< these keys in a message
};

/**
 * Reads a file.
 *
 * @param file name of the file
 * @param path of the key that names it
 * @param [out] content receives the value of the key that it stands for
 * @return the problems
 */
using JobFileReader =
    std::function<Problems(const std::string& file, const std::string& path, Json& content)>;

/**
 * Replace a key of jobs by the content of the files that it names.
 *
 * @param key the key
 * @param read reads a file
 * @param folder that file names are relative to
 * @param [in,out] document a scenario, of any form
 * @param [in,out] names receives the names of the files
 * @return the problems: a file cannot be read, its content is invalid, or another key excludes it
 */
Problems InsertJobFiles(const JobFileKey& key,
                        const JobFileReader& read,
                        const std::filesystem::path& folder,
                        Json& document,
                        FileNames& names);

/**
 * Replace all keys that name files by the content of these files.
 *
 * @param folder that file names are relative to
 * @param [in,out] document a scenario, of any form
 * @param [out] names receives the names of the files
 * @return the problems: a file cannot be read, or its content is invalid
 */
Problems InsertFiles(const std::filesystem::path& folder, Json& document, FileNames& names);

/**
 * Name the files in messages about their content.
 *
 * @param names see InsertFiles
 * @param problems of the document with the content of the files
 * @return the problems, with the paths of the keys in the user's document
 */
Problems NameFiles(const FileNames& names, Problems problems);

} // namespace mrcsim

#endif // FILE_INSERTION_H
