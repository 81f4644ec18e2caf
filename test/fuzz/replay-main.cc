/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

/*
 * A fuzz target as an ordinary test: NAME-replay passes every file of test/fuzz/seeds/NAME to the
 * target, one test per file, and then random bytes. It needs neither clang nor libFuzzer.
 *
 * NAME-replay FILE...                      these files instead of the seeds
 * NAME-replay --random N [--seed S]        N random inputs (default 300 of seed 1)
 */

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace
{

using Bytes = std::vector<uint8_t>;

/// Longest random input, B.
constexpr uint32_t MAX_RANDOM_BYTES = 1500;

/// Seed of the current random input, or 0.
uint32_t g_seed = 0;

/**
 * Print the arguments that reproduce a finding.
 * @param number SIGABRT
 */
void
OnAbort(int number)
{
    if (g_seed != 0)
    {
        std::cerr << "this was --random 1 --seed " << g_seed << "\n";
    }
    std::signal(number, SIG_DFL);
}

/// Inputs from one file.
class FileTest : public testing::Test
{
  public:
    explicit FileTest(const std::filesystem::path& file)
        : m_file(file)
    {
    }

    void TestBody() override
    {
        std::ifstream in(m_file, std::ios::binary);
        ASSERT_TRUE(in) << m_file << " cannot be read";
        const Bytes bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }

  private:
    std::filesystem::path m_file;
};

/// Random inputs.
class RandomTest : public testing::Test
{
  public:
    RandomTest(uint32_t inputs, uint32_t seed)
        : m_inputs(inputs),
          m_seed(seed)
    {
    }

    void TestBody() override
    {
        for (uint32_t i = 0; i < m_inputs; ++i)
        {
            std::mt19937 rng(m_seed + i);
            Bytes bytes(rng() % (MAX_RANDOM_BYTES + 1));
            std::generate(bytes.begin(), bytes.end(), [&rng] { return rng() & 0xFF; });
            g_seed = m_seed + i;
            EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
        }
        g_seed = 0;
    }

  private:
    uint32_t m_inputs;
    uint32_t m_seed;
};

void
AddFile(const std::string& target, const std::filesystem::path& file)
{
    testing::RegisterTest(target.c_str(),
                          file.filename().c_str(),
                          nullptr,
                          nullptr,
                          __FILE__,
                          __LINE__,
                          [file]() -> testing::Test* { return new FileTest(file); });
}

std::vector<std::filesystem::path>
ListSeeds(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder))
    {
        for (const auto& entry : std::filesystem::directory_iterator(folder))
        {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

int
main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    std::signal(SIGABRT, OnAbort);
    const std::string program = std::filesystem::path(argv[0]).filename();
    const std::string name = program.substr(0, program.rfind("-replay"));
    std::vector<std::filesystem::path> files;
    uint32_t inputs = 300;
    uint32_t seed = 1;
    for (int i = 1; i < argc; ++i)
    {
        const std::string word = argv[i];
        if ((word == "--random" || word == "--seed") && i + 1 < argc)
        {
            (word == "--random" ? inputs : seed) =
                static_cast<uint32_t>(std::strtoul(argv[++i], nullptr, 10));
        }
        else
        {
            files.emplace_back(word);
        }
    }
    const bool chosen = !files.empty();
    if (!chosen)
    {
        files = ListSeeds(std::filesystem::path(MRC_SOURCE_DIR) / "test" / "fuzz" / "seeds" / name);
    }
    const std::string suite = "Fuzz_" + name;
    for (const auto& file : files)
    {
        AddFile(suite, file);
    }
    if (!chosen)
    {
        testing::RegisterTest(
            suite.c_str(),
            "RandomInputs",
            nullptr,
            nullptr,
            __FILE__,
            __LINE__,
            [inputs, seed]() -> testing::Test* { return new RandomTest(inputs, seed); });
    }
    return RUN_ALL_TESTS();
}
