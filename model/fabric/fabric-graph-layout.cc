/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-layout.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ns3
{

uint16_t
FabricGraphLayout::Switch::GetUsid(uint32_t offset) const
{
    const uint32_t number = firstSid + offset;
    const bool isFirstType = number <= SRV6_MAX_INDEX;
    return MakeSrv6Usid(plane,
                        isFirstType ? Srv6UsidType::T0 : Srv6UsidType::T1,
                        number & SRV6_MAX_INDEX);
}

FabricGraphLayout::FabricGraphLayout(const FabricGraphSpec& spec)
{
    for (const FabricGraphSpec::Node& node : spec.nodes)
    {
        (node.isHost ? hostNames : switchNames).push_back(node.name);
    }
    for (const FabricGraphSpec::Link& link : spec.links)
    {
        planes = std::max(planes, link.plane + 1);
    }
    switches.resize(switchNames.size());
    nicLinks.resize(hostNames.size() * planes);
    cutThrough = spec.cutThrough;
    NumberLinks(spec);
    NumberParallelLinks();
    NumberSwitches();
    NumberNics();
}

void
FabricGraphLayout::NumberLinks(const FabricGraphSpec& spec)
{
    std::unordered_map<std::string, FabricLinkEnd> ends;
    uint32_t hosts = 0;
    uint32_t others = 0;
    for (const FabricGraphSpec::Node& node : spec.nodes)
    {
        ends[node.name] = {node.isHost, node.isHost ? hosts++ : others++, 0};
    }
    using Place = std::tuple<uint32_t, bool, uint32_t>; // plane, between switches, host or order
    std::vector<std::pair<Place, FabricLink>> placed;
    for (const FabricGraphSpec::Link& line : spec.links)
    {
        FabricLink link;
        link.plane = line.plane;
        link.lower = ends.at(line.a);
        link.upper = ends.at(line.b);
        if (link.upper.isHost)
        {
            std::swap(link.lower, link.upper);
        }
        link.rateBps = line.rateBps;
        link.delayToUpper = line.delay + spec.switchDelay;
        link.delayToLower = line.delay + (link.lower.isHost ? RdmaTick{} : spec.switchDelay);
        const auto order = static_cast<uint32_t>(placed.size());
        const bool isNic = link.lower.isHost;
        placed.push_back({{link.plane, !isNic, isNic ? link.lower.node : order}, link});
    }
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    const auto takePort = [this](FabricLinkEnd& end) {
        std::vector<uint32_t>& ports = switches[end.node].links;
        end.port = static_cast<uint32_t>(ports.size());
        ports.push_back(static_cast<uint32_t>(links.size()));
    };
    for (auto& [place, link] : placed)
    {
        if (link.lower.isHost)
        {
            link.lower.port = link.plane;
            nicLinks[size_t{link.lower.node} * planes + link.plane] =
                static_cast<uint32_t>(links.size());
        }
        else
        {
            takePort(link.lower);
        }
        takePort(link.upper);
        links.push_back(link);
    }
}

bool
FabricGraphLayout::IsCut(uint32_t link) const
{
    const auto isFaster = [&](uint32_t other) {
        return links[other].rateBps > links[link].rateBps;
    };
    const auto isFastest = [&](const FabricLinkEnd& end) {
        return end.isHost || std::none_of(switches[end.node].links.begin(),
                                          switches[end.node].links.end(),
                                          isFaster);
    };
    return cutThrough && isFastest(links[link].lower) && isFastest(links[link].upper);
}

void
FabricGraphLayout::NumberParallelLinks()
{
    std::unordered_map<uint64_t, uint32_t> counts;
    const auto count = [&counts](const FabricLink& link) -> uint32_t& {
        const auto [low, high] = std::minmax(link.lower.node, link.upper.node);
        return counts[uint64_t{low} << 32 | high];
    };
    for (FabricLink& link : links)
    {
        link.parallel = link.lower.isHost ? 0 : count(link)++;
    }
    for (FabricLink& link : links)
    {
        link.parallels = link.lower.isHost ? 1 : count(link);
    }
}

void
FabricGraphLayout::NumberSwitches()
{
    planeSwitches.resize(planes);
    planeEdges.resize(planes);
    std::vector<uint32_t> nextSids(planes, 0);
    for (uint32_t number = 0; number < switches.size(); ++number)
    {
        Switch& sw = switches[number];
        sw.plane = links[sw.links.front()].plane;
        sw.index = static_cast<uint32_t>(planeSwitches[sw.plane].size());
        planeSwitches[sw.plane].push_back(number);
        if (links[sw.links.front()].lower.isHost) // links of hosts come first
        {
            planeEdges[sw.plane].push_back(number);
        }
        for (const uint32_t link : sw.links)
        {
            sw.nSids = std::max(sw.nSids, links[link].parallels);
        }
        sw.firstSid = nextSids[sw.plane];
        nextSids[sw.plane] += sw.nSids;
    }
}

void
FabricGraphLayout::NumberNics()
{
    using Indices = std::array<uint64_t, NO_INDEX / 64>; // a bit for each
    std::vector<Indices> taken(switches.size(), Indices{});
    for (uint32_t host = 0; host < hostNames.size(); ++host)
    {
        uint32_t index = NO_INDEX;
        for (uint32_t word = 0; word < NO_INDEX / 64 && index == NO_INDEX; ++word)
        {
            uint64_t bits = 0;
            for (uint32_t plane = 0; plane < planes; ++plane)
            {
                bits |= taken[GetEdge(host, plane)][word];
            }
            if (~bits != 0)
            {
                index = 64 * word + static_cast<uint32_t>(__builtin_ctzll(~bits));
            }
        }
        nicIndices.push_back(index);
        for (uint32_t plane = 0; plane < planes && index < NO_INDEX; ++plane)
        {
            taken[GetEdge(host, plane)][index / 64] |= uint64_t{1} << index % 64;
        }
    }
}

} // namespace ns3
