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
 * ns3::FabricGraphLayout: the numbers of the elements of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A graph with numbers in place of names. Links are numbered plane by plane, those of hosts first
 * in the order of hosts, then those between switches in the order of the spec; ports of a switch
 * are in the order of their links.
 *
 * uSIDs [choice]: a switch has consecutive numbers within its plane, as many as the largest number
 * of parallel links to a neighbor, so that each of these links has a uSID. Types 1 and 2 of the
 * plan (mrc reference, 4.4) have 2,048 numbers each and follow each other. NICs share the indices
 * of type 3: a host has the lowest index that no earlier host under any of its switches has, the
 * same in all planes.
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
        uint32_t nSids{1};           ///< number of its uSIDs
        std::vector<uint32_t> links; ///< numbers of its links, by port

        /**
         * @param offset number of the uSID, below nSids
         * @return the uSID
         */
        uint16_t GetUsid(uint32_t offset) const;
    };

    /**
     * @param spec a graph with valid names, links and planes; its numbers of ports and uSIDs may
     * exceed the limits
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
     * @param link number of a link
     * @return true if a frame on it is forwarded before it has arrived, for every next link
     */
    bool IsCut(uint32_t link) const;

    /**
     * @return number of its first switch in the plane
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

    uint32_t planes{0};                               ///< number of planes
    bool cutThrough{false};                           ///< see FabricNetwork::IsCutThrough
    std::vector<std::string> hostNames;               ///< by host
    std::vector<std::string> switchNames;             ///< by switch
    std::vector<uint32_t> nicLinks;                   ///< by host and plane: number of the link
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

    /** Set the numbers of parallel links. */
    void NumberParallelLinks();

    /** Set the index in the plane and the uSIDs of every switch. */
    void NumberSwitches();

    /** Set the index of every host. */
    void NumberNics();
};

} // namespace ns3

#endif // FABRIC_GRAPH_LAYOUT_H
