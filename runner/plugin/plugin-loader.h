/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLUGIN_LOADER_H
#define PLUGIN_LOADER_H

#include "document/json-path.h"
#include "document/problem.h"

#include <filesystem>
#include <string>

/**
 * @file
 * Plugins: shared libraries with ns-3 classes and kinds of a user. Their static objects register
 * them when the library is loaded, so they must be loaded before keys are listed or checked.
 */

namespace mrcsim
{

/** @return the stamp that a plugin must have: versions, C++ standard and the module's headers */
const std::string& GetPluginStamp();

/**
 * Load a plugin, unless it is loaded already. Its code does not run before its stamp and its
 * classes are checked.
 *
 * @param file name of the file
 * @param place position in the scenario or on the command line, for problems
 * @return the problem if it cannot be used
 */
Problems LoadPlugin(const std::filesystem::path& file, const std::string& place);

/**
 * Load the plugins of a scenario. The key plugins then has the absolute paths of all loaded
 * plugins, so that the scenario does not depend on folders or on the command line.
 *
 * @param folder that file names are relative to
 * @param [in,out] document a scenario, of any form
 * @return the problems of the first plugin that cannot be used
 */
Problems LoadPlugins(const std::filesystem::path& folder, Json& document);

/** @return the plugin whose static objects are being constructed; empty: none */
const std::string& GetPluginInProgress();

} // namespace mrcsim

#endif // PLUGIN_LOADER_H
