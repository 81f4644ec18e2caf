/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-spec.h"

#include "fabric-graph-layout.h"
#include "fabric-graph-survey.h"
#include "fabric-graph-ways.h"

#include "ns3/mrc-ev.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_map>

namespace ns3
{

namespace
{
/// Longest name of a node.
constexpr size_t MAX_NAME = 63;

/// Longest delay: sums of them stay far from the end of time.
constexpr Tick MAX_DELAY = Tick::Ms(1000);

/// No link, no plane.
constexpr uint32_t NONE = ~0U;

/**
 * @param c a character
 * @return true if it is a letter, a digit or "_", in ASCII, whatever the locale
 */
bool
IsWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/**
 * Names of links are made of names of nodes, and must be read in one way only: in "a--b.1" nothing
 * but the joint has two hyphens, and nothing but the number of a parallel link follows a dot.
 * @param name name of a node
 * @return what is wrong with it; empty if it may stand
 */
std::string
JudgeName(std::string_view name)
{
    if (name.empty() || name.size() > MAX_NAME)
    {
        return "found a name of " + std::to_string(name.size()) + " characters; allowed: 1 to " +
               std::to_string(MAX_NAME);
    }
    const auto isAllowed = [](char c) { return IsWord(c) || c == '.' || c == '-'; };
    const auto found = "found \"" + std::string(name) + "\"; allowed: ";
    if (!std::all_of(name.begin(), name.end(), isAllowed))
    {
        return found + "letters, digits, \"_\", \".\" and \"-\"";
    }
    if (!IsWord(name.front()) || !IsWord(name.back()))
    {
        return found + "a letter, a digit or \"_\" at both ends";
    }
    if (name.find("--") != std::string_view::npos)
    {
        return found + "no \"--\", which stands between the ends of a link";
    }
    const size_t end = name.find_last_not_of("0123456789");
    if (end != std::string_view::npos && name[end] == '.')
    {
        return found + "no \".\" and digits at the end, which number parallel links";
    }
    return {};
}

/**
 * Looks for what is wrong with a graph.
 */
class GraphCheck
{
  public:
    /**
     * @param spec the graph
     */
    explicit GraphCheck(const FabricGraphSpec& spec)
        : m_spec(spec)
    {
    }

    /** @return what is wrong */
    std::vector<FabricGraphProblem> Run();

  private:
    /// The ports of a node, as far as links have been read.
    struct Ports
    {
        std::vector<uint32_t> links; ///< a link in each plane, or NONE
        uint32_t plane{NONE};        ///< plane of the first link
        uint32_t first{NONE};        ///< the first link
    };

    /**
     * @param where part of the spec
     * @param parts the sentence, streamed together
     */
    template <typename... Parts>
    void Add(const std::string& where, const Parts&... parts)
    {
        std::ostringstream text;
        (text << ... << parts);
        m_problems.push_back({where, text.str()});
    }

    /**
     * @param delay a delay
     * @param where part of the spec
     */
    void CheckDelay(Tick delay, const std::string& where);

    /** Names of nodes, and how many there are. */
    void CheckNodes();

    /** Every link by itself. */
    void CheckLinks();

    /**
     * @param name name of a node at an end of a link
     * @param where part of the spec
     * @return number of the node, if there is one
     */
    std::optional<uint32_t> FindNode(const std::string& name, const std::string& where);

    /** Planes have numbers without gaps. */
    void CheckPlanes();

    /** Hosts have a port in each plane, switches have links in one. */
    void CheckPorts();

    /**
     * Count a link at one of its ends.
     * @param link number of the link
     * @param node the node there
     * @param [in,out] ports of the node
     */
    void CountPort(uint32_t link, uint32_t node, Ports& ports);

    /**
     * There is a uSID for everything.
     * @param layout the numbers
     */
    void CheckUsids(const FabricGraphLayout& layout);

    /**
     * There are ways between all hosts, and source routes for them.
     * @param layout the numbers
     */
    void CheckWays(const FabricGraphLayout& layout);

    const FabricGraphSpec& m_spec;                     ///< the graph
    std::vector<FabricGraphProblem> m_problems;        ///< what is wrong
    std::unordered_map<std::string, uint32_t> m_nodes; ///< nodes by name
    std::vector<std::pair<uint32_t, uint32_t>> m_ends; ///< nodes at the ends of links
    uint32_t m_planes{0};                              ///< planes that links name
};

/**
 * @param list name of a list
 * @param place a place in it
 * @param member a member of what is there, with a dot in front
 * @return what the part of the spec is called
 */
std::string
Where(const char* list, size_t place, const char* member = "")
{
    return std::string(list) + "[" + std::to_string(place) + "]" + member;
}

std::vector<FabricGraphProblem>
GraphCheck::Run()
{
    CheckDelay(m_spec.switchDelay, "switchDelay");
    if (m_spec.maxPaths < 1 || m_spec.maxPaths > MrcEv::MAX_PATHS)
    {
        Add("maxPaths", "found ", m_spec.maxPaths, "; allowed: 1 to ", MrcEv::MAX_PATHS);
    }
    CheckNodes();
    CheckLinks();
    if (m_problems.empty())
    {
        CheckPlanes();
    }
    if (m_problems.empty())
    {
        CheckPorts();
    }
    if (m_problems.empty())
    {
        const FabricGraphLayout layout(m_spec);
        CheckUsids(layout);
        if (m_problems.empty())
        {
            CheckWays(layout);
        }
    }
    return std::move(m_problems);
}

void
GraphCheck::CheckDelay(Tick delay, const std::string& where)
{
    if (delay < Tick{} || delay > MAX_DELAY)
    {
        Add(where, "found ", delay.GetPs(), " ps; allowed: 0 to 1 s");
    }
}

void
GraphCheck::CheckNodes()
{
    size_t hosts = 0;
    for (uint32_t node = 0; node < m_spec.nodes.size(); ++node)
    {
        const std::string& name = m_spec.nodes[node].name;
        const std::string where = Where("nodes", node, ".name");
        hosts += m_spec.nodes[node].isHost;
        const std::string fault = JudgeName(name);
        if (!fault.empty())
        {
            Add(where, fault);
        }
        const auto [it, isNew] = m_nodes.try_emplace(name, node);
        if (!isNew && fault.empty())
        {
            Add(where,
                "found \"",
                name,
                "\", which ",
                Where("nodes", it->second),
                " is called; allowed: another name for every node");
        }
    }
    if (hosts < 2 || hosts > FabricGraphSpec::MAX_HOSTS)
    {
        Add("nodes", "found ", hosts, " hosts; allowed: 2 to ", FabricGraphSpec::MAX_HOSTS);
    }
}

std::optional<uint32_t>
GraphCheck::FindNode(const std::string& name, const std::string& where)
{
    const auto node = m_nodes.find(name);
    if (node == m_nodes.end())
    {
        Add(where, "found \"", name.substr(0, MAX_NAME), "\"; allowed: names of nodes");
        return std::nullopt;
    }
    return node->second;
}

void
GraphCheck::CheckLinks()
{
    for (uint32_t number = 0; number < m_spec.links.size(); ++number)
    {
        const FabricGraphSpec::Link& link = m_spec.links[number];
        const auto a = FindNode(link.a, Where("links", number, ".a"));
        const auto b = FindNode(link.b, Where("links", number, ".b"));
        m_ends.emplace_back(a.value_or(NONE), b.value_or(NONE));
        if (a && a == b)
        {
            Add(Where("links", number, ".b"),
                "found \"",
                link.b,
                "\" at both ends; allowed: links between two nodes");
        }
        else if (a && b && m_spec.nodes[*a].isHost && m_spec.nodes[*b].isHost)
        {
            Add(Where("links", number),
                "found a link between the hosts \"",
                link.a,
                "\" and \"",
                link.b,
                "\"; allowed: a switch at one end at least");
        }
        if (link.plane >= MrcEv::MAX_PLANES)
        {
            Add(Where("links", number, ".plane"),
                "found ",
                link.plane,
                "; allowed: 0 to ",
                MrcEv::MAX_PLANES - 1);
        }
        if (link.rateBps < FabricGraphSpec::MIN_RATE_BPS ||
            link.rateBps > FabricGraphSpec::MAX_RATE_BPS)
        {
            Add(Where("links", number, ".rate"),
                "found ",
                link.rateBps,
                " bit/s; allowed: 1kbps to 1000Tbps");
        }
        CheckDelay(link.delay, Where("links", number, ".delay"));
    }
}

void
GraphCheck::CheckPlanes()
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
            Add("links",
                "found links of plane ",
                m_planes - 1,
                ", but none of plane ",
                plane,
                "; allowed: planes numbered from 0 on without gaps");
        }
    }
}

void
GraphCheck::CountPort(uint32_t link, uint32_t node, Ports& ports)
{
    const uint32_t plane = m_spec.links[link].plane;
    const auto& [name, isHost] = m_spec.nodes[node];
    if (!isHost && ports.first != NONE && ports.plane != plane)
    {
        Add(Where("links", link, ".plane"),
            "found ",
            plane,
            " at switch \"",
            name,
            "\", which ",
            Where("links", ports.first),
            " puts into plane ",
            ports.plane,
            "; allowed: one plane for each switch");
    }
    if (isHost && ports.links[plane] != NONE)
    {
        Add(Where("links", link),
            "found a second port of host \"",
            name,
            "\" in plane ",
            plane,
            ", beside ",
            Where("links", ports.links[plane]),
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
GraphCheck::CheckPorts()
{
    std::vector<Ports> nodes(m_spec.nodes.size());
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        nodes[node].links.resize(m_spec.nodes[node].isHost ? m_planes : 0, NONE);
    }
    for (uint32_t link = 0; link < m_ends.size(); ++link)
    {
        CountPort(link, m_ends[link].first, nodes[m_ends[link].first]);
        CountPort(link, m_ends[link].second, nodes[m_ends[link].second]);
    }
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        const auto& [name, isHost] = m_spec.nodes[node];
        if (nodes[node].first == NONE)
        {
            Add(Where("nodes", node),
                "found ",
                isHost ? "host \"" : "switch \"",
                name,
                "\" without a link; allowed: ",
                isHost ? "one port in each plane" : "at least one link");
            continue;
        }
        const std::vector<uint32_t>& ports = nodes[node].links;
        for (uint32_t plane = 0; plane < ports.size(); ++plane)
        {
            if (ports[plane] == NONE)
            {
                Add(Where("nodes", node),
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
}

void
GraphCheck::CheckUsids(const FabricGraphLayout& layout)
{
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const auto& last = layout.switches[layout.planeSwitches[plane].back()];
        const uint32_t sids = last.firstSid + last.nSids;
        if (sids > FabricGraphSpec::MAX_SWITCH_SIDS)
        {
            Add("nodes",
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
            Add(Where("nodes", m_nodes.at(layout.hostNames[host])),
                "found host \"",
                layout.hostNames[host],
                "\" under switches whose other hosts have all uSIDs of NICs; allowed: ",
                FabricGraphLayout::NO_INDEX,
                " hosts that share switches");
            return; // the others that come too late have the same trouble
        }
    }
}

void
GraphCheck::CheckWays(const FabricGraphLayout& layout)
{
    const FabricGraphWays ways(layout);
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const auto far =
            FindFabricGraphFarPair(layout, ways, plane, FabricGraphSpec::MAX_SWITCHES_ON_PATH - 1);
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
        const uint32_t links = ways.GetNLinks(far->first, far->second);
        if (links == FabricGraphWays::NO_WAY)
        {
            Add("links",
                found,
                " without a way between them in plane ",
                plane,
                "; allowed: planes in which every host reaches every other");
        }
        else
        {
            Add("links",
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

std::vector<FabricGraphProblem>
FabricGraphSpec::Check() const
{
    return GraphCheck(*this).Run();
}

} // namespace ns3
