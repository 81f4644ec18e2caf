/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-insertion.h"

namespace mrcsim
{

Problems
InsertFiles(const std::filesystem::path& folder, Json& document)
{
    Problems problems;
    for (const auto& key : KindRegistry<FileInserter>::GetNames())
    {
        const auto found = KindRegistry<FileInserter>::Get(key)(folder, document);
        problems.insert(problems.end(), found.begin(), found.end());
    }
    return problems;
}

} // namespace mrcsim
