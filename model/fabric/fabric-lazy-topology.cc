/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-lazy-topology.h"

#include "ns3/abort.h"
#include "ns3/rdma-sizing.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace ns3
{

namespace
{
/// Base of the hash seeds of switches; each adds its position.
constexpr uint64_t HASH_SEED = 0x6D7263; // "mrc"

/**
 * @param position of a switch
 * @return a seed that no other switch has
 */
uint64_t
HashSeed(const FabricSwitchPosition& position)
{
    return HASH_SEED << 40 | static_cast<uint64_t>(position.tier) << 36 |
           static_cast<uint64_t>(position.plane) << 32 | position.index;
}

/**
 * @param elements of a fabric; aborts if its network is not set
 * @return its network
 */
const FabricNetwork&
NetworkOf(FabricElements& elements)
{
    const FabricNetwork* network = elements.GetContext().GetNetwork();
    NS_ABORT_MSG_IF(!network, "a FabricLazyTopology needs Fabric::SetNetwork first");
    return *network;
}

/**
 * @param settings of switches
 * @param rateBps rate of a port, bit/s
 * @return numbers from which sizes are derived
 */
FabricQueueScale
GetScale(const FabricNetwork& network, const FabricTopologySettings& settings, uint64_t rateBps)
{
    FabricQueueScale scale;
    scale.rateBps = rateBps;
    const uint64_t nicRate = network.GetPortRate();
    const uint64_t rate = settings.switches->IsScaling() ? std::min(nicRate, rateBps) : nicRate;
    const double stretch = GetRdmaSizingStretch(settings.baseRtt,
                                                settings.switches->GetMinBdp(),
                                                settings.maxFrameBytes,
                                                nicRate);
    scale.planeBdpBytes = static_cast<uint64_t>(static_cast<double>(rate) *
                                                settings.baseRtt.GetSeconds() * stretch / 8);
    scale.maxFrameBytes = settings.maxFrameBytes;
    return scale;
}

/**
 * @param settings of switches
 * @param sw number of a switch
 * @return the memory of a lossless switch
 */
FabricBufferSpec
MakeBuffer(const FabricNetwork& network, const FabricTopologySettings& settings, uint32_t sw)
{
    FabricQueueScale scale = GetScale(network, settings, network.GetPortRate());
    scale.switchRateBps = network.GetSwitchRate(sw);
    return settings.switches->MakeBuffer(scale);
}

/**
 * @param sw number of a switch
 * @return its links, by port number
 */
std::vector<FabricBufferLink>
ListLinks(const FabricNetwork& network, uint32_t sw)
{
    std::vector<FabricBufferLink> links;
    for (uint32_t port = 0; port < network.GetNSwitchPorts(sw); ++port)
    {
        const FabricLink link = network.GetLink(network.GetSwitchLink(sw, port));
        links.push_back({link.rateBps, link.delayToUpper + link.delayToLower});
    }
    return links;
}

/**
 * @param sw number of a switch
 * @param [out] problems receives the reasons if its memory is too small
 * @return the parts of its memory
 */
FabricBufferSizes
SizeBuffer(const FabricNetwork& network,
           const FabricTopologySettings& settings,
           uint32_t sw,
           RdmaProblems& problems)
{
    return SizeFabricBuffer(ListLinks(network, sw), MakeBuffer(network, settings, sw), problems);
}
} // namespace

RdmaProblems
FabricLazyTopology::Check(const FabricNetwork& network, const FabricTopologySettings& settings)
{
    RdmaProblems problems = settings.switches->Check();
    if (settings.plainRouting == FabricPlainRouting::STRUCTURED &&
        !network.GetPathCodec().CheckStructured().empty())
    {
        problems.push_back({{"ns3::MrcQpFactory::Routing"},
                            "structured EVs: " + network.GetPathCodec().CheckStructured()});
    }
    if (settings.switches->IsLossless())
    {
        for (const uint32_t sw : network.ListSwitchKinds())
        {
            SizeBuffer(network, settings, sw, problems);
            if (!problems.empty())
            {
                return problems; // other switches have the same problem
            }
        }
    }
    return problems;
}

RdmaProblems
FabricLazyTopology::Advise(const FabricNetwork& network, const FabricTopologySettings& settings)
{
    FabricQueueScale scale = GetScale(network, settings, network.GetPortRate());
    const uint64_t usual = settings.switches->MakeProfile(scale, true).ecnKminBytes;
    if (!settings.switches->IsLossless() || usual == 0)
    {
        return {};
    }
    RdmaProblems none;
    scale.pauseBytes = UINT64_MAX;
    for (const uint32_t sw : network.ListSwitchKinds())
    {
        scale.pauseBytes = std::min<uint64_t>(scale.pauseBytes,
                                              SizeBuffer(network, settings, sw, none).pauseBytes);
    }
    const uint64_t kmin = settings.switches->MakeProfile(scale, true).ecnKminBytes;
    const std::string pause = "PFC pauses a port that uses " + std::to_string(scale.pauseBytes) +
                              " B of a switch's memory";
    if (kmin < usual)
    {
        return {{{"ns3::FabricSwitchParameters::Buffer"},
                 pause + ", so ECN marks from a queue of " + std::to_string(kmin) +
                     " B on instead of " + std::to_string(usual) + " B"}};
    }
    if (kmin >= scale.pauseBytes)
    {
        return {{{"ns3::FabricSwitchParameters::EcnKmin"},
                 pause + ", and ECN marks only from a queue of " + std::to_string(kmin) + " B on"}};
    }
    return {};
}

FabricLazyTopology::FabricLazyTopology(FabricElements& elements,
                                       const FabricTopologySettings& settings,
                                       std::vector<FabricPortOwner*> hosts)
    : m_elements(elements),
      m_network(NetworkOf(elements)),
      m_settings(settings),
      m_nicProfile(settings.switches->MakeNicProfile()),
      m_balancer(settings.switches->MakeLoadBalancer()),
      m_evFields(m_network.GetPathCodec().GetEvFields()),
      m_hosts(std::move(hosts)),
      m_switches(m_network.GetNSwitches(), nullptr)
{
    NS_ABORT_MSG_IF(m_hosts.size() != m_network.GetNHosts(),
                    m_hosts.size() << " hosts in a network of " << m_network.GetNHosts());
    // Abort now if a memory is too small, not at the first frame.
    AbortOnRdmaProblems(Check(m_network, settings));
    if (m_evFields.empty())
    {
        m_evFields = {settings.switches->GetEvField()};
    }
}

FabricSwitch*
FabricLazyTopology::GetSwitch(uint32_t sw)
{
    NS_ABORT_MSG_IF(sw >= m_switches.size(),
                    "no switch " << sw << " in a network of " << m_switches.size());
    return m_switches[sw] ? m_switches[sw] : MakeSwitch(sw);
}

FabricPort*
FabricLazyTopology::GetPort(uint32_t id)
{
    FabricPort* port = FindPort(id);
    if (port)
    {
        return port;
    }
    FabricPort* lower = MakeLink(FabricNetwork::GetLinkOf(id));
    return FabricNetwork::IsUpperPort(id) ? lower->peer : lower;
}

FabricPort*
FabricLazyTopology::FindPort(uint32_t id) const
{
    const FabricLink link = m_network.GetLink(FabricNetwork::GetLinkOf(id));
    const FabricSwitch* sw = m_switches[link.upper.node];
    FabricPort* upper = sw ? sw->FindPort(link.upper.port) : nullptr;
    return upper && !FabricNetwork::IsUpperPort(id) ? upper->peer : upper;
}

FabricPort*
FabricLazyTopology::GetNicPort(uint32_t plane, uint32_t host)
{
    return GetPort(FabricNetwork::GetLowerPort(m_network.GetNicLink(host, plane)));
}

FabricPort*
FabricLazyTopology::MakePort(uint32_t sw, uint32_t index)
{
    const uint32_t number = m_network.GetSwitchLink(sw, index);
    const FabricLink link = m_network.GetLink(number);
    const bool isUpper = link.upper.node == sw && link.upper.port == index;
    FabricPort* lower = MakeLink(number);
    return isUpper ? lower->peer : lower;
}

FabricSwitch*
FabricLazyTopology::MakeSwitch(uint32_t number)
{
    FabricSwitchSite site;
    site.number = number;
    site.position = m_network.GetPosition(number);
    site.sids = m_network.GetSids(number);
    site.seed = HashSeed(site.position);
    site.nPorts = m_network.GetNSwitchPorts(number);
    site.maker = this;
    auto routes =
        std::make_unique<FabricSwitchRoutes>(number,
                                             m_elements.GetPlaneRoutes(site.position.plane));
    auto forwarding = m_network.MakeForwarding(number, *routes);
    const bool chooses = forwarding->HasGroups();
    FabricSwitch* sw = m_elements.AddSwitch(std::make_unique<FabricSwitch>(m_elements.GetContext(),
                                                                           site,
                                                                           std::move(routes),
                                                                           std::move(forwarding)));
    m_switches[number] = sw;
    sw->SetPlainRouting(m_settings.plainRouting, m_evFields);
    if (chooses && m_balancer)
    {
        sw->SetLoadBalancer(m_balancer->Fork(), m_settings.baseRtt);
    }
    if (m_settings.switches->IsLossless())
    {
        sw->EnablePfc(MakeBuffer(m_network, m_settings, number), ListLinks(m_network, number));
    }
    return sw;
}

FabricPort*
FabricLazyTopology::MakeLink(uint32_t number)
{
    const FabricLink link = m_network.GetLink(number);
    FabricPortOwner* lower = GetOwner(link.lower);
    FabricPortOwner* upper = GetOwner(link.upper);
    FabricPort* port =
        m_elements.AddLink(lower, upper, link.rateBps, link.delayToUpper, link.delayToLower);
    port->profile =
        link.lower.isHost ? &m_nicProfile : GetProfile(link.lower.node, link.rateBps, false);
    port->peer->profile = GetProfile(link.upper.node, link.rateBps, link.lower.isHost);
    if (m_network.IsCutThrough())
    {
        port->SetCutThrough();
        port->peer->SetCutThrough();
    }
    port->id = FabricNetwork::GetLowerPort(number);
    port->index = link.lower.port;
    port->peer->id = FabricNetwork::GetUpperPort(number);
    port->peer->index = link.upper.port;
    m_elements.Announce(port);
    m_elements.Announce(port->peer);
    return port;
}

FabricPortOwner*
FabricLazyTopology::GetOwner(const FabricLinkEnd& end)
{
    if (end.isHost)
    {
        return m_hosts[end.node];
    }
    return GetSwitch(end.node);
}

const FabricQueueProfile*
FabricLazyTopology::GetProfile(const FabricPort& port, uint64_t rateBps)
{
    const FabricLink link = m_network.GetLink(FabricNetwork::GetLinkOf(port.id));
    const FabricLinkEnd& end = FabricNetwork::IsUpperPort(port.id) ? link.upper : link.lower;
    return GetProfile(end.node,
                      m_settings.switches->IsScaling() ? rateBps : link.rateBps,
                      link.lower.isHost);
}

const FabricQueueProfile*
FabricLazyTopology::GetProfile(uint32_t sw, uint64_t rateBps, bool lastHop)
{
    const FabricSharedBuffer* buffer = m_switches[sw]->GetBuffer();
    const uint64_t pauseBytes = buffer ? buffer->GetSizes().pauseBytes : 0;
    const auto [entry, isNew] = m_profiles.try_emplace({rateBps, pauseBytes, lastHop});
    if (isNew)
    {
        FabricQueueScale scale = GetScale(m_network, m_settings, rateBps);
        scale.pauseBytes = pauseBytes;
        entry->second = m_settings.switches->MakeProfile(scale, lastHop);
    }
    return &entry->second;
}

} // namespace ns3
