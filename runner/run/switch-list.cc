/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-list.h"

#include "scenario-check.h"

#include "ns3/config.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-port.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace mrcsim
{

namespace
{

/// Bits of a SID: the block and one uSID.
constexpr uint32_t SID_BITS = 128 - 16 * (ns3::SRV6_CARRIER_USIDS - 1);
/// Types of uSIDs that name something.
constexpr ns3::Srv6UsidType USID_TYPES[] = {ns3::Srv6UsidType::T0,
                                            ns3::Srv6UsidType::T1,
                                            ns3::Srv6UsidType::NIC};

/** @return the SID of a uSID as a prefix */
std::string
NameSid(uint16_t usid)
{
    const auto address = ns3::Srv6AddressToString(ns3::MakeSrv6Carrier({usid}));
    return address.substr(0, (SID_BITS / 16) * 5 - 1) + "::/" + std::to_string(SID_BITS);
}

/** @return the ports of a switch, in their order */
Json
ListPorts(const ns3::FabricNetwork& network, ns3::FabricSwitch& owner)
{
    Json ports = Json::array();
    for (uint32_t index = 0; index < network.GetNSwitchPorts(owner.GetNumber()); ++index)
    {
        const ns3::FabricPort& port = *owner.GetPort(index);
        const auto& profile = *port.profile;
        const uint64_t queue =
            profile.trimThresholdBytes > 0 ? profile.trimThresholdBytes : profile.dataLimitBytes;
        ports.push_back(
            {{"name", network.GetNames().GetPortName(port.id)}, {"rate_bps", port.GetRateBps()}});
        if (queue < ns3::FABRIC_MAX_QUEUE_BYTES)
        {
            ports.back()["queue_bytes"] = queue;
        }
    }
    return ports;
}

/** @return the port of each SID that may follow one of a switch */
Json
ListNextSids(const ns3::FabricForwarding& forwarding, uint16_t own)
{
    Json next = Json::object();
    for (const auto type : USID_TYPES)
    {
        for (uint32_t index = 0; index <= ns3::SRV6_MAX_INDEX; ++index)
        {
            const auto usid = ns3::MakeSrv6Usid(ns3::GetSrv6UsidPlane(own), type, index);
            const auto port = forwarding.FindNeighbor(own, usid);
            if (port != ns3::FabricForwarding::NO_PORT)
            {
                next[NameSid(usid)] = port;
            }
        }
    }
    return next;
}

/** @return the SIDs of a switch, each with the next ones */
Json
ListSids(const ns3::FabricNetwork& network, const ns3::FabricSwitch& owner)
{
    Json sids = Json::array();
    const auto range = network.GetSids(owner.GetNumber());
    for (uint32_t i = 0; i < range.count; ++i)
    {
        const auto own = static_cast<uint16_t>(range.first + i);
        sids.push_back({{"sid", NameSid(own)}, {"next", ListNextSids(owner.GetForwarding(), own)}});
    }
    return sids;
}

} // namespace

void
WriteSwitches(const Scenario& scenario, std::ostream& out)
{
    ApplyAttributes(scenario.attributes);
    {
        const auto cluster = MakeClusterHelper(scenario).Build();
        const auto& network = *scenario.network;
        for (uint32_t sw = 0; sw < network.GetNSwitches(); ++sw)
        {
            auto& owner = *cluster->GetFabric()->GetLazyTopology()->GetSwitch(sw);
            out << Json{{"switch", network.GetNames().GetSwitchName(sw)},
                        {"plane", network.GetPosition(sw).plane},
                        {"ports", ListPorts(network, owner)},
                        {"sids", ListSids(network, owner)}}
                << '\n';
        }
    }
    ns3::Simulator::Destroy();
    ns3::Config::Reset();
}

} // namespace mrcsim
