/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos.h"

#include "fabric-clos-forwarding.h"

#include "ns3/abort.h"

#include <numeric>

namespace ns3
{

using Tier = FabricSwitchPosition::Tier;

namespace
{
/**
 * @param spec numbers of a network
 * @return the same; aborts if they clash
 */
const FabricClosSpec&
Checked(const FabricClosSpec& spec)
{
    const std::vector<std::string> problems = spec.Check();
    NS_ABORT_MSG_IF(!problems.empty(), "topology: " << problems.front());
    return spec;
}
} // namespace

FabricClos::FabricClos(const FabricClosSpec& spec)
    : m_spec(Checked(spec)),
      m_hosts(spec.GetAddressing()),
      m_paths(m_spec),
      m_names(*this)
{
}

uint32_t
FabricClos::GetNPlanes() const
{
    return m_spec.planes;
}

uint32_t
FabricClos::GetNHosts() const
{
    return m_spec.hosts;
}

uint32_t
FabricClos::GetNSwitches() const
{
    return m_spec.planes * GetNSwitchesPerPlane();
}

uint32_t
FabricClos::GetNLinks() const
{
    return m_spec.planes * GetNLinksPerPlane();
}

uint32_t
FabricClos::CountLinksWithoutDelay() const
{
    return m_spec.linkDelay == RdmaTick() ? GetNLinks() : 0;
}

uint32_t
FabricClos::GetNSwitchesPerPlane() const
{
    return m_spec.GetNT0() + m_spec.GetNT1() + m_spec.t2PerPlane;
}

uint32_t
FabricClos::GetNLinksPerPlane() const
{
    return m_spec.hosts + m_spec.GetNT0() * m_spec.GetT0Uplinks() +
           m_spec.GetNT1() * m_spec.GetT1Uplinks();
}

uint32_t
FabricClos::GetGroup(uint32_t host) const
{
    return m_hosts.GetT0(host);
}

uint32_t
FabricClos::GetNGroups() const
{
    return m_spec.GetNT0();
}

uint32_t
FabricClos::GetNicLink(uint32_t host, uint32_t plane) const
{
    return plane * GetNLinksPerPlane() + host;
}

uint32_t
FabricClos::GetNicIndex(uint32_t host) const
{
    return m_hosts.GetDownlink(host);
}

uint64_t
FabricClos::GetNicPortRate(uint32_t /* host */, uint32_t /* plane */) const
{
    return m_spec.hostRateBps;
}

FabricAddressing
FabricClos::GetAddressing() const
{
    return m_hosts;
}

uint32_t
FabricClos::GetUplink(uint32_t plane, uint32_t t0, uint32_t uplink) const
{
    NS_ABORT_MSG_IF(plane >= m_spec.planes || t0 >= m_spec.GetNT0() ||
                        uplink >= m_spec.GetT0Uplinks(),
                    "no uplink " << uplink << " of T0 " << t0 << " in plane " << plane);
    return plane * GetNLinksPerPlane() + m_spec.hosts + t0 * m_spec.GetT0Uplinks() + uplink;
}

uint32_t
FabricClos::GetSwitch(const FabricSwitchPosition& position) const
{
    const uint32_t before = position.tier == Tier::T0   ? 0
                            : position.tier == Tier::T1 ? m_spec.GetNT0()
                                                        : m_spec.GetNT0() + m_spec.GetNT1();
    return position.plane * GetNSwitchesPerPlane() + before + position.index;
}

std::optional<uint32_t>
FabricClos::FindSwitch(const FabricSwitchPosition& position) const
{
    const uint32_t count = position.tier == Tier::T0   ? m_spec.GetNT0()
                           : position.tier == Tier::T1 ? m_spec.GetNT1()
                           : position.tier == Tier::T2 ? m_spec.t2PerPlane
                                                       : 0;
    const bool exists = position.plane < m_spec.planes && position.index < count;
    return exists ? std::optional(GetSwitch(position)) : std::nullopt;
}

FabricSwitchPosition
FabricClos::GetPosition(uint32_t sw) const
{
    FabricSwitchPosition position;
    position.plane = sw / GetNSwitchesPerPlane();
    position.index = sw % GetNSwitchesPerPlane();
    position.tier = Tier::T0;
    if (position.index >= m_spec.GetNT0())
    {
        position.tier = Tier::T1;
        position.index -= m_spec.GetNT0();
        if (position.index >= m_spec.GetNT1())
        {
            position.tier = Tier::T2;
            position.index -= m_spec.GetNT1();
        }
    }
    return position;
}

uint32_t
FabricClos::GetNSwitchPorts(uint32_t sw) const
{
    switch (GetPosition(sw).tier)
    {
    case Tier::T0:
        return m_spec.hostsPerT0 + m_spec.GetT0Uplinks();
    case Tier::T1:
        return m_spec.GetT0PerPod() * m_spec.parallelLinks + m_spec.GetT1Uplinks();
    default:
        return m_spec.GetNPods();
    }
}

uint32_t
FabricClos::GetSwitchLink(uint32_t sw, uint32_t port) const
{
    const FabricSwitchPosition at = GetPosition(sw);
    const uint32_t firstCore =
        at.plane * GetNLinksPerPlane() + m_spec.hosts + m_spec.GetNT0() * m_spec.GetT0Uplinks();
    if (at.tier == Tier::T0)
    {
        return port < m_spec.hostsPerT0
                   ? GetNicLink(static_cast<uint32_t>(m_hosts.GetHost(at.index, port)), at.plane)
                   : GetUplink(at.plane, at.index, port - m_spec.hostsPerT0);
    }
    const uint32_t down = m_spec.GetT0PerPod() * m_spec.parallelLinks;
    if (at.tier == Tier::T1 && port < down)
    {
        const uint32_t t0 =
            at.index / m_spec.GetT1PerPod() * m_spec.GetT0PerPod() + port / m_spec.parallelLinks;
        const uint32_t inPod = at.index % m_spec.GetT1PerPod();
        return GetUplink(at.plane, t0, inPod * m_spec.parallelLinks + port % m_spec.parallelLinks);
    }
    const uint32_t t1 =
        at.tier == Tier::T1 ? at.index : port * m_spec.t1PerPod + at.index / m_spec.GetT1Uplinks();
    const uint32_t uplink = at.tier == Tier::T1 ? port - down : at.index % m_spec.GetT1Uplinks();
    return firstCore + t1 * m_spec.GetT1Uplinks() + uplink;
}

FabricSidRange
FabricClos::GetSids(uint32_t sw) const
{
    const FabricSwitchPosition at = GetPosition(sw);
    if (at.tier == Tier::T1)
    {
        const uint32_t first = at.index * m_spec.parallelLinks;
        return {MakeSrv6Usid(at.plane, Srv6UsidType::T1, first),
                static_cast<uint16_t>(m_spec.parallelLinks)};
    }
    return {
        MakeSrv6Usid(at.plane, at.tier == Tier::T0 ? Srv6UsidType::T0 : Srv6UsidType::T2, at.index),
        1};
}

std::unique_ptr<FabricForwarding>
FabricClos::MakeForwarding(uint32_t sw, const FabricSwitchRoutes& routes) const
{
    const FabricSwitchPosition at = GetPosition(sw);
    switch (at.tier)
    {
    case Tier::T0:
        return std::make_unique<FabricT0Forwarding>(m_spec, at.plane, at.index, routes);
    case Tier::T1:
        return std::make_unique<FabricT1Forwarding>(m_spec, at.plane, at.index, routes);
    default:
        return std::make_unique<FabricT2Forwarding>(m_spec, at.plane, at.index);
    }
}

std::vector<uint32_t>
FabricClos::ListNextHops(uint32_t sw, uint32_t target) const
{
    const FabricSwitchPosition at = GetPosition(sw);
    const uint32_t pod = target / m_spec.GetT0PerPod();
    uint32_t first = pod; // of a T2
    uint32_t count = 1;
    if (at.tier == Tier::T0)
    {
        first = m_spec.hostsPerT0;
        count = at.index == target ? 0 : m_spec.GetT0Uplinks();
    }
    else if (at.tier == Tier::T1)
    {
        const bool down = at.index / m_spec.GetT1PerPod() == pod;
        first =
            (down ? target % m_spec.GetT0PerPod() : m_spec.GetT0PerPod()) * m_spec.parallelLinks;
        count = down ? m_spec.parallelLinks : m_spec.GetT1Uplinks();
    }
    std::vector<uint32_t> ports(count);
    std::iota(ports.begin(), ports.end(), first);
    return ports;
}

std::vector<uint32_t>
FabricClos::ListSwitchKinds() const
{
    std::vector<uint32_t> kinds;
    for (const Tier tier : {Tier::T0, Tier::T1, Tier::T2})
    {
        const auto first = FindSwitch(FabricSwitchPosition{tier, 0, 0});
        if (first)
        {
            kinds.push_back(*first);
        }
    }
    return kinds;
}

FabricLink
FabricClos::GetLink(uint32_t link) const
{
    const uint32_t plane = link / GetNLinksPerPlane();
    const uint32_t inPlane = link % GetNLinksPerPlane();
    if (inPlane < m_spec.hosts)
    {
        return GetNicLinkAt(plane, inPlane);
    }
    const uint32_t uplinks = m_spec.GetNT0() * m_spec.GetT0Uplinks();
    return inPlane - m_spec.hosts < uplinks
               ? GetFabricLinkAt(plane, inPlane - m_spec.hosts)
               : GetCoreLinkAt(plane, inPlane - m_spec.hosts - uplinks);
}

FabricLink
FabricClos::GetNicLinkAt(uint32_t plane, uint32_t link) const
{
    FabricLink result;
    result.plane = plane;
    result.lower = {true, link, plane};
    result.upper = {false,
                    GetSwitch({Tier::T0, plane, m_hosts.GetT0(link)}),
                    m_hosts.GetDownlink(link)};
    result.rateBps = m_spec.hostRateBps;
    result.delayToUpper = m_spec.linkDelay + m_spec.switchDelay;
    result.delayToLower = m_spec.linkDelay;
    return result;
}

FabricLink
FabricClos::GetFabricLinkAt(uint32_t plane, uint32_t link) const
{
    const uint32_t t0 = link / m_spec.GetT0Uplinks();
    const uint32_t uplink = link % m_spec.GetT0Uplinks();
    const uint32_t pod = t0 / m_spec.GetT0PerPod();
    const uint32_t t1 = pod * m_spec.GetT1PerPod() + uplink / m_spec.parallelLinks;
    FabricLink result;
    result.plane = plane;
    result.parallel = uplink % m_spec.parallelLinks;
    result.parallels = m_spec.parallelLinks;
    result.lower = {false, GetSwitch({Tier::T0, plane, t0}), m_spec.hostsPerT0 + uplink};
    result.upper = {false,
                    GetSwitch({Tier::T1, plane, t1}),
                    t0 % m_spec.GetT0PerPod() * m_spec.parallelLinks + result.parallel};
    result.rateBps = m_spec.fabricRateBps;
    result.delayToUpper = result.delayToLower = m_spec.linkDelay + m_spec.switchDelay;
    return result;
}

FabricLink
FabricClos::GetCoreLinkAt(uint32_t plane, uint32_t link) const
{
    const uint32_t t1 = link / m_spec.GetT1Uplinks();
    const uint32_t uplink = link % m_spec.GetT1Uplinks();
    const uint32_t t2 = t1 % m_spec.t1PerPod * m_spec.GetT1Uplinks() + uplink;
    FabricLink result;
    result.plane = plane;
    result.lower = {false,
                    GetSwitch({Tier::T1, plane, t1}),
                    m_spec.t0PerPod * m_spec.parallelLinks + uplink};
    result.upper = {false, GetSwitch({Tier::T2, plane, t2}), t1 / m_spec.t1PerPod};
    result.rateBps = m_spec.coreRateBps;
    result.delayToUpper = result.delayToLower = m_spec.linkDelay + m_spec.switchDelay;
    return result;
}

uint32_t
FabricClos::GetDistance(uint32_t src, uint32_t dst) const
{
    return m_spec.GetDistance(src, dst);
}

const FabricPathCodec&
FabricClos::GetPathCodec() const
{
    return m_paths;
}

const FabricNames&
FabricClos::GetNames() const
{
    return m_names;
}

RdmaTick
FabricClos::GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const
{
    return GetAfterNic(GetDistance(src, dst), wireBytes);
}

RdmaTick
FabricClos::GetAfterNic(uint32_t distance, uint32_t wireBytes) const
{
    std::vector<uint64_t> rates(distance, m_spec.hostRateBps);
    for (uint32_t link = 1; link + 1 < distance; ++link)
    {
        const bool outer = link == 1 || link + 2 == distance;
        rates[link] = outer ? m_spec.fabricRateBps : m_spec.coreRateBps;
    }
    return FabricPathTime(rates, wireBytes, m_spec.cutThrough) -
           FabricLineTime(wireBytes, m_spec.hostRateBps) + m_spec.linkDelay * distance +
           m_spec.switchDelay * (distance - 1);
}

RdmaTick
FabricClos::GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const
{
    const uint32_t distance = m_spec.GetNT0() == 1     ? FabricClosSpec::LOCAL
                              : m_spec.GetNPods() == 1 ? FabricClosSpec::ACROSS_T1
                                                       : FabricClosSpec::ACROSS_T2;
    return FabricLineTime(dataWireBytes, m_spec.hostRateBps) +
           FabricLineTime(ackWireBytes, m_spec.hostRateBps) + GetAfterNic(distance, dataWireBytes) +
           GetAfterNic(distance, ackWireBytes);
}

uint64_t
FabricClos::GetPortRate() const
{
    return m_spec.hostRateBps;
}

} // namespace ns3
