/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology.h"

#include "fluid/fluid-graph-shape.h"

#include "ns3/fabric-rate.h"

namespace mrcsim
{

std::unique_ptr<const FluidShape>
Topology::MakeFluidShape(const ns3::FabricNetwork& network) const
{
    return std::make_unique<FluidGraphShape>(network);
}

void
TopologySpec::DeclareKeys(KeySet& keys)
{
    keys.Title("a topology such as {\"type\": \"clos\", \"hosts\": 8, \"hostsPerT0\": 4, "
               "\"t1PerPlane\": 4}");
    keys.Add("type", &TopologySpec::type);
    keys.PutKindKeysHere();
    keys.Add("switchDelay", &TopologySpec::switchDelay)
        .Default("300ns")
        .Help("Time a frame spends in a switch besides queueing.");
    keys.Add("hostsPerServer", &TopologySpec::servers, &ServerSpec::hosts)
        .Range(1, 2048)
        .Default(1)
        .Attribute("ns3::RdmaServerDomain::HostsPerServer")
        .AttributeOnlyWith("serverRate")
        .Help("Hosts (GPUs with a NIC each) of one server, which have consecutive numbers. 1: "
              "servers do not matter.");
    keys.Add("serverRate", &TopologySpec::servers, &ServerSpec::rateBps)
        .Rate()
        .Above(0)
        .Attribute("ns3::RdmaServerDomain::Rate")
        .AttributeOnlyWith("serverRate")
        .Absent("messages within a server take the network")
        .Help("Rate at which a host sends to, and receives from, the other hosts of its server. "
              "Messages within a server then take these links, as those of NVLink, and not the "
              "network: no port, no time series of hosts and planes and no packet counts them, in "
              "flows.csv they have 0 packets. Needs hostsPerServer of 2 or more, and servers that "
              "are complete.");
    keys.Add("serverDelay", &TopologySpec::serverDelay)
        .Attribute("ns3::RdmaServerDomain::Delay")
        .AttributeOnlyWith("serverRate")
        .Help("Time that a byte takes from one host of a server to another. Only with "
              "serverRate.");
    AddKinds(keys, "type", &TopologySpec::what);
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
