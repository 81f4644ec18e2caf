/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-insertion.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

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
InsertJobFiles(const JobFileKey& key,
               const JobFileReader& read,
               const std::filesystem::path& folder,
               Json& document,
               FileNames& names)
{
    Problems problems;
    const bool hasJobs =
        document.is_object() && document.contains("workload") && document["workload"].is_array();
    for (size_t i = 0; hasJobs && i < document["workload"].size(); ++i)
    {
        auto& job = document["workload"][i];
        if (!job.is_object() || job.value("type", Json()) != key.type || !job.contains(key.name) ||
            !job[key.name].is_string())
        {
            continue;
        }
        const auto path = AppendIndex("workload", i) + '.' + key.name;
        if (std::any_of(key.instead.begin(), key.instead.end(), [&job](const char* other) {
                return job.contains(other);
            }))
        {
            problems.push_back({path, std::string("allowed: either a file, or ") + key.either});
            continue;
        }
        Json content;
        const auto file = (folder / job[key.name].get<std::string>()).string();
        const auto found = read(file, path, content);
        problems.insert(problems.end(), found.begin(), found.end());
        if (found.empty())
        {
            names[AppendIndex("workload", i) + '.' + key.instead.back()] =
                path + " (" + job[key.name].get<std::string>() + ')';
            job.erase(key.name);
            job[key.instead.back()] = std::move(content);
        }
    }
    return problems;
}

Problems
InsertFiles(const std::filesystem::path& folder, Json& document, FileNames& names)
{
    Problems problems;
    for (const auto& insert : All())
    {
        const auto found = insert(folder, document, names);
        problems.insert(problems.end(), found.begin(), found.end());
    }
    return problems;
}

Problems
NameFiles(const FileNames& names, Problems problems)
{
    for (auto& problem : problems)
    {
        for (const auto& [path, name] : names)
        {
            const bool isIn = problem.path.compare(0, path.size(), path) == 0;
            const auto rest = isIn ? problem.path.substr(path.size()) : "";
            if (isIn && (rest.empty() || rest.front() == '[' || rest.front() == '.'))
            {
                problem.path = name + rest;
                break;
            }
        }
    }
    return problems;
}

} // namespace mrcsim
