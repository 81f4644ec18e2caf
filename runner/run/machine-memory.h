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
 * Memory of this process and of the machine it runs on, as Linux tells it.
 */

namespace mrcsim
{

/**
 * How much memory this process may still take, and who says so.
 */
struct AvailableMemory
{
    uint64_t bytes{0}; ///< not taken yet, B
    std::string where; ///< what sets this bound, for messages: "this machine", "its cgroup", ...
};

/**
 * The tightest of what the machine has free, the limits of the process (ulimit -v) and those of its
 * control groups, version 1 and 2. What Linux does not tell does not bound.
 * @param root where proc and sys are mounted; another one than "/" for tests
 * @return the bound
 */
AvailableMemory GetAvailableMemory(const std::filesystem::path& root = "/");

/**
 * What getrusage calls the largest resident set would count the memory that the parent process had
 * when it started this one.
 * @param root where proc is mounted; another one than "/" for tests
 * @return largest resident memory of this process so far, B
 */
uint64_t GetPeakRssBytes(const std::filesystem::path& root = "/");

} // namespace mrcsim

#endif // MACHINE_MEMORY_H
