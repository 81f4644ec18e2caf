/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-check.h"

#include "fabric-graph-shape-check.h"
#include "fabric-rate.h"

#include "ns3/mrc-ev.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace ns3
{

namespace
{
/// Longest name of a node.
constexpr size_t MAX_NAME = 63;

/**
 * @param c a character
 * @return true if it is a letter, a digit or "_", in ASCII, in any locale
 */
bool
IsWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/**
 * Names of links are composed of names of nodes and must be unambiguous: in "a--b.1" only the
 * separator has two hyphens, and only the number of a parallel link is after the last dot.
 * @param name name of a node
 * @return its problem; empty if it is valid
 */
std::string
CheckName(std::string_view name)
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
 * Finds the problems of a graph.
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

    /** @return the problems */
    std::vector<FabricGraphProblem> Run();

  private:
    /**
     * @param where part of the spec
     */
    void CheckDelay(RdmaTick delay, const std::string& where);

    /**
     * @param least least value that is allowed
     * @param most largest value that is allowed
     * @param where part of the spec
     */
    void CheckRange(uint32_t value, uint32_t least, uint32_t most, const std::string& where);

    /** Check names and numbers of nodes. */
    void CheckNodes();

    /** Check every link by itself. */
    void CheckLinks();

    /**
     * @param name name of a node at an end of a link
     * @param where part of the spec
     * @return number of the node, if there is one
     */
    std::optional<uint32_t> FindNode(const std::string& name, const std::string& where);

    const FabricGraphSpec& m_spec;                     ///< the graph
    FabricGraphProblems m_problems;                    ///< the problems
    std::unordered_map<std::string, uint32_t> m_nodes; ///< nodes by name
};

std::vector<FabricGraphProblem>
GraphCheck::Run()
{
    CheckDelay(m_spec.switchDelay, "switchDelay");
    CheckRange(m_spec.maxPaths, 1, MrcEv::MAX_PATHS, "maxPaths");
    CheckRange(m_spec.longerPaths, 0, FabricGraphSpec::MAX_LONGER_PATHS, "longerPaths");
    CheckRange(m_spec.longerLinks, 1, FabricGraphSpec::MAX_SWITCHES_ON_PATH - 1, "longerLinks");
    CheckNodes();
    CheckLinks();
    if (m_problems.IsEmpty())
    {
        CheckFabricGraphShape(m_spec, m_problems);
    }
    return m_problems.Take();
}

void
GraphCheck::CheckDelay(RdmaTick delay, const std::string& where)
{
    if (delay < RdmaTick{} || delay > FABRIC_MAX_DELAY)
    {
        m_problems.Add(where, "found ", delay.GetPs(), " ps; allowed: ", FABRIC_DELAY_LIMITS);
    }
}

void
GraphCheck::CheckRange(uint32_t value, uint32_t least, uint32_t most, const std::string& where)
{
    if (value < least || value > most)
    {
        m_problems.Add(where, "found ", value, "; allowed: ", least, " to ", most);
    }
}

void
GraphCheck::CheckNodes()
{
    size_t hosts = 0;
    for (uint32_t node = 0; node < m_spec.nodes.size(); ++node)
    {
        const std::string& name = m_spec.nodes[node].name;
        const std::string where = FabricGraphProblems::Where("nodes", node, ".name");
        hosts += m_spec.nodes[node].isHost;
        const std::string fault = CheckName(name);
        if (!fault.empty())
        {
            m_problems.Add(where, fault);
        }
        const auto [it, isNew] = m_nodes.try_emplace(name, node);
        if (!isNew && fault.empty())
        {
            m_problems.Add(where,
                           "found \"",
                           name,
                           "\", which is also the name of ",
                           FabricGraphProblems::Where("nodes", it->second),
                           "; allowed: another name for every node");
        }
    }
    if (hosts < 2 || hosts > FabricGraphSpec::MAX_HOSTS)
    {
        m_problems.Add("nodes",
                       "found ",
                       hosts,
                       " hosts; allowed: 2 to ",
                       FabricGraphSpec::MAX_HOSTS);
    }
}

std::optional<uint32_t>
GraphCheck::FindNode(const std::string& name, const std::string& where)
{
    const auto node = m_nodes.find(name);
    if (node == m_nodes.end())
    {
        m_problems.Add(where, "found \"", name.substr(0, MAX_NAME), "\"; allowed: names of nodes");
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
        const auto a = FindNode(link.a, FabricGraphProblems::Where("links", number, ".a"));
        const auto b = FindNode(link.b, FabricGraphProblems::Where("links", number, ".b"));
        if (a && a == b)
        {
            m_problems.Add(FabricGraphProblems::Where("links", number, ".b"),
                           "found \"",
                           link.b,
                           "\" at both ends; allowed: links between two nodes");
        }
        else if (a && b && m_spec.nodes[*a].isHost && m_spec.nodes[*b].isHost)
        {
            m_problems.Add(FabricGraphProblems::Where("links", number),
                           "found a link between the hosts \"",
                           link.a,
                           "\" and \"",
                           link.b,
                           "\"; allowed: a switch at one end at least");
        }
        if (link.plane >= MrcEv::MAX_PLANES)
        {
            m_problems.Add(FabricGraphProblems::Where("links", number, ".plane"),
                           "found ",
                           link.plane,
                           "; allowed: 0 to ",
                           MrcEv::MAX_PLANES - 1);
        }
        if (!IsFabricRate(link.rateBps))
        {
            m_problems.Add(FabricGraphProblems::Where("links", number, ".rate"),
                           "found ",
                           link.rateBps,
                           " bit/s; allowed: ",
                           FABRIC_RATE_LIMITS);
        }
        CheckDelay(link.delay, FabricGraphProblems::Where("links", number, ".delay"));
    }
}

} // namespace

std::vector<FabricGraphProblem>
CheckFabricGraph(const FabricGraphSpec& spec)
{
    return GraphCheck(spec).Run();
}

} // namespace ns3
