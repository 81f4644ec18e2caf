/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_QUERY_H
#define KEY_QUERY_H

#include "document/problem.h"
#include "key-list.h"

#include <string>
#include <vector>

/**
 * @file
 * Keys that somebody asks for.
 */

namespace mrcsim
{

/**
 * @param keys all keys
 * @param path which ones: a key and all below it. Behind a list, [] or [0] stands for any entry, or
 *             may be left out; behind a value with kinds, [KIND] asks for this kind alone, as in
 *             workload[all-reduce].bytes. Empty: all keys
 * @param [out] found receives them
 * @return why there are none, with the nearest ones
 */
Problems FindKeys(const KeyList& keys, const std::string& path, std::vector<ListedKey>& found);

} // namespace mrcsim

#endif // KEY_QUERY_H
