/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLUGIN_FILE_H
#define PLUGIN_FILE_H

#include <map>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::PluginFile: facts about a plugin that can be read without executing its code.
 */

namespace mrcsim
{

/// Name of the section with the stamp of a plugin; mrc-plugin-stamp.cc defines it.
constexpr const char* PLUGIN_SECTION = ".mrc-plugin";

/**
 * Facts about a shared library.
 */
struct PluginFile
{
    /// Versions that it was built with; absent: it is no plugin.
    std::optional<std::string> stamp;

    /// ns-3 classes that it defines, such as ns3::MrcHalvingWindow, by the symbol of their
    /// GetTypeId. Class templates are left out: their symbols may be in several libraries.
    std::map<std::string, std::string> classes;
};

/**
 * @param symbol name of a function or variable for the linker
 * @return its name in C++; the symbol itself if it has none
 */
std::string Demangle(const std::string& symbol);

/**
 * @param bytes content of a file
 * @return its facts; absent if it is no shared library of 64 bits
 */
std::optional<PluginFile> ReadPluginFile(const std::string& bytes);

} // namespace mrcsim

#endif // PLUGIN_FILE_H
