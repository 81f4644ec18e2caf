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
        .Help("Delay of a frame in a switch, without queueing.");
    keys.Add("hostsPerServer", &TopologySpec::servers, &ServerSpec::hosts)
        .Range(1, 2048)
        .Default(1)
        .Attribute("ns3::RdmaServerDomain::HostsPerServer")
        .AttributeOnlyWith("serverRate")
        .Help("Hosts (GPUs with a NIC each) of one server, which have consecutive numbers. 1: "
              "servers have no effect.");
    keys.Add("serverRate", &TopologySpec::servers, &ServerSpec::rateBps)
        .Rate()
        .Above(0)
        .Attribute("ns3::RdmaServerDomain::Rate")
        .AttributeOnlyWith("serverRate")
        .Absent("messages within a server use the network")
        .Help("Rate at which a host sends to, and receives from, the other hosts of its server. "
              "Messages within a server then use these links, such as NVLink, instead of the "
              "network: ports and time series of hosts and planes do not count them, and they "
              "have 0 packets in flows.csv. Requires hostsPerServer of at least 2 and complete "
              "servers.");
    keys.Add("serverDelay", &TopologySpec::serverDelay)
        .Attribute("ns3::RdmaServerDomain::Delay")
        .AttributeOnlyWith("serverRate")
        .Help("Delay of a byte from one host of a server to another. Only with serverRate.");
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
