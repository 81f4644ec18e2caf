/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "machine-memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <sys/resource.h>

namespace mrcsim
{

namespace fs = std::filesystem;

namespace
{

/// The unit kB of proc.
constexpr uint64_t KIB = 1024;

/// The files of one version of control groups.
struct CgroupVersion
{
    const char* controllers; ///< second field of the line in /proc/self/cgroup
    const char* mount;       ///< mount point of the groups
    const char* limit;       ///< file with the limit of a group, B
    const char* usage;       ///< file with its usage, B
    const char* cache;       ///< key in memory.stat of memory that Linux can reclaim
};

constexpr CgroupVersion CGROUP_V2{"",
                                  "sys/fs/cgroup",
                                  "memory.max",
                                  "memory.current",
                                  "inactive_file"};
constexpr CgroupVersion CGROUP_V1{"memory",
                                  "sys/fs/cgroup/memory",
                                  "memory.limit_in_bytes",
                                  "memory.usage_in_bytes",
                                  "total_inactive_file"};

/** @return the number after a key, in a file with lines of a key and a number */
std::optional<uint64_t>
ReadKey(const fs::path& file, const std::string& key)
{
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line))
    {
        std::istringstream words(line);
        std::string name;
        uint64_t number = 0;
        if (words >> name >> number && name == key)
        {
            return number;
        }
    }
    return std::nullopt;
}

/** @return the number in a file; nothing if it contains a word instead */
std::optional<uint64_t>
ReadNumber(const fs::path& file)
{
    std::ifstream in(file);
    uint64_t number = 0;
    return in >> number ? std::optional<uint64_t>(number) : std::nullopt;
}

/**
 * @param controllers controllers in the line of the hierarchy, empty in version 2
 * @return the group of this process below the mount of the hierarchy
 */
std::optional<fs::path>
FindCgroup(const fs::path& root, const std::string& controllers)
{
    std::ifstream in(root / "proc/self/cgroup");
    std::string line;
    while (std::getline(in, line))
    {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second != std::string::npos &&
            line.compare(first + 1, second - first - 1, controllers) == 0)
        {
            return fs::path(line.substr(second + 1)).relative_path();
        }
    }
    return std::nullopt;
}

/** Replace a limit by a tighter one. */
void
Tighten(AvailableMemory& best, uint64_t bytes, const char* where)
{
    if (bytes < best.bytes)
    {
        best = {bytes, where};
    }
}

/** Apply the limits of the groups from that of this process up to the mount point. */
void
TightenByCgroups(AvailableMemory& best, const fs::path& root, const CgroupVersion& version)
{
    auto group = FindCgroup(root, version.controllers);
    if (!group)
    {
        return;
    }
    for (bool top = false; !top; *group = group->parent_path())
    {
        top = group->empty();
        const auto folder = root / version.mount / *group;
        const auto limit = ReadNumber(folder / version.limit);
        if (limit)
        {
            const auto taken = ReadNumber(folder / version.usage).value_or(0);
            const auto cache = ReadKey(folder / "memory.stat", version.cache).value_or(0);
            const auto used = taken - std::min(taken, cache);
            Tighten(best, *limit - std::min(*limit, used), "its control group");
        }
    }
}

/** Apply the limit of the address space. */
void
TightenByUlimit(AvailableMemory& best, const fs::path& root)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    {
        const auto taken = ReadKey(root / "proc/self/status", "VmSize:").value_or(0) * KIB;
        Tighten(best, limit.rlim_cur - std::min<uint64_t>(limit.rlim_cur, taken), "ulimit -v");
    }
}

} // namespace

AvailableMemory
GetAvailableMemory(const fs::path& root)
{
    AvailableMemory best{std::numeric_limits<uint64_t>::max(), ""};
    const auto machine = ReadKey(root / "proc/meminfo", "MemAvailable:");
    if (machine)
    {
        Tighten(best, *machine * KIB, "this machine");
    }
    TightenByCgroups(best, root, CGROUP_V2);
    TightenByCgroups(best, root, CGROUP_V1);
    TightenByUlimit(best, root);
    return best;
}

uint64_t
GetPeakRssBytes(const fs::path& root)
{
    const auto peak = ReadKey(root / "proc/self/status", "VmHWM:");
    if (peak)
    {
        return *peak * KIB;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<uint64_t>(usage.ru_maxrss) * KIB;
}

} // namespace mrcsim
