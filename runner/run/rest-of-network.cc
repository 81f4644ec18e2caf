/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rest-of-network.h"

#include <algorithm>

namespace mrcsim
{

RestOfNetwork::RestOfNetwork(const ns3::FabricNetwork& network,
                             const std::vector<FaultSpec>& faults)
    : m_network(network),
      m_isCut(network.GetNLinks())
{
    for (uint32_t link = 0; link < network.GetNLinks(); ++link)
    {
        if (const auto cut = FindCut(faults, link))
        {
            m_isCut[link] = true;
            m_cutPlanes.insert(network.GetLink(link).plane);
            m_cuts.insert(*cut);
        }
    }
    m_neighbors.resize(network.GetNSwitches());
    for (uint32_t number = 0; number < network.GetNLinks() && !m_cuts.empty(); ++number)
    {
        const ns3::FabricLink link = network.GetLink(number);
        if (!link.lower.isHost && m_cutPlanes.count(link.plane) != 0)
        {
            m_neighbors[link.lower.node].push_back({link.upper.node, m_isCut[number]});
            m_neighbors[link.upper.node].push_back({link.lower.node, m_isCut[number]});
        }
    }
}

RestOfNetwork::FirstSwitches
RestOfNetwork::GetFirstSwitches(uint32_t host, const ns3::RdmaPlanes& planes) const
{
    FirstSwitches first(planes.count);
    for (uint32_t i = 0; i < planes.count; ++i)
    {
        const auto link = m_network.GetNicLink(host, planes.first + i);
        if (!m_isCut[link])
        {
            first[i] = m_network.GetLink(link).upper.node;
        }
    }
    return first;
}

std::vector<bool>
RestOfNetwork::FindReached(const FirstSwitches& from,
                           const std::vector<FirstSwitches>& to,
                           uint32_t extraLinks) const
{
    std::vector<bool> reached(to.size());
    const auto areAll = [&] {
        return std::find(reached.begin(), reached.end(), false) == reached.end();
    };
    for (size_t i = 0; i < from.size() && !areAll(); ++i)
    {
        if (!from[i])
        {
            continue;
        }
        const bool isWhole = m_cutPlanes.count(m_network.GetPosition(*from[i]).plane) == 0;
        const auto left = isWhole ? std::vector<uint32_t>() : FindDistances(*from[i], false);
        const auto before = isWhole ? std::vector<uint32_t>() : FindDistances(*from[i], true);
        for (size_t other = 0; other < to.size(); ++other)
        {
            const auto& sw = to[other][i];
            if (sw &&
                (isWhole || (left[*sw] != UNREACHED && left[*sw] <= before[*sw] + extraLinks)))
            {
                reached[other] = true;
            }
        }
    }
    return reached;
}

std::optional<std::pair<ns3::RdmaTick, size_t>>
RestOfNetwork::FindCut(const std::vector<FaultSpec>& faults, uint32_t link) const
{
    std::optional<std::pair<ns3::RdmaTick, size_t>> cut;
    for (size_t i = 0; i < faults.size(); ++i)
    {
        if (faults[i].what->CutsForGood(m_network, link))
        {
            cut = std::max(cut, {{faults[i].at, i}});
        }
    }
    const auto repairs = [&](const FaultSpec& fault) {
        return fault.what->Repairs(m_network, link) && fault.at >= cut->first;
    };
    return cut && std::any_of(faults.begin(), faults.end(), repairs) ? std::nullopt : cut;
}

std::vector<uint32_t>
RestOfNetwork::FindDistances(uint32_t sw, bool useCuts) const
{
    std::vector<uint32_t> distances(m_network.GetNSwitches(), UNREACHED);
    distances[sw] = 0;
    std::vector<uint32_t> found{sw};
    for (size_t i = 0; i < found.size(); ++i)
    {
        for (const Neighbor& next : m_neighbors[found[i]])
        {
            if (distances[next.sw] == UNREACHED && (useCuts || !next.isCut))
            {
                distances[next.sw] = distances[found[i]] + 1;
                found.push_back(next.sw);
            }
        }
    }
    return distances;
}

} // namespace mrcsim
