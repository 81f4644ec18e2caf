/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-insertion.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace mrcsim
{

namespace
{

/**
 * @return all keys that name files; a function, because static objects register them before main
 */
std::vector<FileInserter>&
All()
{
    static std::vector<FileInserter> all;
    return all;
}

} // namespace

FileKey::FileKey(FileInserter insert)
{
    All().push_back(std::move(insert));
}

Problems
InsertFiles(const std::filesystem::path& folder, Json& document)
{
    Problems problems;
    for (const auto& insert : All())
    {
        const auto found = insert(folder, document);
        problems.insert(problems.end(), found.begin(), found.end());
    }
    return problems;
}

} // namespace mrcsim
