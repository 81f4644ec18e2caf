/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-shortest-paths.h"

#include "fabric-random.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

namespace
{
/**
 * @param n number of values, at least 1
 * @param [in,out] state of the generator
 * @return one of 0 .. n - 1 with equal probability
 */
uint64_t
DrawBelow(uint64_t n, uint64_t& state)
{
    // Number of draws to reject, so that the others are evenly distributed
    const uint64_t excess = -n % n;
    uint64_t draw = FabricNextRandom(state);
    while (draw < excess)
    {
        draw = FabricNextRandom(state);
    }
    return draw % n;
}
} // namespace

FabricShortestPaths::FabricShortestPaths(const FabricGraphLayout& layout)
    : m_layout(layout),
      m_steps(layout.switches.size()),
      m_trees(layout.switches.size())
{
    for (uint32_t number = 0; number < layout.links.size(); ++number)
    {
        const FabricLink& link = layout.links[number];
        if (link.lower.isHost)
        {
            continue;
        }
        const auto addStep = [&](const FabricLinkEnd& from, const FabricLinkEnd& to) {
            const uint32_t index = layout.switches[to.node].index;
            m_steps[from.node].push_back({from.port, to.node, index, number});
        };
        addStep(link.lower, link.upper);
        addStep(link.upper, link.lower);
    }
}

std::vector<uint32_t>
FabricShortestPaths::Search(uint32_t target, FabricGraphTree& tree) const
{
    const auto& switches = m_layout.switches;
    const size_t size = m_layout.planeSwitches[switches[target].plane].size();
    tree.links.assign(size, NO_PATH);
    tree.paths.assign(size, 0);
    tree.links[switches[target].index] = 0;
    tree.paths[switches[target].index] = 1;
    std::vector<uint32_t> order{target};
    order.reserve(size);
    for (size_t next = 0; next < order.size(); ++next)
    {
        const uint32_t near = switches[order[next]].index;
        for (const FabricGraphStep& step : m_steps[order[next]])
        {
            if (tree.links[step.index] == NO_PATH)
            {
                tree.links[step.index] = static_cast<uint16_t>(tree.links[near] + 1);
                order.push_back(step.peer);
            }
            if (tree.links[step.index] == tree.links[near] + 1)
            {
                uint64_t& paths = tree.paths[step.index];
                paths = std::min(paths + tree.paths[near], MANY);
            }
        }
    }
    return order;
}

const FabricGraphTree&
FabricShortestPaths::Towards(uint32_t target) const
{
    std::unique_ptr<const FabricGraphTree>& kept = m_trees[target];
    if (!kept)
    {
        auto tree = std::make_unique<FabricGraphTree>();
        Search(target, *tree);
        kept = std::move(tree);
    }
    return *kept;
}

uint32_t
FabricShortestPaths::GetNLinks(uint32_t sw, uint32_t target) const
{
    return Towards(target).links[m_layout.switches[sw].index];
}

uint64_t
FabricShortestPaths::CountPaths(uint32_t sw, uint32_t target) const
{
    return Towards(target).paths[m_layout.switches[sw].index];
}

std::vector<FabricGraphStep>
FabricShortestPaths::ListSteps(uint32_t sw, uint32_t target) const
{
    const FabricGraphTree& tree = Towards(target);
    const uint32_t links = tree.links[m_layout.switches[sw].index];
    std::vector<FabricGraphStep> steps;
    for (const FabricGraphStep& step : m_steps[sw])
    {
        if (tree.links[step.index] + 1U == links)
        {
            steps.push_back(step);
        }
    }
    return steps;
}

std::vector<std::vector<uint32_t>>
FabricShortestPaths::ListPorts(uint32_t sw) const
{
    // A path to a target is also one from it, so the searches from this switch and from its
    // neighbors suffice, without one from each of the many targets.
    const FabricGraphTree& own = Towards(sw);
    std::vector<std::vector<uint32_t>> ports(own.links.size());
    for (const FabricGraphStep& step : m_steps[sw])
    {
        const FabricGraphTree& peer = Towards(step.peer);
        for (size_t target = 0; target < ports.size(); ++target)
        {
            if (peer.links[target] + 1 == own.links[target])
            {
                ports[target].push_back(step.port);
            }
        }
    }
    return ports;
}

std::vector<FabricShortestPaths::Path>
FabricShortestPaths::ListAllPaths(uint32_t a, uint32_t b) const
{
    std::vector<std::pair<Path, uint32_t>> begun{{{}, a}}; // links so far, and the last switch
    for (uint32_t left = GetNLinks(a, b); left > 0; --left)
    {
        std::vector<std::pair<Path, uint32_t>> longer;
        for (const auto& [path, end] : begun)
        {
            for (const FabricGraphStep& step : ListSteps(end, b))
            {
                longer.emplace_back(path, step.peer);
                longer.back().first.push_back(step.link);
            }
        }
        begun = std::move(longer);
    }
    std::vector<Path> paths;
    for (auto& [path, end] : begun)
    {
        paths.push_back(std::move(path));
    }
    return paths;
}

FabricShortestPaths::Path
FabricShortestPaths::DrawPath(uint32_t a, uint32_t b, uint64_t& state) const
{
    Path path;
    for (uint32_t sw = a; sw != b;)
    {
        const std::vector<FabricGraphStep> steps = ListSteps(sw, b);
        uint64_t paths = 0;
        for (const FabricGraphStep& step : steps)
        {
            paths += CountPaths(step.peer, b);
        }
        // The probability of a hop is proportional to the paths behind it, so all paths are equally
        // likely
        uint64_t draw = DrawBelow(paths, state);
        auto step = steps.begin();
        while (draw >= CountPaths(step->peer, b))
        {
            draw -= CountPaths(step->peer, b);
            ++step;
        }
        path.push_back(step->link);
        sw = step->peer;
    }
    return path;
}

std::vector<FabricShortestPaths::Path>
FabricShortestPaths::ListPaths(uint32_t a, uint32_t b, uint32_t most, uint64_t seed) const
{
    std::vector<Path> paths;
    const auto [from, to] = std::minmax(a, b);
    if (CountPaths(from, to) <= most)
    {
        paths = ListAllPaths(from, to);
    }
    else
    {
        uint64_t state = seed;
        state = FabricNextRandom(state) ^ (uint64_t{from} << 32 | to);
        state = FabricNextRandom(state);
        for (std::set<Path> drawn; paths.size() < most;)
        {
            Path path = DrawPath(from, to, state);
            if (drawn.insert(path).second)
            {
                paths.push_back(std::move(path));
            }
        }
    }
    for (Path& path : paths)
    {
        if (a > b)
        {
            std::reverse(path.begin(), path.end());
        }
    }
    return paths;
}

} // namespace ns3
