/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology.h"

#include "ns3/assert.h"
#include "ns3/fabric-rate.h"

#include <map>

namespace mrcsim
{

namespace
{

/** @return the kinds that are known */
std::map<std::string, TopologyReader>&
Kinds()
{
    static std::map<std::string, TopologyReader> kinds;
    return kinds;
}

} // namespace

TopologyKind::TopologyKind(const std::string& type, TopologyReader reader)
{
    Kinds()[type] = std::move(reader);
}

ns3::Ptr<const ns3::FabricNetwork>
ReadTopology(const Json& json, uint64_t seed, Problems& problems)
{
    const auto kind = Kinds().find(json["type"].get<std::string>());
    NS_ASSERT_MSG(kind != Kinds().end(), "the schema admitted " << json["type"]);
    return kind->second(json, seed, problems);
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
