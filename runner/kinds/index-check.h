/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INDEX_CHECK_H
#define INDEX_CHECK_H

#include "document/problem.h"
#include "keys/key-set.h"

#include <cstdint>
#include <string>

/**
 * @file
 * Numbers of hosts, planes and the like: their keys, and whether a network has them.
 */

namespace mrcsim
{

/// Largest number that a scenario may give a host.
constexpr int64_t LAST_HOST = 131071;

/// Largest number that a scenario may give a plane.
constexpr int64_t LAST_PLANE = 7;

/**
 * @param key is the number of a host
 * @return the key
 */
Key DeclareHost(Key key);

/**
 * @param key is the number of a plane
 * @return the key
 */
Key DeclarePlane(Key key);

/**
 * @param index a number that was written
 * @param count how many there are
 * @param path where it was written
 * @param noun what is counted
 * @param [out] problems receives the mistake
 * @return true if it is below count
 */
bool CheckBelow(uint32_t index,
                uint32_t count,
                const std::string& path,
                const char* noun,
                Problems& problems);

} // namespace mrcsim

#endif // INDEX_CHECK_H
