/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-path.h"

namespace mrcsim
{

std::string
AppendKey(const std::string& path, const std::string& key)
{
    return path.empty() ? key : path + "." + key;
}

std::string
AppendIndex(const std::string& path, size_t index)
{
    return path + "[" + std::to_string(index) + "]";
}

} // namespace mrcsim
