/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos-network.h"

#include "fabric.h"

#include "ns3/abort.h"

#include <memory>
#include <utility>

namespace ns3
{

using Tier = FabricSwitchPosition::Tier;

namespace
{
/// Base of the hash seeds of switches; each adds its number.
constexpr uint64_t HASH_SEED = 0x6D7263; // "mrc"

/**
 * @param tier tier of a switch
 * @param plane its plane
 * @param index its number
 * @return a seed that no other switch has
 */
uint64_t
HashSeed(Tier tier, uint32_t plane, uint32_t index)
{
    return HASH_SEED << 40 | static_cast<uint64_t>(tier) << 36 |
           static_cast<uint64_t>(plane) << 32 | index;
}
} // namespace

FabricClosNetwork::FabricClosNetwork(Fabric& fabric,
                                     const FabricClosSpec& spec,
                                     const FabricClosSettings& settings,
                                     std::vector<FabricPortOwner*> hosts)
    : m_fabric(fabric),
      m_spec(spec),
      m_settings(settings),
      m_hosts(std::move(hosts)),
      m_switches(static_cast<size_t>(spec.planes) * (spec.GetNT0() + spec.t1PerPlane), nullptr)
{
    NS_ABORT_MSG_IF(m_hosts.size() != spec.hosts,
                    m_hosts.size() << " hosts in a network of " << spec.hosts);
    // A memory that is too small ends the program now, not when the first frame comes.
    if (settings.t0Buffer)
    {
        FabricSharedBuffer(fabric, ListLinks(Tier::T0), *settings.t0Buffer);
    }
    if (settings.t1Buffer && spec.t1PerPlane > 0)
    {
        FabricSharedBuffer(fabric, ListLinks(Tier::T1), *settings.t1Buffer);
    }
}

size_t
FabricClosNetwork::PlaceOf(Tier tier, uint32_t plane, uint32_t index) const
{
    const bool t1 = tier == Tier::T1;
    NS_ABORT_MSG_IF(plane >= m_spec.planes || index >= (t1 ? m_spec.t1PerPlane : m_spec.GetNT0()),
                    "no " << (t1 ? "T1 " : "T0 ") << index << " in plane " << plane);
    const uint32_t perPlane = m_spec.GetNT0() + m_spec.t1PerPlane;
    return static_cast<size_t>(plane) * perPlane + (t1 ? m_spec.GetNT0() : 0) + index;
}

FabricSwitch*
FabricClosNetwork::GetSwitch(Tier tier, uint32_t plane, uint32_t index)
{
    FabricSwitch*& sw = m_switches[PlaceOf(tier, plane, index)];
    if (!sw)
    {
        sw = MakeSwitch(tier, plane, index);
    }
    return sw;
}

FabricPort*
FabricClosNetwork::GetNicPort(uint32_t plane, uint32_t host)
{
    FabricSwitch* t0 = GetSwitch(Tier::T0, plane, host / m_spec.hostsPerT0);
    return t0->GetDownPort(host % m_spec.hostsPerT0)->peer;
}

FabricPort*
FabricClosNetwork::GetUplink(uint32_t plane, uint32_t t0, uint32_t t1)
{
    NS_ABORT_MSG_IF(t1 >= m_spec.t1PerPlane, "no T1 " << t1 << " in plane " << plane);
    return GetSwitch(Tier::T0, plane, t0)->GetUpPort(t1);
}

FabricPort*
FabricClosNetwork::FindPort(uint32_t id) const
{
    const FabricPortPlace place = m_spec.Locate(id);
    const uint32_t t0 = place.nicLink ? place.above : place.below;
    const FabricSwitch* sw = m_switches[PlaceOf(Tier::T0, place.plane, t0)];
    if (!sw)
    {
        return nullptr;
    }
    FabricPort* port = sw->FindPort(place.nicLink ? place.below % m_spec.hostsPerT0
                                                  : m_spec.hostsPerT0 + place.above);
    const bool atT0 = place.nicLink == place.upper;
    return port && !atT0 ? port->peer : port;
}

FabricPort*
FabricClosNetwork::MakePort(const FabricSwitchPosition& position, uint32_t index)
{
    const uint32_t plane = position.plane;
    if (position.tier == Tier::T1)
    {
        return MakeFabricLink(plane, index, position.index)->peer;
    }
    return index < m_spec.hostsPerT0
               ? MakeNicLink(plane, position.index * m_spec.hostsPerT0 + index)->peer
               : MakeFabricLink(plane, position.index, index - m_spec.hostsPerT0);
}

FabricSwitch*
FabricClosNetwork::MakeSwitch(Tier tier, uint32_t plane, uint32_t index)
{
    FabricSwitchPosition position;
    position.tier = tier;
    position.plane = plane;
    position.index = index;
    position.hostsPerT0 = m_spec.hostsPerT0;
    position.t0s = m_spec.GetNT0();
    position.t1s = m_spec.t1PerPlane;
    FabricSwitch* sw = m_fabric.AddSwitch(
        std::make_unique<FabricSwitch>(m_fabric, position, HashSeed(tier, plane, index), this));
    sw->SetPlainRouting(m_settings.plainRouting, m_settings.evField);
    if (tier == Tier::T0 && m_settings.loadBalancer)
    {
        sw->SetLoadBalancer(m_settings.loadBalancer->Fork(), m_settings.baseRtt);
    }
    const auto& buffer = tier == Tier::T0 ? m_settings.t0Buffer : m_settings.t1Buffer;
    if (buffer)
    {
        sw->EnablePfc(*buffer, ListLinks(tier));
    }
    return sw;
}

FabricPort*
FabricClosNetwork::MakeNicLink(uint32_t plane, uint32_t host)
{
    FabricSwitch* t0 = GetSwitch(Tier::T0, plane, host / m_spec.hostsPerT0);
    FabricPort* port = m_fabric.AddLink(m_hosts[host],
                                        t0,
                                        m_spec.hostRateBps,
                                        m_spec.linkDelay + m_spec.switchDelay,
                                        m_spec.linkDelay);
    port->profile = &m_settings.nic;
    port->peer->profile = &m_settings.down;
    Complete(port, m_spec.GetNicPortId(plane, host), plane, host % m_spec.hostsPerT0);
    return port;
}

FabricPort*
FabricClosNetwork::MakeFabricLink(uint32_t plane, uint32_t t0, uint32_t t1)
{
    const Tick delay = m_spec.linkDelay + m_spec.switchDelay;
    FabricPort* port = m_fabric.AddLink(GetSwitch(Tier::T0, plane, t0),
                                        GetSwitch(Tier::T1, plane, t1),
                                        m_spec.fabricRateBps,
                                        delay,
                                        delay);
    port->profile = &m_settings.core;
    port->peer->profile = &m_settings.core;
    Complete(port, m_spec.GetUplinkId(plane, t0, t1), m_spec.hostsPerT0 + t1, t0);
    return port;
}

void
FabricClosNetwork::Complete(FabricPort* lower, uint32_t id, uint32_t index, uint32_t peerIndex)
{
    lower->id = id;
    lower->index = index;
    lower->peer->id = id + 1;
    lower->peer->index = peerIndex;
    m_fabric.Announce(lower);
    m_fabric.Announce(lower->peer);
}

std::vector<FabricBufferLink>
FabricClosNetwork::ListLinks(Tier tier) const
{
    const Tick cable = m_spec.linkDelay * 2;
    const FabricBufferLink nicLink{m_spec.hostRateBps, cable + m_spec.switchDelay};
    const FabricBufferLink fabricLink{m_spec.fabricRateBps, cable + m_spec.switchDelay * 2};
    if (tier == Tier::T1)
    {
        return std::vector<FabricBufferLink>(m_spec.GetNT0(), fabricLink);
    }
    std::vector<FabricBufferLink> links(m_spec.hostsPerT0, nicLink);
    links.insert(links.end(), m_spec.t1PerPlane, fabricLink);
    return links;
}

} // namespace ns3
