/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology.h"

#include "document/scenario-quantity.h"

#include "ns3/fabric-rate.h"

namespace mrcsim
{

ns3::Ptr<const ns3::FabricNetwork>
ReadTopology(const Json& json, uint64_t seed, Problems& problems)
{
    const auto& read = KindRegistry<TopologyReader>::Get(json["type"].get<std::string>());
    return read(json, seed, problems);
}

ServerSpec
ReadServers(const Json& json, Problems& problems)
{
    ServerSpec servers;
    servers.hosts = json["hostsPerServer"].get<uint32_t>();
    if (json.contains("serverRate"))
    {
        servers.rateBps = ReadRate(json["serverRate"]);
        servers.delay = ReadTime(json["serverDelay"]);
        CheckLinkRate(servers.rateBps, "topology.serverRate", problems);
    }
    return servers;
}

void
CheckLinkRate(uint64_t bps, const std::string& path, Problems& problems)
{
    if (!ns3::IsFabricRate(bps))
    {
        problems.push_back(
            {path, "found " + std::to_string(bps) + " bit/s; allowed: " + ns3::FABRIC_RATE_LIMITS});
    }
}

} // namespace mrcsim
