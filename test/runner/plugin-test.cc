/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "folder-fixture.h"
#include "plugin/plugin-file.h"
#include "plugin/plugin-loader.h"

#include "ns3/packet.h"

#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

// Plugins that cannot be loaded. test_plugins.py builds and loads one.

namespace
{

using namespace mrcsim;

/// Names of the sections of MakeLibrary, at 0, 1 and 11.
const std::string SECTION_NAMES("\0.shstrtab\0.mrc-plugin\0", 23);

/** @return the bytes of a struct */
template <typename T>
std::string
ToBytes(const T& value)
{
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

/**
 * @param stamp content of its section
 * @return a shared library that consists of a stamp
 */
std::string
MakeLibrary(const std::string& stamp)
{
    Elf64_Ehdr header{};
    std::copy_n(ELFMAG, SELFMAG, header.e_ident);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_type = ET_DYN;
    header.e_shoff = sizeof header + SECTION_NAMES.size() + stamp.size() + 1;
    header.e_shnum = 3;
    header.e_shstrndx = 1;
    Elf64_Shdr names{};
    names.sh_name = 1;
    names.sh_type = SHT_STRTAB;
    names.sh_offset = sizeof header;
    Elf64_Shdr content{};
    content.sh_name = 11;
    content.sh_type = SHT_PROGBITS;
    content.sh_offset = sizeof header + SECTION_NAMES.size();
    return ToBytes(header) + SECTION_NAMES + stamp + '\0' + ToBytes(Elf64_Shdr{}) + ToBytes(names) +
           ToBytes(content);
}

/** @return a library of ns-3, which has classes and class templates */
std::string
FindNs3()
{
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(&ns3::Packet::EnablePrinting), &info);
    return info.dli_fname ? info.dli_fname : "";
}

TEST(PluginFile, TheStampIsReadWithoutExecutingCode)
{
    const auto file = ReadPluginFile(MakeLibrary("version 1"));
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->stamp, "version 1");
    EXPECT_TRUE(file->classes.empty());
}

TEST(PluginFile, FilesThatAreCutAnywhereHaveNoStamp)
{
    const auto whole = MakeLibrary("version 1");
    for (size_t size = 0; size < whole.size(); ++size)
    {
        const auto file = ReadPluginFile(whole.substr(0, size));
        EXPECT_EQ(file.has_value(), size >= sizeof(Elf64_Ehdr)) << size;
        EXPECT_FALSE(file && file->stamp) << size;
    }
}

TEST(PluginFile, ProgramsAndLibrariesOf32BitsAreNoSharedLibraries)
{
    for (const size_t place : {size_t{EI_CLASS}, offsetof(Elf64_Ehdr, e_type)})
    {
        auto bytes = MakeLibrary("version 1");
        bytes[place] = 1; // ELFCLASS32, ET_REL
        EXPECT_FALSE(ReadPluginFile(bytes).has_value()) << place;
    }
}

/// A folder with files that are no plugins.
class Plugin : public FolderFixture
{
  protected:
    /**
     * @param name name of a file in the folder
     * @param bytes its content; it is not written if empty
     * @return the problem with the file as a plugin
     */
    std::string Refuse(const std::string& name, const std::string& bytes = "")
    {
        if (!bytes.empty())
        {
            Write(name, bytes);
        }
        Json document{{"plugins", {name}}};
        const auto problems = LoadPlugins(m_base, document);
        EXPECT_EQ(document["plugins"], Json::array({name})) << "unchanged";
        EXPECT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems.at(0).path, "plugins[0]");
        const auto begin = (m_base / name).lexically_normal().string();
        EXPECT_EQ(problems.at(0).text.rfind(begin, 0), 0U) << problems.at(0).text;
        return problems.at(0).text.substr(begin.size());
    }
};

TEST_F(Plugin, TheClassesOfALibraryButNoTemplates)
{
    const auto file = ReadPluginFile(Read(FindNs3()));
    ASSERT_TRUE(file.has_value());
    EXPECT_FALSE(file->stamp.has_value());
    EXPECT_EQ(file->classes.count("ns3::Node"), 1U);
    for (const auto& [name, symbol] : file->classes)
    {
        EXPECT_EQ(name.find('<'), std::string::npos) << name;
        EXPECT_NE(dlsym(RTLD_DEFAULT, symbol.c_str()), nullptr) << name;
    }
}

TEST_F(Plugin, EachProblemNamesTheFileAndTheRemedy)
{
    EXPECT_EQ(Refuse("no.so"),
              " cannot be read: No such file or directory; build the plugin first, or correct the "
              "path");
    std::filesystem::create_directory(m_base / "folder");
    EXPECT_EQ(Refuse("folder"),
              " is a folder; allowed: a shared library, as docs/plugins.md describes");
    const std::string build = "; build it with find_package(ns3-mrc) and mrc_add_plugin, see "
                              "docs/plugins.md";
    EXPECT_EQ(Refuse("text.so", "no library"), " is no shared library" + build);
    EXPECT_EQ(Refuse("other.so", Read(FindNs3())),
              " is no plugin of mrc-sim: it has no stamp" + build);
    EXPECT_EQ(Refuse("old.so", MakeLibrary("version 1")),
              " was built for another mrc-sim: found version 1; allowed: " + GetPluginStamp() +
                  "; build it again for this one");
}

TEST_F(Plugin, AStampAloneDoesNotMakeALibrary)
{
    const auto text = Refuse("bad.so", MakeLibrary(GetPluginStamp()));
    EXPECT_EQ(text.rfind(" cannot be loaded: ", 0), 0U) << text;
    EXPECT_EQ(GetPluginInProgress(), "");
}

TEST_F(Plugin, TheCheckOfKeysReportsOtherTypes)
{
    for (const char* text : {R"([])", R"({"plugins": "a.so"})", R"({"plugins": [1]})", R"({})"})
    {
        auto document = Json::parse(text);
        EXPECT_TRUE(LoadPlugins(m_base, document).empty()) << text;
        EXPECT_EQ(document, Json::parse(text));
    }
}

TEST(PluginStamp, HasAllVersions)
{
    for (const char* part : {"module " MRC_VERSION ", ", "ns-3 " MRC_NS3_VERSION ", ", "headers "})
    {
        EXPECT_NE(GetPluginStamp().find(part), std::string::npos) << GetPluginStamp();
    }
}

} // namespace
