/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph.h"

#include "fabric-graph-check.h"
#include "fabric-graph-survey.h"
#include "fabric-rate.h"
#include "fabric-table-forwarding.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace ns3
{

namespace
{
/**
 * @param spec a graph
 * @return the same; aborts if it has a problem
 */
const FabricGraphSpec&
Checked(const FabricGraphSpec& spec)
{
    const std::vector<FabricGraphProblem> problems = CheckFabricGraph(spec);
    NS_ABORT_MSG_IF(!problems.empty(), problems.front().where << ": " << problems.front().what);
    return spec;
}
} // namespace

FabricGraph::FabricGraph(const FabricGraphSpec& spec)
    : m_layout(Checked(spec)),
      m_shortest(m_layout),
      m_paths(m_layout, m_shortest, spec),
      m_names(*this, m_layout),
      m_nLinksWithoutDelay(static_cast<uint32_t>(std::count_if(
          spec.links.begin(),
          spec.links.end(),
          [](const FabricGraphSpec::Link& link) { return link.delay == RdmaTick(); })))
{
    for (uint32_t plane = 0; plane < GetNPlanes(); ++plane)
    {
        std::vector<uint32_t> targets;
        for (uint32_t host = 0; host < GetNHosts(); ++host)
        {
            targets.push_back(m_layout.GetEdge(host, plane));
        }
        m_targets.push_back(std::make_shared<const std::vector<uint32_t>>(std::move(targets)));
    }
    const std::vector<uint32_t>& edges = m_layout.planeEdges.front();
    for (const uint32_t edge : *m_targets.front())
    {
        const auto place = std::lower_bound(edges.begin(), edges.end(), edge);
        m_groups.push_back(static_cast<uint32_t>(place - edges.begin()));
    }
}

uint32_t
FabricGraph::GetNPlanes() const
{
    return m_layout.planes;
}

uint32_t
FabricGraph::GetNHosts() const
{
    return static_cast<uint32_t>(m_layout.hostNames.size());
}

uint32_t
FabricGraph::GetNSwitches() const
{
    return static_cast<uint32_t>(m_layout.switches.size());
}

uint32_t
FabricGraph::GetNLinks() const
{
    return static_cast<uint32_t>(m_layout.links.size());
}

uint32_t
FabricGraph::CountLinksWithoutDelay() const
{
    return m_nLinksWithoutDelay;
}

uint32_t
FabricGraph::GetGroup(uint32_t host) const
{
    return m_groups[host];
}

uint32_t
FabricGraph::GetNGroups() const
{
    return static_cast<uint32_t>(m_layout.planeEdges.front().size());
}

uint32_t
FabricGraph::GetNicLink(uint32_t host, uint32_t plane) const
{
    return m_layout.GetNicLink(host, plane);
}

uint32_t
FabricGraph::GetNicIndex(uint32_t host) const
{
    return m_layout.nicIndices[host];
}

uint64_t
FabricGraph::GetNicPortRate(uint32_t host, uint32_t plane) const
{
    return m_layout.links[GetNicLink(host, plane)].rateBps;
}

FabricAddressing
FabricGraph::GetAddressing() const
{
    return {}; // one host per address prefix: its number does not show its position
}

FabricSwitchPosition
FabricGraph::GetPosition(uint32_t sw) const
{
    const FabricGraphLayout::Switch& place = m_layout.switches[sw];
    return {FabricSwitchPosition::Tier::OTHER, place.plane, place.index};
}

std::optional<uint32_t>
FabricGraph::FindSwitch(const FabricSwitchPosition& position) const
{
    if (position.tier != FabricSwitchPosition::Tier::OTHER || position.plane >= GetNPlanes() ||
        position.index >= m_layout.planeSwitches[position.plane].size())
    {
        return std::nullopt;
    }
    return m_layout.planeSwitches[position.plane][position.index];
}

uint32_t
FabricGraph::GetNSwitchPorts(uint32_t sw) const
{
    return static_cast<uint32_t>(m_layout.switches[sw].links.size());
}

uint32_t
FabricGraph::GetSwitchLink(uint32_t sw, uint32_t port) const
{
    return m_layout.switches[sw].links[port];
}

FabricSidRange
FabricGraph::GetSids(uint32_t sw) const
{
    const FabricGraphLayout::Switch& place = m_layout.switches[sw];
    return {place.GetUsid(0), static_cast<uint16_t>(place.nSids)};
}

std::unique_ptr<FabricForwarding>
FabricGraph::MakeForwarding(uint32_t sw, const FabricSwitchRoutes& routes) const
{
    const FabricGraphLayout::Switch& place = m_layout.switches[sw];
    auto tables = std::make_unique<FabricTableForwarding>(routes);
    for (uint32_t port = 0; port < place.links.size(); ++port)
    {
        const FabricLinkEnd& lower = m_layout.links[place.links[port]].lower;
        if (lower.isHost)
        {
            tables->SetRoute(lower.node, port);
            tables->SetNeighbor(m_layout.GetNicUsid(lower.node, place.plane), port);
        }
    }
    for (const FabricGraphStep& step : m_shortest.GetSteps(sw))
    {
        const uint32_t parallel = m_layout.links[step.link].parallel;
        tables->SetNeighbor(m_layout.switches[step.peer].GetUsid(parallel), step.port);
        tables->SetTransit(step.port); // a superset, which does no harm
    }
    tables->SetTargets(m_targets[place.plane]);
    const std::vector<std::vector<uint32_t>> ports = m_shortest.ListPorts(sw);
    for (const uint32_t target : m_layout.planeEdges[place.plane])
    {
        const uint32_t index = m_layout.switches[target].index;
        if (!ports[index].empty())
        {
            tables->SetNextHops(target, ports[index]);
        }
    }
    return tables;
}

std::vector<uint32_t>
FabricGraph::ListNextHops(uint32_t sw, uint32_t target) const
{
    std::vector<uint32_t> ports;
    for (const FabricGraphStep& step : m_shortest.ListSteps(sw, target))
    {
        ports.push_back(step.port);
    }
    return ports;
}

std::vector<uint32_t>
FabricGraph::ListSwitchKinds() const
{
    using Port = std::pair<uint64_t, int64_t>; // bit/s, and delay there and back in ps
    std::set<std::vector<Port>> seen;
    std::vector<uint32_t> kinds;
    for (uint32_t sw = 0; sw < GetNSwitches(); ++sw)
    {
        std::vector<Port> ports;
        for (const uint32_t number : m_layout.switches[sw].links)
        {
            const FabricLink& link = m_layout.links[number];
            ports.emplace_back(link.rateBps, (link.delayToUpper + link.delayToLower).GetPs());
        }
        std::sort(ports.begin(), ports.end());
        if (seen.insert(std::move(ports)).second)
        {
            kinds.push_back(sw);
        }
    }
    return kinds;
}

FabricLink
FabricGraph::GetLink(uint32_t link) const
{
    return m_layout.links[link];
}

uint32_t
FabricGraph::GetDistance(uint32_t src, uint32_t dst) const
{
    uint32_t least = ~0U;
    for (uint32_t plane = 0; plane < GetNPlanes(); ++plane)
    {
        const uint32_t between =
            m_shortest.GetNLinks(m_layout.GetEdge(src, plane), m_layout.GetEdge(dst, plane));
        least = std::min(least, between + 2); // plus the links of the NICs
    }
    return least;
}

const FabricPathCodec&
FabricGraph::GetPathCodec() const
{
    return m_paths;
}

const FabricNames&
FabricGraph::GetNames() const
{
    return m_names;
}

RdmaTick
FabricGraph::GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const
{
    RdmaTick best = RdmaTick::Max();
    for (uint32_t plane = 0; plane < GetNPlanes(); ++plane)
    {
        best = std::min(best,
                        FindFastest(m_layout.links[GetNicLink(src, plane)],
                                    m_layout.links[GetNicLink(dst, plane)],
                                    wireBytes));
    }
    return best;
}

RdmaTick
FabricGraph::FindFastest(const FabricLink& up, const FabricLink& down, uint32_t wireBytes) const
{
    // How a switch forwards a frame depends on both links
    const auto pass = [&](uint64_t from, uint64_t to) {
        const std::array<uint64_t, 2> rates{from, to};
        return FabricPathTime(rates, wireBytes, m_layout.cutThrough) -
               FabricLineTime(wireBytes, from);
    };
    // Arrivals of the last bit, by switch and rate of the link that it came by
    using Place = std::pair<uint32_t, uint64_t>;
    std::map<Place, RdmaTick> arrivals{{{up.upper.node, up.rateBps}, up.delayToUpper}};
    for (uint32_t left = m_shortest.GetNLinks(up.upper.node, down.upper.node); left > 0; --left)
    {
        std::map<Place, RdmaTick> later;
        for (const auto& [place, time] : arrivals)
        {
            for (const FabricGraphStep& step : m_shortest.ListSteps(place.first, down.upper.node))
            {
                const FabricLink& link = m_layout.links[step.link];
                // Between switches, the delays are the same in both directions
                const RdmaTick arrival =
                    time + pass(place.second, link.rateBps) + link.delayToUpper;
                const auto [it, isNew] = later.try_emplace({step.peer, link.rateBps}, arrival);
                it->second = std::min(it->second, arrival);
            }
        }
        arrivals = std::move(later);
    }
    RdmaTick best = RdmaTick::Max();
    for (const auto& [place, time] : arrivals)
    {
        best = std::min(best, time + pass(place.second, down.rateBps) + down.delayToLower);
    }
    return best;
}

RdmaTick
FabricGraph::GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const
{
    const auto [kept, isNew] = m_baseRtts.try_emplace({dataWireBytes, ackWireBytes});
    if (isNew)
    {
        kept->second = FindFabricGraphLongestRtt(m_layout, m_shortest, dataWireBytes, ackWireBytes);
    }
    return kept->second;
}

uint64_t
FabricGraph::GetPortRate() const
{
    uint64_t fastest = 0;
    for (const uint32_t link : m_layout.nicLinks)
    {
        fastest = std::max(fastest, m_layout.links[link].rateBps);
    }
    return fastest;
}

FabricPathSpread
FabricGraph::GetPathSpread() const
{
    return FindFabricGraphSpread(m_layout, m_shortest, GetPortRate());
}

} // namespace ns3
