/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/index-check.h"
#include "kinds/topology.h"

#include "ns3/fabric-graph-check.h"
#include "ns3/fabric-graph.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// topology.nodes[]
struct Node : KeyOwner
{
    std::string name; ///< its name
    std::string type; ///< host or switch

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("a node such as {\"name\": \"s0\", \"type\": \"switch\"}");
        keys.Add("name", &Node::name)
            .Required()
            .Help("Unique name: letters, digits, -, _ and ., without --.");
        keys.Add("type", &Node::type)
            .Words({"host", "switch"})
            .Required()
            .Help("Type of the node.");
    }
};

/// topology.links[]
struct Link : KeyOwner
{
    std::string a;       ///< name of one end
    std::string b;       ///< name of the other end
    uint32_t plane{0};   ///< plane
    uint64_t rateBps{0}; ///< rate, bit/s
    ns3::RdmaTick delay; ///< propagation delay

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("a link such as {\"a\": \"h0\", \"b\": \"s0\", \"rate\": \"100Gbps\"}");
        keys.Add("a", &Link::a).Required().Help("Name of the node at one end.");
        keys.Add("b", &Link::b).Required().Help("Name of the node at the other end.");
        keys.Add("plane", &Link::plane)
            .Range(0, LAST_PLANE)
            .Default(0)
            .Help("Plane. Every host has one link in each plane, a switch is in one plane.");
        keys.Add("rate", &Link::rateBps)
            .Rate()
            .Above(0)
            .Default("100Gbps")
            .Help("Rate in either direction.");
        keys.Add("delay", &Link::delay).Default("500ns").Help("Propagation delay.");
    }
};

/// Topology: the nodes and links that the scenario lists.
class GraphTopology : public Topology
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.AddNote("file")
            .Absent("nodes and links are present")
            .Help("A JSON file with nodes and links in place of these two keys; its path is "
                  "relative to the folder of the scenario.");
        keys.Add("nodes", &GraphTopology::m_nodes)
            .Required()
            .Help("Hosts and switches. Hosts are numbered in this order, from 0.");
        keys.Add("links", &GraphTopology::m_links)
            .Required()
            .Help("Links between the nodes. Several may connect the same two switches.");
        keys.Add("maxPaths", &GraphTopology::m_maxPaths)
            .Range(1, 4096)
            .Default(64)
            .Help("Largest number of paths between two edge switches of a plane that entropy "
                  "values name. If the network has more, the paths are drawn with the seed.");
        keys.Add("longerPaths", &GraphTopology::m_longerPaths)
            .Range(0, ns3::FabricGraphSpec::MAX_LONGER_PATHS)
            .Default(4)
            .Help("Largest number of longer paths between two edge switches of a plane. MRC uses "
                  "them with routing srv6 in classes without PFC, while all its shortest paths of "
                  "the plane are retired or denied (docs/topologies.md). 0: none.");
        keys.Add("longerLinks", &GraphTopology::m_longerLinks)
            .Range(1, ns3::FabricGraphSpec::MAX_SWITCHES_ON_PATH - 1)
            .Default(4)
            .Help("Largest number of links that a longer path has more than the shortest ones.");
    }

    ns3::Ptr<const ns3::FabricNetwork> MakeNetwork(const TopologySpec& common,
                                                   uint64_t seed,
                                                   Problems& problems) const override
    {
        ns3::FabricGraphSpec spec;
        for (const auto& node : m_nodes)
        {
            spec.nodes.push_back({node.name, node.type == "host"});
        }
        for (const auto& link : m_links)
        {
            spec.links.push_back({link.a, link.b, link.plane, link.rateBps, link.delay});
        }
        spec.switchDelay = common.switchDelay;
        spec.cutThrough = common.cutThrough;
        spec.maxPaths = m_maxPaths;
        spec.longerPaths = m_longerPaths;
        spec.longerLinks = m_longerLinks;
        spec.seed = seed;
        const auto found = ns3::CheckFabricGraph(spec);
        for (const auto& problem : found)
        {
            problems.push_back({"topology." + problem.where, problem.what});
        }
        return found.empty() ? ns3::Create<ns3::FabricGraph>(spec) : nullptr;
    }

  private:
    std::vector<Node> m_nodes; ///< hosts and switches
    std::vector<Link> m_links; ///< links between them
    uint32_t m_maxPaths{0};    ///< most paths between two edge switches
    uint32_t m_longerPaths{0}; ///< most longer paths between two edge switches
    uint32_t m_longerLinks{0}; ///< most links that these have more
};

const auto KIND =
    TopologyKind::Make<GraphTopology>("graph",
                                      20,
                                      "nodes and links, in the scenario or in a file.");

} // namespace

} // namespace mrcsim
