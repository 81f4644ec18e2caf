/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology.h"

#include "document/scenario-quantity.h"

namespace mrcsim
{

namespace
{

/// Rates of links, bit/s: with slower ones time-outs, with faster ones picoseconds run out.
constexpr uint64_t MIN_RATE_BPS = 1000;
constexpr uint64_t MAX_RATE_BPS = 1000000000000000;

} // namespace

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
    if (bps < MIN_RATE_BPS || bps > MAX_RATE_BPS)
    {
        problems.push_back(
            {path, "found " + std::to_string(bps) + " bit/s; allowed: 1kbps to 1000Tbps"});
    }
}

} // namespace mrcsim
