/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "document/json-path.h"
#include "document/problem.h"
#include "kind-registry.h"
#include "server-spec.h"

#include "ns3/fabric-network.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <string>

/**
 * @file
 * The network of a scenario, by kind.
 */

namespace mrcsim
{

/**
 * Makes the network of one kind.
 *
 * @param json the topology, with all defaults, as the schema admits it
 * @param seed the scenario's, for what is drawn
 * @param [out] problems receives what is wrong between its numbers
 * @return the network; null if anything is wrong
 */
using TopologyReader = std::function<
    ns3::Ptr<const ns3::FabricNetwork>(const Json& json, uint64_t seed, Problems& problems)>;

/// Makes a kind of topology known: a file of its own has a static object of this class.
using TopologyKind = Kind<TopologyReader>;

/**
 * @param json the topology, with all defaults, as the schema admits it
 * @param seed the scenario's, for what is drawn
 * @param [out] problems receives what is wrong between its numbers
 * @return the network; null if anything is wrong
 */
ns3::Ptr<const ns3::FabricNetwork> ReadTopology(const Json& json,
                                                uint64_t seed,
                                                Problems& problems);

/**
 * @param json the topology, with all defaults, as the schema admits it
 * @param [out] problems receives what is wrong with the rate
 * @return its servers
 */
ServerSpec ReadServers(const Json& json, Problems& problems);

/**
 * @param bps a rate, bit/s
 * @param path where it was written
 * @param [out] problems receives the mistake if links cannot have it
 */
void CheckLinkRate(uint64_t bps, const std::string& path, Problems& problems);

} // namespace mrcsim

#endif // TOPOLOGY_H
