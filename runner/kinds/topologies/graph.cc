/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/topology.h"

#include "ns3/fabric-graph-check.h"
#include "ns3/fabric-graph.h"

namespace mrcsim
{

namespace
{

/**
 * @param json a topology of type graph
 * @param seed of the draw of paths
 * @return the graph
 */
ns3::FabricGraphSpec
ReadSpec(const Json& json, uint64_t seed)
{
    ns3::FabricGraphSpec spec;
    for (const auto& node : json["nodes"])
    {
        spec.nodes.push_back({node["name"].get<std::string>(), node["type"] == "host"});
    }
    for (const auto& link : json["links"])
    {
        spec.links.push_back({link["a"].get<std::string>(),
                              link["b"].get<std::string>(),
                              link["plane"].get<uint32_t>(),
                              ReadRate(link["rate"]),
                              ReadTime(link["delay"])});
    }
    spec.switchDelay = ReadTime(json["switchDelay"]);
    spec.maxPaths = json["maxPaths"].get<uint32_t>();
    spec.seed = seed;
    return spec;
}

/**
 * @param json a topology of type graph
 * @param seed of the draw of paths
 * @param [out] problems receives what is wrong
 * @return the network, or null
 */
ns3::Ptr<const ns3::FabricNetwork>
ReadGraph(const Json& json, uint64_t seed, Problems& problems)
{
    const auto spec = ReadSpec(json, seed);
    const auto found = ns3::CheckFabricGraph(spec);
    for (const auto& problem : found)
    {
        problems.push_back({"topology." + problem.where, problem.what});
    }
    return found.empty() ? ns3::Create<ns3::FabricGraph>(spec) : nullptr;
}

const TopologyKind KIND("graph", ReadGraph);

} // namespace

} // namespace mrcsim
