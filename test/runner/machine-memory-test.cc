/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/machine-memory.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>
#include <vector>

namespace
{

using namespace mrcsim;
namespace fs = std::filesystem;

/**
 * A simulated machine: the files of proc and sys.
 */
class MachineMemory : public testing::Test
{
  protected:
    MachineMemory()
        : m_root(fs::temp_directory_path() / ("mrc-machine-" + std::to_string(getpid())))
    {
        Write("proc/meminfo", "MemTotal: 16000 kB\nMemFree: 100 kB\nMemAvailable: 8000 kB\n");
        Write("proc/self/status", "Name: test\nVmSize: 100 kB\nVmHWM: 4321 kB\nVmRSS: 50 kB\n");
    }

    ~MachineMemory() override
    {
        fs::remove_all(m_root);
    }

    /**
     * @param file its path below the root
     * @param text its contents
     */
    void Write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((m_root / file).parent_path());
        std::ofstream(m_root / file) << text;
    }

    const fs::path m_root; ///< parent folder of proc and sys
};

TEST_F(MachineMemory, WithoutGroupsTheMachineDecides)
{
    const auto available = GetAvailableMemory(m_root);
    EXPECT_EQ(available.bytes, 8000U * 1024);
    EXPECT_EQ(available.where, "this machine");
}

TEST_F(MachineMemory, NothingToldIsNoBound)
{
    const auto available = GetAvailableMemory(m_root / "nowhere");
    EXPECT_GT(available.bytes, uint64_t{1} << 60);
}

TEST_F(MachineMemory, GroupOfVersionTwoBoundsWithItsCacheCountedAsFree)
{
    Write("proc/self/cgroup", "0::/jobs/mine\n");
    Write("sys/fs/cgroup/jobs/mine/memory.max", "1000000\n");
    Write("sys/fs/cgroup/jobs/mine/memory.current", "700000\n");
    Write("sys/fs/cgroup/jobs/mine/memory.stat", "anon 500000\ninactive_file 200000\n");
    const auto available = GetAvailableMemory(m_root);
    EXPECT_EQ(available.bytes, 500000U);
    EXPECT_EQ(available.where, "its control group");
}

TEST_F(MachineMemory, GroupAboveBoundsAsWell)
{
    Write("proc/self/cgroup", "0::/jobs/mine\n");
    Write("sys/fs/cgroup/jobs/mine/memory.max", "max\n");
    Write("sys/fs/cgroup/jobs/memory.max", "3000000\n");
    Write("sys/fs/cgroup/jobs/memory.current", "1000000\n");
    EXPECT_EQ(GetAvailableMemory(m_root).bytes, 2000000U);
}

TEST_F(MachineMemory, GroupOfVersionOneAsAContainerSeesIt)
{
    Write("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/0a7004e1\n0::/\n");
    Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "4000000\n");
    Write("sys/fs/cgroup/memory/memory.usage_in_bytes", "5000000\n");
    EXPECT_EQ(GetAvailableMemory(m_root).bytes, 0U) << "nothing is left, without underflow";
}

TEST_F(MachineMemory, UnlimitedGroupLeavesItToTheMachine)
{
    Write("proc/self/cgroup", "4:memory:/\n");
    Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    Write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
    EXPECT_EQ(GetAvailableMemory(m_root).where, "this machine");
}

TEST_F(MachineMemory, PeakIsWhatLinuxSaysOfThisProgram)
{
    EXPECT_EQ(GetPeakRssBytes(m_root), 4321U * 1024);
}

TEST(PeakRss, GrowsWithWhatIsTouched)
{
    const auto before = GetPeakRssBytes();
    // More than the previous peak, because earlier tests may have freed memory
    const std::vector<char> block(before + (32U << 20), 'x');
    EXPECT_GT(GetPeakRssBytes(), before + (24U << 20)) << block.back();
}

TEST(PeakRss, IsThereWithoutProc)
{
    EXPECT_GT(GetPeakRssBytes("/nowhere"), 1U << 20);
}

} // namespace
