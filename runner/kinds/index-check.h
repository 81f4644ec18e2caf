/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INDEX_CHECK_H
#define INDEX_CHECK_H

#include "document/problem.h"
#include "keys/key-set.h"

#include "ns3/fabric-network.h"
#include "ns3/srv6-usid.h"

#include <cstdint>
#include <string>

/**
 * @file
 * Numbers of hosts, planes and other parts of a network: their keys and their check.
 */

namespace mrcsim
{

/// Largest number of a host in a scenario.
constexpr int64_t LAST_HOST = 131071;

/// Largest number of a plane in a scenario.
constexpr int64_t LAST_PLANE = ns3::SRV6_MAX_PLANE;

/// Largest number of a switch of a tier of a plane, or of a parallel link, in a scenario.
constexpr int64_t LAST_SWITCH = ns3::SRV6_MAX_INDEX;

/**
 * @param key key of a host number
 * @return the key
 */
Key DeclareHost(Key key);

/**
 * @param key key of a plane number
 * @return the key
 */
Key DeclarePlane(Key key);

/**
 * @param index number in the scenario
 * @param count number of these objects in the network
 * @param path its position in the document
 * @param noun name of these objects, plural
 * @param [out] problems receives the problem
 * @return true if it is below count
 */
bool CheckBelow(uint32_t index,
                uint32_t count,
                const std::string& path,
                const char* noun,
                Problems& problems);

/**
 * @param host number of a host
 * @param network the network
 * @param path its position in the document
 * @param [out] problems receives the problem
 * @return true if the host exists
 */
bool CheckHost(uint32_t host,
               const ns3::FabricNetwork& network,
               const std::string& path,
               Problems& problems);

} // namespace mrcsim

#endif // INDEX_CHECK_H
