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
 * Search for keys by path.
 */

namespace mrcsim
{

/**
 * @param keys all keys
 * @param path path of a key, which selects it and all keys below. After a list, [] or [0] stands
 * for any entry and may be omitted; after a value with kinds, [KIND] selects this kind only, as in
 * workload[all-reduce].bytes. Empty: all keys
 * @param [out] found receives the keys
 * @return the problem if there are none, with the nearest names
 */
Problems FindKeys(const KeyList& keys, const std::string& path, std::vector<ListedKey>& found);

} // namespace mrcsim

#endif // KEY_QUERY_H
