/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FOLDER_FIXTURE_H
#define FOLDER_FIXTURE_H

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <stdlib.h>
#include <string>

/**
 * @file
 * Helper for tests of files.
 */

/// A folder that is removed after the test.
class FolderFixture : public testing::Test
{
  protected:
    FolderFixture()
    {
        auto name = (std::filesystem::temp_directory_path() / "mrc results XXXXXX").string();
        m_base = mkdtemp(name.data());
    }

    ~FolderFixture() override
    {
        std::filesystem::remove_all(m_base);
    }

    /**
     * @param name a file below the test's folder
     * @param text its new contents
     */
    void Write(const std::filesystem::path& name, const std::string& text) const
    {
        std::ofstream(m_base / name) << text;
    }

    /**
     * @param name a file below the test's folder
     * @return its contents
     */
    std::string Read(const std::filesystem::path& name) const
    {
        std::ostringstream text;
        text << std::ifstream(m_base / name).rdbuf();
        return text.str();
    }

    /**
     * @param folder a folder below the test's folder
     * @return names of its entries
     */
    std::set<std::string> List(const std::filesystem::path& folder) const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(m_base / folder))
        {
            names.insert(entry.path().filename());
        }
        return names;
    }

    std::filesystem::path m_base; ///< the folder
};

#endif // FOLDER_FIXTURE_H
