/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/topology.h"

#include "ns3/fabric-graph.h"

namespace mrcsim
{

namespace
{

/**
 * All hosts around one switch.
 * @param json the topology
 * @param seed of the scenario
 * @param [out] problems receives what is wrong
 * @return the network, or null
 */
ns3::Ptr<const ns3::FabricNetwork>
ReadStar(const Json& json, uint64_t seed, Problems& problems)
{
    ns3::FabricGraphSpec spec;
    spec.switchDelay = ReadTime(json["switchDelay"]);
    spec.seed = seed;
    spec.nodes.push_back({"hub", false});
    for (uint32_t host = 0; host < json["hosts"].get<uint32_t>(); ++host)
    {
        const auto name = "h" + std::to_string(host);
        spec.nodes.push_back({name, true});
        spec.links.push_back(
            {name, "hub", 0, ReadRate(json["hostRate"]), ReadTime(json["linkDelay"])});
    }
    CheckLinkRate(ReadRate(json["hostRate"]), "topology.hostRate", problems);
    return problems.empty() ? ns3::Create<ns3::FabricGraph>(spec) : nullptr;
}

const TopologyKind KIND("star", ReadStar);

} // namespace

} // namespace mrcsim
