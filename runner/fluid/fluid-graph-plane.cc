/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-graph-plane.h"

#include "fluid-max-flow.h"

#include <limits>
#include <set>

namespace mrcsim
{

using ns3::FabricNetwork;

namespace
{

/// Distance of a switch without a path to the target.
constexpr uint32_t FAR = std::numeric_limits<uint32_t>::max();

/// Kind of a bundle of one or two switches.
enum BundleKind : int
{
    LEAVE, ///< ports at which flows leave a switch
    REACH, ///< ports at which they reach a switch
    BOTH,  ///< ports from one switch to another
};

/**
 * @param numbers any numbers
 * @return these numbers, ascending, each once
 */
std::vector<uint32_t>
SortOut(std::vector<uint32_t> numbers)
{
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace

FluidGraphPlane::FluidGraphPlane(const FabricNetwork& network,
                                 const FluidGraphSteps& steps,
                                 const FluidCapacities& capacities,
                                 uint32_t plane)
    : m_network(network),
      m_steps(steps),
      m_capacities(capacities),
      m_plane(plane)
{
}

void
FluidGraphPlane::Survey(const std::vector<FluidFlow>& flows)
{
    m_cutsOf.resize(flows.size());
    for (uint32_t i = 0; i < flows.size(); ++i)
    {
        const auto& flow = flows[i];
        const uint32_t from = GetFirstSwitch(flow.src);
        const uint32_t to = GetFirstSwitch(flow.dst);
        if (from != to && m_plane >= flow.firstPlane && m_plane < flow.firstPlane + flow.planeCount)
        {
            m_pairs[{to, from}].push_back(i);
        }
    }
    uint32_t target = FAR;
    std::vector<uint32_t> distances;
    for (const auto& [pair, indices] : m_pairs)
    {
        if (pair.first != target)
        {
            target = pair.first;
            distances = Measure(target);
        }
        const auto layers = ListLayers(pair.second, distances);
        const double path = GetLargestFlow(pair, layers);
        m_paths[pair] = path;
        m_least[indices] = path;
        for (const auto& layer : layers)
        {
            AddLayer(layer, indices);
        }
    }
    ListCuts();
}

double
FluidGraphPlane::GetPath(const FluidFlow& flow) const
{
    const auto path = m_paths.find({GetFirstSwitch(flow.dst), GetFirstSwitch(flow.src)});
    return path == m_paths.end() ? std::numeric_limits<double>::infinity() : path->second;
}

uint32_t
FluidGraphPlane::GetFirstSwitch(uint32_t host) const
{
    return m_network.GetLink(m_network.GetNicLink(host, m_plane)).upper.node;
}

std::vector<uint32_t>
FluidGraphPlane::Measure(uint32_t target) const
{
    // Every link has both directions, so paths from the target are as long as those to it
    std::vector<uint32_t> distances(m_steps.size(), FAR);
    std::vector<uint32_t> reached{target};
    distances[target] = 0;
    for (size_t i = 0; i < reached.size(); ++i)
    {
        for (const auto& step : m_steps[reached[i]])
        {
            if (distances[step.to] == FAR)
            {
                distances[step.to] = distances[step.from] + 1;
                reached.push_back(step.to);
            }
        }
    }
    return distances;
}

std::vector<FluidGraphLayer>
FluidGraphPlane::ListLayers(uint32_t from, const std::vector<uint32_t>& distances) const
{
    std::vector<FluidGraphLayer> layers(distances[from] == FAR ? 0 : distances[from]);
    std::set<uint32_t> at{from};
    for (auto& layer : layers)
    {
        std::set<uint32_t> next;
        for (const uint32_t sw : at)
        {
            for (const auto& step : m_steps[sw])
            {
                if (distances[step.to] + 1 == distances[sw] && m_capacities.Get(step.port) > 0)
                {
                    layer.push_back(step);
                    next.insert(step.to);
                }
            }
        }
        at = std::move(next);
    }
    // Backward from the target: remove steps into dead ends
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
    {
        const auto isDead = [&at](const FluidGraphStep& step) { return at.count(step.to) == 0; };
        layer->erase(std::remove_if(layer->begin(), layer->end(), isDead), layer->end());
        at.clear();
        for (const auto& step : *layer)
        {
            at.insert(step.from);
        }
    }
    return at.empty() ? std::vector<FluidGraphLayer>() : layers;
}

double
FluidGraphPlane::GetLargestFlow(const SwitchPair& pair,
                                const std::vector<FluidGraphLayer>& layers) const
{
    if (layers.empty())
    {
        return 0;
    }
    std::map<uint32_t, uint32_t> numbers; // of switches on the paths
    const auto number = [&numbers](uint32_t sw) {
        return numbers.emplace(sw, static_cast<uint32_t>(numbers.size())).first->second;
    };
    std::vector<FluidArc> arcs;
    for (const auto& layer : layers)
    {
        for (const auto& step : layer)
        {
            const uint32_t from = number(step.from);
            arcs.push_back({from, number(step.to), m_capacities.Get(step.port)});
        }
    }
    return GetMaxFlow(arcs,
                      static_cast<uint32_t>(numbers.size()),
                      number(pair.second),
                      number(pair.first));
}

void
FluidGraphPlane::AddLayer(const FluidGraphLayer& layer, const std::vector<uint32_t>& flows)
{
    const auto& first = layer.front();
    std::vector<uint32_t> ports;
    bool oneFrom = true;
    bool oneTo = true;
    for (const auto& step : layer)
    {
        ports.push_back(step.port);
        oneFrom &= step.from == first.from;
        oneTo &= step.to == first.to;
    }
    const auto add = [&](Bundle& bundle) {
        bundle.ports.insert(bundle.ports.end(), ports.begin(), ports.end());
        bundle.flows.insert(bundle.flows.end(), flows.begin(), flows.end());
    };
    if (oneFrom)
    {
        add(m_bundles[{LEAVE, first.from, 0}]);
    }
    if (oneTo)
    {
        add(m_bundles[{REACH, first.to, 0}]);
    }
    if (oneFrom && oneTo)
    {
        add(m_bundles[{BOTH, first.from, first.to}]);
    }
    if (!oneFrom && !oneTo)
    {
        add(m_layers[SortOut(ports)]);
    }
}

void
FluidGraphPlane::ListCuts()
{
    const auto list = [this](const Bundle& bundle) {
        double bps = 0;
        for (const uint32_t port : SortOut(bundle.ports))
        {
            bps += m_capacities.Get(port);
        }
        const auto least = m_least.emplace(SortOut(bundle.flows), bps).first;
        least->second = std::min(least->second, bps);
    };
    for (const auto& [key, bundle] : m_bundles)
    {
        list(bundle);
    }
    for (const auto& [ports, bundle] : m_layers)
    {
        list(bundle);
    }
    for (const auto& [flows, bps] : m_least)
    {
        for (const uint32_t flow : flows)
        {
            m_cutsOf[flow].push_back(static_cast<uint32_t>(m_cuts.size()));
        }
        m_cuts.push_back({flows, bps});
    }
    m_bundles.clear();
    m_layers.clear();
    m_least.clear();
}

} // namespace mrcsim
