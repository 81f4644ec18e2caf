/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-shape-check.h"

#include "fabric-graph-layout.h"
#include "fabric-graph-survey.h"
#include "fabric-shortest-paths.h"

#include "ns3/mrc-ev.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ns3
{

namespace
{
/// Marks a missing link or plane.
constexpr uint32_t NONE = ~0U;

/**
 * Finds the problems of the shape of a graph.
 */
class ShapeCheck
{
  public:
    /**
     * @param [out] problems receives the problems
     */
    ShapeCheck(const FabricGraphSpec& spec, FabricGraphProblems& problems);

    /** Run the checks until one fails. */
    void Run();

  private:
    /// The ports of a node, from the links read so far.
    struct Ports
    {
        std::vector<uint32_t> links; ///< of a host: a link in each plane, or NONE
        uint32_t plane{NONE};        ///< plane of the first link
        uint32_t first{NONE};        ///< the first link
    };

    /** Check that planes have numbers without gaps. */
    void CheckPlanes();

    /** Check that hosts have a port in each plane, and switches have links in one. */
    void CheckPorts();

    /**
     * Count a link at one of its ends.
     * @param link number of the link
     * @param name name of the node there
     */
    void CountPort(uint32_t link, const std::string& name);

    /**
     * @param node number of a node whose links have been counted
     */
    void CheckPortsOf(uint32_t node);

    /**
     * Check that there is a uSID for every switch, link and host.
     * @param layout the numbers
     */
    void CheckUsids(const FabricGraphLayout& layout);

    /**
     * Check that there are paths between all hosts, and source routes for them.
     * @param layout the numbers
     */
    void CheckPaths(const FabricGraphLayout& layout);

    const FabricGraphSpec& m_spec;                     ///< the graph
    FabricGraphProblems& m_problems;                   ///< the problems
    std::unordered_map<std::string, uint32_t> m_nodes; ///< nodes by name
    std::vector<Ports> m_ports;                        ///< by node
    uint32_t m_planes{0};                              ///< planes of the links
};

ShapeCheck::ShapeCheck(const FabricGraphSpec& spec, FabricGraphProblems& problems)
    : m_spec(spec),
      m_problems(problems),
      m_ports(spec.nodes.size())
{
    for (uint32_t node = 0; node < spec.nodes.size(); ++node)
    {
        m_nodes.emplace(spec.nodes[node].name, node);
    }
}

void
ShapeCheck::Run()
{
    CheckPlanes();
    if (m_problems.IsEmpty())
    {
        CheckPorts();
    }
    if (m_problems.IsEmpty())
    {
        const FabricGraphLayout layout(m_spec);
        CheckUsids(layout);
        if (m_problems.IsEmpty())
        {
            CheckPaths(layout);
        }
    }
}

void
ShapeCheck::CheckPlanes()
{
    std::vector<bool> used(MrcEv::MAX_PLANES, false);
    for (const FabricGraphSpec::Link& link : m_spec.links)
    {
        used[link.plane] = true;
        m_planes = std::max(m_planes, link.plane + 1);
    }
    for (uint32_t plane = 0; plane < m_planes; ++plane)
    {
        if (!used[plane])
        {
            m_problems.Add("links",
                           "found links of plane ",
                           m_planes - 1,
                           ", but none of plane ",
                           plane,
                           "; allowed: planes numbered from 0 on without gaps");
        }
    }
}

void
ShapeCheck::CountPort(uint32_t link, const std::string& name)
{
    const uint32_t node = m_nodes.at(name);
    Ports& ports = m_ports[node];
    const uint32_t plane = m_spec.links[link].plane;
    const bool isHost = m_spec.nodes[node].isHost;
    if (!isHost && ports.first != NONE && ports.plane != plane)
    {
        m_problems.Add(FabricGraphProblems::Where("links", link, ".plane"),
                       "found ",
                       plane,
                       " at switch \"",
                       name,
                       "\", which ",
                       FabricGraphProblems::Where("links", ports.first),
                       " puts into plane ",
                       ports.plane,
                       "; allowed: one plane for each switch");
    }
    if (isHost && ports.links[plane] != NONE)
    {
        m_problems.Add(FabricGraphProblems::Where("links", link),
                       "found a second port of host \"",
                       name,
                       "\" in plane ",
                       plane,
                       ", beside ",
                       FabricGraphProblems::Where("links", ports.links[plane]),
                       "; allowed: one port in each plane");
    }
    if (ports.first == NONE)
    {
        ports.first = link;
        ports.plane = plane;
    }
    if (isHost && ports.links[plane] == NONE)
    {
        ports.links[plane] = link;
    }
}

void
ShapeCheck::CheckPorts()
{
    for (uint32_t node = 0; node < m_ports.size(); ++node)
    {
        m_ports[node].links.resize(m_spec.nodes[node].isHost ? m_planes : 0, NONE);
    }
    for (uint32_t link = 0; link < m_spec.links.size(); ++link)
    {
        CountPort(link, m_spec.links[link].a);
        CountPort(link, m_spec.links[link].b);
    }
    for (uint32_t node = 0; node < m_ports.size(); ++node)
    {
        CheckPortsOf(node);
    }
}

void
ShapeCheck::CheckPortsOf(uint32_t node)
{
    const auto& [name, isHost] = m_spec.nodes[node];
    const std::string where = FabricGraphProblems::Where("nodes", node);
    if (m_ports[node].first == NONE)
    {
        m_problems.Add(where,
                       "found ",
                       isHost ? "host \"" : "switch \"",
                       name,
                       "\" without a link; allowed: ",
                       isHost ? "one port in each plane" : "at least one link");
        return;
    }
    const std::vector<uint32_t>& links = m_ports[node].links;
    for (uint32_t plane = 0; plane < links.size(); ++plane)
    {
        if (links[plane] == NONE)
        {
            m_problems.Add(where,
                           "found host \"",
                           name,
                           "\" without a port in plane ",
                           plane,
                           "; allowed: one port in each of the ",
                           m_planes,
                           " planes");
        }
    }
}

void
ShapeCheck::CheckUsids(const FabricGraphLayout& layout)
{
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const auto& last = layout.switches[layout.planeSwitches[plane].back()];
        const uint32_t sids = last.firstSid + last.nSids;
        if (sids > FabricGraphSpec::MAX_SWITCH_SIDS)
        {
            m_problems.Add(
                "nodes",
                "found ",
                layout.planeSwitches[plane].size(),
                " switches in plane ",
                plane,
                ", which need ",
                sids,
                " uSIDs, one for each and for each of the parallel links to it; allowed: ",
                FabricGraphSpec::MAX_SWITCH_SIDS);
        }
    }
    for (uint32_t host = 0; host < layout.nicIndices.size(); ++host)
    {
        if (layout.nicIndices[host] == FabricGraphLayout::NO_INDEX)
        {
            m_problems.Add(FabricGraphProblems::Where("nodes", m_nodes.at(layout.hostNames[host])),
                           "found host \"",
                           layout.hostNames[host],
                           "\" under switches whose other hosts have all uSIDs of NICs; allowed: ",
                           FabricGraphLayout::NO_INDEX,
                           " hosts that share switches");
            return; // later hosts have the same problem
        }
    }
}

void
ShapeCheck::CheckPaths(const FabricGraphLayout& layout)
{
    const FabricShortestPaths shortest(layout);
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const auto far = FindFabricGraphFarPair(layout,
                                                shortest,
                                                plane,
                                                FabricGraphSpec::MAX_SWITCHES_ON_PATH - 1);
        if (!far)
        {
            continue;
        }
        const auto findHost = [&](uint32_t edge) {
            uint32_t host = 0;
            while (layout.GetEdge(host, plane) != edge)
            {
                ++host;
            }
            return host;
        };
        const auto [first, second] = std::minmax({findHost(far->first), findHost(far->second)});
        const std::string found = "found hosts \"" + layout.hostNames[first] + "\" and \"" +
                                  layout.hostNames[second] + "\"";
        const uint32_t links = shortest.GetNLinks(far->first, far->second);
        if (links == FabricShortestPaths::NO_PATH)
        {
            m_problems.Add("links",
                           found,
                           " without a path between them in plane ",
                           plane,
                           "; allowed: planes in which every host reaches every other");
        }
        else
        {
            m_problems.Add("links",
                           found,
                           " with ",
                           links + 1,
                           " switches between them in plane ",
                           plane,
                           "; allowed: at most ",
                           FabricGraphSpec::MAX_SWITCHES_ON_PATH,
                           ", whose uSIDs an address and an SRH segment hold");
        }
    }
}
} // namespace

void
CheckFabricGraphShape(const FabricGraphSpec& spec, FabricGraphProblems& problems)
{
    ShapeCheck(spec, problems).Run();
}

} // namespace ns3
