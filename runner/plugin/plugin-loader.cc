/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plugin-loader.h"

#include "mrc-plugin-stamp.h"
#include "plugin-file.h"

#include "ns3/type-id.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace mrcsim
{

namespace
{

namespace fs = std::filesystem;

/// Loaded plugins: absolute paths, in order.
std::vector<std::string> g_loaded;

/// The plugin whose static objects are being constructed.
std::string g_inProgress;

/** @return the plugin that defines each class, by class, for loaded plugins */
std::map<std::string, std::string>&
GetOwners()
{
    static std::map<std::string, std::string> owners;
    return owners;
}

/**
 * @param file name of a plugin
 * @param [out] facts receives its facts
 * @return a sentence if it is none that this program can use
 */
std::string
Inspect(const fs::path& file, PluginFile& facts)
{
    const std::string again = "; build it with find_package(ns3-mrc) and mrc_add_plugin, see "
                              "docs/plugins.md";
    if (fs::is_directory(file))
    {
        return "is a folder; allowed: a shared library, as docs/plugins.md describes";
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        return std::string("cannot be read: ") + std::strerror(errno) +
               "; build the plugin first, or correct the path";
    }
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const auto found = ReadPluginFile(bytes);
    if (!found)
    {
        return "is no shared library" + again;
    }
    if (!found->stamp)
    {
        return "is no plugin of mrc-sim: it has no stamp" + again;
    }
    if (*found->stamp != GetPluginStamp())
    {
        return "was built for another mrc-sim: found " + *found->stamp +
               "; allowed: " + GetPluginStamp() + "; build it again for this one";
    }
    facts = *found;
    return "";
}

/**
 * A second definition of a class would be ignored: its calls would reach the first one.
 *
 * @param facts facts about a plugin
 * @return a sentence if a class exists already
 */
std::string
CheckClasses(const PluginFile& facts)
{
    for (const auto& [name, symbol] : facts.classes)
    {
        const auto owner = GetOwners().find(name);
        if (owner != GetOwners().end() || dlsym(RTLD_DEFAULT, symbol.c_str()))
        {
            return "defines the class " + name + ", which " +
                   (owner != GetOwners().end() ? "the plugin " + owner->second
                                               : "ns-3 or this module") +
                   " defines as well; rename it";
        }
    }
    return "";
}

/** @return the names of registered types, from this one on */
std::vector<std::string>
ListTypes(uint16_t first)
{
    std::vector<std::string> names;
    for (uint16_t i = first; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        names.push_back(ns3::TypeId::GetRegistered(i).GetName());
    }
    return names;
}

/**
 * @param file a library that could not be loaded
 * @param why the message of the loader
 * @return a sentence
 */
std::string
DescribeFailure(const std::string& file, const std::string& why)
{
    static const std::string UNDEFINED = "undefined symbol: ";
    const auto symbol = why.find(UNDEFINED);
    if (symbol != std::string::npos)
    {
        return "cannot be loaded: " + UNDEFINED + Demangle(why.substr(symbol + UNDEFINED.size())) +
               "; define it in the plugin, or link its library";
    }
    const auto begin = file + ": ";
    return "cannot be loaded: " + (why.rfind(begin, 0) == 0 ? why.substr(begin.size()) : why) +
           "; build the plugin again";
}

/**
 * Load a library, whose static objects register its classes and kinds.
 * @return a sentence if that is impossible
 */
std::string
Open(const std::string& file)
{
    const auto before = ListTypes(0);
    g_inProgress = file;
    const void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    g_inProgress.clear();
    if (!library)
    {
        return DescribeFailure(file, dlerror());
    }
    std::set<std::string> known(before.begin(), before.end());
    for (const auto& name : ListTypes(static_cast<uint16_t>(before.size())))
    {
        if (!known.insert(name).second)
        {
            return "registers the TypeId " + name + ", which exists already; rename it";
        }
    }
    return "";
}

} // namespace

const std::string&
GetPluginStamp()
{
    static const std::string stamp = MRC_PLUGIN_STAMP;
    return stamp;
}

const std::string&
GetPluginInProgress()
{
    return g_inProgress;
}

Problems
LoadPlugin(const fs::path& file, const std::string& place)
{
    std::error_code none;
    const auto path = fs::weakly_canonical(fs::absolute(file), none).string();
    if (std::find(g_loaded.begin(), g_loaded.end(), path) != g_loaded.end())
    {
        return {};
    }
    PluginFile facts;
    auto problem = Inspect(path, facts);
    problem = problem.empty() ? CheckClasses(facts) : problem;
    problem = problem.empty() ? Open(path) : problem;
    if (!problem.empty())
    {
        return {{place, path + " " + problem}};
    }
    g_loaded.push_back(path);
    for (const auto& [name, symbol] : facts.classes)
    {
        GetOwners()[name] = path;
    }
    return {};
}

Problems
LoadPlugins(const fs::path& folder, Json& document)
{
    if (!document.is_object())
    {
        return {};
    }
    const auto files = document.value("plugins", Json::array());
    if (!files.is_array())
    {
        return {}; // the check of keys reports it
    }
    for (size_t i = 0; i < files.size(); ++i)
    {
        if (!files[i].is_string())
        {
            return {};
        }
        const auto problems =
            LoadPlugin(folder / files[i].get<std::string>(), AppendIndex("plugins", i));
        if (!problems.empty())
        {
            return problems;
        }
    }
    if (!g_loaded.empty())
    {
        document["plugins"] = g_loaded;
    }
    return {};
}

} // namespace mrcsim
