/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-longer-paths.h"

#include "fabric-graph-survey.h"
#include "fabric-rate.h"

#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

using Path = FabricShortestPaths::Path;

/// Cost of a link or switch that all shortest paths use, or that an earlier longer path uses.
constexpr uint64_t USE_COST = 1000;
/// Cost of any link: ten more links are as bad as an element that all shortest paths use.
constexpr uint64_t LINK_COST = 100;
/// Searches for every path wanted: some return a path again, which then costs more.
constexpr uint32_t SEARCHES_PER_PATH = 4;
/// Line times of a frame of data and of its SACK, by which round trips are compared, B.
constexpr uint32_t DATA_BYTES =
    FabricWireBytes(FabricL3Bytes(FabricEncap::SRV6, RdmaOpcode::MRC_WRITE_MIDDLE, 4096));
constexpr uint32_t ACK_BYTES =
    FabricWireBytes(FabricL3Bytes(FabricEncap::SRV6, RdmaOpcode::MRC_SACK, 0));

} // namespace

/**
 * The searches for the paths from one switch to another one.
 */
class FabricLongerPaths::Search
{
  public:
    /**
     * @param shortest shortest paths of the graph
     * @param from the first switch
     * @param to the last switch
     * @param links largest number of links of a path
     */
    Search(const FabricGraphLayout& layout,
           const FabricShortestPaths& shortest,
           uint32_t from,
           uint32_t to,
           uint32_t links)
        : m_layout(layout),
          m_shortest(shortest),
          m_from(from),
          m_to(to),
          m_links(links),
          m_size(layout.planeSwitches[layout.switches[from].plane].size()),
          m_linkUse(layout.links.size(), 0),
          m_switchUse(m_size, 0)
    {
        shortest.Search(from, m_near);
        shortest.Search(to, m_far);
        CountShortest();
    }

    /**
     * @return the cheapest path with more links than the shortest ones, or none; may have a loop
     */
    Path Find()
    {
        m_layers.assign(m_links + 1, std::vector<Place>(m_size));
        m_layers[0][Index(m_from)].cost = 0;
        std::vector<uint32_t> reached{m_from};
        for (uint32_t length = 0; length < m_links; ++length)
        {
            reached = Extend(length, reached);
        }
        uint32_t best = 0;
        const uint32_t to = Index(m_to);
        for (uint32_t length = m_far.links[Index(m_from)] + 1U; length <= m_links; ++length)
        {
            best = m_layers[length][to].cost < m_layers[best][to].cost ? length : best;
        }
        Path path(best);
        uint32_t sw = m_to;
        for (uint32_t length = best; length > 0; --length)
        {
            path[length - 1] = m_layers[length][Index(sw)].link;
            sw = m_layout.links[path[length - 1]].GetOther(sw);
        }
        return path;
    }

    /**
     * @param path a path
     * @return true if it passes a switch twice
     */
    bool HasLoop(const Path& path) const
    {
        std::set<uint32_t> passed{m_from};
        uint32_t sw = m_from;
        return std::any_of(path.begin(), path.end(), [&](uint32_t link) {
            sw = m_layout.links[link].GetOther(sw);
            return !passed.insert(sw).second;
        });
    }

    /**
     * Raise the cost of a path.
     * @param path the path
     */
    void Use(const Path& path)
    {
        uint32_t sw = m_from;
        for (const uint32_t link : path)
        {
            m_linkUse[link] += USE_COST;
            sw = m_layout.links[link].GetOther(sw);
            m_switchUse[Index(sw)] += USE_COST;
        }
    }

    /**
     * Raise the cost of a link.
     * @param link the link
     */
    void Avoid(uint32_t link)
    {
        m_linkUse[link] += USE_COST;
    }

  private:
    /// The cheapest way to a switch with a number of links.
    struct Place
    {
        uint64_t cost{~uint64_t{0}}; ///< its cost
        uint32_t link{0};            ///< its last link
    };

    /** @return index of the switch in the plane */
    uint32_t Index(uint32_t sw) const
    {
        return m_layout.switches[sw].index;
    }

    /** Set the costs of elements by the share of the shortest paths that use them. */
    void CountShortest()
    {
        const uint32_t distance = m_far.links[Index(m_from)];
        const auto all = static_cast<double>(m_far.paths[Index(m_from)]);
        const auto share = [&](double paths) {
            return static_cast<uint64_t>(std::min(paths / all, 1.0) * USE_COST);
        };
        for (const uint32_t sw : m_layout.planeSwitches[m_layout.switches[m_from].plane])
        {
            const uint32_t index = Index(sw);
            const auto before = static_cast<double>(m_near.paths[index]);
            if (uint32_t{m_near.links[index]} + m_far.links[index] != distance)
            {
                continue;
            }
            m_switchUse[index] = share(before * static_cast<double>(m_far.paths[index]));
            for (const FabricGraphStep& step : m_shortest.GetSteps(sw))
            {
                if (m_near.links[index] + 1U + m_far.links[step.index] == distance)
                {
                    m_linkUse[step.link] =
                        share(before * static_cast<double>(m_far.paths[step.index]));
                }
            }
        }
    }

    /**
     * Go on by one link.
     * @param length links so far
     * @param reached switches that this number of links reaches
     * @return switches that one more reaches and from which the end can be reached
     */
    std::vector<uint32_t> Extend(uint32_t length, const std::vector<uint32_t>& reached)
    {
        std::vector<uint32_t> next;
        for (const uint32_t sw : reached)
        {
            const Place& last = m_layers[length][Index(sw)];
            for (const FabricGraphStep& step : m_shortest.GetSteps(sw))
            {
                const bool turns = length > 0 && step.link == last.link;
                if (sw == m_to || step.peer == m_from || turns ||
                    length + 1 + m_far.links[step.index] > m_links)
                {
                    continue;
                }
                Place& place = m_layers[length + 1][step.index];
                if (place.cost == ~uint64_t{0})
                {
                    next.push_back(step.peer);
                }
                const uint64_t more =
                    last.cost + LINK_COST + m_linkUse[step.link] + m_switchUse[step.index];
                place = more < place.cost ? Place{more, step.link} : place;
            }
        }
        return next;
    }

    const FabricGraphLayout& m_layout;        ///< the graph
    const FabricShortestPaths& m_shortest;    ///< its shortest paths
    uint32_t m_from;                          ///< the first switch
    uint32_t m_to;                            ///< the last switch
    uint32_t m_links;                         ///< largest number of links
    size_t m_size;                            ///< switches of the plane
    FabricGraphTree m_near;                   ///< shortest paths from the first switch
    FabricGraphTree m_far;                    ///< shortest paths to the last switch
    std::vector<uint64_t> m_linkUse;          ///< by link: cost of its uses
    std::vector<uint64_t> m_switchUse;        ///< by index of a switch: cost of its uses
    std::vector<std::vector<Place>> m_layers; ///< by links so far and index of a switch
};

FabricLongerPaths::FabricLongerPaths(const FabricGraphLayout& layout,
                                     const FabricShortestPaths& shortest,
                                     uint32_t most,
                                     uint32_t extraLinks)
    : m_layout(layout),
      m_shortest(shortest),
      m_most(most),
      m_extraLinks(extraLinks)
{
}

std::vector<Path>
FabricLongerPaths::List(uint32_t a, uint32_t b) const
{
    std::vector<Path> paths;
    if (a == b || m_most == 0)
    {
        return paths;
    }
    const auto [from, to] = std::minmax(a, b);
    const uint32_t distance = m_shortest.GetNLinks(from, to);
    const uint32_t links =
        std::min(distance + m_extraLinks, FabricGraphSpec::MAX_SWITCHES_ON_PATH - 1);
    Search search(m_layout, m_shortest, from, to, links);
    for (uint32_t i = 0; i < m_most * SEARCHES_PER_PATH && paths.size() < m_most; ++i)
    {
        const Path path = search.Find();
        if (path.empty())
        {
            break;
        }
        if (!search.HasLoop(path) && IsInTime(path) &&
            std::find(paths.begin(), paths.end(), path) == paths.end())
        {
            search.Use(path);
            paths.push_back(path);
        }
        else
        {
            search.Avoid(path[i % path.size()]);
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

bool
FabricLongerPaths::IsInTime(const Path& path) const
{
    if (!m_longestRtt)
    {
        m_longestRtt = FindFabricGraphLongestRtt(m_layout, m_shortest, DATA_BYTES, ACK_BYTES);
    }
    RdmaTick rtt;
    for (const uint32_t number : path)
    {
        const FabricLink& link = m_layout.links[number];
        rtt = rtt + FabricLineTime(DATA_BYTES, link.rateBps) +
              FabricLineTime(ACK_BYTES, link.rateBps) + link.delayToUpper + link.delayToLower;
    }
    return rtt <= *m_longestRtt * MAX_RTTS;
}

} // namespace ns3
