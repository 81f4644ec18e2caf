/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_LAYOUT_H
#define FABRIC_GRAPH_LAYOUT_H

#include "fabric-graph-spec.h"
#include "fabric-network.h"

#include "ns3/srv6-usid.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphLayout: numbers of everything in a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A graph with numbers in place of names. Links have theirs plane by plane, those of hosts first in
 * the order of hosts, then those between switches in the order of the spec; ports of a switch are
 * in the order of their links.
 *
 * uSIDs [choice]: a switch has consecutive numbers within its plane, as many as the most links that
 * a neighbor has to it, so that every one of these can be named. Types 1 and 2 of the plan (MRC mrc
 * reference, 4.4) have 2,048 numbers each and follow each other. NICs share the indices of type 3:
 * a host has the lowest that no earlier host under any of its switches has, the same in all planes.
 */
struct FabricGraphLayout
{
    /// The index of a host for which no index is left.
    static constexpr uint32_t NO_INDEX = SRV6_MAX_INDEX + 1;

    /// A switch.
    struct Switch
    {
        uint32_t plane{0};           ///< its plane
        uint32_t index{0};           ///< number within the plane
        uint32_t firstSid{0};        ///< the first of its numbers for uSIDs
        uint32_t nSids{1};           ///< how many of these it has
        std::vector<uint32_t> links; ///< numbers of its links, by port

        /**
         * @param offset which of its uSIDs, below nSids
         * @return the uSID
         */
        uint16_t GetUsid(uint32_t offset) const;
    };

    /**
     * @param spec whose names, links and planes are right; what counts does need not be
     */
    explicit FabricGraphLayout(const FabricGraphSpec& spec);

    /**
     * @return number of the link of its port
     */
    uint32_t GetNicLink(uint32_t host, uint32_t plane) const
    {
        return nicLinks[size_t{host} * planes + plane];
    }

    /**
     * @return number of its first switch there
     */
    uint32_t GetEdge(uint32_t host, uint32_t plane) const
    {
        return links[GetNicLink(host, plane)].upper.node;
    }

    /**
     * @return uSID of its port
     */
    uint16_t GetNicUsid(uint32_t host, uint32_t plane) const
    {
        return MakeSrv6Usid(plane, Srv6UsidType::NIC, nicIndices[host]);
    }

    uint32_t planes{0};                               ///< how many there are
    std::vector<std::string> hostNames;               ///< by host
    std::vector<std::string> switchNames;             ///< by switch
    std::vector<uint32_t> nicLinks;                   ///< by host and plane: links
    std::vector<uint32_t> nicIndices;                 ///< by host: index of the NIC's uSIDs
    std::vector<Switch> switches;                     ///< by number
    std::vector<std::vector<uint32_t>> planeSwitches; ///< by plane and index: numbers of switches
    std::vector<std::vector<uint32_t>> planeEdges;    ///< by plane: switches with hosts
    std::vector<FabricLink> links;                    ///< by number

  private:
    /**
     * @param spec the graph
     */
    void NumberLinks(const FabricGraphSpec& spec);

    /** Say of each link which of the parallel ones it is. */
    void NumberParallelLinks();

    /** Give every switch its place in its plane and its uSIDs. */
    void NumberSwitches();

    /** Give every host its index. */
    void NumberNics();
};

} // namespace ns3

#endif // FABRIC_GRAPH_LAYOUT_H
