/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology.h"

#include "ns3/assert.h"

#include <map>

namespace mrcsim
{

namespace
{

/// Rates of links, bit/s: with slower ones time-outs, with faster ones picoseconds run out.
constexpr uint64_t MIN_RATE_BPS = 1000;
constexpr uint64_t MAX_RATE_BPS = 1000000000000000;

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
    if (bps < MIN_RATE_BPS || bps > MAX_RATE_BPS)
    {
        problems.push_back(
            {path, "found " + std::to_string(bps) + " bit/s; allowed: 1kbps to 1000Tbps"});
    }
}

} // namespace mrcsim
