/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plugin-file.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <memory>
#include <vector>

namespace mrcsim
{

namespace
{

/// End of the mangled name of a static or const-free function GetTypeId().
constexpr const char* MANGLED_END = "9GetTypeIdEv";

/// End of its name.
constexpr const char* NAME_END = "::GetTypeId()";

/** @return true if the text ends with this end */
bool
EndsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/**
 * @tparam T a struct of the format ELF
 * @param bytes content of the file
 * @param offset position of the struct, B
 * @return the struct; zeros if the file is shorter
 */
template <typename T>
T
Get(const std::string& bytes, uint64_t offset)
{
    T found{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(T))
    {
        std::memcpy(&found, bytes.data() + offset, sizeof(T));
    }
    return found;
}

/** @return the text at a position, up to the first zero byte; empty if the file is shorter */
std::string
GetText(const std::string& bytes, uint64_t offset)
{
    return offset < bytes.size() ? std::string(bytes.c_str() + offset) : "";
}

/** @return the sections of a file */
std::vector<Elf64_Shdr>
ListSections(const std::string& bytes, const Elf64_Ehdr& header)
{
    std::vector<Elf64_Shdr> sections;
    for (uint64_t i = 0; i < header.e_shnum; ++i)
    {
        sections.push_back(Get<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr)));
    }
    return sections;
}

/** @return the class of a mangled function GetTypeId; empty for others and for class templates */
std::string
FindClass(const std::string& symbol)
{
    if (!EndsWith(symbol, MANGLED_END))
    {
        return "";
    }
    const auto name = Demangle(symbol);
    return EndsWith(name, NAME_END) && name.find('<') == std::string::npos
               ? name.substr(0, name.size() - std::strlen(NAME_END))
               : "";
}

/**
 * @param symbols a table of dynamic symbols
 * @param names offset of their names, B
 * @param [out] file receives the classes that the library defines
 */
void
ReadClasses(const std::string& bytes, const Elf64_Shdr& symbols, uint64_t names, PluginFile& file)
{
    const auto end = symbols.sh_offset + std::min<uint64_t>(symbols.sh_size, bytes.size());
    for (auto at = symbols.sh_offset; at < end; at += sizeof(Elf64_Sym))
    {
        const auto symbol = Get<Elf64_Sym>(bytes, at);
        if (symbol.st_shndx == SHN_UNDEF)
        {
            continue;
        }
        const auto mangled = GetText(bytes, names + symbol.st_name);
        const auto name = FindClass(mangled);
        if (!name.empty())
        {
            file.classes.emplace(name, mangled);
        }
    }
}

} // namespace

std::string
Demangle(const std::string& symbol)
{
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
        std::free);
    return status == 0 ? name.get() : symbol;
}

std::optional<PluginFile>
ReadPluginFile(const std::string& bytes)
{
    const auto header = Get<Elf64_Ehdr>(bytes, 0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN)
    {
        return std::nullopt;
    }
    PluginFile file;
    const auto sections = ListSections(bytes, header);
    const auto names = header.e_shstrndx < sections.size() ? sections[header.e_shstrndx].sh_offset
                                                           : uint64_t{bytes.size()};
    for (const auto& section : sections)
    {
        if (section.sh_type == SHT_DYNSYM && section.sh_link < sections.size())
        {
            ReadClasses(bytes, section, sections[section.sh_link].sh_offset, file);
        }
        else if (GetText(bytes, names + section.sh_name) == PLUGIN_SECTION)
        {
            file.stamp = GetText(bytes, section.sh_offset);
        }
    }
    return file;
}

} // namespace mrcsim
