/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MACHINE_MEMORY_H
#define MACHINE_MEMORY_H

#include <cstdint>
#include <filesystem>
#include <string>

/**
 * @file
 * Memory of this process and of its machine, from Linux.
 */

namespace mrcsim
{

/**
 * Memory that this process may still allocate, and the origin of the limit.
 */
struct AvailableMemory
{
    uint64_t bytes{0}; ///< available memory, B
    std::string where; ///< origin of the limit, for messages: "this machine", "its cgroup", ...
};

/**
 * The minimum of the machine's free memory, the limit of the process (ulimit -v) and those of its
 * control groups, version 1 and 2. Values that Linux does not report are ignored.
 * @param root where proc and sys are mounted; not "/" in tests
 * @return the limit
 */
AvailableMemory GetAvailableMemory(const std::filesystem::path& root = "/");

/**
 * The largest resident set from getrusage would include the memory that the parent process had when
 * it started this one.
 * @param root where proc is mounted; not "/" in tests
 * @return largest resident memory of this process so far, B
 */
uint64_t GetPeakRssBytes(const std::filesystem::path& root = "/");

} // namespace mrcsim

#endif // MACHINE_MEMORY_H
