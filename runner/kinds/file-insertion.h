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

/**
 * @file
 * What scenarios have in files of their own.
 */

namespace mrcsim
{

/**
 * Puts what a file holds in place of the key that names it, so that what a scenario means no longer
 * depends on another file. Documents without the key stay as they are.
 *
 * @param folder that names of files count from
 * @param [in,out] document a scenario, of any form
 * @return why a file cannot be read, or does not hold what it should
 */
using FileInserter = std::function<Problems(const std::filesystem::path& folder, Json& document)>;

/// Makes a key that names files known: the kind that has the key has a static object of this class.
class FileKey
{
  public:
    /** @param insert puts what the files hold in place of the key */
    explicit FileKey(FileInserter insert);
};

/**
 * Do so for all keys that name files.
 *
 * @param folder that names of files count from
 * @param [in,out] document a scenario, of any form
 * @return why files cannot be read, or do not hold what they should
 */
Problems InsertFiles(const std::filesystem::path& folder, Json& document);

} // namespace mrcsim

#endif // FILE_INSERTION_H
