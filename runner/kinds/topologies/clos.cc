/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/topology.h"

#include "ns3/fabric-clos.h"

namespace mrcsim
{

namespace
{

/**
 * @param json a topology of type clos
 * @return its numbers
 */
ns3::FabricClosSpec
ReadSpec(const Json& json)
{
    ns3::FabricClosSpec spec;
    spec.planes = json["planes"].get<uint32_t>();
    spec.hosts = json["hosts"].get<uint32_t>();
    spec.hostsPerT0 = json["hostsPerT0"].get<uint32_t>();
    spec.parallelLinks = json["parallelLinks"].get<uint32_t>();
    if (json["attachment"] == "rail")
    {
        spec.rails = json["hostsPerServer"].get<uint32_t>();
    }
    spec.hostRateBps = ReadRate(json["hostRate"]);
    spec.fabricRateBps = ReadRate(json["fabricRate"]);
    spec.linkDelay = ReadTime(json["linkDelay"]);
    spec.switchDelay = ReadTime(json["switchDelay"]);
    if (json["tiers"] == 3)
    {
        spec.t0PerPod = json["t0PerPod"].get<uint32_t>();
        spec.t1PerPod = json["t1PerPod"].get<uint32_t>();
        spec.t2PerPlane = json["t2PerPlane"].get<uint32_t>();
        spec.coreRateBps = ReadRate(json["coreRate"]);
    }
    else
    {
        spec.t1PerPlane = json["t1PerPlane"].get<uint32_t>();
    }
    return spec;
}

/**
 * @param json a topology of type clos
 * @param [out] problems receives what is wrong
 * @return the network, or null
 */
ns3::Ptr<const ns3::FabricNetwork>
ReadClos(const Json& json, uint64_t /* seed */, Problems& problems)
{
    const auto before = problems.size();
    const auto spec = ReadSpec(json);
    for (const auto& sentence : spec.Check())
    {
        problems.push_back({"topology", sentence});
    }
    CheckLinkRate(spec.hostRateBps, "topology.hostRate", problems);
    if (spec.fabricRateBps != spec.hostRateBps)
    {
        CheckLinkRate(spec.fabricRateBps, "topology.fabricRate", problems);
    }
    if (spec.HasPods() && spec.coreRateBps != spec.fabricRateBps)
    {
        CheckLinkRate(spec.coreRateBps, "topology.coreRate", problems);
    }
    return problems.size() == before ? ns3::Create<ns3::FabricClos>(spec) : nullptr;
}

const TopologyKind KIND("clos", ReadClos);

} // namespace

} // namespace mrcsim
