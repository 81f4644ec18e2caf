/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-plugin-stamp.h"

/**
 * @file
 * The stamp of a plugin, which mrc-sim reads before it loads the plugin. mrc_add_plugin adds this
 * file to each plugin.
 */

namespace
{

/// In a section of its own, so that it can be read without executing code of the plugin.
[[gnu::used, gnu::section(".mrc-plugin")]] const char STAMP[] = MRC_PLUGIN_STAMP;

} // namespace
