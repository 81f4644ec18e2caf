/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_SPEC_H
#define FABRIC_GRAPH_SPEC_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphSpec: a network as a list of nodes and a list of links.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A network of any shape: hosts and switches by name, and links between them. Hosts are numbered by
 * their order among the hosts, switches by their order among the switches.
 *
 * Planes are disjoint: every host has exactly one port in each, and a switch belongs to the one in
 * which its links are. Several links may connect the same two switches. CheckFabricGraph checks
 * whether a network can be built from it.
 */
struct FabricGraphSpec
{
    /// Most switches on a path: with the NIC's, their uSIDs fill a carrier and an SRH segment.
    static constexpr uint32_t MAX_SWITCHES_ON_PATH = 11;
    /// Most hosts: the IPv6 address of a port has 16 bits for a host.
    static constexpr uint32_t MAX_HOSTS = 1 << 16;
    /// Most longer paths between two hosts in a plane.
    static constexpr uint32_t MAX_LONGER_PATHS = 64;
    /// uSIDs of the switches of a plane: types 1 and 2 of the plan, 11 bits each.
    static constexpr uint32_t MAX_SWITCH_SIDS = 1 << 12;

    /// A host or a switch.
    struct Node
    {
        std::string name;   ///< its name in scenarios and results
        bool isHost{false}; ///< true: a host; false: a switch
    };

    /// A link, in both directions.
    struct Link
    {
        std::string a;       ///< name of a node
        std::string b;       ///< name of another node; not both are hosts
        uint32_t plane{0};   ///< plane, 0-based
        uint64_t rateBps{0}; ///< rate, bit/s (IsFabricRate)
        RdmaTick delay;      ///< propagation
    };

    std::vector<Node> nodes; ///< hosts and switches
    std::vector<Link> links; ///< links
    RdmaTick switchDelay;    ///< forwarding latency of every switch
    bool cutThrough{false};  ///< see FabricNetwork::IsCutThrough
    uint32_t maxPaths{64};   ///< most paths between two hosts in a plane, 1..4096
    uint64_t seed{1};        ///< of the draw of paths if there are more than that
    uint32_t longerPaths{4}; ///< most longer paths between two hosts in a plane, 0..64
    uint32_t longerLinks{4}; ///< most links that these have more than the shortest, 1..10
};

} // namespace ns3

#endif // FABRIC_GRAPH_SPEC_H
