/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_RIG_H
#define FABRIC_GRAPH_RIG_H

#include "ns3/fabric-graph.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * Graphs in short notation, and frames that are followed through them without a
 * simulator.
 */

namespace mrctest
{

using namespace ns3;

/// 100 Gb/s: a byte takes 80 ps.
constexpr uint64_t GRAPH_RATE = 100000000000;

/// Node names and links, to be filled by hand.
struct GraphSketch : FabricGraphSpec
{
    /** Switches of 300 ns. */
    GraphSketch()
    {
        switchDelay = RdmaTick::Ns(300);
    }

    /**
     * @param names of hosts
     * @return this
     */
    GraphSketch& Hosts(const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
        {
            nodes.push_back({name, true});
        }
        return *this;
    }

    /**
     * @param names of switches
     * @return this
     */
    GraphSketch& Switches(const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
        {
            nodes.push_back({name, false});
        }
        return *this;
    }

    /**
     * @param a name of a node
     * @param b name of another one
     * @param plane plane
     * @param rateBps rate, bit/s
     * @param delay propagation
     * @return this
     */
    GraphSketch& Join(const std::string& a,
                      const std::string& b,
                      uint32_t plane = 0,
                      uint64_t rateBps = GRAPH_RATE,
                      RdmaTick delay = RdmaTick::Ns(500))
    {
        links.push_back({a, b, plane, rateBps, delay});
        return *this;
    }
};

/**
 * @param switches number of switches
 * @return a ring of s0, s1 and so on, with a host each: h0, h1 and so on
 */
inline GraphSketch
MakeRing(uint32_t switches)
{
    GraphSketch ring;
    for (uint32_t i = 0; i < switches; ++i)
    {
        const std::string sw = "s" + std::to_string(i);
        const std::string host = "h" + std::to_string(i);
        ring.Hosts({host}).Switches({sw}).Join(host, sw);
        ring.Join(sw, "s" + std::to_string((i + 1) % switches));
    }
    return ring;
}

/**
 * A graph, the forwarding of its switches, and the dead links that routing has learned.
 */
class GraphRig
{
  public:
    /**
     * @param spec the graph
     */
    explicit GraphRig(const FabricGraphSpec& spec)
        : network(Create<FabricGraph>(spec)),
          learnt(&*network)
    {
    }

    /**
     * @param name name of a switch
     * @return its number
     */
    uint32_t Switch(const std::string& name) const
    {
        return network->GetNames().FindSwitch(name).value();
    }

    /**
     * @param name name of a host
     * @return its number
     */
    uint32_t Host(const std::string& name) const
    {
        return network->GetNames().FindHost(name).value();
    }

    /**
     * @param sw a switch
     * @return its tables
     */
    const FabricForwarding& GetTables(uint32_t sw)
    {
        auto& tables = m_tables[sw];
        if (!tables)
        {
            auto& routes = m_routes[sw];
            routes = std::make_unique<FabricSwitchRoutes>(sw, learnt);
            tables = network->MakeForwarding(sw, *routes);
        }
        return *tables;
    }

    /**
     * @param sw a switch, by name
     * @param host a host, by name
     * @return next hop of plain frames for the host at the switch
     */
    FabricHop FindHop(const std::string& sw, const std::string& host)
    {
        return GetTables(Switch(sw)).FindHost(Host(host));
    }

    /**
     * @param src a host
     * @param dst another one
     * @return its source routes, the same object each time
     */
    const Srv6SourceRoutes& GetRoutes(uint32_t src, uint32_t dst)
    {
        auto& routes = m_sourceRoutes[{src, dst}];
        if (!routes)
        {
            routes = network->GetPathCodec().MakeSourceRoutes(src, dst, segments);
        }
        return *routes;
    }

    /**
     * Send a frame by its source route, as NICs and switches treat it (mrc reference, 4.2 and 4.3).
     * @param src its sender
     * @param dst its receiver
     * @param ev its EV
     * @return the links it passes, including those of NICs; nothing if it does not arrive
     */
    std::optional<std::vector<uint32_t>> Walk(uint32_t src, uint32_t dst, uint32_t ev);

    /**
     * Send a plain frame with a structured EV.
     * @param src its sender
     * @param dst its receiver
     * @param ev its EV
     * @return the links it passes, including those of NICs; nothing if it does not arrive
     */
    std::optional<std::vector<uint32_t>> WalkStructured(uint32_t src, uint32_t dst, uint32_t ev);

    Ptr<FabricGraph> network; ///< the graph
    FabricPlaneRoutes learnt; ///< dead links that routing has learned, of all planes
    Srv6Segments segments;    ///< of all source routes

  private:
    /// Limit of hops, above that of any path.
    static constexpr uint32_t MAX_HOPS = 64;

    /// Forwarding by switch.
    std::map<uint32_t, std::unique_ptr<FabricForwarding>> m_tables;
    /// Dead links that switches have learned.
    std::map<uint32_t, std::unique_ptr<FabricSwitchRoutes>> m_routes;
    /// Source routes by sender and receiver.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<Srv6SourceRoutes>> m_sourceRoutes;
};

inline std::optional<std::vector<uint32_t>>
GraphRig::Walk(uint32_t src, uint32_t dst, uint32_t ev)
{
    Srv6SourceRoute route;
    if (!GetRoutes(src, dst).Find(ev, route))
    {
        return std::nullopt;
    }
    auto [hi, lo] = route.destination;
    bool hasSegment = route.segmentId != 0;
    const uint32_t plane = MrcEv::Plane(ev);
    std::vector<uint32_t> links{network->GetNicLink(src, plane)};
    uint32_t sw = network->GetLink(links.front()).upper.node;
    for (uint32_t hop = 0; hop < MAX_HOPS; ++hop)
    {
        const uint16_t own = GetActiveSrv6Usid(hi);
        auto next = static_cast<uint16_t>(hi);
        const FabricSidRange sids = network->GetSids(sw);
        if (!IsSrv6Block(hi) || own < sids.first || own >= sids.first + sids.count)
        {
            return std::nullopt;
        }
        if (next != 0)
        {
            ShiftSrv6Usid(hi, lo);
        }
        else if (lo == 0 && hasSegment)
        {
            hasSegment = false;
            hi = segments.Get(route.segmentId).hi;
            lo = segments.Get(route.segmentId).lo;
            next = GetActiveSrv6Usid(hi);
        }
        const uint32_t port = GetTables(sw).FindNeighbor(own, next);
        if (next == 0 || port == FabricForwarding::NO_PORT)
        {
            return std::nullopt;
        }
        links.push_back(network->GetSwitchLink(sw, port));
        const FabricLinkEnd peer = network->GetPeer(sw, port);
        if (peer.isHost)
        {
            const uint16_t nic = MakeSrv6Usid(plane, Srv6UsidType::NIC, network->GetNicIndex(dst));
            const bool isThere = peer.node == dst && EndsAtSrv6Usid(hi, lo, nic) && !hasSegment;
            return isThere ? std::optional(links) : std::nullopt;
        }
        sw = peer.node;
    }
    return std::nullopt;
}

inline std::optional<std::vector<uint32_t>>
GraphRig::WalkStructured(uint32_t src, uint32_t dst, uint32_t ev)
{
    const std::vector<FabricEvField> fields = network->GetPathCodec().GetEvFields();
    std::vector<uint32_t> links{network->GetNicLink(src, MrcEv::Plane(ev))};
    uint32_t sw = network->GetLink(links.front()).upper.node;
    for (uint32_t hops = 0; hops < MAX_HOPS; ++hops)
    {
        const FabricHop hop = GetTables(sw).FindHost(dst);
        const uint32_t port =
            hop.group ? hop.group->GetPort(GetTables(sw).ReadDigit(ev, hops, hop, fields))
                      : hop.port;
        if (port == FabricForwarding::NO_PORT)
        {
            return std::nullopt;
        }
        links.push_back(network->GetSwitchLink(sw, port));
        const FabricLinkEnd peer = network->GetPeer(sw, port);
        if (peer.isHost)
        {
            return peer.node == dst ? std::optional(links) : std::nullopt;
        }
        sw = peer.node;
    }
    return std::nullopt;
}

} // namespace mrctest

#endif // FABRIC_GRAPH_RIG_H
